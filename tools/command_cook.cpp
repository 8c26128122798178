// uthi cook: is every problem of a file sound?
#include <fmt/format.h>

#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/probe_report.hpp"
#include "tools/problem_items.hpp"
#include "tools/workshop/cook_report.hpp"
#include "tools/workshop/reachability.hpp"

namespace uthi {

namespace {

using workshop::CookReport;
using workshop::DefectCode;
using workshop::Problem;

constexpr std::int64_t kDefaultNodes = 5'000'000;

// The start that --reachable names: a position, or for games that start evenly a number of seeds in every pit.
Position start_of(const std::string& text, const RuleSet& rules) {
  if (text.find(':') != std::string::npos) return parse_position(text);
  if (text.find_first_not_of("0123456789") != std::string::npos || text.empty()) {
    throw UsageError(fmt::format("--reachable {}: expected a position or a number of seeds in every pit, for example --reachable 4", text));
  }
  return make_referee(rules)->start(static_cast<int>(parse_number("--reachable", text, 0, kMaxSeeds)));
}

class Kitchen {
 public:
  explicit Kitchen(const Arguments& arguments)
      : probers_(folders_to_read(arguments)),
        start_(arguments.text("reachable")),
        nodes_(static_cast<std::uint64_t>(arguments.number("nodes", 1, std::int64_t{1} << 32).value_or(kDefaultNodes))) {
    if (arguments.has("nodes") && !start_) throw UsageError("--nodes limits the search of --reachable; give both");
  }

  CookReport cook(const Problem& problem) {
    std::optional<Position> position;
    try {
      position = workshop::position_of(problem);
    } catch (const PositionError& error) {
      return workshop::cook_unreadable(problem, error.what());
    }
    CookReport report = workshop::cook(problem, probers_.for_rules(position->rules));
    if (start_) check_reach(*position, report);
    return report;
  }

  [[nodiscard]] bool all_settled() const { return all_settled_; }

 private:
  void check_reach(const Position& position, CookReport& report) {
    const workshop::Reachability found = workshop::reachable(start_of(*start_, position.rules), position, nodes_);
    if (found.reach == workshop::Reach::no) {
      report.defects.push_back({DefectCode::u5, 0, "", "not reachable from the start: " + found.why});
    } else if (found.reach == workshop::Reach::unknown) {
      all_settled_ = false;
      report.open_question = fmt::format("whether a game leads here is not settled after {} positions; --nodes allows more", found.nodes);
    }
  }

  Probers probers_;
  std::optional<std::string> start_;
  std::uint64_t nodes_;
  bool all_settled_ = true;
};

// How many problems came out how.
struct Counts {
  std::size_t problems = 0;
  std::size_t unsound = 0;
  std::size_t keys_only = 0;  // sound, but no solution is given
  std::size_t failed = 0;     // could not be read or answered

  void add(const CookReport& report) {
    ++problems;
    if (!report.defects.empty()) ++unsound;
    if (report.defects.empty() && report.checked != workshop::Checked::solution) ++keys_only;
  }

  [[nodiscard]] std::string text() const {
    std::string text = counted(problems, "problem", "problems");
    if (unsound > 0) {
      text += fmt::format(": {} with defects", with_commas(unsound));
    } else if (problems > 0) {
      text += keys_only == 0 ? ": all sound" : ": no defect found";
    }
    if (keys_only > 0) text += fmt::format("; of {} only the key was checked", with_commas(keys_only));
    if (failed > 0) text += fmt::format("; {} not checked", counted(failed, "item", "items"));
    return text;
  }
};

ExitCode run(const Arguments& arguments) {
  const bool as_json = arguments.has("json");
  Output output;
  Kitchen kitchen(arguments);
  ItemErrors errors(output, as_json);
  Counts counts;
  const auto answer = [&](workshop::ProblemItem& item) {
    const auto report = attempt(errors, item, [&] { return kitchen.cook(*item.problem); });
    if (!report) {
      ++counts.failed;
      return;
    }
    counts.add(*report);
    if (!report->defects.empty()) errors.worsen(ExitCode::no);
    if (as_json) {
      output.line(workshop::json_of(*item.problem, *report));
    } else {
      output.text(workshop::text_of(*item.problem, *report, arguments.has("full")));
    }
  };
  counts.failed += for_each_problem(arguments.words(), errors, answer, [&] { output.flush(); });
  if (!as_json) output.line(counts.text());
  output.flush();
  if (!kitchen.all_settled()) errors.worsen(ExitCode::does_not_fit);
  return errors.code();
}

}  // namespace

const Command& cook_command() {
  static const Command command{
      .name = "cook",
      .summary = "check problems against exact values: uniqueness, tries, set play",
      .usage = "uthi cook FILE... [--full] [--reachable START [--nodes N]] [--tables DIR] [--json]",
      .description =
          "Checks each problem of files (\"uthi problems --help\" describes them) and reports its defects:\n"
          "  U1 second key: another first sowing meets the stipulation too\n"
          "  U2 cook later: another sowing of the solver does at a later move of the intended solution\n"
          "  U3 cannot be met: not from the position, or no longer after a ply of the intended solution\n"
          "  U4 more is possible: a larger win, fewer turns, a win where a draw is asked for\n"
          "  U5 illegal: position or solution; with --reachable also a position to which no game from START leads\n"
          "A sound problem is unique: absolute, or up to loss of time (a sowing after which the stipulation can only be met by\n"
          "coming back to the same position). Without a solution only the first sowing is judged, and no more is said. --full adds keys, "
          "tries with their refutations (! where there is but one) and set\n"
          "play, the play if the opponent were to move. Exit code 1 if any problem has a defect.",
      .options = {kTablesOption,
                  {"full", "", "also keys, tries with refutations, and set play"},
                  {"reachable", "START", "a position, or the number of seeds in every pit that games start with"},
                  {"nodes", "N", "most positions that the search of --reachable keeps; default 5000000"},
                  kJsonOption},
      .examples =
          "  uthi cook data/problems/*.jsonl\n"
          "  uthi cook mine.jsonl --full\n"
          "  uthi cook mine.jsonl --reachable 4 --json\n"
          "  uthi mine giuthi 2x5 --seeds 6..8 --line 5 | uthi cook -",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
