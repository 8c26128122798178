// The keyed game for whatever rule set, from those of the board sizes.
#include "core/keyed_game.hpp"

#include <stdexcept>

#include "core/games.hpp"
#include "core/keyed_game_of.hpp"

namespace uthi {

int key_words(const RuleSet& rules, int most_seeds) {
  int bits = 0;
  with_game(rules, [&]<class G>() {
    bits = KeyFormat < G::kPits, requires(typename G::Board board) { board.marks; }
    > ::bits(most_seeds);
  });
  return (bits + 63) / 64 > 1 ? (bits + 63) / 64 : 1;
}

template <int W>
std::unique_ptr<KeyedGame<W>> make_keyed_game(const RuleSet& rules, int most_seeds, const std::vector<LayerId>& indexed) {
  if (key_words(rules, most_seeds) > W) throw std::invalid_argument("too few words for these keys");
  std::unique_ptr<KeyedGame<W>> game;
  with_game(rules, [&]<class G>() { game = make_keyed_board<G::kPits, W>(rules, most_seeds, indexed); });
  return game;
}

template std::unique_ptr<KeyedGame<1>> make_keyed_game(const RuleSet&, int, const std::vector<LayerId>&);
template std::unique_ptr<KeyedGame<2>> make_keyed_game(const RuleSet&, int, const std::vector<LayerId>&);
template std::unique_ptr<KeyedGame<3>> make_keyed_game(const RuleSet&, int, const std::vector<LayerId>&);

}  // namespace uthi
