// Files of problems: JSONL, and YAML (one list of problems, or a document for each).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

enum class Format { json, yaml };

/// By the name: YAML for .yaml and .yml, else JSONL.
[[nodiscard]] Format format_of(std::string_view file);

/// Reads the text of a file; blank lines of JSONL are passed over. `name` stands in messages.
/// Throws UsageError naming file, line (JSONL) or problem (YAML) and field; also where an id stands twice.
[[nodiscard]] std::vector<Problem> parse_problems(std::string_view text, Format format, std::string_view name);

/// Reads a file, "-" for standard input (JSONL). Throws as parse_problems, and InputOutputError.
[[nodiscard]] std::vector<Problem> read_problems(const std::string& file);

/// A JSON object on one line.
[[nodiscard]] std::string to_json_line(const Problem& problem);
/// One YAML list. Every text is quoted, so that nothing is taken for a number or a date.
[[nodiscard]] std::string to_yaml(const std::vector<Problem>& problems);

}  // namespace uthi::workshop
