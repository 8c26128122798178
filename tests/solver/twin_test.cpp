// The solver against the plain forward iteration, on every position of whole small layers. Each board is a program of
// its own, named on the command line, so that they run side by side.
#include <gtest/gtest.h>

#include "tests/solver/layers.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

twin::Value plain(const Value& value) {
  return {value.floor.value_or(twin::kNone), value.ceiling.value_or(twin::kNone), value.floor_depth.value_or(twin::kNone),
          value.ceiling_depth.value_or(twin::kNone)};
}

std::string text(const twin::Value& value) {
  const auto part = [](int number) { return number == twin::kNone ? std::string("none") : std::to_string(number); };
  std::string out = "floor ";
  out.append(part(value.floor)).append(" in ").append(part(value.floor_depth));
  return out.append(", ceiling ").append(part(value.ceiling)).append(" in ").append(part(value.ceiling_depth));
}

class EveryPosition : public testing::TestWithParam<int> {};

TEST_P(EveryPosition, HasTheFloorCeilingAndDepthsOfTheTwin) {
  const int seeds = twin::full_layers(GetParam());
  twin::with_row(GetParam(), [&]<int P>() {
    for (const twin::Rules& rules : twin::all_rules()) {
      const RuleSet set = twin::rule_set(rules, P);
      const twin::Values expected(rules, P, seeds);
      const SolvedLayers solved(set, seeds);
      const auto rows = std::make_shared<const RowTable<P>>(seeds);
      std::size_t none = 0;
      std::size_t wrong = 0;
      for (int s = 0; s <= seeds; ++s) {
        const typename Giuthi<P>::Index index(rows, {s, 0});
        const LayerValues& layer = solved.layer({s, 0});
        ASSERT_EQ(layer.size(), index.size());
        for (std::size_t i = 0; i < expected.boards(s).size(); ++i) {
          const std::vector<int>& pits = expected.boards(s)[i];
          const twin::Value want = expected.value(s, i);
          const Board<P> board = twin::board<P>(pits);
          const twin::Value got = plain(layer.at(index.slot(board).number));
          none += want.floor == twin::kNone;
          if (got == want && plain(layer.at(index.slot(mirrored(board)).number)) == want) continue;
          ++wrong;
          EXPECT_TRUE(false) << twin::text(rules, {pits, 0}) << ": " << text(got) << "; the twin has " << text(want);
          ASSERT_LT(wrong, 10U) << "and more";
        }
      }
      EXPECT_TRUE(none > 0 || P > 3) << "layers without a position that has no floor test too little";
    }
  });
}

// The twin works without the mirror, so that it says the same of both images is a test of the rules themselves.
TEST_P(EveryPosition, HasTheValueOfItsMirrorImage) {
  const int row = GetParam();
  const int seeds = std::min(twin::full_layers(row), 7);
  for (const twin::Rules& rules : twin::all_rules()) {
    const twin::Values values(rules, row, seeds);
    for (int s = 0; s <= seeds; ++s) {
      for (std::size_t i = 0; i < values.boards(s).size(); ++i) {
        std::vector<int> image = values.boards(s)[i];
        std::reverse(image.begin(), image.begin() + row);
        std::reverse(image.begin() + row, image.end());
        ASSERT_EQ(values.value(s, i), values.value({image, 0})) << twin::text(rules, {image, 0});
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryPosition, testing::Values(2, 3, 4, 5), [](const auto& test) { return twin::board_name(test.param); });

}  // namespace
}  // namespace uthi
