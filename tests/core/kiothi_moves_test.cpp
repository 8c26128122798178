// Kiothi's fast moves and un-moves against the warrior-by-warrior twin and each other: whole small layers, random large
// boards, games from the start.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "core/edge_check.hpp"
#include "core/kiothi.hpp"
#include "tests/twin/kiothi_bridge.hpp"

namespace uthi {
namespace {

namespace kiothi = twin::kiothi;

// Same plies, in the same order, with the same captures and boards; and as many within the layer as are counted alone.
template <int P>
std::vector<kiothi::Ply> compare(const Kiothi<P>& game, const kiothi::Rules& rules, const kiothi::Position& position) {
  const std::vector<kiothi::Ply> expected = kiothi::plies(rules, position);
  const MarkedBoard<P> board = kiothi::board<P>(position);
  std::size_t i = 0;
  bool same = true;
  int within = 0;
  std::vector<MarkedBoard<P>> lower;
  const int count = game.for_each_ply(board, [&](Move move, const Ply<MarkedBoard<P>>& ply) {
    if (i >= expected.size()) {
      same = false;
      return;
    }
    const kiothi::Ply& want = expected[i++];
    const bool want_lower = want.captures > 0 || want.after.marks() < position.marks();
    same = same && move.pit == want.pit && move.how == want.lift && ply.captures == want.captures && !ply.again &&
           ply.lower == want_lower && ply.board == kiothi::board<P>(want.after);
    if (ply.lower) {
      lower.push_back(ply.board);
    } else {
      ++within;
    }
  });
  EXPECT_EQ(count, static_cast<int>(expected.size())) << kiothi::text(rules, position);
  EXPECT_TRUE(same) << kiothi::text(rules, position);
  if (expected.empty()) {
    EXPECT_EQ(game.final_margin(board), kiothi::end_margin(rules, position)) << kiothi::text(rules, position);
  }

  std::vector<MarkedBoard<P>> lower_alone;
  EXPECT_EQ(game.for_each_lower_ply(board, [&](const Ply<MarkedBoard<P>>& ply) { lower_alone.push_back(ply.board); }), within)
      << kiothi::text(rules, position);
  EXPECT_TRUE(std::is_permutation(lower.begin(), lower.end(), lower_alone.begin(), lower_alone.end())) << kiothi::text(rules, position);
  return expected;
}

class KiothiLayers : public testing::TestWithParam<int> {};

TEST_P(KiothiLayers, EveryPlyOfEveryPositionIsTheTwins) {
  const kiothi::Reach reach = kiothi::reach(GetParam());
  twin::with_row(GetParam(), [&]<int P>() {
    for (const kiothi::Rules& rules : kiothi::all_rules()) {
      const Kiothi<P> game(kiothi::rule_set(rules, P));
      for (int seeds = 0; seeds <= reach.seeds; ++seeds) {
        for (int marks = 0; marks <= std::min({seeds, reach.marks, 2 * P}); ++marks) {
          for (const kiothi::Position& position : kiothi::all_positions(P, seeds, marks)) {
            compare(game, rules, position);
            if (HasFailure()) return;
          }
        }
      }
    }
  });
}

// Edges as multisets of (parent, child), found forward and by un-moves, and the sums of them that the product compares.
TEST_P(KiothiLayers, EdgesOfMovesAreThoseOfUnmoves) {
  const kiothi::Reach reach = kiothi::reach(GetParam());
  std::size_t edges = 0;
  twin::with_row(GetParam(), [&]<int P>() {
    const auto rows = std::make_shared<const RowTable<P>>(reach.seeds);
    for (const kiothi::Rules& rules : kiothi::all_rules()) {
      const RuleSet set = kiothi::rule_set(rules, P);
      const Kiothi<P> game(set);
      for (const LayerId layer : Kiothi<P>::layers_up_to({reach.seeds, reach.marks})) {
        const MarkedIndex<P> index(rows, layer);
        std::vector<std::pair<std::uint64_t, std::uint64_t>> forward;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> backward;
        index.for_each(0, index.size(), [&](std::uint64_t number, const MarkedBoard<P>& board) {
          game.for_each_ply(board, [&](Move, const Ply<MarkedBoard<P>>& ply) {
            if (!ply.lower) forward.emplace_back(number, index.slot(ply.board).number);
          });
          game.for_each_unply(board, [&](const MarkedBoard<P>& parent, bool again) {
            EXPECT_FALSE(again);
            backward.emplace_back(index.slot(parent).number, number);
          });
        });
        edges += forward.size();
        const EdgeCheck check = check_edges(set, layer);
        EXPECT_TRUE(check.ok());
        EXPECT_EQ(check.forward.edges, forward.size());
        std::sort(forward.begin(), forward.end());
        std::sort(backward.begin(), backward.end());
        ASSERT_TRUE(forward == backward) << set.full_text() << ", layer " << to_text(layer) << ": " << forward.size() << " edges forward, "
                                         << backward.size() << " backward";
      }
    }
  });
  EXPECT_GT(edges, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Boards, KiothiLayers, testing::Values(2, 3, 4, 5), [](const auto& test) { return twin::board_name(test.param); });

// Heaps of random size, about every second occupied pit a nki; sometimes hardly a pit is empty, so that laps go round.
kiothi::Position random_position(std::mt19937_64& random, int row) {
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  kiothi::Position position{std::vector<int>(static_cast<std::size_t>(2 * row)), std::vector<bool>(static_cast<std::size_t>(2 * row)),
                            below(2)};
  // On boards of less than eight pits a row many seeds go round for millions of laps, and the twin keeps them all.
  int left = below(row < 8 ? 41 : 181);
  if (below(3) == 0) {
    for (int& pit : position.pits) pit = left >= 2 * row ? 1 : 0;
    left -= position.seeds();
  }
  const int largest = 1 + below(below(3) == 0 ? 180 : 12);
  while (left > 0) {
    const int heap = std::min(left, 1 + below(largest));
    position.pits[static_cast<std::size_t>(below(2 * row))] += heap;
    left -= heap;
  }
  const int nki = below(4);
  for (std::size_t ring = 0; ring < position.pits.size(); ++ring) position.nki[ring] = position.pits[ring] > 0 && below(4) < nki;
  return position;
}

TEST(KiothiMoves, OfRandomBoardsAreTheTwins) {
  const int each = twin::small_size() ? 5 : 40;
  if (twin::small_size()) std::cout << "reduced size: 5 random boards of each kind instead of 40\n";
  std::mt19937_64 random(12);
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const kiothi::Rules& rules : kiothi::all_rules()) {
        const Kiothi<P> game(kiothi::rule_set(rules, P));
        for (int i = 0; i < each; ++i) compare(game, rules, random_position(random, row));
      }
    });
  }
}

TEST(KiothiMoves, OfRandomBoardsAreThereBothWaysTheSameNumberOfTimes) {
  std::mt19937_64 random(13);
  const int each = twin::small_size() ? 4 : 25;
  std::size_t edges = 0;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const kiothi::Rules& rules : kiothi::all_rules()) {
        const Kiothi<P> game(kiothi::rule_set(rules, P));
        const auto plies_between = [&](const MarkedBoard<P>& parent, const MarkedBoard<P>& child) {
          int count = 0;
          game.for_each_ply(parent, [&](Move, const Ply<MarkedBoard<P>>& ply) { count += !ply.lower && ply.board == child; });
          return count;
        };
        const auto unplies_between = [&](const MarkedBoard<P>& parent, const MarkedBoard<P>& child) {
          int count = 0;
          game.for_each_unply(child, [&](const MarkedBoard<P>& before, bool) { count += before == parent; });
          return count;
        };
        for (int i = 0; i < each; ++i) {
          const MarkedBoard<P> board = kiothi::board<P>(random_position(random, row));
          game.for_each_ply(board, [&](Move, const Ply<MarkedBoard<P>>& ply) {
            if (ply.lower) return;
            ++edges;
            EXPECT_EQ(unplies_between(board, ply.board), plies_between(board, ply.board));
          });
          game.for_each_unply(board, [&](const MarkedBoard<P>& parent, bool) {
            ++edges;
            EXPECT_EQ(plies_between(parent, board), unplies_between(parent, board));
          });
        }
      }
    });
  }
  EXPECT_GT(edges, 2'000U);
}

TEST(KiothiMoves, WholeGamesFromTheStartArePlayedAsByTheTwin) {
  std::mt19937_64 random(14);
  const int most_plies = twin::small_size() ? 60 : 400;
  int finished = 0;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const kiothi::Rules& rules : kiothi::all_rules()) {
        const Kiothi<P> game(kiothi::rule_set(rules, P));
        // As after an opening in which nobody moved anything: five warriors in each of the rightmost pits, all nki.
        kiothi::Position position{std::vector<int>(static_cast<std::size_t>(2 * row)), std::vector<bool>(static_cast<std::size_t>(2 * row)),
                                  0};
        for (int pit = std::max(0, row - 6); pit < row; ++pit) {
          for (const int ring : {pit, row + pit}) {
            position.pits[static_cast<std::size_t>(ring)] = 5;
            position.nki[static_cast<std::size_t>(ring)] = true;
          }
        }
        for (int i = 0; i < most_plies; ++i) {
          const std::vector<kiothi::Ply> plies = compare(game, rules, position);
          if (plies.empty()) {
            ++finished;
            break;
          }
          position = plies[random() % plies.size()].after;
        }
      }
    });
  }
  EXPECT_GT(finished, 5) << "random games should come to an end";
}

}  // namespace
}  // namespace uthi
