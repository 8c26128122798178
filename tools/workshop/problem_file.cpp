// Reading and writing files of problems. YAML only becomes the JSON that problem.cpp checks.
#include "tools/workshop/problem_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "core/error.hpp"
#include "tools/text_reader.hpp"
#include "tools/workshop/yaml.hpp"

namespace uthi::workshop {

namespace {

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

// Turns lines and YAML into items, and knows the ids that stood before.
class Items {
 public:
  Items(std::string name, const std::function<void(ProblemItem&)>& f) : name_(std::move(name)), f_(f) {}

  void json_line(std::uint64_t number, std::string_view line) {
    if (is_blank(line)) return;
    boost::json::error_code error;
    boost::json::parse_options options;
    options.max_depth = kDeepestYaml;
    const boost::json::value value = boost::json::parse(line, error, {}, options);
    if (error || !value.is_object()) {
      return fault(number, fmt::format("expected a JSON object{}", error ? ": " + error.message() : ""));
    }
    object(number, value.get_object());
  }

  void yaml(std::string_view text) {
    YamlText read = items_of_yaml(text, kDeepestYaml);
    for (YamlItem& item : read.items) {
      const auto number = static_cast<std::uint64_t>(item.line);
      if (!item.value.is_object()) {
        fault(number, "expected fields with names");
        continue;
      }
      read_number(item.value.get_object());
      object(number, item.value.get_object());
    }
    if (!read.fault.empty()) fault(static_cast<std::uint64_t>(read.fault_line), read.fault + "; YAML is not read further");
  }

  void fault(std::uint64_t number, std::string text) {
    if (++faults_ > kMostFaults) {
      throw DoesNotFit(fmt::format("{}, line {}: not read further: more than {} faults", name_, number, kMostFaults));
    }
    ProblemItem item{.file = name_, .line = number, .problem = {}, .fault = std::move(text)};
    f_(item);
  }

  static bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

 private:
  void object(std::uint64_t number, const boost::json::object& fields) {
    ProblemItem item{.file = name_, .line = number};
    try {
      item.problem = problem_of(fields);
    } catch (const UsageError& error) {
      return fault(number, error.what());
    }
    if (!ids_.insert(item.problem->id).second) return fault(number, fmt::format("the id \"{}\" stood before", item.problem->id));
    f_(item);
  }

  std::string name_;
  const std::function<void(ProblemItem&)>& f_;
  std::unordered_set<std::string> ids_;
  std::size_t faults_ = 0;
};

// Gathers problems; the first fault is an error.
class Strict {
 public:
  void operator()(ProblemItem& item) {
    if (!item.problem) throw UsageError(fmt::format("{}: {}", item.where(), item.fault));
    problems.push_back(std::move(*item.problem));
  }
  std::vector<Problem> problems;
};

}  // namespace

std::optional<Format> format_by_name(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string ending(file.substr(dot + 1));
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (ending == "yaml" || ending == "yml" || ending == "olv") return Format::yaml;
  if (ending == "json" || ending == "jsonl" || ending == "ndjson") return Format::json;
  return std::nullopt;
}

Format format_by_content(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t brace = line.find_first_not_of(kBlanks);
  if (brace == std::string_view::npos || line[brace] != '{') return Format::yaml;
  const std::size_t next = line.find_first_not_of(kBlanks, brace + 1);
  return next != std::string_view::npos && (line[next] == '"' || line[next] == '}') ? Format::json : Format::yaml;
}

std::string ProblemItem::where() const {
  const std::string place = fmt::format("{}, line {}", file, line);
  return problem ? fmt::format("{}, {}", place, problem->id) : place;
}

void for_each_problem(const std::string& file, const std::function<void(ProblemItem&)>& f, const std::function<void()>& before_waiting) {
  TextReader reader(file, {.line = kLongestProblem, .whole = kLargestProblemFile}, before_waiting);
  Items items(reader.name(), f);
  std::optional<Format> format = format_by_name(file);
  std::string yaml;  // can be read only when it is there wholly
  while (auto line = reader.next()) {
    if (!format && line->fault.empty() && !Items::is_blank(line->text)) format = format_by_content(line->text);
    if (!line->fault.empty()) {
      // What a line of YAML means hangs on those before it.
      if (format == Format::yaml) return items.fault(line->number, line->fault + "; YAML is not read further");
      items.fault(line->number, line->fault);
      line->text.clear();
    }
    if (format == Format::json) {
      items.json_line(line->number, line->text);
    } else {
      yaml.append(line->text).append("\n");
    }
  }
  if (format == Format::yaml) items.yaml(yaml);
}

std::vector<Problem> read_problems(const std::string& file) {
  Strict gathered;
  for_each_problem(file, std::ref(gathered));
  return std::move(gathered.problems);
}

std::vector<Problem> parse_problems(std::string_view text, Format format, std::string_view name) {
  Strict gathered;
  const std::function<void(ProblemItem&)> gather = std::ref(gathered);
  Items items(std::string(name), gather);
  if (format == Format::yaml) {
    items.yaml(text);
    return std::move(gathered.problems);
  }
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    items.json_line(number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(gathered.problems);
}

std::string to_json_line(const Problem& problem) { return boost::json::serialize(json_of(problem)); }

std::string to_yaml(const std::vector<Problem>& problems) {
  boost::json::array items;
  for (const Problem& problem : problems) items.push_back(workshop::json_of(problem));
  return yaml_of(items);
}

}  // namespace uthi::workshop
