// Sowings that boards with one own row begin alike, finished side by side, are those that every board has by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "core/giuthi.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

// Own row, opponent's row, captures, same player again; 128-bit rows as two numbers.
using Outcome = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, int, bool>;

template <class Board>
Outcome outcome(const Board& board, int captures, bool again) {
  const auto high = [](typename Board::Word word) {
    if constexpr (sizeof(word) > 8) return static_cast<std::uint64_t>(word >> 64);
    return std::uint64_t{0};
  };
  return {static_cast<std::uint64_t>(board.own),
          high(board.own),
          static_cast<std::uint64_t>(board.opponent),
          high(board.opponent),
          captures,
          again};
}

// Compares all sowings of `own` against each of `opponents`; returns how many there are.
template <int P>
std::size_t compare(const Giuthi<P>& game, typename Board<P>::Word own, const std::vector<typename Board<P>::Word>& opponents) {
  std::vector<std::vector<Outcome>> together(opponents.size());
  typename Giuthi<P>::Crowd crowd;
  for (const auto& begun : game.beginnings(own)) {
    std::vector<std::uint8_t> who;
    for (std::size_t i = 0; i < opponents.size(); ++i) {
      const auto opponent = opponents[i];
      if (game.stays_home(begun)) {
        together[i].push_back(outcome(Board<P>{begun.board.own, opponent}, 0, true));
      } else if (game.stops_abroad(begun) && game.ends_abroad(begun, opponent)) {
        together[i].push_back(outcome(Board<P>{opponent + begun.board.opponent, begun.board.own}, 0, false));
      } else {
        who.push_back(static_cast<std::uint8_t>(i));
      }
    }
    if (game.stays_home(begun)) continue;
    game.finish_sowings(
        begun, opponents, who, crowd, [&](std::uint8_t i, const Board<P>& board) { together[i].push_back(outcome(board, 0, false)); },
        [&](std::uint8_t i, const Board<P>& board, int captures) { together[i].push_back(outcome(board, captures, false)); });
  }
  std::size_t sowings = 0;
  for (std::size_t i = 0; i < opponents.size(); ++i) {
    std::vector<Outcome> alone;
    game.for_each_sowing(Board<P>{own, opponents[i]},
                         [&](Move, const Ply<Board<P>>& ply) { alone.push_back(outcome(ply.board, ply.captures, ply.again)); });
    std::sort(alone.begin(), alone.end());
    std::sort(together[i].begin(), together[i].end());
    EXPECT_TRUE(alone == together[i]) << "board " << i << ": " << alone.size() << " sowings alone, " << together[i].size() << " together";
    sowings += alone.size();
  }
  return sowings;
}

TEST(RelayCrowd, FindsTheSowingsOfRandomBoardsOfEverySize) {
  std::mt19937_64 random(8);
  std::size_t sowings = 0;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      const auto random_row = [&](int most) {
        Board<P> board;
        for (int left = static_cast<int>(random() % static_cast<unsigned>(most + 1)); left > 0; --left)
          board.add(static_cast<int>(random() % P), 1);
        return board.own;
      };
      for (const twin::Rules& rules : twin::all_rules()) {
        const Giuthi<P> game(twin::rule_set(rules, P));
        for (int i = 0; i < 20; ++i) {
          std::vector<typename Board<P>::Word> opponents(1 + random() % Giuthi<P>::Crowd::kMost);
          for (auto& opponent : opponents) opponent = random_row(3 * P);
          sowings += compare<P>(game, random_row(4 * P), opponents);
        }
      }
    });
  }
  EXPECT_GT(sowings, 100'000U);
}

// On small full boards many sowings relay for long, and some for ever.
TEST(RelayCrowd, LeavesEndlessSowingsOut) {
  std::size_t endless = 0;
  for (const twin::Rules& rules : twin::all_rules()) {
    const Giuthi<2> game(twin::rule_set(rules, 2));
    for (int a = 0; a <= 9; ++a) {
      for (int b = 0; b <= 9; ++b) {
        std::vector<Board<2>::Word> opponents;
        for (int c = 1; c <= 7; ++c) {
          for (int d = 1; d <= 7; ++d) opponents.push_back(row::one<Board<2>::Word>(0, c) | row::one<Board<2>::Word>(1, d));
        }
        const Board<2>::Word own = row::one<Board<2>::Word>(0, a) | row::one<Board<2>::Word>(1, b);
        const std::size_t begun = 2U * static_cast<unsigned>((a >= 2) + (b >= 2)) * opponents.size();
        endless += begun - compare<2>(game, own, opponents);
      }
    }
  }
  EXPECT_GT(endless, 100U);
}

}  // namespace
}  // namespace uthi
