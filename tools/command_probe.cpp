// uthi probe: who wins, by how much, how fast, and with which moves.
#include <fmt/format.h>

#include <atomic>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "core/repetition.hpp"
#include "tools/answer_lines.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/item_errors.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/probe_report.hpp"
#include "tools/worst_exit.hpp"

namespace uthi {

namespace {

constexpr std::int64_t kDefaultNodes = 2'000'000;

// An answer, with --exact also what the first repetition gives.
struct Probed {
  Answer answer;
  std::optional<FirstRepetition> exact;
};

boost::json::object json_of(const Probed& probed) {
  boost::json::object object = json_of(probed.answer);
  if (probed.exact) add_exact(object, probed.answer, *probed.exact);
  return object;
}

std::string text_of(const Probed& probed) {
  std::string text = text_of(probed.answer);
  if (probed.exact) text.append("\n").append(text_of(probed.answer, *probed.exact));
  return text;
}

ExitCode run(const Arguments& arguments) {
  Probers probers(folders_to_read(arguments));
  Output output;
  const bool exact = arguments.has("exact");
  const auto asked = arguments.number("nodes", 1, std::int64_t{1} << 40);
  if (asked && !exact) throw UsageError("--nodes limits the search of --exact; give both, for example --exact --nodes 5000000");
  const auto nodes = static_cast<std::uint64_t>(asked.value_or(kDefaultNodes));
  // Line by line the default end of a signal serves better: it also ends the wait for more input.
  const std::atomic<bool> never{false};
  std::optional<StopSignals> signals;
  if (exact && arguments.words() != std::vector<std::string>{"-"}) signals.emplace();
  bool all_settled = true;
  const auto answer = [&](const Position& position) {
    if (exact && repetition_of(position.rules) != Repetition::score) {
      throw UsageError(
          fmt::format("--exact is for repetition=score, where the path decides; floor and ceiling of {} are exact as they stand",
                      position.rules.full_text()));
    }
    const Prober& prober = probers.for_rules(position.rules);
    Probed probed{prober.answer(position), {}};
    if (exact) {
      probed.exact = exact_value_of(probed.answer, prober, nodes, signals ? signals->flag() : never);
      all_settled = all_settled && probed.exact->exact();
    }
    return probed;
  };
  const auto code = [&] { return all_settled ? ExitCode::ok : ExitCode::does_not_fit; };
  if (arguments.words() == std::vector<std::string>{"-"}) {
    const ExitCode lines = answer_lines(output, [&](const Position& position) { return json_of(answer(position)); });
    return worse_of(lines, code());
  }
  bool first = true;
  const auto show = [&](const Probed& probed) {
    if (arguments.has("json")) {
      output.line(json_of(probed));
      return;
    }
    if (!std::exchange(first, false)) output.line("");
    output.text(text_of(probed));
  };
  const ExitCode items = answer_words(
      output, arguments.words(), arguments.has("json"), [&](const std::string& word) { return answer(position_of(word)); }, show);
  return worse_of(items, code());
}

}  // namespace

const Command& probe_command() {
  static const Command command{
      .name = "probe",
      .summary = "who wins a position, by how much, how fast, and with which moves",
      .usage = "uthi probe POSITION... [--exact [--nodes N]] [--tables DIR] [--json]   or   uthi probe - [...]",
      .description =
          "Answers from tables, with the stores counted. The floor is the margin still to come that the mover can force with the\n"
          "game coming to an end, the ceiling the margin to which the opponent can hold the mover; a draw says whether it is\n"
          "by score or by repetition. Every legal sowing follows, best first, seen from the mover.\n"
          "With - positions are read from standard input, one a line, and answered in JSON in the same order; a bad line gives\n"
          "an object with \"error\" and the run goes on, as it does with several positions. The exit code is the worst of all.\n"
          "Under repetition=score floor and ceiling are bounds by what recurs for ever: where they are one, they are exact, and\n"
          "else the outcome can be unknown. --exact then searches the game that ends at the first repetition, counted from the\n"
          "position asked about; it gives the bounds reached where it takes too long (exit code 6).",
      .options = {kTablesOption,
                  {"exact", "", "search what the first repetition gives (repetition=score)"},
                  {"nodes", "N", "most positions that --exact searches; default 2000000"},
                  kAsciiOption,
                  kJsonOption},
      .examples =
          "  uthi probe 'giuthi:2,0,0,1,4/0,1,0,1,0 6 5 S'\n"
          "  uthi probe giuthi:2,0,0,1,4/0,1,0,1,0_6_5_S --json\n"
          "  uthi probe 'giuthi{repetition=score}:2,0,1/0,1,2' --tables ./tables --exact\n"
          "  uthi probe - --tables ./tables < positions.txt",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
