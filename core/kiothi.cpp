// Kiothi's options, rules in words, and move notation.
#include "core/kiothi.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/error.hpp"
#include "core/repetition.hpp"

namespace uthi {

const GameSpec& kiothi_spec() {
  static const GameSpec spec{
      .name = "kiothi",
      .title = "Kiothi",
      .example = "kiothi:1,2*,0,2,2*/0,1,2*,1,1 12 9 S",
      .options =
          {{"crossing", {"no", "yes"}, "a capture needs a visit of the sowing to the enemy row first (yes) or not (no)"},
           {"origin", {"sow", "skip"}, "a lap that goes round drops a seed in the pit it started from (sow) or passes over it (skip)"},
           {"redistribute",
            {"two", "upto2"},
            "in the opening each player empties exactly two pits (two), or none, one or two (upto2)",
            true},
           repetition_option("draw"),
           {"start",
            {"6x5", "5x5", "5x6"},
            "each player starts with five warriors in each of the six rightmost pits (6x5), five in each of the five (5x5), "
            "or six in each of the five (5x6)",
            true},
           {"triple", {"all", "run"}, "the leftmost bonus takes three pits or nothing (all), or the unbroken run of up to three (run)"}},
      .has_marks = true,
      .has_mirror = false,
      .has_opening = true,
      .win_by_two = "one-warrior win",
      .rules = R"(Two rows of pits (boma), one for each player; captured warriors go to the player's prison, which is off the ring.

 1. The opening: in turn each player empties two of its occupied pits and puts those warriors into any pits of the board,
    as it likes. Then every pit that holds warriors is a nki: marked, and written with a star.
 2. A turn is one sowing: lift any number of warriors, one at least, from one of your pits and sow them counter-clockwise,
    one in each following pit.
 3. The last warrior of this first lap must not fall in an occupied pit of your own row.
 4. If a last warrior falls in any other occupied pit, of either row, all of that pit is sown on in the same direction.
 5. If it falls in an empty pit of the opponent, the turn is over.
 6. If it falls in an empty pit of your own and the opposite pit is occupied and no nki, you capture its warriors and the
    landing warrior. Otherwise nothing is captured. The turn is over.
 7. A capture from your leftmost pit also takes the three enemy pits beyond the captured one, towards your right, if all
    three are occupied and none is a nki.
 8. A nki cannot be captured. Its mark is cleared for good when it is sown from; a nki that only receives stays one.
 9. A sowing that would never end is not a legal move.
10. A player to move who cannot has lost the warriors on the board to the opponent; if the opponent could not move
    either, each takes its own row. More warriors win; a win by exactly two is a one-warrior win.
11. A position that comes back with the same player to move, marks included, is a draw.)"};
  return spec;
}

namespace kiothi {

std::string move_text(Move move, Side side) { return fmt::format("{}{}", pit_name(side, move.pit), move.how); }

Move parse_move(std::string_view text, Side side, int pits) {
  const int pit = text.empty() ? -1 : text[0] - pit_name(side, 0);
  int lift = 0;
  const char* end = text.data() + text.size();
  const bool is_number = text.size() >= 2 && std::from_chars(text.data() + 1, end, lift).ptr == end;
  if (pit < 0 || pit >= pits || !is_number || lift < 1 || lift > kMaxSeeds || text[1] == '0') {
    throw PositionError(fmt::format("move \"{}\": expected one of {}'s pits {}..{} and how many warriors to lift, for example {}3", text,
                                    side == Side::south ? "South" : "North", pit_name(side, 0), pit_name(side, pits - 1),
                                    pit_name(side, 0)));
  }
  return Move{static_cast<std::int8_t>(pit), static_cast<std::int16_t>(lift)};
}

}  // namespace kiothi
}  // namespace uthi
