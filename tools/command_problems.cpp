// uthi problems: reads files of problems, checks their form, and writes them as JSON or YAML.
#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/output.hpp"
#include "tools/problem_items.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  const bool as_yaml = arguments.has("yaml");
  Output output;
  ItemErrors errors(output, false);  // what is written are problems and nothing else
  std::vector<workshop::Problem> all;
  const auto write = [&](workshop::ProblemItem& item) {
    const auto filled_in = attempt(errors, item, [&] {
      workshop::fill_in_rules(*item.problem);
      return true;
    });
    if (!filled_in) return;
    if (as_yaml) {
      all.push_back(std::move(*item.problem));
    } else {
      output.line(workshop::to_json_line(*item.problem));
    }
  };
  (void)for_each_problem(arguments.words(), errors, write, [&] { output.flush(); });
  if (as_yaml) output.text(workshop::to_yaml(all));
  output.flush();
  return errors.code();
}

}  // namespace

const Command& problems_command() {
  static const Command command{
      .name = "problems",
      .summary = "check the form of files of problems; from JSON to YAML and back",
      .usage = "uthi problems FILE... [--yaml]",
      .description =
          "Reads problems, one JSON object a line, or YAML (a list, or a document for each), checks every field, and writes all of them, "
          "as JSON lines or with --yaml as one YAML list. What is written reads back the same. Names that end in .json, .jsonl or .ndjson "
          "are JSON, .yaml, .yml and .olv YAML; with other names and standard input (-) the first line decides. Text is UTF-8, a line has "
          "1 MiB at most, a file 64 MiB. A problem with a fault is named with its file and line; the others go on.\n"
          "A problem has id, position and stipulation, and may have rules, author, source, title, themes, solution, remarks and\n"
          "difficulty; data/problems/problem.schema.json is the schema. Stipulations: win, win by K, win in N turns, win in N\n"
          "plies, draw, lose at most K, best margin, capture K (this turn), repetition, one-warrior win (Kiothi: by exactly two).\n"
          "A solution is a list of turns, the sowings of one turn joined by commas; its last item may be a list of branches.",
      .options = {{"yaml", "", "write YAML"}},
      .examples =
          "  uthi problems data/problems/*.jsonl > all.jsonl\n"
          "  uthi problems all.jsonl --yaml > all.yaml\n"
          "  uthi problems all.yaml",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
