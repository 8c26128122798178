// uthi moves: the legal sowings of positions and what they give.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "tools/answer_lines.hpp"
#include "tools/board_drawing.hpp"
#include "tools/commands.hpp"
#include "tools/item_errors.hpp"
#include "tools/json.hpp"
#include "tools/moves_report.hpp"

namespace uthi {

namespace {

boost::json::object moves_of(const Position& position) { return json_of_moves(*make_referee(position.rules), position); }

std::string line_of(const LegalPly& ply) {
  return fmt::format("  {:<6}{:>8}  {:<7}{}\n", ply.text, ply.captures, ply.again ? "yes" : "", to_text(ply.position));
}

std::string text_of_moves(const Position& position) {
  const auto referee = make_referee(position.rules);
  if (position.redistributions > 0) {
    const auto ways = referee->ways(position);
    return drawn(position) + fmt::format("\n{} can redistribute in {}.\n", side_name(position.side), counted(ways, "way", "ways"));
  }
  std::string text = drawn(position);
  const auto plies = referee->plies(position);
  if (const auto over = referee->over(position)) {
    return text + fmt::format("\nThe game is over; the rows still give {} {:+}.\n", side_name(position.side), *over);
  }
  text += fmt::format("\n  {:<6}{:>8}  {:<7}{}\n", "move", "captures", "again", "position");
  for (const LegalPly& ply : plies) text += line_of(ply);
  return text;
}

// The redistributions of an opening, one a line, as they are found: there can be hundreds of millions.
void list_opening(Output& output, const Position& position, std::optional<std::int64_t> limit, bool as_json) {
  std::int64_t left = limit.value_or(std::numeric_limits<std::int64_t>::max());
  if (!as_json) output.text("\n");
  make_referee(position.rules)->for_each_ply(position, [&](const LegalPly& ply) {
    if (left == 0) return false;
    --left;
    if (as_json) {
      output.line(json_of(ply));
    } else {
      output.line(fmt::format("  {:<24}  {}", ply.text, to_text(ply.position)));
    }
    return true;
  });
}

ExitCode run(const Arguments& arguments) {
  Output output;
  const bool as_json = arguments.has("json");
  const bool list = arguments.has("list");
  const auto limit = arguments.number("limit", 0, std::numeric_limits<std::int64_t>::max());
  if (limit && !list) throw UsageError("--limit says how many redistributions --list gives; give both, for example --list --limit 100");
  if (arguments.words() == std::vector<std::string>{"-"}) {
    if (list) throw UsageError("--list is for positions on the command line: with - each position is answered by one line");
    return answer_lines(output, moves_of);
  }
  // What is printed of a position before its redistributions, which come as they are found.
  struct Listed {
    Position position;
    std::string text;
  };
  const auto answer = [&](const std::string& word) {
    const Position position = position_of(word);
    if (list && position.redistributions == 0) {
      throw UsageError(fmt::format("--list is for openings, and that of {} is over; its sowings are listed without it", to_text(position)));
    }
    return Listed{position, as_json ? boost::json::serialize(moves_of(position)) + "\n" : text_of_moves(position)};
  };
  bool first = true;
  return answer_words(output, arguments.words(), as_json, answer, [&](const Listed& listed) {
    if (!std::exchange(first, false) && !as_json) output.line("");
    output.text(listed.text);
    if (list) list_opening(output, listed.position, limit, as_json);
  });
}

}  // namespace

const Command& moves_command() {
  static const Command command{
      .name = "moves",
      .summary = "list the legal sowings of a position and what they give",
      .usage = "uthi moves POSITION... [--list [--limit N]] [--json]   or   uthi moves -",
      .description =
          "Lists every legal sowing: the seeds it captures, whether the same player sows again, and the position after it.\n"
          "A player without a sowing passes while the opponent has one. Needs no tables.\n"
          "Of an opening that is still to come (kiothi, S~2) it counts the redistributions; --list lists them, a line each.\n"
          "With - positions are read from standard input, one a line, and answered in JSON.",
      .options = {{"list", "", "list the redistributions of an opening too; in JSON an object a line behind that of the position"},
                  {"limit", "N", "list N redistributions at most"},
                  kAsciiOption,
                  kJsonOption},
      .examples =
          "  uthi moves 'giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S'\n"
          "  uthi moves giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 --json\n"
          "  uthi moves kiothi:1,1/1,1_0_0_S~2 --list --limit 10\n"
          "  uthi moves - < positions.txt",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
