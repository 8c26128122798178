// uthi similar: problems that are alike.
#include <fmt/format.h>

#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/output.hpp"
#include "tools/problem_items.hpp"
#include "tools/workshop/similar.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  const bool as_json = arguments.has("json");
  Output output;
  ItemErrors errors(output, as_json);
  std::vector<workshop::Problem> problems;
  std::vector<std::string> files;
  std::size_t failed = 0;
  failed += for_each_problem(arguments.words(), errors, [&](workshop::ProblemItem& item) {
    if (!attempt(errors, item, [&] { return workshop::position_of(*item.problem); })) {
      ++failed;
      return;
    }
    problems.push_back(std::move(*item.problem));
    files.push_back(item.file);
  });
  const auto pairs = workshop::similar_pairs(problems);
  for (const workshop::Similar& pair : pairs) {
    const auto& first = problems[pair.first];
    const auto& second = problems[pair.second];
    if (as_json) {
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
  if (!as_json) {
    output.line(fmt::format("{}: {}{}", counted(problems.size(), "problem", "problems"),
                            pairs.empty() ? "no two alike" : counted(pairs.size(), "pair alike", "pairs alike"),
                            failed == 0 ? std::string() : fmt::format("; {} not compared", counted(failed, "item", "items"))));
  }
  output.flush();
  if (!pairs.empty()) errors.worsen(ExitCode::no);
  return errors.code();
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
          "alike. Of problems that are equal each is named beside the first of them alone. A shift moves the ends of the rows, so what is "
          "alike in that way may have another solution.",
      .options = {kJsonOption},
      .examples =
          "  uthi similar data/problems/*.jsonl\n"
          "  uthi similar mine.jsonl data/problems/giuthi-2x5.jsonl --json",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
