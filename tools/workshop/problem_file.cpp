// Reading and writing files of problems. YAML is yaml-cpp's business; here it only becomes the JSON that problem.cpp checks.
#include "tools/workshop/problem_file.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

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

#include "core/error.hpp"

namespace uthi::workshop {

namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20;
constexpr std::size_t kMostYamlValues = std::size_t{1} << 22;
constexpr int kDeepestYaml = 2 * kDeepestBranch + 4;

// An alias stands for a whole part of the document, so a short text can stand for an endless one: `left` counts.
boost::json::value json_of(const YAML::Node& node, int depth, std::size_t& left) {
  if (depth > kDeepestYaml) throw UsageError("YAML nested too deeply");
  if (left-- == 0) throw UsageError("YAML with too many values");
  if (node.IsSequence()) {
    boost::json::array list;
    for (const YAML::Node& item : node) list.push_back(json_of(item, depth + 1, left));
    return list;
  }
  if (node.IsMap()) {
    boost::json::object object;
    for (const auto& field : node) {
      if (!field.first.IsScalar()) throw UsageError("YAML: a field whose name is no text");
      if (object.contains(field.first.Scalar())) throw UsageError(fmt::format("field \"{}\" stands twice", field.first.Scalar()));
      object[field.first.Scalar()] = json_of(field.second, depth + 1, left);
    }
    return object;
  }
  if (node.IsScalar()) return boost::json::string(node.Scalar());
  return nullptr;
}

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
  std::size_t left = kMostYamlValues;
  try {
    for (const YAML::Node& document : YAML::LoadAll(std::string(text))) {
      if (document.IsNull()) continue;
      boost::json::value value = json_of(document, 0, left);
      if (value.is_array()) {
        for (boost::json::value& item : value.get_array()) items.push_back(std::move(item));
      } else {
        items.push_back(std::move(value));
      }
    }
  } catch (const YAML::Exception& error) {
    throw UsageError(fmt::format("{}, line {}: {}", name, error.mark.line + 1, error.msg));
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

void emit(YAML::Emitter& out, const boost::json::value& value) {
  if (value.is_object()) {
    out << YAML::BeginMap;
    for (const auto& [key, item] : value.get_object()) {
      out << YAML::Key << std::string(key) << YAML::Value;
      emit(out, item);
    }
    out << YAML::EndMap;
  } else if (value.is_array()) {
    out << YAML::Flow << YAML::BeginSeq;
    for (const boost::json::value& item : value.get_array()) emit(out, item);
    out << YAML::EndSeq;
  } else if (value.is_int64()) {
    out << value.get_int64();
  } else {
    out << YAML::DoubleQuoted << std::string(value.get_string());
  }
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
    std::ifstream in(file, std::ios::binary);
    if (!in) throw InputOutputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
    text.assign(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) throw InputOutputError(fmt::format("{}: reading failed", file));
  }
  if (text.size() > kLargestFile) throw DoesNotFit(fmt::format("{}: expected 64 MiB of problems at most", file));
  return parse_problems(text, format_of(file), file == "-" ? "standard input" : file);
}

std::string to_json_line(const Problem& problem) { return boost::json::serialize(json_of(problem)); }

std::string to_yaml(const std::vector<Problem>& problems) {
  YAML::Emitter out;
  out << YAML::BeginSeq;
  for (const Problem& problem : problems) emit(out, workshop::json_of(problem));
  out << YAML::EndSeq;
  return std::string(out.c_str()) + "\n";
}

}  // namespace uthi::workshop
