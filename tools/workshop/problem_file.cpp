// Reading and writing files of problems. YAML only becomes the JSON that problem.cpp checks.
#include "tools/workshop/problem_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <utility>

#include "core/error.hpp"
#include "tablebase/plain_file.hpp"
#include "tools/workshop/yaml.hpp"

namespace uthi::workshop {

namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;
constexpr int kDeepestYaml = 2 * kDeepestBranch + 4;

// All scalars of YAML are texts here, so the one field that is a number is read as one.
void read_number(boost::json::object& object) {
  const auto field = object.find("difficulty");
  if (field == object.end() || !field->value().is_string()) return;
  const auto& text = field->value().get_string();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) field->value() = number;
}

std::vector<Problem> parse_yaml(std::string_view text, std::string_view name) {
  std::vector<boost::json::value> items;
  try {
    for (boost::json::value& document : documents_of_yaml(text, kDeepestYaml)) {
      if (document.is_array()) {
        std::move(document.get_array().begin(), document.get_array().end(), std::back_inserter(items));
      } else {
        items.push_back(std::move(document));
      }
    }
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}, {}", name, error.what()));
  }
  std::vector<Problem> problems;
  for (boost::json::value& item : items) {
    const std::size_t number = problems.size() + 1;
    if (!item.is_object()) throw UsageError(fmt::format("{}, problem {}: expected fields with names", name, number));
    read_number(item.get_object());
    try {
      problems.push_back(problem_of(item.get_object()));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}, problem {}: {}", name, number, error.what()));
    }
  }
  return problems;
}

std::vector<Problem> parse_json_lines(std::string_view text, std::string_view name) {
  std::vector<Problem> problems;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    boost::json::error_code error;
    boost::json::parse_options options;
    options.max_depth = kDeepestYaml;
    const boost::json::value value = boost::json::parse(line, error, {}, options);
    if (error || !value.is_object()) {
      throw UsageError(fmt::format("{}, line {}: expected a JSON object{}", name, number, error ? ": " + error.message() : ""));
    }
    try {
      problems.push_back(problem_of(value.get_object()));
    } catch (const UsageError& problem) {
      throw UsageError(fmt::format("{}, line {}: {}", name, number, problem.what()));
    }
  }
  return problems;
}

}  // namespace

Format format_of(std::string_view file) { return file.ends_with(".yaml") || file.ends_with(".yml") ? Format::yaml : Format::json; }

std::vector<Problem> parse_problems(std::string_view text, Format format, std::string_view name) {
  std::vector<Problem> problems = format == Format::yaml ? parse_yaml(text, name) : parse_json_lines(text, name);
  std::set<std::string_view> ids;
  for (const Problem& problem : problems) {
    if (!ids.insert(problem.id).second) throw UsageError(fmt::format("{}: the id \"{}\" stands twice", name, problem.id));
  }
  return problems;
}

std::vector<Problem> read_problems(const std::string& file) {
  std::string text;
  if (file == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    text = text_of_file(file, kLargestFile);
  }
  if (text.size() > kLargestFile) throw DoesNotFit(fmt::format("{}: expected 64 MiB of problems at most", file));
  return parse_problems(text, format_of(file), file == "-" ? "standard input" : file);
}

std::string to_json_line(const Problem& problem) { return boost::json::serialize(json_of(problem)); }

std::string to_yaml(const std::vector<Problem>& problems) {
  boost::json::array items;
  for (const Problem& problem : problems) items.push_back(workshop::json_of(problem));
  return yaml_of(items);
}

}  // namespace uthi::workshop
