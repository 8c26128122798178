// uthi similar: problems that are alike.
#include <fmt/format.h>

#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/output.hpp"
#include "tools/workshop/problem_file.hpp"
#include "tools/workshop/similar.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  std::vector<workshop::Problem> problems;
  std::vector<std::string> files;
  for (const std::string& file : arguments.words()) {
    for (workshop::Problem& problem : workshop::read_problems(file)) {
      problems.push_back(std::move(problem));
      files.push_back(file);
    }
  }
  Output output;
  const auto pairs = workshop::similar_pairs(problems);
  for (const workshop::Similar& pair : pairs) {
    const auto& first = problems[pair.first];
    const auto& second = problems[pair.second];
    if (arguments.has("json")) {
      output.line(boost::json::object{{"first", first.id},
                                      {"first_file", valid_utf8(files[pair.first])},
                                      {"second", second.id},
                                      {"second_file", valid_utf8(files[pair.second])},
                                      {"likeness", workshop::likeness_name(pair.likeness)},
                                      {"shift", pair.shift}});
    } else {
      output.line(fmt::format("{} and {}: {}", first.id, second.id, workshop::likeness_name(pair.likeness)));
    }
  }
  if (!arguments.has("json")) {
    output.line(fmt::format("{}: {}", counted(problems.size(), "problem", "problems"),
                            pairs.empty() ? "no two alike" : counted(pairs.size(), "pair alike", "pairs alike")));
  }
  output.flush();
  return pairs.empty() ? ExitCode::ok : ExitCode::no;
}

}  // namespace

const Command& similar_command() {
  static const Command command{
      .name = "similar",
      .summary = "problems that are the same up to mirror or shift",
      .usage = "uthi similar FILE... [--json]",
      .description =
          "Compares all problems of the files with each other, as their solvers see them: equal, mirrored (in games whose play is the\n"
          "same in a mirror), shifted some columns to the side, perhaps to a longer board, or both. Exit code 1 if any two are\n"
          "alike. A shift moves the ends of the rows, so what is alike in that way may have another solution.",
      .options = {kJsonOption},
      .examples =
          "  uthi similar data/problems/*.jsonl\n"
          "  uthi similar mine.jsonl data/problems/giuthi-2x5.jsonl --json",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
