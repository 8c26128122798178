// Edge sums of one layer, forward and by un-moves.
#include "core/edge_check.hpp"

#include <memory>

#include "core/games.hpp"

namespace uthi {

namespace {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), a bijection that mixes all bits.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

void add(EdgeSum& sum, std::uint64_t parent, std::uint64_t child, bool again, unsigned weight) {
  const std::uint64_t from = mix(parent + 1);
  const std::uint64_t edge = mix(from ^ (child * 2 + (again ? 1 : 0)));
  sum.edges += weight;
  sum.hash[0] += weight * edge;
  sum.hash[1] += weight * mix(edge + 0x9e3779b97f4a7c15U);
}

}  // namespace

EdgeCheck check_edges(const RuleSet& rules, LayerId layer) {
  EdgeCheck check{.layer = layer};
  with_game(rules, [&]<class G>() {
    using Board = typename G::Board;
    const G game(rules);
    const typename G::Index index(std::make_shared<const typename G::Rows>(layer.seeds), layer);
    check.positions = index.size();
    index.for_each(0, index.size(), [&](std::uint64_t number, const Board& board) {
      game.for_each_ply(board, [&](Move, const Ply<Board>& ply) {
        if (!ply.lower) add(check.forward, number, index.slot(ply.board).number, ply.again, 1);
      });
      const bool palindrome = index.is_palindrome(board);
      game.for_each_unply(board, [&](const Board& parent, bool again) {
        const Slot slot = index.slot(parent);
        if (const unsigned weight = unmove_weight(palindrome, slot)) add(check.backward, slot.number, number, again, weight);
      });
    });
  });
  return check;
}

}  // namespace uthi
