// Game, board and rules from a command line.
#include "tools/table_arguments.hpp"

#include <fmt/format.h>

#include <span>

#include "core/error.hpp"

namespace uthi {

std::optional<RuleSet> rules_asked_for(const Arguments& arguments, std::size_t skipped) {
  const auto words = std::span(arguments.words()).subspan(skipped);
  if (words.empty() && !arguments.has("rules")) return std::nullopt;
  if (words.size() != 2) throw UsageError("expected a game and a board, for example giuthi 2x6");
  RuleSet rules(game_named(words[0]), parse_board(words[1]));
  rules.set_all(arguments.text("rules").value_or(""));
  return rules.for_tables();
}

std::optional<int> marks_asked_for(const Arguments& arguments, const RuleSet& rules) {
  if (!arguments.has("marks")) return std::nullopt;
  if (!rules.game().has_marks) throw UsageError(fmt::format("--marks: {} has no marked pits; leave it out", rules.game().name));
  return static_cast<int>(*arguments.number("marks", 0, 2 * rules.pits()));
}

}  // namespace uthi
