// The solver against the plain forward iteration on whole small layers of Awari, both options and repetition rules. Each
// board is a program of its own, named on the command line, so that they run side by side.
#include <gtest/gtest.h>

#include "tests/solver/layers.hpp"
#include "tests/solver/plain_value.hpp"
#include "tests/twin/awari_bridge.hpp"

namespace uthi {
namespace {

namespace awari = twin::awari;

class EveryAwariPosition : public testing::TestWithParam<int> {};

TEST_P(EveryAwariPosition, HasTheValueOfTheTwin) {
  const int seeds = awari::full_layers(GetParam());
  twin::with_row(GetParam(), [&]<int P>() {
    for (const bool splits : {true, false}) {
      for (const awari::Rules& rules : awari::all_rules()) {
        RuleSet set = awari::rule_set(rules, P);
        set.set("repetition", splits ? "split" : "draw");
        const awari::Values expected(rules, P, seeds, splits ? twin::Endless::worth_nothing : twin::Endless::fails);
        const SolvedLayers solved(set, seeds, with_threads(1, !splits));
        const auto rows = std::make_shared<const RowTable<P>>(seeds);
        std::size_t wrong = 0;
        std::size_t endless = 0;  // positions whose value a repetition decides
        for (int s = 0; s <= seeds; ++s) {
          const typename Awari<P>::Index index(rows, {s, 0});
          const LayerValues& layer = solved.layer({s, 0});
          ASSERT_EQ(layer.size(), expected.boards(s).size());
          for (std::size_t i = 0; i < expected.boards(s).size(); ++i) {
            const std::vector<int>& pits = expected.boards(s)[i];
            const twin::Value want = expected.value(s, i);
            const twin::Value got = plain(layer.at(index.slot(twin::board<P>(pits)).number));
            endless += splits ? want.floor == 0 && s > 0 : want.floor == twin::kNone;
            if (got == want) continue;
            ++wrong;
            EXPECT_TRUE(false) << awari::text(rules, {pits, 0}) << (splits ? " split" : " draw") << ": " << text(got) << "; the twin has "
                               << text(want);
            ASSERT_LT(wrong, 10U) << "and more";
          }
        }
        EXPECT_GT(endless, 0U);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryAwariPosition, testing::Values(2, 3, 4),
                         [](const auto& test) { return twin::board_name(test.param); });

}  // namespace
}  // namespace uthi
