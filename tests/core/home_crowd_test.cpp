// Sowings of many own rows side by side, and of one board side by side, are those that each has by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "core/giuthi.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

// The rows together, against the beginnings of each.
template <int P>
void expect_same_sowings_at_home(const Giuthi<P>& game, const std::vector<RowWord<P>>& rows) {
  const auto found = game.home_sowings(rows);
  ASSERT_EQ(found.behind.size(), rows.size());
  ASSERT_EQ(found.away.size(), rows.size());
  std::size_t from = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<RowWord<P>> targets;
    bool away = false;
    for (const auto& begun : game.beginnings(rows[i])) {
      if (game.stays_home(begun)) {
        targets.push_back(begun.board.own);
      } else {
        away = true;
      }
    }
    ASSERT_LE(from, found.behind[i]);
    ASSERT_LE(found.behind[i], found.targets.size());
    const auto begin = found.targets.begin();
    const std::vector<RowWord<P>> together(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(found.behind[i]));
    ASSERT_TRUE(together == targets) << P << " pits, row " << i;
    ASSERT_EQ(found.away[i] != 0, away) << P << " pits, row " << i;
    from = found.behind[i];
  }
  EXPECT_EQ(from, found.targets.size());
}

// One board, against plies and beginnings; the order is the same too.
template <int P>
void expect_same_plies(const Giuthi<P>& game, const Board<P>& board) {
  using Ply = std::tuple<RowWord<P>, RowWord<P>, int>;
  std::vector<Ply> together;
  BoardCrowd<P> crowd;
  const auto counts = game.for_each_ply_away(
      board, crowd,
      [&](const Board<P>& after) {
        together.push_back({after.own, after.opponent, 0});
      },
      [&](const Board<P>& after, int captures) {
        together.push_back({after.own, after.opponent, captures});
      });
  std::vector<Ply> alone;
  game.for_each_sowing(board, [&](Move, const uthi::Ply<Board<P>>& ply) {
    if (!ply.again) alone.push_back({ply.board.own, ply.board.opponent, ply.captures});
  });
  ASSERT_TRUE(together == alone) << P << " pits";
  int home = 0;
  int away = 0;
  for (const auto& begun : game.beginnings(board.own)) (game.stays_home(begun) ? home : away) += 1;
  ASSERT_EQ(counts.home, home) << P << " pits";
  ASSERT_EQ(counts.away, away) << P << " pits";
}

template <int P>
void compare(const char* options, int seeds, std::uint64_t seed) {
  RuleSet rules(giuthi_spec(), P);
  rules.set_all(options);
  const Giuthi<P> game(rules);
  const RowTable<P> table(seeds);
  for (int t = 0; t <= seeds; ++t) {
    std::vector<RowWord<P>> rows;
    for (std::uint64_t rank = 0; rank < table.count(t); ++rank) rows.push_back(table.row(t, rank));
    expect_same_sowings_at_home(game, rows);
  }
  // Rows of many seeds, up to as many as there can be: long laps and sowings that never end.
  std::mt19937_64 random(seed);
  for (int round = 0; round < (twin::small_size() ? 20 : 100); ++round) {
    std::vector<RowWord<P>> rows;
    for (int i = 0; i < 70; ++i) {
      RowWord<P> row = 0;
      for (auto left = random() % (HomeCrowd<P>::kMostSeeds + 1); left > 0; --left)
        row += row::one<RowWord<P>>(static_cast<int>(random() % P));
      rows.push_back(row);
    }
    expect_same_sowings_at_home(game, rows);
    for (int i = 0; i < 35; ++i) {
      // Sowings with a few empty pits end.
      RowWord<P> opponent = rows[static_cast<std::size_t>(i) + 35];
      if (i % 2 == 0) opponent &= static_cast<RowWord<P>>(0xff00ff);
      expect_same_plies(
          game, Board<P>{i % 3 == 0 ? table.row(seeds, random() % table.count(seeds)) : rows[static_cast<std::size_t>(i)], opponent});
    }
  }
}

TEST(HomeCrowd, WholeRowsAndRowsOfManySeeds) {
  const int less = twin::small_size() ? 3 : 0;
  for (const char* options : {"", "origin=sow", "empty=none,chain=broken"}) {
    compare<2>(options, 20 - less, 1);
    compare<3>(options, 14 - less, 2);
    compare<5>(options, 10 - less, 3);
    compare<6>(options, 9 - less, 4);
    compare<9>(options, 6 - less, 5);
    compare<10>(options, 5 - less, 6);
  }
}

}  // namespace
}  // namespace uthi
