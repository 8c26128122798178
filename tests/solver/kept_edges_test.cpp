// The plies within a layer turned round: by rows, where they stay at home, and as filed, where they hand the move over.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "core/giuthi.hpp"
#include "core/workers.hpp"
#include "solver/home_edges.hpp"
#include "solver/predecessors.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

using Edges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // parent, child

TEST(HomeEdges, AreThePliesAfterWhichTheSamePlayerMoves) {
  std::size_t edges = 0;
  for (const int row : {2, 3, 4, 5}) {
    const int most = twin::full_layers(row);
    twin::with_row(row, [&]<int P>() {
      for (const twin::Rules& rules : twin::all_rules()) {
        const Giuthi<P> game(twin::rule_set(rules, P));
        for (int seeds = 0; seeds <= most; ++seeds) {
          const typename Giuthi<P>::Index index(std::make_shared<const RowTable<P>>(seeds), {seeds, 0});
          const HomeEdges<Giuthi<P>> home(game, index);
          Edges forward;
          Edges backward;
          index.for_each(0, index.size(), [&](std::uint64_t number, const Board<P>& board) {
            game.for_each_ply(board, [&](Move, const Ply<Board<P>>& ply) {
              if (!ply.lower && ply.again) forward.emplace_back(number, index.slot(ply.board).number);
            });
            home.for_each(index.place(number), [&](std::uint64_t parent) { backward.emplace_back(parent, number); });
          });
          std::sort(forward.begin(), forward.end());
          std::sort(backward.begin(), backward.end());
          EXPECT_TRUE(forward == backward) << twin::rules_text(rules) << ", " << P << " pits, " << seeds << " seeds: " << forward.size()
                                           << " forward, " << backward.size() << " backward";
          edges += forward.size();
        }
      }
    });
  }
  EXPECT_GT(edges, 10'000U);
}

// Lists of every length: none, a few, and more than a group of eight can say in a byte each.
TEST(Predecessors, GiveBackWhatWasFiledByChild) {
  constexpr std::uint64_t kSize = 100'003;
  constexpr std::uint64_t kLonger = 65'600;
  std::mt19937_64 random(3);
  std::multimap<std::uint64_t, std::uint64_t> filed;
  EdgeFile file(kSize, 300'000, 2);
  EdgeFile::Clerk one(file);
  EdgeFile::Clerk two(file);
  const auto add = [&](std::uint64_t child) {
    const std::uint64_t parent = random() % kSize;
    (random() % 3 == 0 ? one : two).add(child, parent);
    filed.emplace(child, parent);
  };
  for (int i = 0; i < 160'000; ++i) add(random() % kSize);
  for (int i = 0; i < 1000; ++i) add(kLonger);
  for (int i = 0; i < 300; ++i) add(kLonger + 1);
  for (int i = 0; i < 254; ++i) add(kSize - 1);
  Workers workers(2);
  const Predecessors predecessors(kSize, file, {&one, &two}, workers);
  for (std::uint64_t child = 0; child < kSize; ++child) {
    const auto list = predecessors.of(child);
    std::vector<std::uint64_t> found(list.begin(), list.end());
    std::vector<std::uint64_t> expected;
    for (auto [edge, end] = filed.equal_range(child); edge != end; ++edge) expected.push_back(edge->second);
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(found, expected) << "child " << child;
  }
}

}  // namespace
}  // namespace uthi
