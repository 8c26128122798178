// repetition=split: the solver against the plain forward iteration for Giuthi and Kiothi, published values of Awari, and
// the number of threads.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <string>
#include <string_view>

#include "core/awari.hpp"
#include "core/error.hpp"
#include "tablebase/histogram.hpp"
#include "tests/solver/layers.hpp"
#include "tests/solver/plain_value.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/kiothi_bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

namespace kiothi = twin::kiothi;

// Seeds to compare to, fewer at the reduced size. Says so.
int seeds_of(std::string_view what, int full, int fewer) {
  if (!twin::small_size()) return full;
  std::cout << "reduced size: " << what << " to " << full - fewer << " seeds instead of " << full << '\n';
  return full - fewer;
}

RuleSet with_split(RuleSet rules) {
  rules.set("repetition", "split");
  return rules;
}

TEST(Split, EveryGiuthiPositionHasTheValueOfTheTwin) {
  constexpr std::pair<int, int> kBoards[] = {{2, 12}, {3, 9}, {4, 7}};
  std::size_t checked = 0;
  std::size_t changed = 0;  // values that are not those of repetition=draw
  for (const auto& [row, full] : kBoards) {
    const int seeds = seeds_of("Giuthi " + twin::board_name(row), full, 3);
    twin::with_row(row, [&]<int P>() {
      for (const twin::Rules& rules : twin::all_rules()) {
        const twin::Values expected(rules, P, seeds, twin::Endless::worth_nothing);
        const SolvedLayers solved(with_split(twin::rule_set(rules, P)), seeds, with_threads(1, false));
        const auto draw = SolvedLayers(twin::rule_set(rules, P), seeds, with_threads(1, false));
        const auto rows = std::make_shared<const RowTable<P>>(seeds);
        for (int s = 0; s <= seeds; ++s) {
          const typename Giuthi<P>::Index index(rows, {s, 0});
          for (std::size_t i = 0; i < expected.boards(s).size(); ++i) {
            const std::vector<int>& pits = expected.boards(s)[i];
            const std::uint64_t number = index.slot(twin::board<P>(pits)).number;
            ASSERT_EQ(text(plain(solved.layer({s, 0}).at(number))), text(expected.value(s, i))) << twin::text(rules, {pits, 0});
            ++checked;
            changed += solved.layer({s, 0}).at(number) != draw.layer({s, 0}).at(number);
          }
        }
      }
    });
  }
  EXPECT_GT(checked, 10'000U);
  EXPECT_GT(changed, 100U) << "positions that a repetition decides are what this is about";
}

TEST(Split, EveryKiothiPositionHasTheValueOfTheTwin) {
  constexpr kiothi::Reach kBoards[] = {{2, 7, 4}, {3, 5, 3}, {4, 5, 1}};
  std::size_t checked = 0;
  for (const kiothi::Reach& board : kBoards) {
    const int row = board.row;
    const int marks = board.marks;
    const int seeds = seeds_of("Kiothi " + twin::board_name(row), board.seeds, 2);
    twin::with_row(row, [&]<int P>() {
      for (const kiothi::Rules& rules : kiothi::all_rules()) {
        const kiothi::Values expected(rules, P, seeds, marks, twin::Endless::worth_nothing);
        const SolvedLayers solved(with_split(kiothi::rule_set(rules, P)), LayerId{seeds, marks}, with_threads(1, false));
        const auto rows = std::make_shared<const RowTable<P>>(seeds);
        for (std::size_t l = 0; l < expected.layers().size(); ++l) {
          const LayerId id{expected.layers()[l].first, expected.layers()[l].second};
          const typename Kiothi<P>::Index index(rows, id);
          for (std::size_t i = 0; i < expected.positions(l).size(); ++i) {
            const kiothi::Position& position = expected.positions(l)[i];
            ASSERT_EQ(text(plain(solved.layer(id).at(index.slot(kiothi::board<P>(position)).number))), text(expected.value(l, i)))
                << kiothi::text(rules, position);
            ++checked;
          }
        }
      }
    });
  }
  EXPECT_GT(checked, 10'000U);
}

TEST(Split, OneTwoAndSevenThreadsGiveTheSameColumns) {
  const int seeds = seeds_of("threads on 2x4", 11, 3);
  const int marked_seeds = seeds_of("threads on marked 2x4", 6, 2);
  RuleSet none(awari_spec(), 4);
  none.set("grandslam", "none");
  struct Case {
    RuleSet rules;
    LayerId bound;
  };
  const Case cases[] = {{RuleSet(awari_spec(), 4), {seeds, 0}},
                        {none, {seeds, 0}},
                        {with_split(RuleSet(giuthi_spec(), 4)), {seeds, 0}},
                        {with_split(RuleSet(kiothi_spec(), 4)), {marked_seeds, 2}}};
  for (const auto& [rules, bound] : cases) {
    const SolvedLayers one(rules, bound, with_threads(1, false));
    for (const int threads : {2, 7}) {
      const SolvedLayers several(rules, bound, with_threads(threads, false));
      for (const LayerId layer : make_referee(rules)->layers_up_to(bound)) {
        EXPECT_TRUE(several.layer(layer) == one.layer(layer)) << rules.full_text() << ", " << to_text(layer) << ", " << threads;
      }
    }
  }
}

TEST(Split, HasNoDepths) { EXPECT_THROW(SolvedLayers(RuleSet(awari_spec(), 2), 2, with_threads(1, true)), UsageError); }

// Losses, draws and wins of the mover among the 78 positions of two seeds.
TEST(Awari, OfTournamentsHasTheKnownResultsWithTwoSeeds) {
  RuleSet rules(awari_spec(), 6);
  rules.set("grandslam", "none");
  const SolvedLayers solved(rules, 2, with_threads(1, false));
  std::array<std::uint64_t, 3> results{};
  for (const auto& [pair, positions] : value_histogram(rules, solved.layer({2, 0}), 1)) {
    results[pair.floor < 0 ? 0 : pair.floor == 0 ? 1 : 2] += positions;
  }
  EXPECT_EQ(results, (std::array<std::uint64_t, 3>{41, 13, 24}));
}

// A board of the public awari data set (UCI "Awari end-game"), its value, and those of its moves from the left.
TEST(Awari, HasTheKnownValuesOfAPublicBoard) {
  if (twin::small_size()) GTEST_SKIP() << "reduced size: 30 million positions to 16 seeds are left out";
  const Position position = parse_position(awari_spec().example);
  const SolvedLayers solved(position.rules, 16, with_threads(2, false));
  const auto referee = make_referee(position.rules);
  EXPECT_EQ(solved.value(*referee, position).floor, 0);
  std::vector<int> values;
  for (const LegalPly& ply : referee->plies(position)) values.push_back(ply.captures - *solved.value(*referee, ply.position).floor);
  EXPECT_EQ(values, (std::vector<int>{-1, -1, -2, -2, -2, 0}));
}

}  // namespace
}  // namespace uthi
