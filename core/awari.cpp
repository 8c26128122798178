// Awari's options, rules in words, and move notation.
#include "core/awari.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/repetition.hpp"

namespace uthi {

const GameSpec& awari_spec() {
  static const GameSpec spec{
      .name = "awari",
      .title = "Awari",
      .example = "awari:0,0,0,3,2,4/1,1,1,1,1,2 15 17 S",
      .options = {{"grandslam",
                   {"forbidden", "none"},
                   "a capture of all the opponent's seeds is a move that starves it (forbidden), or takes nothing and is legal (none)"},
                  repetition_option("split")},
      .has_marks = false,
      .has_mirror = false,
      .rules = R"(Two rows of pits, one for each player; captured seeds go to the player's store, which is off the ring.

 1. Lift all seeds of one of your pits and sow them counter-clockwise, one in each following pit; a long lap passes over
    the pit it started from.
 2. If the last seed falls in an opponent's pit that then holds two or three seeds, they are captured, and so are those of
    the preceding opponent's pits, one after the other, while they hold two or three.
 3. A move that leaves the opponent without a seed is illegal as long as another move does not. If every move does, they
    are legal and capture as usual.
 4. If a player cannot move, the opponent takes all seeds that remain on the board, and the game is over. More seeds win.
 5. A position that comes back with the same player to move ends the game; the seeds on the board are split evenly.)"};
  return spec;
}

namespace awari {

std::string move_text(Move move, Side side) { return std::string(1, pit_name(side, move.pit)); }

Move parse_move(std::string_view text, Side side, int pits) {
  const int pit = text.size() == 1 ? text[0] - pit_name(side, 0) : -1;
  if (pit < 0 || pit >= pits) {
    throw PositionError(fmt::format("move \"{}\": expected one of {}'s pits {}..{}, for example {}", text,
                                    side == Side::south ? "South" : "North", pit_name(side, 0), pit_name(side, pits - 1),
                                    pit_name(side, 0)));
  }
  return Move{static_cast<std::int8_t>(pit), 0};
}

}  // namespace awari
}  // namespace uthi
