// uthi show: positions drawn in text.
#include <fmt/format.h>

#include <utility>

#include "tools/board_drawing.hpp"
#include "tools/commands.hpp"
#include "tools/item_errors.hpp"
#include "tools/json.hpp"

namespace uthi {

namespace {

boost::json::object json_of_position(const Position& position) {
  const auto referee = make_referee(position.rules);
  boost::json::object object{{"position", to_text(position)},      {"canonical", to_text(referee->canonical(position))},
                             {"game", position.rules.game().name}, {"board", position.rules.board_text()},
                             {"rules", json_of(position.rules)},   {"seeds", position.seeds()},
                             {"stores", json_of_stores(position)}, {"side", position.side == Side::south ? "S" : "N"}};
  // Layers begin when the opening is over.
  object["layer"] = position.redistributions > 0 ? boost::json::value(nullptr) : boost::json::value(json_of(referee->layer(position)));
  if (position.rules.game().has_opening) object["redistributions"] = position.redistributions;
  return object;
}

ExitCode run(const Arguments& arguments) {
  Output output;
  bool first = true;
  const auto answer = [](const std::string& word) {
    const Position position = position_of(word);
    (void)make_referee(position.rules)->canonical(position);  // refuses what the rules forbid
    return position;
  };
  return answer_words(output, arguments.words(), arguments.has("json"), answer, [&](const Position& position) {
    if (arguments.has("json")) {
      output.line(json_of_position(position));
      return;
    }
    if (!std::exchange(first, false)) output.line("");
    output.line(to_text(position));
    output.line("");
    output.text(drawn(position));
  });
}

}  // namespace

const Command& show_command() {
  static const Command command{
      .name = "show",
      .summary = "draw a position: pits with their names, stores, side to move",
      .usage = "uthi show POSITION... [--json]",
      .description =
          "Draws the board as it lies between the players, South at the bottom. Pits are named from each player's own left,\n"
          "a b c ... for South and A B C ... for North. Needs no tables.",
      .options = {kAsciiOption, kJsonOption},
      .examples =
          "  uthi show 'giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S'\n"
          "  uthi show giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9_0_0_N\n"
          "  uthi show kiothi:1,2*,0,2,2*/0,1,2*,1,1",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
