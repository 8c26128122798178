// uthi start: the position at the start of a game.
#include <boost/json/object.hpp>

#include "tools/board_drawing.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  RuleSet rules(game_named(arguments.words()[0]), parse_board(arguments.words()[1]));
  rules.set_all(arguments.text("rules").value_or(""));
  std::optional<int> seeds;
  if (const auto asked = arguments.number("seeds", 0, kMaxSeeds)) seeds = static_cast<int>(*asked);
  const Position position = make_referee(rules)->start(seeds);
  Output output;
  if (arguments.has("json")) {
    output.line(boost::json::object{{"position", to_text(position)},
                                    {"game", rules.game().name},
                                    {"board", rules.board_text()},
                                    {"rules", json_of(rules)},
                                    {"seeds", position.seeds()},
                                    {"redistributions", position.redistributions}});
  } else {
    output.line(to_text(position));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& start_command() {
  static const Command command{
      .name = "start",
      .summary = "the position at the start of a game",
      .usage = "uthi start GAME BOARD [--seeds K] [--rules K=V,...] [--json]",
      .description =
          "Prints the start position, for other commands to take. Giuthi and Awari start with K seeds in every pit, Awari\n"
          "usually with four; Kiothi as its option start says, with both redistributions of its opening still to come (~2).",
      .options = {{"seeds", "K", "seeds in every pit"}, kRulesOption, kJsonOption},
      .examples =
          "  uthi start giuthi 2x6 --seeds 4\n"
          "  uthi start awari 2x6 --seeds 4\n"
          "  uthi start kiothi 2x10\n"
          "  uthi moves \"$(uthi start kiothi 2x10 --rules start=5x6)\"",
      .least_words = 2,
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
