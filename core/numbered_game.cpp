// The numbered game for whatever rule set, from those of the board sizes.
#include "core/numbered_game.hpp"

#include "core/games.hpp"
#include "core/numbered_game_of.hpp"

namespace uthi {

std::unique_ptr<const NumberedGame> make_numbered_game(const RuleSet& rules, LayerId bound) {
  std::unique_ptr<const NumberedGame> game;
  with_game(rules, [&]<class G>() { game = make_numbered_board<G::kPits>(rules, bound); });
  return game;
}

}  // namespace uthi
