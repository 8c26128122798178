// The board game for whatever rule set, from those of the board sizes.
#include "core/board_game.hpp"

#include "core/board_game_of.hpp"
#include "core/games.hpp"

namespace uthi {

std::shared_ptr<const BoardGame> make_board_game(const RuleSet& rules) {
  std::shared_ptr<const BoardGame> game;
  with_game(rules, [&]<class G>() { game = make_sized_board_game<G::kPits>(rules); });
  return game;
}

std::uint64_t stored_positions(const RuleSet& rules, LayerId layer) {
  std::uint64_t count = 0;
  with_game(rules, [&]<class G>() { count = G::Index::count(layer); });
  return count;
}

std::uint64_t all_positions(const RuleSet& rules, LayerId layer) {
  std::uint64_t count = 0;
  with_game(rules, [&]<class G>() { count = G::Index::positions(layer); });
  return count;
}

}  // namespace uthi
