// Solving one position without tables, compared with the layers: by search and by graph, on one thread and two.
#include "solver/search/search.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "core/error.hpp"
#include "solver/search/graph.hpp"
#include "tests/solver/search_samples.hpp"

namespace uthi {
namespace {

struct Board {
  std::string name;
  std::string rules;
  LayerId bound;
  std::uint64_t search_stride;  // in a usual run; all positions with UTHI_TEST_SIZE=full
  std::uint64_t graph_stride;
  std::uint64_t least_gaps;  // positions with floor below ceiling, at least
};

std::ostream& operator<<(std::ostream& out, const Board& board) { return out << board.name; }

class EveryPosition : public testing::TestWithParam<Board> {
 protected:
  // f(position, value of the layers, how many positions came before)
  template <class F>
  void for_each(F&& f) {
    const Position sample = parse_position(GetParam().rules);
    const auto referee = make_referee(sample.rules);
    const SolvedLayers layers(sample.rules, GetParam().bound, with_threads(1, false));
    std::uint64_t count = 0;
    for (const LayerId layer : referee->layers_up_to(GetParam().bound)) {
      const LayerValues& values = layers.layer(layer);
      for (std::uint64_t number = 0; number < values.size(); ++number) {
        f(referee->at(layer, number), exact_bounds(layer, values.raw(number)), count++);
        if (HasFatalFailure()) return;
      }
    }
  }
};

const NoValues kNoTables;

TEST_P(EveryPosition, HasTheFloorAndCeilingOfTheLayersBySearch) {
  std::uint64_t gaps = 0;
  std::uint64_t all = 0;
  for_each([&](const Position& position, const ValueBounds& right, std::uint64_t count) {
    ++all;
    gaps += right.floor_least < right.ceiling_least ? 1 : 0;
    if (count % stride(GetParam().search_stride) != 0) return;
    for (const int threads : {1, 2}) {
      if (threads == 2 && count % stride(5 * GetParam().search_stride) != 0) continue;
      const Solution found =
          make_position_solver(position, kNoTables, {}, limits_with(Method::search, threads))->solve({.floor = true, .ceiling = true});
      ASSERT_TRUE(same_values(found.bounds, right))
          << to_text(position) << ", " << threads << " threads: floor " << found.bounds.floor_least << " ceiling "
          << found.bounds.ceiling_least << ", expected " << right.floor_least << " and " << right.ceiling_least;
      ASSERT_EQ(found.answered, Answered::search);
    }
  });
  EXPECT_GE(gaps, GetParam().least_gaps);
  std::cout << GetParam().name << ": " << gaps << " of " << all << " positions have a floor below the ceiling\n";
}

TEST_P(EveryPosition, HasTheValuesAndOutcomesOfTheLayersByItsGraph) {
  for_each([&](const Position& position, const ValueBounds& right, std::uint64_t count) {
    if (count % stride(GetParam().graph_stride) != 0) return;
    for (const int threads : {1, 2}) {
      if (threads == 2 && count % stride(5 * GetParam().graph_stride) != 0) continue;
      const Solution found =
          make_position_solver(position, kNoTables, {}, limits_with(Method::graph, threads))->solve({.floor = true, .ceiling = true});
      ASSERT_TRUE(same_values(found.bounds, right)) << to_text(position) << ", " << threads << " threads";
      ASSERT_EQ(found.answered, Answered::graph);
      for (int lead = -3; lead <= 3; ++lead) ASSERT_EQ(found.bounds.outcome(lead), outcome_of(value_of(right), lead)) << to_text(position);
    }
  });
}

// The outcome is searched for by itself: other questions than for the values.
TEST_P(EveryPosition, HasTheOutcomeOfTheLayersAtEveryLeadBySearch) {
  for_each([&](Position position, const ValueBounds& right, std::uint64_t count) {
    if (count % stride(7 * GetParam().search_stride) != 0) return;
    for (int lead = -3; lead <= 3; ++lead) {
      position.stores = {std::max(lead, 0), std::max(-lead, 0)};
      for (const int threads : {1, 2}) {
        if (threads == 2 && count % stride(35 * GetParam().search_stride) != 0) continue;
        const Solution found =
            make_position_solver(position, kNoTables, {}, limits_with(Method::search, threads))->solve({.outcome = true});
        ASSERT_EQ(found.bounds.outcome(lead), outcome_of(value_of(right), lead)) << to_text(position);
      }
    }
  });
}

TEST_P(EveryPosition, HasRightBoundsWhereTheSearchIsCutShort) {
  std::uint64_t open = 0;
  for_each([&](const Position& position, const ValueBounds& right, std::uint64_t count) {
    if (count % stride(29 * GetParam().search_stride) != 0) return;
    SolveLimits limits = limits_with(Method::search);
    limits.nodes = 1 + count % 500;
    const Solution found = make_position_solver(position, kNoTables, {}, limits)->solve({.floor = true, .ceiling = true});
    ASSERT_LE(found.bounds.floor_least, right.floor_least) << to_text(position);
    ASSERT_GE(found.bounds.floor_most, right.floor_least) << to_text(position);
    ASSERT_LE(found.bounds.ceiling_least, right.ceiling_least) << to_text(position);
    ASSERT_GE(found.bounds.ceiling_most, right.ceiling_least) << to_text(position);
    open += found.stopped != Stopped::no ? 1 : 0;
  });
  if (test_size() != "small") {
    EXPECT_GT(open, 0U);
  }
}

TEST_P(EveryPosition, HasTheSameValuesWithTablesBelow) {
  const Position sample = parse_position(GetParam().rules);
  const auto referee = make_referee(sample.rules);
  const SolvedLayers layers(sample.rules, GetParam().bound, with_threads(1, false));
  const LayerId half{GetParam().bound.seeds / 2, GetParam().bound.marks / 2};
  const LayersAsTables tables(layers, referee->layers_up_to(half));
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for_each([&](const Position& position, const ValueBounds& right, std::uint64_t count) {
    if (count % stride(23 * GetParam().search_stride) != 0) return;
    for (const Method method : {Method::search, Method::graph, Method::automatic}) {
      const Solution found =
          make_position_solver(position, tables, tables.layers(), limits_with(method))->solve({.floor = true, .ceiling = true});
      ASSERT_TRUE(same_values(found.bounds, right)) << to_text(position);
      if (method == Method::search) with += found.nodes;
    }
    without += make_position_solver(position, kNoTables, {}, limits_with(Method::search))->solve({.floor = true, .ceiling = true}).nodes;
  });
  EXPECT_LT(with, without);
}

INSTANTIATE_TEST_SUITE_P(Boards, EveryPosition,
                         testing::Values(Board{"giuthi2x3", "giuthi:0,0,0/0,0,0", {12, 0}, 3, 31, 600},
                                         Board{"giuthi2x4", "giuthi:0,0,0,0/0,0,0,0", {10, 0}, 11, 151, 5000},
                                         Board{
                                             "giuthi2x3sow", "giuthi{chain=broken,empty=none,origin=sow}:0,0,0/0,0,0", {9, 0}, 3, 31, 100},
                                         Board{"kiothi2x3", "kiothi:0,0,0/0,0,0", {8, 6}, 17, 151, 1000},
                                         Board{"awari2x3", "awari:0,0,0/0,0,0", {12, 0}, 31, 149, 0},
                                         Board{"awari2x3draw", "awari{repetition=draw}:0,0,0/0,0,0", {9, 0}, 7, 61, 100}),
                         [](const auto& each) { return each.param.name; });

// RULES.md, known values.
TEST(StartPosition, HasTheKnownValuesFromNothing) {
  const auto check = [](std::string_view text, std::optional<int> floor, std::optional<int> ceiling) {
    for (const Method method : {Method::search, Method::graph, Method::automatic}) {
      if (method == Method::graph && test_size() == "small") continue;
      SolveLimits limits = limits_with(method);
      limits.memory = std::uint64_t{1} << 30;
      const ValueBounds bounds =
          make_position_solver(parse_position(text), kNoTables, {}, limits)->solve({.floor = true, .ceiling = true}).bounds;
      ASSERT_TRUE(bounds.exact()) << text;
      EXPECT_EQ(bounds.floor_least, floor.value_or(-bounds.seeds - 1)) << text;
      EXPECT_EQ(bounds.ceiling_least, ceiling.value_or(bounds.seeds + 1)) << text;
    }
  };
  check("giuthi:2,2/2,2", 8, std::nullopt);
  check("giuthi:4,4,4/4,4,4", 8, 8);
  check("giuthi:5,5,5/5,5,5", 16, 22);
  check("giuthi:3,3,3,3/3,3,3,3", -2, 8);
}

// Every question of every position of a board: with refutations that forget the path they leaned on, some answers are wrong.
TEST(Search, NeedsThePathBehindARefutation) {
  const auto wrong_answers = [](std::string_view rules, int seeds, bool forget_paths) {
    const Position sample = parse_position(rules);
    const auto referee = make_referee(sample.rules);
    const SolvedLayers layers(sample.rules, seeds, with_threads(1, false));
    const auto game = make_keyed_game<1>(sample.rules, seeds, {});
    std::uint64_t wrong = 0;
    // One table for all: what one search keeps for good must be right in every other.
    Transpositions<1> table(std::uint64_t{8} << 20);
    for (int layer = 0; layer <= seeds; ++layer) {
      const LayerValues& values = layers.layer({layer, 0});
      for (std::uint64_t number = 0; number < values.size(); number += test_size() == "small" ? 31 : 1) {
        const Key<1> key = game->key(referee->at({layer, 0}, number));
        Budget budget({}, {}, nullptr);
        Search<1>::Options options;
        options.forget_paths = forget_paths;
        Search<1> search(*game, kNoTables, table, budget, options);
        const std::atomic<bool> never = false;
        for (int target = -layer; target <= layer; target += 2) {
          for (const Prover prover : {Prover::mover, Prover::opponent}) {
            const std::int8_t margin = prover == Prover::mover ? values.floor[number] : values.ceiling[number];
            const bool right = margin != kNoMargin && (prover == Prover::mover ? margin : -margin) >= target;
            const QuestionStatus status = search.ask({key, prover, target}, kUnlimited, 0, never);
            wrong += status != (right ? QuestionStatus::proved : QuestionStatus::refuted) ? 1 : 0;
          }
        }
      }
    }
    return wrong;
  };
  EXPECT_EQ(wrong_answers("giuthi:0,0,0,0/0,0,0,0", 8, false), 0U);
  const std::uint64_t forgetful = wrong_answers("giuthi:0,0,0,0/0,0,0,0", 8, true);
  EXPECT_GT(forgetful, 0U);
  std::cout << "without the path " << forgetful << " answers are wrong\n";
}

TEST(Search, IsRightWithATableThatHoldsNextToNothing) {
  const Position position = parse_position("giuthi:3,3,3/3,3,3");
  SolveLimits limits = limits_with(Method::search);
  const ValueBounds right = make_position_solver(position, kNoTables, {}, limits)->solve({.floor = true, .ceiling = true}).bounds;
  const auto game = make_keyed_game<1>(position.rules, 18, {});
  Budget budget({}, {}, nullptr);
  Transpositions<1> table(1);
  EXPECT_LE(table.bytes(), 8192U);
  Search<1> search(*game, kNoTables, table, budget, {});
  const std::atomic<bool> never = false;
  for (int target = -18; target <= 18; target += 2) {
    EXPECT_EQ(search.ask({game->key(position), Prover::mover, target}, kUnlimited, 1, never) == QuestionStatus::proved,
              right.floor_least >= target);
    EXPECT_EQ(search.ask({game->key(position), Prover::opponent, target}, kUnlimited, 2, never) == QuestionStatus::proved,
              right.ceiling_most <= -target);
  }
}

TEST(Solver, SaysWhyItStopped) {
  const Position position = parse_position("giuthi:4,4,4,4,4,4/4,4,4,4,4,4");
  const Goal both{.floor = true, .ceiling = true};
  SolveLimits limits = limits_with(Method::search);
  limits.nodes = 100'000;
  const Solution few = make_position_solver(position, kNoTables, {}, limits)->solve(both);
  EXPECT_EQ(few.stopped, Stopped::nodes);
  EXPECT_LT(few.nodes, 200'000U);
  limits = limits_with(Method::search);
  limits.seconds = 0.2;
  const Solution soon = make_position_solver(position, kNoTables, {}, limits)->solve(both);
  EXPECT_EQ(soon.stopped, Stopped::time);
  EXPECT_LT(soon.seconds, 60);
  limits = limits_with(Method::graph);
  EXPECT_EQ(make_position_solver(position, kNoTables, {}, limits)->solve(both).stopped, Stopped::memory);
  const std::atomic<bool> stop = true;
  for (const Method method : {Method::search, Method::graph}) {
    limits = limits_with(method);
    limits.stop = &stop;
    EXPECT_EQ(make_position_solver(position, kNoTables, {}, limits)->solve(both).stopped, Stopped::interrupted);
  }
}

TEST(Solver, HasNoValueWhereThePathDecides) {
  EXPECT_THROW(static_cast<void>(make_position_solver(parse_position("giuthi{repetition=score}:2,2/2,2"), kNoTables, {}, {})), UsageError);
}

}  // namespace
}  // namespace uthi
