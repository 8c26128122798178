// uthi moves: the legal sowings of positions and what they give.
#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "tools/board_drawing.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"

namespace uthi {

namespace {

boost::json::object json_of_moves(const Position& position) {
  const auto referee = make_referee(position.rules);
  boost::json::array moves;
  for (const LegalPly& ply : referee->plies(position)) {
    moves.push_back(
        boost::json::object{{"move", ply.text}, {"captures", ply.captures}, {"again", ply.again}, {"position", to_text(ply.position)}});
  }
  boost::json::object object{{"position", to_text(position)}, {"moves", std::move(moves)}};
  if (const auto over = referee->over(position)) object["over"] = *over;
  return object;
}

std::string text_of_moves(const Position& position) {
  const auto referee = make_referee(position.rules);
  std::string text = drawn(position);
  const auto plies = referee->plies(position);
  if (const auto over = referee->over(position)) {
    return text + fmt::format("\nThe game is over; the rows still give {} {:+}.\n", side_name(position.side), *over);
  }
  text += fmt::format("\n  {:<6}{:>8}  {:<7}{}\n", "move", "captures", "again", "position");
  for (const LegalPly& ply : plies) {
    text += fmt::format("  {:<6}{:>8}  {:<7}{}\n", ply.text, ply.captures, ply.again ? "yes" : "", to_text(ply.position));
  }
  return text;
}

ExitCode run(const Arguments& arguments) {
  Output output;
  if (arguments.words() == std::vector<std::string>{"-"}) return answer_lines(output, json_of_moves);
  bool first = true;
  for (const Position& position : positions_of(arguments.words())) {
    if (arguments.has("json")) {
      output.line(json_of_moves(position));
    } else {
      if (!first) output.line("");
      output.text(text_of_moves(position));
      first = false;
    }
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& moves_command() {
  static const Command command{
      .name = "moves",
      .summary = "list the legal sowings of a position and what they give",
      .usage = "uthi moves POSITION... [--json]   or   uthi moves -",
      .description =
          "Lists every legal sowing: the seeds it captures, whether the same player sows again, and the position after it.\n"
          "A player without a sowing passes while the opponent has one. Needs no tables.\n"
          "With - positions are read from standard input, one a line, and answered in JSON.",
      .options = {kJsonOption},
      .examples =
          "  uthi moves 'giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S'\n"
          "  uthi moves giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 --json\n"
          "  uthi moves - < positions.txt",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
