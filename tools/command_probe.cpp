// uthi probe: who wins, by how much, how fast, and with which moves.
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/probe_report.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  Probers probers(folders_to_read(arguments));
  Output output;
  const auto answer = [&](const Position& position) { return probers.for_rules(position.rules).answer(position); };
  if (arguments.words() == std::vector<std::string>{"-"}) {
    return answer_lines(output, [&](const Position& position) { return json_of(answer(position)); });
  }
  bool first = true;
  for (const Position& position : positions_of(arguments.words())) {
    const Answer answered = [&] {
      try {
        return answer(position);
      } catch (const Error&) {
        output.flush();  // the answers before stay
        throw;
      }
    }();
    if (arguments.has("json")) {
      output.line(json_of(answered));
      continue;
    }
    if (!first) output.line("");
    output.text(text_of(answered));
    first = false;
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& probe_command() {
  static const Command command{
      .name = "probe",
      .summary = "who wins a position, by how much, how fast, and with which moves",
      .usage = "uthi probe POSITION... [--tables DIR] [--json]   or   uthi probe - [--tables DIR]",
      .description =
          "Answers from tables, with the stores counted. The floor is the margin still to come that the mover can force with the\n"
          "game coming to an end, the ceiling the margin to which the opponent can hold the mover; a draw says whether it is\n"
          "by score or by repetition. Every legal sowing follows, best first, seen from the mover.\n"
          "With - positions are read from standard input, one a line, and answered in JSON in the same order; a bad line gives\n"
          "an object with \"error\" and the run goes on (exit code 3 at the end).",
      .options = {kTablesOption, kJsonOption},
      .examples =
          "  uthi probe 'giuthi:2,0,0,1,4/0,1,0,1,0 6 5 S'\n"
          "  uthi probe giuthi:2,0,0,1,4/0,1,0,1,0_6_5_S --json\n"
          "  uthi probe - --tables ./tables < positions.txt",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
