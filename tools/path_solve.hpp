// Solving under repetition=score: the game that ends at the first repetition, from the position asked about on.
#pragma once

#include "tools/solve_report.hpp"
#include "tools/table_values.hpp"

namespace uthi {

/// What the search finds within the limits of time and positions, with bounds from `tables` where there are some. Throws
/// UsageError for a method other than search, DoesNotFit for boards whose rows do not fit in the limit of memory.
[[nodiscard]] Solution solve_by_path(const SolveQuestion& question, const SolveLimits& limits, const TableValues& tables);

}  // namespace uthi
