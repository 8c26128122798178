// Edge sums of one layer, forward and by un-moves.
#include "core/edge_check.hpp"

#include <algorithm>
#include <vector>

#include "core/board_game.hpp"

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
  constexpr std::uint64_t kBatch = 1 << 12;
  const auto game = make_board_game(rules);
  game->reserve(layer.seeds);
  EdgeCheck check{.layer = layer, .positions = stored_positions(rules, layer)};
  std::vector<AnyBoard> boards;
  std::vector<BoardPly> plies;
  std::vector<BoardUnply> unplies;
  for (std::uint64_t begin = 0; begin < check.positions; begin += kBatch) {
    boards.clear();
    game->append_boards(layer, begin, std::min(check.positions, begin + kBatch), boards);
    std::uint64_t number = begin;
    for (const AnyBoard& board : boards) {
      plies.clear();
      game->append_plies(board, plies);
      for (const BoardPly& ply : plies) {
        if (!ply.lower) add(check.forward, number, game->slot(ply.board).number, ply.again, 1);
      }
      const bool palindrome = game->is_palindrome(board);
      unplies.clear();
      game->append_unplies(board, unplies);
      for (const BoardUnply& unply : unplies) {
        const Slot slot = game->slot(unply.parent);
        if (const unsigned weight = unmove_weight(palindrome, slot)) add(check.backward, slot.number, number, unply.again, weight);
      }
      ++number;
    }
  }
  return check;
}

}  // namespace uthi
