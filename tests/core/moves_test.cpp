// The fast moves against the seed-by-seed twin: whole small layers, random large boards, games from the start.
#include <gtest/gtest.h>

#include <random>

#include "core/giuthi.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

std::string ply_text(int pit, int direction, int captures, bool again) {
  const std::string move = pit < 0 ? "pass" : std::string(1, static_cast<char>('a' + pit)) + (direction > 0 ? "+" : "-");
  return move + " takes " + std::to_string(captures) + (again ? " again" : "");
}

// Same plies, in the same order, with the same captures and boards. Returns the twin's.
template <int P>
std::vector<twin::Ply> compare(const Giuthi<P>& game, const twin::Rules& rules, const twin::Position& position) {
  const std::vector<twin::Ply> expected = twin::plies(rules, position);
  std::size_t i = 0;
  bool same = true;
  const int count = game.for_each_ply(twin::board<P>(position), [&](Move move, const Ply<Board<P>>& ply) {
    if (i >= expected.size()) {
      same = false;
      return;
    }
    const twin::Ply& want = expected[i++];
    EXPECT_EQ(ply_text(move.pit, move.how, ply.captures, ply.again), ply_text(want.pit, want.direction, want.captures, want.again));
    EXPECT_EQ(ply.lower, want.captures > 0);
    same = same && move.pit == want.pit && move.how == want.direction && ply.board == twin::board<P>(want.after);
  });
  EXPECT_EQ(count, static_cast<int>(expected.size())) << twin::text(rules, position);
  EXPECT_TRUE(same) << twin::text(rules, position);
  return expected;
}

class Layers : public testing::TestWithParam<int> {};

TEST_P(Layers, EveryPlyOfEveryPositionIsTheTwins) {
  const int seeds = twin::full_layers(GetParam());
  twin::with_row(GetParam(), [&]<int P>() {
    for (const twin::Rules& rules : twin::all_rules()) {
      const Giuthi<P> game(twin::rule_set(rules, P));
      for (int s = 0; s <= seeds; ++s) {
        for (const std::vector<int>& pits : twin::all_boards(2 * P, s)) {
          for (const int side : {0, 1}) compare(game, rules, {pits, side});
          if (HasFailure()) return;
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, Layers, testing::Values(2, 3, 4, 5), [](const auto& test) { return twin::board_name(test.param); });

// Seeds fall in random pits, in heaps of random size, so that there are empty pits, single seeds and long laps.
twin::Position random_position(std::mt19937_64& random, int row) {
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  twin::Position position{std::vector<int>(static_cast<std::size_t>(2 * row)), below(2)};
  const int largest = 1 + below(below(3) == 0 ? 180 : 12);
  for (int left = below(181); left > 0;) {
    const int heap = std::min(left, 1 + below(largest));
    position.pits[static_cast<std::size_t>(below(2 * row))] += heap;
    left -= heap;
  }
  return position;
}

TEST(Moves, TwentyThousandRandomBoardsHaveTheTwinsPlies) {
  const int positions = twin::small_size() ? 4'000 : 20'000;
  if (twin::small_size()) std::cout << "reduced size: 4,000 random positions instead of 20,000\n";
  std::mt19937_64 random(2);
  const std::vector<twin::Rules> all = twin::all_rules();
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const twin::Rules& rules : all) {
        const Giuthi<P> game(twin::rule_set(rules, P));
        for (int i = 0; i < positions / (9 * static_cast<int>(all.size())) + 1; ++i) compare(game, rules, random_position(random, row));
      }
    });
  }
}

TEST(Moves, WholeGamesFromTheStartArePlayedAsByTheTwin) {
  std::mt19937_64 random(3);
  const int most_plies = twin::small_size() ? 60 : 400;
  int finished = 0;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const twin::Rules& rules : twin::all_rules()) {
        const Giuthi<P> game(twin::rule_set(rules, P));
        const int each = row == 10 ? 9 : row > 7 ? 8 : 1 + row % 6;
        twin::Position position{std::vector<int>(static_cast<std::size_t>(2 * row), each), 0};
        for (int i = 0; i < most_plies; ++i) {
          const std::vector<twin::Ply> plies = compare(game, rules, position);
          if (plies.empty()) {
            EXPECT_EQ(game.final_margin(twin::board<P>(position)), twin::row_margin(position));
            ++finished;
            break;
          }
          position = plies[random() % plies.size()].after;
        }
      }
    });
  }
  EXPECT_GT(finished, 10) << "random games should come to an end";
}

// The most that one turn from `board` can take, and the boards it is taken on; boards within a turn do not come back.
template <int P>
int best_turn(const Giuthi<P>& game, const Board<P>& board, std::vector<Board<P>>& best) {
  int most = -1;
  std::vector<Board<P>> seen{board};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Board<P> now = seen[i];
    game.for_each_ply(now, [&](Move, const Ply<Board<P>>& ply) {
      if (ply.again) {
        if (std::find(seen.begin(), seen.end(), ply.board) == seen.end()) seen.push_back(ply.board);
        return;
      }
      if (ply.captures > most) best.clear();
      most = std::max(most, ply.captures);
      if (ply.captures == most) best.push_back(ply.board);
    });
  }
  return most;
}

TEST(Moves, TwoByTenWithNineSeedsTakesTenAndThenAtMostFourOrTwenty) {
  for (const bool sow : {false, true}) {
    const Giuthi<10> game(twin::rule_set({.sow_origin = sow}, 10));
    std::vector<Board<10>> replies_from;
    EXPECT_EQ(best_turn(game, twin::board<10>(std::vector<int>(20, 9)), replies_from), 10);
    EXPECT_FALSE(replies_from.empty());
    for (const Board<10>& board : replies_from) {
      std::vector<Board<10>> ignored;
      EXPECT_EQ(best_turn(game, board, ignored), sow ? 20 : 4);
    }
  }
}

}  // namespace
}  // namespace uthi
