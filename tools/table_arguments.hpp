// Which tables a command line asks for.
#pragma once

#include <optional>

#include "core/rule_set.hpp"
#include "tools/command.hpp"

namespace uthi {

/// The rule set that the words "giuthi 2x6" and --rules name, as tables know it; nothing without words. The first
/// `skipped` words are left to the command. Throws UsageError.
[[nodiscard]] std::optional<RuleSet> rules_asked_for(const Arguments& arguments, std::size_t skipped = 0);

/// --marks: at most as many as the board has pits. Throws UsageError, also for games without marked pits.
[[nodiscard]] std::optional<int> marks_asked_for(const Arguments& arguments, const RuleSet& rules);

}  // namespace uthi
