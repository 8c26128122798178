// uthi problems: reads files of problems, checks their form, and writes them as JSON or YAML.
#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/output.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  Output output;
  std::vector<workshop::Problem> all;
  for (const std::string& file : arguments.words()) {
    for (workshop::Problem& problem : workshop::read_problems(file)) {
      try {
        workshop::fill_in_rules(problem);
      } catch (const PositionError& error) {
        throw PositionError(file + ", " + problem.id + ": " + error.what());
      }
      all.push_back(std::move(problem));
    }
  }
  if (arguments.has("yaml")) {
    output.bytes(workshop::to_yaml(all));
  } else {
    for (const workshop::Problem& problem : all) output.bytes(workshop::to_json_line(problem) + "\n");
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& problems_command() {
  static const Command command{
      .name = "problems",
      .summary = "check the form of files of problems; from JSON to YAML and back",
      .usage = "uthi problems FILE... [--yaml]",
      .description =
          "Reads problems, one JSON object a line, or YAML (by the name: .yaml, .yml; a list, or a document for each), checks every\n"
          "field, and writes all of them, as JSON lines or with --yaml as one YAML list. What is written reads back the same.\n"
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
