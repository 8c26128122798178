// Giuthi's options, rules in words, and move notation.
#include "core/giuthi.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/repetition.hpp"

namespace uthi {

const GameSpec& giuthi_spec() {
  static const GameSpec spec{
      .name = "giuthi",
      .title = "Giuthi",
      .example = "giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S",
      .options = {{"chain",
                   {"through", "broken"},
                   "behind a capture, an empty opposite pit adds nothing and does not end the chain (through) or ends it (broken)"},
                  {"empty",
                   {"landing", "none"},
                   "a last seed opposite an empty pit captures itself (landing) or nothing: it stays and the turn ends (none)"},
                  {"origin",
                   {"skip", "sow"},
                   "a lap that goes round passes over the pit it started from (skip) or drops a seed there (sow)"},
                  repetition_option("draw")},
      .has_marks = false,
      .has_mirror = true,
      .rules = R"(Two rows of pits, one for each player; captured seeds go to the player's store, which is off the ring.

 1. Sow from one of your pits that holds two seeds or more, in the direction you choose: + is counter-clockwise
    (towards your right), - is clockwise.
 2. A lap lifts all seeds of a pit and drops one in each following pit.
 3. If the last seed falls in an occupied pit, of either row, all its seeds are the next lap, in the other direction.
 4. If it falls in an empty pit of the opponent, the turn is over.
 5. If it falls in an empty pit of your own and no seed of this sowing fell in the opponent's row, you sow again.
 6. If it falls in an empty pit of your own after a seed fell in the opponent's row, you capture: the seeds opposite and
    the landing seed. If the pits behind the landing pit, in the direction of the last lap and within your row, are empty
    without a break, the seeds opposite each of them are captured too. The turn is over.
 7. A sowing that would never end is not a legal move.
 8. A player without a legal sowing passes while the opponent has one.
 9. The game ends when neither player can sow. Each scores its store and its own row; more seeds win.
10. It also ends, as a draw, when a position comes back with the same player to move.)"};
  return spec;
}

namespace giuthi {

std::string move_text(Move move, Side side) {
  if (move.is_pass()) return "pass";
  return std::string{pit_name(side, move.pit), move.how > 0 ? '+' : '-'};
}

Move parse_move(std::string_view text, Side side, int pits) {
  if (text == "pass") return kPass;
  const int pit = text.size() == 2 ? text[0] - pit_name(side, 0) : -1;
  if (pit < 0 || pit >= pits || (text[1] != '+' && text[1] != '-')) {
    throw PositionError(fmt::format("move \"{}\": expected one of {}'s pits {}..{} and a direction, + or -, or pass; for example {}+", text,
                                    side == Side::south ? "South" : "North", pit_name(side, 0), pit_name(side, pits - 1),
                                    pit_name(side, 0)));
  }
  return Move{static_cast<std::int8_t>(pit), static_cast<std::int16_t>(text[1] == '+' ? 1 : -1)};
}

}  // namespace giuthi
}  // namespace uthi
