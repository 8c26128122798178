// The number of threads changes nothing; stopping, progress and refusals.
#include <gtest/gtest.h>

#include <atomic>

#include "core/error.hpp"
#include "tests/solver/layers.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

void expect_same_with_threads(const RuleSet& rules, int seeds) {
  const SolvedLayers one(rules, seeds, with_threads(1));
  for (const int threads : {2, 7}) {
    const SolvedLayers several(rules, seeds, with_threads(threads));
    for (int s = 0; s <= seeds; ++s) {
      EXPECT_TRUE(several.layer({s, 0}) == one.layer({s, 0})) << rules.full_text() << ", " << s << " seeds, " << threads << " threads";
    }
  }
}

TEST(Threads, OneTwoAndSevenGiveTheSameColumns) {
  const bool small = twin::small_size();
  if (small) std::cout << "reduced size: 2x4 to 9 seeds and 2x6 to 6 instead of 12 and 10\n";
  for (const twin::Rules& rules : twin::all_rules()) expect_same_with_threads(twin::rule_set(rules, 4), small ? 9 : 12);
  expect_same_with_threads(RuleSet(giuthi_spec(), 6), small ? 6 : 10);
}

TEST(Threads, ManyRunsGiveTheSameColumns) {
  const RuleSet rules(giuthi_spec(), 3);
  const SolvedLayers first(rules, 14, with_threads(7));
  for (int run = 0; run < (twin::small_size() ? 3 : 20); ++run) {
    const SolvedLayers again(rules, 14, with_threads(7));
    for (int s = 0; s <= 14; ++s) ASSERT_TRUE(again.layer({s, 0}) == first.layer({s, 0})) << s << " seeds, run " << run;
  }
}

TEST(Edges, KeptOrUnsownGiveTheSameColumns) {
  const bool small = twin::small_size();
  const auto check = [&](const RuleSet& rules, int seeds, int threads) {
    SolveOptions keep = with_threads(threads);
    keep.depths = rules.get("repetition") == "draw";
    SolveOptions unsow = keep;
    unsow.keep_edges = false;
    const SolvedLayers kept(rules, seeds, keep);
    const SolvedLayers unsown(rules, seeds, unsow);
    for (int s = 0; s <= seeds; ++s) EXPECT_TRUE(kept.layer({s, 0}) == unsown.layer({s, 0})) << rules.full_text() << ", " << s << " seeds";
  };
  for (const twin::Rules& rules : twin::all_rules()) {
    check(twin::rule_set(rules, 2), 24, 1);  // laps that go round, full rings
    check(twin::rule_set(rules, 3), 16, 1);
    check(twin::rule_set(rules, 4), small ? 8 : 12, 2);
  }
  RuleSet score(giuthi_spec(), 3);
  score.set_all("repetition=score");
  check(score, 9, 1);
  check(RuleSet(giuthi_spec(), 6), small ? 7 : 11, 1);
  check(RuleSet(giuthi_spec(), 9), 5, 2);
}

TEST(Depths, LeftOutLeaveTheMarginsUnchanged) {
  const RuleSet rules(giuthi_spec(), 4);
  const SolvedLayers with(rules, 11);
  const SolvedLayers without(rules, 11, with_threads(2, false));
  for (int s = 0; s <= 11; ++s) {
    EXPECT_FALSE(without.layer({s, 0}).has_depths() && without.layer({s, 0}).size() > 0);
    EXPECT_EQ(without.layer({s, 0}).floor, with.layer({s, 0}).floor);
    EXPECT_EQ(without.layer({s, 0}).ceiling, with.layer({s, 0}).ceiling);
  }
}

TEST(Solving, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  SolveOptions options = with_threads(2);
  options.stop = &stop;
  EXPECT_THROW(SolvedLayers(RuleSet(giuthi_spec(), 4), 6, options), Interrupted);
}

TEST(Solving, ReportsSharesThatGrowToOne) {
  const RuleSet rules(giuthi_spec(), 5);
  const SolvedLayers lower(rules, 8);
  std::vector<double> shares;
  SolveOptions options = with_threads(2);
  options.progress = [&](double share) { shares.push_back(share); };
  static_cast<void>(make_layer_solver(rules, 9)->solve({9, 0}, lower, options));
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_GE(shares.front(), 0);
  EXPECT_LE(shares.back(), 1);
}

TEST(Solving, NeedsAtMostSixteenBytesAPosition) {
  const RuleSet rules(giuthi_spec(), 6);
  const auto solver = make_layer_solver(rules, 15);
  const std::uint64_t stored = Giuthi<6>::Index::count({15, 0});
  EXPECT_GE(solver->peak_bytes({15, 0}, true), stored * 6) << "its result alone is six bytes a position";
  EXPECT_LE(solver->peak_bytes({15, 0}, true), stored * 16 + (1U << 20));
  EXPECT_LT(solver->peak_bytes({15, 0}, false), solver->peak_bytes({15, 0}, true));
}

TEST(Solving, RefusesLayersOfMoreThanTwoToTheThirtyTwoPositions) {
  const RuleSet rules(giuthi_spec(), 6);
  const SolvedLayers none(rules, 0);
  const auto solver = make_layer_solver(rules, 36);
  ASSERT_GT((Giuthi<6>::Index::count({36, 0})), 1ULL << 32);
  try {
    static_cast<void>(solver->solve({36, 0}, none, with_threads(1)));
    FAIL() << "not refused";
  } catch (const DoesNotFit& error) {
    EXPECT_NE(std::string(error.what()).find("2^32"), std::string::npos) << error.what();
  }
}

TEST(Solving, RefusesLayersThatMarginsCannotHold) {
  EXPECT_THROW(static_cast<void>(make_layer_solver(RuleSet(giuthi_spec(), 2), 121)), Error);
}

}  // namespace
}  // namespace uthi
