// `uthi bench --search`: how fast starts are searched without tables, and how much tables save.
#pragma once

#include "core/rule_set.hpp"
#include "tools/command.hpp"

namespace uthi {

/// Measures and prints; takes --threads, --runs, --seeds (of the tables), --quick and --json. Throws UsageError for games and
/// rules without starts to search.
[[nodiscard]] ExitCode bench_search(const Arguments& arguments, const RuleSet& rules);

}  // namespace uthi
