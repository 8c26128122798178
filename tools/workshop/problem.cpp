// Problems from and to JSON, field by field.
#include "tools/workshop/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "core/error.hpp"
#include "core/nearest.hpp"

namespace uthi::workshop {

namespace {

[[noreturn]] void fail(std::string_view field, std::string_view expected) {
  throw UsageError(fmt::format("field \"{}\": expected {}", field, expected));
}

std::string text_of(const boost::json::value& value, std::string_view field) {
  const auto* text = value.if_string();
  if (text == nullptr) fail(field, "a text");
  if (text->size() > kLongestText) fail(field, fmt::format("at most {} characters", kLongestText));
  if (std::any_of(text->begin(), text->end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; })) {
    fail(field, "a text on one line, without control characters");
  }
  return std::string(*text);
}

std::string id_of(const boost::json::value& value) {
  std::string id = text_of(value, "id");
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  if (id.empty() || id.size() > 100 || !std::all_of(id.begin(), id.end(), good)) {
    fail("id", "1 to 100 letters, digits or - _ . without blanks, for example giuthi-2x5-017");
  }
  return id;
}

const boost::json::array& list_of(const boost::json::value& value, std::string_view field) {
  const auto* list = value.if_array();
  if (list == nullptr) fail(field, "a list");
  return *list;
}

Solution solution_of(const boost::json::value& value, int depth) {
  if (depth > kDeepestBranch) fail("solution", fmt::format("at most {} branches within each other", kDeepestBranch));
  const boost::json::array& items = list_of(value, "solution");
  Solution solution;
  for (const boost::json::value& item : items) {
    if (item.is_string()) {
      if (!solution.branches.empty()) fail("solution", "branches as the last item of a list: nothing may follow them");
      solution.turns.push_back(text_of(item, "solution"));
      if (solution.turns.back().empty()) fail("solution", "turns that are not empty");
      continue;
    }
    if (!item.is_array() || !solution.branches.empty()) fail("solution", "turns as texts, and at the end one list of branches at most");
    if (item.get_array().empty()) fail("solution", "one branch at least in a list of branches");
    for (const boost::json::value& branch : item.get_array()) {
      solution.branches.push_back(solution_of(branch, depth + 1));
      if (solution.branches.back().turns.empty()) fail("solution", "branches that begin with a turn of the opponent");
    }
  }
  // Branches begin with the opponent's turn, so the turns before them end with the solver's: at the root an odd number,
  // in a branch, which begins with the opponent, an even one.
  if (!solution.branches.empty() && solution.turns.size() % 2 != (depth == 0 ? 1U : 0U)) {
    fail("solution", "branches behind a turn of the solver, each beginning with a turn of the opponent");
  }
  return solution;
}

boost::json::array json_of(const Solution& solution) {
  boost::json::array items;
  for (const std::string& turn : solution.turns) items.emplace_back(turn);
  if (solution.branches.empty()) return items;
  boost::json::array branches;
  for (const Solution& branch : solution.branches) branches.emplace_back(json_of(branch));
  items.emplace_back(std::move(branches));
  return items;
}

}  // namespace

const std::vector<std::string_view>& problem_fields() {
  static const std::vector<std::string_view> fields{"id",    "position", "stipulation", "rules",   "author",    "source",
                                                    "title", "themes",   "solution",    "remarks", "difficulty"};
  return fields;
}

Problem problem_of(const boost::json::object& object) {
  for (const char* field : {"id", "position", "stipulation"}) {
    if (!object.contains(field)) fail(field, "it to be there: id, position and stipulation are required");
  }
  Problem problem;
  for (const auto& [key, value] : object) {
    if (key == "id") {
      problem.id = id_of(value);
    } else if (key == "position") {
      problem.position = text_of(value, key);
    } else if (key == "stipulation") {
      problem.stipulation = parse_stipulation(text_of(value, key));
    } else if (key == "rules") {
      if (!value.is_object()) fail(key, "an object of rule options");
      for (const auto& [option, choice] : value.get_object()) problem.rules[std::string(option)] = text_of(choice, "rules");
    } else if (key == "author") {
      problem.author = text_of(value, key);
    } else if (key == "source") {
      problem.source = text_of(value, key);
    } else if (key == "title") {
      problem.title = text_of(value, key);
    } else if (key == "themes") {
      for (const boost::json::value& theme : list_of(value, key)) problem.themes.push_back(text_of(theme, key));
    } else if (key == "solution") {
      problem.solution = solution_of(value, 0);
    } else if (key == "remarks") {
      problem.remarks = text_of(value, key);
    } else if (key == "difficulty") {
      const auto* number = value.if_int64();
      if (number == nullptr || *number < 0 || *number > 9999) fail(key, "a whole number from 0 to 9999");
      problem.difficulty = static_cast<int>(*number);
    } else {
      const std::string name(key);
      throw UsageError(fmt::format("field \"{}\" is not known{}; there are {}", name.substr(0, 100), did_you_mean(name, problem_fields()),
                                   fmt::join(problem_fields(), ", ")));
    }
  }
  return problem;
}

boost::json::object json_of(const Problem& problem) {
  boost::json::object object{{"id", problem.id}, {"position", problem.position}, {"stipulation", to_text(problem.stipulation)}};
  if (!problem.rules.empty()) {
    boost::json::object rules;
    for (const auto& [option, choice] : problem.rules) rules[option] = choice;
    object["rules"] = std::move(rules);
  }
  if (!problem.author.empty()) object["author"] = problem.author;
  if (!problem.source.empty()) object["source"] = problem.source;
  if (!problem.title.empty()) object["title"] = problem.title;
  if (!problem.themes.empty()) {
    boost::json::array themes;
    for (const std::string& theme : problem.themes) themes.emplace_back(theme);
    object["themes"] = std::move(themes);
  }
  if (!problem.solution.empty()) object["solution"] = json_of(problem.solution);
  if (!problem.remarks.empty()) object["remarks"] = problem.remarks;
  if (problem.difficulty) object["difficulty"] = *problem.difficulty;
  return object;
}

Position position_of(const Problem& problem) {
  Position position = parse_position(problem.position);
  for (const auto& [name, choice] : problem.rules) {
    const auto& options = position.rules.game().options;
    const bool known =
        std::any_of(options.begin(), options.end(), [&wanted = name](const OptionSpec& option) { return option.name == wanted; });
    if (known && position.rules.get(name) == choice) continue;
    throw PositionError(fmt::format("rules {}={} are not those of the position {}, which stands for {}", name, choice, problem.position,
                                    known ? fmt::format("{}={}", name, position.rules.get(name)) : "a game without that option"));
  }
  return position;
}

void fill_in_rules(Problem& problem) {
  const Position position = position_of(problem);
  for (const OptionSpec& option : position.rules.game().options) {
    problem.rules[std::string(option.name)] = std::string(position.rules.get(option.name));
  }
}

std::string to_text(const Solution& solution) {
  std::string text = fmt::format("{}", fmt::join(solution.turns, " "));
  if (solution.branches.empty()) return text;
  text += " (";
  for (const Solution& branch : solution.branches) {
    if (&branch != &solution.branches.front()) text += "; ";
    text += to_text(branch);
  }
  return text + ")";
}

}  // namespace uthi::workshop
