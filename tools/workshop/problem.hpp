// A problem: a position, what is asked for, and what its author wrote about it. One JSON object a line (JSONL), or YAML.
//
//   id           text, required; one word that is unique in its file: letters, digits, - _ .
//   position     text, required; as everywhere in Uthi, rules in braces, stores and side counted
//   stipulation  text, required; a form of tools/workshop/stipulation.hpp
//   rules        object of texts, optional: every rule option in force; must be those of the position. Written always
//   author       text, optional
//   source       text, optional; where the problem comes from
//   title        text, optional
//   themes       list of texts, optional
//   solution     list, optional: the turns of both sides, solver first, the sowings of a turn joined by commas. The last item
//                may be a list of branches instead: each a list like this one that starts with another turn of the opponent.
//                The first branch is the main line. The last turn may be cut short.
//   remarks      text, optional
//   difficulty   whole number 0..9999, optional (tools/workshop/difficulty.hpp)
//
// Other fields are errors. data/problems/problem.schema.json says the same as a JSON Schema.
#pragma once

#include <boost/json/object.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "tools/workshop/stipulation.hpp"

namespace uthi::workshop {

/// Turns in order, then the branches behind the last of them (none: the solution ends there).
struct Solution {
  std::vector<std::string> turns{};
  std::vector<Solution> branches{};

  [[nodiscard]] bool empty() const { return turns.empty() && branches.empty(); }
  friend bool operator==(const Solution&, const Solution&) = default;
};

struct Problem {
  std::string id;
  std::string position;  ///< As written: a text that is no position is a defect that `cook` reports.
  Stipulation stipulation;
  std::map<std::string, std::string> rules{};
  std::string author{};
  std::string source{};
  std::string title{};
  std::vector<std::string> themes{};
  Solution solution{};
  std::string remarks{};
  std::optional<int> difficulty{};
  friend bool operator==(const Problem&, const Problem&) = default;
};

inline constexpr std::size_t kLongestText = 4000;  ///< Characters of one text.
inline constexpr int kDeepestBranch = 50;          ///< Branches within branches.

/// Names of the fields, in the order in which they are written.
[[nodiscard]] const std::vector<std::string_view>& problem_fields();

/// Throws UsageError naming the field at fault: missing, unknown, of the wrong kind or too long.
[[nodiscard]] Problem problem_of(const boost::json::object& object);

/// Fields that are empty are left out.
[[nodiscard]] boost::json::object json_of(const Problem& problem);

/// The position; throws PositionError as parse_position, and where `rules` are not those of the position.
[[nodiscard]] Position position_of(const Problem& problem);

/// Sets `rules` to those of the position. Throws PositionError.
void fill_in_rules(Problem& problem);

/// "b+,c- A- (B+ c+; C- d-)": turns by blanks, branches in parentheses.
[[nodiscard]] std::string to_text(const Solution& solution);

}  // namespace uthi::workshop
