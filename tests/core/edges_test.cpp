// The safety net of the solver: the edges that moves make are, as multisets, the edges that un-moves make.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <tuple>

#include "core/giuthi.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

template <int P>
using Edge = std::tuple<std::uint64_t, std::uint64_t, bool>;  // parent, child, same player again

// Boards of a layer numbered without the mirror.
template <int P>
class Numbered {
 public:
  explicit Numbered(int seeds) : index_(std::make_shared<const RowTable<P>>(seeds), {seeds, 0}) {}
  std::uint64_t operator()(const Board<P>& board) const { return index_.slot(board).number; }
  const TwoRowIndex<P, false>& index() const { return index_; }

 private:
  TwoRowIndex<P, false> index_;
};

template <class Edges>
void expect_same(Edges forward, Edges backward, const std::string& where) {
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  EXPECT_TRUE(forward == backward) << where << ": " << forward.size() << " edges forward, " << backward.size() << " backward";
}

class Edges : public testing::TestWithParam<int> {
 protected:
  // f.operator()<P>(game, seeds, where) for every rule set and layer.
  template <class F>
  void for_each_layer(F&& f) {
    const int most = twin::full_layers(GetParam());
    twin::with_row(GetParam(), [&]<int P>() {
      for (const twin::Rules& rules : twin::all_rules()) {
        const Giuthi<P> game(twin::rule_set(rules, P));
        for (int seeds = 0; seeds <= most; ++seeds) {
          f.template operator()<P>(game, seeds, twin::rules_text(rules) + " " + std::to_string(seeds) + " seeds");
        }
      }
    });
  }
};

TEST_P(Edges, OfMovesAreThoseOfUnmovesWithoutTheMirror) {
  std::size_t edges = 0;
  for_each_layer([&]<int P>(const Giuthi<P>& game, int seeds, const std::string& where) {
    const Numbered<P> number(seeds);
    std::vector<Edge<P>> forward;
    std::vector<Edge<P>> backward;
    for (const std::vector<int>& pits : twin::all_boards(2 * P, seeds)) {
      const Board<P> board = twin::board<P>(pits);
      game.for_each_ply(board, [&](Move, const Ply<Board<P>>& ply) {
        if (!ply.lower) forward.emplace_back(number(board), number(ply.board), ply.again);
      });
      game.for_each_unply(board, [&](const Board<P>& parent, bool again) { backward.emplace_back(number(parent), number(board), again); });
    }
    edges += forward.size();
    expect_same(std::move(forward), std::move(backward), where);
  });
  EXPECT_GT(edges, 1000U);
}

// As the solver sees them. A child that is its own mirror image is reached from a parent and from the parent's image,
// which are one stored position: only un-moves to the stored one count. A parent that is its own mirror image reaches
// a child and the child's image, which are one stored position: the un-move to it counts twice.
TEST_P(Edges, OfMovesAreThoseOfUnmovesOnStoredPositions) {
  for_each_layer([&]<int P>(const Giuthi<P>& game, int seeds, const std::string& where) {
    const TwoRowIndex<P, true> index(std::make_shared<const RowTable<P>>(seeds), {seeds, 0});
    std::vector<Edge<P>> forward;
    std::vector<Edge<P>> backward;
    index.for_each(0, index.size(), [&](std::uint64_t number, const Board<P>& board) {
      game.for_each_ply(board, [&](Move, const Ply<Board<P>>& ply) {
        if (!ply.lower) forward.emplace_back(number, index.slot(ply.board).number, ply.again);
      });
      const bool own_image = index.is_palindrome(board);
      game.for_each_unply(board, [&](const Board<P>& parent, bool again) {
        const Slot slot = index.slot(parent);
        if (own_image && slot.flipped) return;
        const int weight = !own_image && slot.palindrome ? 2 : 1;
        for (int i = 0; i < weight; ++i) backward.emplace_back(slot.number, number, again);
      });
    });
    expect_same(std::move(forward), std::move(backward), where);
  });
}

// Boards of any size, long laps and many seeds: every edge out of and into a random board is there the other way round.
TEST(RandomBoards, HaveEveryEdgeBothWaysTheSameNumberOfTimes) {
  std::mt19937_64 random(4);
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  std::size_t edges = 0;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const twin::Rules& rules : twin::all_rules()) {
        const Giuthi<P> game(twin::rule_set(rules, P));
        const auto plies_between = [&](const Board<P>& parent, const Board<P>& child, bool again) {
          int count = 0;
          game.for_each_ply(parent,
                            [&](Move, const Ply<Board<P>>& ply) { count += !ply.lower && ply.board == child && ply.again == again; });
          return count;
        };
        const auto unplies_between = [&](const Board<P>& parent, const Board<P>& child, bool again) {
          int count = 0;
          game.for_each_unply(child, [&](const Board<P>& before, bool same) { count += before == parent && same == again; });
          return count;
        };
        for (int i = 0; i < 300; ++i) {
          Board<P> board;
          const int even = below(3) == 0 ? below(180 / (2 * P) + 1) : 0;
          for (int pit = 0; pit < 2 * P; ++pit) board.add(pit, even == 0 ? 0 : even - below(2));
          for (int left = below(181 - board.seeds()); left > 0;) {
            const int heap = std::min(left, 1 + below(1 + below(40)));
            board.add(below(2 * P), heap);
            left -= heap;
          }
          game.for_each_ply(board, [&](Move, const Ply<Board<P>>& ply) {
            if (ply.lower) return;
            ++edges;
            EXPECT_EQ(unplies_between(board, ply.board, ply.again), plies_between(board, ply.board, ply.again));
          });
          game.for_each_unply(board, [&](const Board<P>& parent, bool again) {
            ++edges;
            EXPECT_EQ(plies_between(parent, board, again), unplies_between(parent, board, again));
          });
        }
      }
    });
  }
  EXPECT_GT(edges, 20'000U);
}

INSTANTIATE_TEST_SUITE_P(Boards, Edges, testing::Values(2, 3, 4, 5), [](const auto& test) { return twin::board_name(test.param); });

}  // namespace
}  // namespace uthi
