// Awari's moves and un-moves against the slow twin, by examples from the rules, and its index by closed forms.
#include "core/awari.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <random>
#include <tuple>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "core/rows.hpp"
#include "tests/twin/awari_bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

namespace awari = twin::awari;

template <int P>
struct Made {
  int pit;
  int captures;
  bool lower;
  Board<P> board;
  friend bool operator==(const Made&, const Made&) = default;
};

template <int P>
std::vector<Made<P>> plies_of(const Awari<P>& game, const Board<P>& board) {
  std::vector<Made<P>> list;
  const int count = game.for_each_ply(board, [&](Move move, const Ply<Board<P>>& ply) {
    EXPECT_FALSE(ply.again);
    list.push_back({move.pit, ply.captures, ply.lower, ply.board});
  });
  EXPECT_EQ(count, static_cast<int>(list.size()));
  return list;
}

// Plies, lower plies and the end of the game, all as the twin has them.
template <int P>
void expect_moves_of_twin(const Awari<P>& game, const awari::Rules& rules, const awari::Position& position) {
  std::vector<Made<P>> expected;
  int within = 0;
  for (const awari::Ply& ply : awari::plies(rules, position)) {
    expected.push_back({ply.pit, ply.captures, ply.captures > 0, awari::board<P>(ply.after)});
    within += ply.captures == 0;
  }
  const Board<P> board = awari::board<P>(position);
  ASSERT_EQ(plies_of(game, board), expected) << awari::text(rules, position);
  std::vector<Made<P>> lower;
  EXPECT_EQ(game.for_each_lower_ply(board,
                                    [&](const Ply<Board<P>>& ply) {
                                      lower.push_back({0, ply.captures, ply.lower, ply.board});
                                    }),
            within);
  std::erase_if(expected, [](const Made<P>& made) { return !made.lower; });
  for (Made<P>& made : expected) made.pit = 0;
  EXPECT_EQ(lower, expected) << awari::text(rules, position);
  if (plies_of(game, board).empty()) {
    EXPECT_EQ(game.final_margin(board), -position.seeds());
  }
}

template <int P>
awari::Position random_position(std::mt19937& random) {
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  awari::Position position{std::vector<int>(2 * P), below(2)};
  // Empty rows and pits with a few seeds, where captures and starving happen, but full boards and long laps too.
  const int first = below(4) == 0 ? P : 0;
  for (int left = below(below(2) == 0 ? 181 : 2 * P + 1); left > 0;) {
    const int heap = std::min(left, 1 + below(1 + below(50)));
    position.pits[static_cast<std::size_t>(first + below(2 * P - first))] += heap;
    left -= heap;
  }
  return position;
}

// Positions of a random test on each board. Says so if they are reduced.
int random_positions(int full) {
  if (!twin::small_size()) return full;
  std::cout << "reduced size: " << full / 10 << " random positions a board instead of " << full << '\n';
  return full / 10;
}

class AwariOnBoard : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Boards, AwariOnBoard, testing::Values(2, 3, 4), [](const auto& test) { return twin::board_name(test.param); });

TEST_P(AwariOnBoard, MovesAreThoseOfTheTwinOnWholeLayers) {
  twin::with_row(GetParam(), [&]<int P>() {
    for (const awari::Rules& rules : awari::all_rules()) {
      const Awari<P> game(awari::rule_set(rules, P));
      for (int seeds = 0; seeds <= awari::full_layers(P); ++seeds) {
        for (const std::vector<int>& pits : twin::all_boards(2 * P, seeds)) {
          for (const int side : {0, 1}) expect_moves_of_twin<P>(game, rules, {pits, side});
        }
      }
    }
  });
}

TEST(AwariOnAnyBoard, MovesAreThoseOfTheTwin) {
  std::mt19937 random(20021);
  const int positions = random_positions(3000);
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const awari::Rules& rules : awari::all_rules()) {
        const Awari<P> game(awari::rule_set(rules, P));
        for (int i = 0; i < positions; ++i) expect_moves_of_twin<P>(game, rules, random_position<P>(random));
      }
    });
  }
}

// Layers whose edges are compared: more seeds than pits on the ring, so that laps of several rounds are among them. Says so
// if it is reduced.
int most_edge_seeds(int row) {
  constexpr int kFull[] = {22, 13, 10};
  constexpr int kSmall[] = {16, 8, 8};
  const auto i = static_cast<std::size_t>(row - 2);
  if (!twin::small_size()) return kFull[i];
  std::cout << "reduced size: edges of 2x" << row << " to " << kSmall[i] << " seeds instead of " << kFull[i] << '\n';
  return kSmall[i];
}

// The safety net of the solver: the edges within a layer that moves make are, as multisets, those that un-moves make.
TEST_P(AwariOnBoard, EdgesOfMovesAreThoseOfUnmoves) {
  std::size_t edges = 0;
  twin::with_row(GetParam(), [&]<int P>() {
    for (const awari::Rules& rules : awari::all_rules()) {
      const Awari<P> game(awari::rule_set(rules, P));
      const int most = most_edge_seeds(P);
      for (int seeds = 0; seeds <= most; ++seeds) {
        const typename Awari<P>::Index index(std::make_shared<const RowTable<P>>(seeds), {seeds, 0});
        std::vector<std::pair<std::uint64_t, std::uint64_t>> forward;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> backward;
        for (const std::vector<int>& pits : twin::all_boards(2 * P, seeds)) {
          const Board<P> board = twin::board<P>(pits);
          const std::uint64_t number = index.slot(board).number;
          for (const awari::Ply& ply : awari::plies(rules, {pits, 0})) {
            if (ply.captures == 0) forward.emplace_back(number, index.slot(awari::board<P>(ply.after)).number);
          }
          game.for_each_unply(board, [&](const Board<P>& parent, bool again) {
            EXPECT_FALSE(again);
            backward.emplace_back(index.slot(parent).number, number);
          });
        }
        std::sort(forward.begin(), forward.end());
        std::sort(backward.begin(), backward.end());
        edges += forward.size();
        EXPECT_TRUE(forward == backward) << awari::rules_text(rules) << ' ' << seeds << " seeds: " << forward.size() << " edges forward, "
                                         << backward.size() << " backward";
      }
    }
  });
  EXPECT_GT(edges, 500U);
}

TEST(AwariOnAnyBoard, EveryEdgeIsThereBothWaysTheSameNumberOfTimes) {
  std::mt19937 random(20022);
  const int positions = random_positions(2000);
  std::size_t edges = 0;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const awari::Rules& rules : awari::all_rules()) {
        const Awari<P> game(awari::rule_set(rules, P));
        const auto plies_between = [&](const Board<P>& parent, const Board<P>& child) {
          int count = 0;
          game.for_each_ply(parent, [&](Move, const Ply<Board<P>>& ply) { count += !ply.lower && ply.board == child; });
          return count;
        };
        const auto unplies_between = [&](const Board<P>& parent, const Board<P>& child) {
          int count = 0;
          game.for_each_unply(child, [&](const Board<P>& before, bool) { count += before == parent; });
          return count;
        };
        for (int i = 0; i < positions; ++i) {
          const Board<P> board = awari::board<P>(random_position<P>(random));
          game.for_each_ply(board, [&](Move, const Ply<Board<P>>& ply) {
            if (ply.lower) return;
            ++edges;
            EXPECT_EQ(unplies_between(board, ply.board), plies_between(board, ply.board));
          });
          game.for_each_unply(board, [&](const Board<P>& parent, bool) {
            ++edges;
            EXPECT_EQ(plies_between(parent, board), unplies_between(parent, board));
          });
        }
      }
    });
  }
  EXPECT_GT(edges, 5'000U);
}

// "f: +5 awari:..." for each ply of a position.
std::vector<std::string> plies_text(const std::string& text) {
  const Position position = parse_position(text);
  std::vector<std::string> list;
  for (const LegalPly& ply : make_referee(position.rules)->plies(position)) {
    std::string after = to_text(ply.position);
    list.push_back(ply.text + ": +" + std::to_string(ply.captures) + " " + after.substr(after.find(':') + 1));
  }
  return list;
}

using Texts = std::vector<std::string>;

TEST(AwariRules, ALapOfTwelvePassesOverItsOrigin) {
  EXPECT_EQ(plies_text("awari:0,0,0,0,0,1/12,0,0,0,0,0"), (Texts{"a: +0 1,1,1,1,1,2/0,2,1,1,1,1 0 0 N"}));
}

TEST(AwariRules, TwosAndThreesAreCapturedBackwardsWhileTheyHoldTwoOrThree) {
  // The last seed makes a three in D; C holds two, B holds one and ends it.
  EXPECT_EQ(plies_text("awari:9,0,2,1,0,0/0,0,0,0,0,4"), (Texts{"f: +5 9,0,0,0,1,1/0,0,0,0,0,0 5 0 N"}));
  // Own pits are never captured: A with two is the end of the opponent's row.
  EXPECT_EQ(plies_text("awari:9,0,0,0,1,1/0,0,0,0,2,2"),
            (Texts{"e: +2 9,0,0,0,1,0/0,0,0,0,0,3 2 0 N", "f: +4 9,0,0,0,0,0/0,0,0,0,2,0 4 0 N"}));
}

TEST(AwariRules, AMoveThatStarvesIsIllegalWhileAnotherFeeds) {
  EXPECT_EQ(plies_text("awari:0,0,0,0,1,1/0,0,0,0,1,2"), (Texts{"e: +0 0,0,0,0,1,1/0,0,0,0,0,3 0 0 N"}));
  EXPECT_EQ(plies_text("awari:0,0,0,0,1,1/0,0,0,0,0,2"), (Texts{"f: +4 0,0,0,0,0,0/0,0,0,0,0,0 4 0 N"})) << "there is no other";
  // So is one that leaves an opponent without seeds where it was.
  EXPECT_EQ(plies_text("awari:0,0,0,0,0,0/1,0,0,0,0,1"), (Texts{"f: +0 0,0,0,0,0,1/1,0,0,0,0,0 0 0 N"}));
}

TEST(AwariRules, AGrandSlamCanTakeNothing) {
  EXPECT_EQ(plies_text("awari{grandslam=none}:0,0,0,0,1,1/0,0,0,0,1,2"),
            (Texts{"e: +0 0,0,0,0,1,1/0,0,0,0,0,3 0 0 N", "f: +0 0,0,0,0,2,2/0,0,0,0,1,0 0 0 N"}));
  EXPECT_EQ(plies_text("awari{grandslam=none}:0,0,0,0,1,1/0,0,0,0,0,2"), (Texts{"f: +0 0,0,0,0,2,2/0,0,0,0,0,0 0 0 N"}));
}

TEST(AwariRules, TheOpponentOfAPlayerWithoutSeedsTakesAll) {
  const auto referee = make_referee(RuleSet(awari_spec(), 6));
  EXPECT_EQ(referee->over(parse_position("awari:0,0,0,0,0,0/1,0,0,0,0,1 0 0 N")), -2);
  EXPECT_EQ(referee->over(parse_position("awari:0,0,3,0,0,1/0,0,0,0,0,0 20 5 S")), -4);
  EXPECT_EQ(referee->over(parse_position("awari:0,0,0,0,0,0/1,0,0,0,0,1 0 0 S")), std::nullopt);
}

TEST(AwariIndex, SizesSumToTheClosedForms) {
  using Index = Awari<6>::Index;
  // Lincke 2002: all configurations of 0..48 stones; and those that a move can leave, which empties a pit of whoever is
  // then the opponent (47 stones cannot be: the first capture takes two), with the start.
  std::uint64_t all = 0;
  std::uint64_t reachable = 1;
  for (int stones = 0; stones <= 48; ++stones) {
    all += Index::positions({stones, 0});
    EXPECT_EQ(Index::count({stones, 0}), Index::positions({stones, 0})) << "there is no mirror to fold";
    if (stones == 47) continue;
    reachable += Index::positions({stones, 0}) - (stones >= 6 ? Index::positions({stones - 6, 0}) : 0);
  }
  EXPECT_EQ(all, 1'399'358'844'975U);
  EXPECT_EQ(reachable, 889'063'398'406U);
}

TEST(AwariNotation, MovesAreNamedByTheirPit) {
  const auto referee = make_referee(RuleSet(awari_spec(), 6));
  const Position start = referee->start(4);
  EXPECT_EQ(to_text(start), "awari:4,4,4,4,4,4/4,4,4,4,4,4 0 0 S");
  EXPECT_EQ(to_text(referee->play(start, "c")), "awari:4,4,4,4,4,5/4,4,0,5,5,5 0 0 N");
  for (const char* wrong : {"C", "g", "", "c+", "cc", "pass", "\xff"}) EXPECT_THROW((void)referee->play(start, wrong), PositionError);
  EXPECT_THROW((void)referee->start(std::nullopt), UsageError);
  EXPECT_THROW((void)referee->start(16), UsageError) << "192 seeds are too many";
}

}  // namespace
}  // namespace uthi
