// uthi line: best play of both sides to the end, or to the repetition.
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/line_report.hpp"
#include "tools/probe_report.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  const Position position = position_of(arguments.words().front());
  Probers probers(folders_to_read(arguments));
  const Line line = probers.for_rules(position.rules).line(position);
  Output output;
  if (arguments.has("json")) {
    output.line(json_of(line));
  } else {
    output.text(text_of(line));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& line_command() {
  static const Command command{
      .name = "line",
      .summary = "best play from a position to the end",
      .usage = "uthi line POSITION [--tables DIR] [--json]",
      .description =
          "Plays the best sowings of both sides from the tables. A forced win makes progress at every ply and ends; a drawn line\n"
          "stops at the repetition and says so, as does one under repetition=split whose board is worth nothing: its seeds are\n"
          "split. Under repetition=score both sides play for the larger floor, then the larger ceiling, and a repetition counts\n"
          "stores and own rows: where floor and ceiling differ, other play may give more. Depths show the way; tables without them make a "
          "search necessary. The last line of the text can be given to\n"
          "\"uthi play\".",
      .options = {kTablesOption, kAsciiOption, kJsonOption},
      .examples =
          "  uthi line 'giuthi:2,0,0,1,4/0,1,0,1,0 6 5 S'\n"
          "  uthi line giuthi:2,0,0,1,4/0,1,0,1,0_6_5_S --json",
      .least_words = 1,
      .most_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
