// The solver against the plain forward iteration on whole small layers of Kiothi, marks included. Each board is a program
// of its own, named on the command line, so that they run side by side.
#include <gtest/gtest.h>

#include "tests/solver/layers.hpp"
#include "tests/twin/kiothi_bridge.hpp"

namespace uthi {
namespace {

namespace kiothi = twin::kiothi;

twin::Value plain(const Value& value) {
  return {value.floor.value_or(twin::kNone), value.ceiling.value_or(twin::kNone), value.floor_depth.value_or(twin::kNone),
          value.ceiling_depth.value_or(twin::kNone)};
}

std::string text(const twin::Value& value) {
  const auto part = [](int number) { return number == twin::kNone ? std::string("none") : std::to_string(number); };
  return "floor " + part(value.floor) + " in " + part(value.floor_depth) + ", ceiling " + part(value.ceiling) + " in " +
         part(value.ceiling_depth);
}

class EveryKiothiPosition : public testing::TestWithParam<int> {};

TEST_P(EveryKiothiPosition, HasTheFloorCeilingAndDepthsOfTheTwin) {
  const kiothi::Reach reach = kiothi::reach(GetParam());
  twin::with_row(GetParam(), [&]<int P>() {
    for (const kiothi::Rules& rules : kiothi::all_rules()) {
      const RuleSet set = kiothi::rule_set(rules, P);
      const kiothi::Values expected(rules, P, reach.seeds, reach.marks);
      const SolvedLayers solved(set, LayerId{reach.seeds, reach.marks});
      const auto rows = std::make_shared<const RowTable<P>>(reach.seeds);
      std::size_t checked = 0;
      std::size_t wrong = 0;
      for (std::size_t l = 0; l < expected.layers().size(); ++l) {
        const LayerId id{expected.layers()[l].first, expected.layers()[l].second};
        const typename Kiothi<P>::Index index(rows, id);
        const LayerValues& layer = solved.layer(id);
        ASSERT_EQ(layer.size(), expected.positions(l).size());
        for (std::size_t i = 0; i < expected.positions(l).size(); ++i) {
          const kiothi::Position& position = expected.positions(l)[i];
          const twin::Value want = expected.value(l, i);
          const twin::Value got = plain(layer.at(index.slot(kiothi::board<P>(position)).number));
          ++checked;
          if (got == want) continue;
          ++wrong;
          EXPECT_TRUE(false) << kiothi::text(rules, position) << ": " << text(got) << "; the twin has " << text(want);
          ASSERT_LT(wrong, 10U) << "and more";
        }
      }
      EXPECT_GT(checked, 200U);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryKiothiPosition, testing::Values(2, 3, 4, 5),
                         [](const auto& test) { return twin::board_name(test.param); });

}  // namespace
}  // namespace uthi
