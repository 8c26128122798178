// Files of problems: JSONL, and YAML (lists of problems, or a document for each).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

enum class Format { json, yaml };

/// By the ending of the name, in any case: .yaml, .yml, .olv; .json, .jsonl, .ndjson. Nothing for other names and "-".
[[nodiscard]] std::optional<Format> format_by_name(std::string_view file);

/// By the first line that is not blank: JSON begins with an object whose first field is quoted.
[[nodiscard]] Format format_by_content(std::string_view line);

/// A problem of a file, or why there is none.
struct ProblemItem {
  std::string file;  ///< As messages name it.
  std::uint64_t line = 1;
  std::optional<Problem> problem{};
  std::string fault{};  ///< Names the field at fault.

  /// "FILE, line 7", with the id where there is a problem.
  [[nodiscard]] std::string where() const;
};

inline constexpr std::size_t kLongestProblem = std::size_t{1} << 20;      ///< Bytes of a line.
inline constexpr std::size_t kLargestProblemFile = std::size_t{1} << 26;  ///< Bytes of a file or of standard input.
inline constexpr std::size_t kMostFaults = 1000;                          ///< A file with more faults is not read further.

/// Reads a file, "-" for standard input, in the format of its name or else of its first line, and calls `f` for each item in
/// order, of JSON lines as they come. An item has a fault where it is no problem, or where its id stood before. A fault of YAML
/// itself is the last item. `before_waiting` is called before each read. Throws InputOutputError, UsageError (UTF-16), DoesNotFit.
void for_each_problem(const std::string& file, const std::function<void(ProblemItem&)>& f,
                      const std::function<void()>& before_waiting = {});

/// All problems of a file. Throws UsageError at the first fault, and as above.
[[nodiscard]] std::vector<Problem> read_problems(const std::string& file);

/// All problems of a text; blank lines of JSONL are passed over. `name` stands in messages. Throws UsageError naming file, line and
/// field at the first fault.
[[nodiscard]] std::vector<Problem> parse_problems(std::string_view text, Format format, std::string_view name);

/// A JSON object on one line.
[[nodiscard]] std::string to_json_line(const Problem& problem);
/// One YAML list. Every text is quoted, so that nothing is taken for a number or a date.
[[nodiscard]] std::string to_yaml(const std::vector<Problem>& problems);

}  // namespace uthi::workshop
