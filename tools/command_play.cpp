// uthi play: the position after a turn or a whole game.
#include "tools/commands.hpp"
#include "tools/game_record.hpp"
#include "tools/json.hpp"
#include "tools/play_report.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  const Position start = position_of(arguments.words().front());
  const auto referee = make_referee(start.rules);
  const GameRecord game = play_game(*referee, start, {arguments.words().begin() + 1, arguments.words().end()});
  Output output;
  if (arguments.has("json")) {
    output.line(json_of(game, *referee));
  } else {
    output.text(text_of(game, *referee));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& play_command() {
  static const Command command{
      .name = "play",
      .summary = "the position after a turn or a whole game",
      .usage = "uthi play POSITION MOVES... [--json]",
      .description =
          "MOVES are turns separated by blanks, the sowings of one turn joined by commas: c+,e- A+ is South sowing twice and\n"
          "North once. A turn must be whole: a sowing that lets its player sow again is followed by a comma and the next\n"
          "sowing, or by nothing. A position that comes back with the same player to move ends the game: as a draw, or with the\n"
          "seeds on the board split evenly (repetition=split), half seeds and all, or going to whose row they are in\n"
          "(repetition=score). Needs no tables.\n"
          "Kiothi begins with a redistribution of each player: ab=c4D6 empties pits a and b and puts four of their warriors in\n"
          "c and six in D.",
      .options = {kAsciiOption, kJsonOption},
      .examples =
          "  uthi play 'giuthi:1,0,1,0,0/0,2,0,0,1 0 0 S' b-\n"
          "  uthi play 'giuthi:1,2,1,0,0/0,2,0,0,1 0 0 S' 'b+' --json\n"
          "  uthi play giuthi:4,4,4,4,4/4,4,4,4,4 'c+ A-'\n"
          "  uthi play awari:4,4,4,4,4,4/4,4,4,4,4,4 'c D'\n"
          "  uthi play kiothi:5,5,5,5,0,0/0,0,5,5,5,5_0_0_S~2 cd=a4B6 CD=C10",
      .least_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
