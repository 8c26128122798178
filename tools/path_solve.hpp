// `uthi solve` under repetition=score: the game that ends at the first repetition, from the position asked about on.
#pragma once

#include <filesystem>
#include <vector>

#include "tools/output.hpp"
#include "tools/solve_report.hpp"

namespace uthi {

/// Searches, prints the answer, and returns the exit code. Throws DoesNotFit for boards whose rows do not fit in memory.
[[nodiscard]] ExitCode solve_by_path(const SolveQuestion& question, const SolveLimits& limits,
                                     const std::vector<std::filesystem::path>& folders, bool json, Output& output);

}  // namespace uthi
