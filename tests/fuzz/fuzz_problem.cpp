// Any text is a file of problems or an error; problems that are written and read again are the same, in JSON and in YAML.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "tools/workshop/problem_file.hpp"
#include "tools/workshop/solution_walk.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const std::vector<uthi::workshop::Problem>& problems) {
  using namespace uthi::workshop;
  std::string lines;
  for (const Problem& problem : problems) {
    lines += to_json_line(problem) + "\n";
    require(parse_stipulation(to_text(problem.stipulation)) == problem.stipulation);
    for (const std::string& turn : problem.solution.turns) require(!sowings_of(turn).empty());
    try {
      require(to_text(position_of(problem)).size() < 1000);
    } catch (const uthi::PositionError& error) {
      require(std::string_view(error.what()).size() < 20000);
    }
  }
  require(parse_problems(lines, Format::json, "again") == problems);
  require(parse_problems(to_yaml(problems), Format::yaml, "again") == problems);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto format = data[0] % 2 == 0 ? uthi::workshop::Format::json : uthi::workshop::Format::yaml;
  try {
    check(uthi::workshop::parse_problems(text, format, "fuzz"));
  } catch (const uthi::UsageError& error) {
    require(!std::string_view(error.what()).empty());
  }
  return 0;
}
