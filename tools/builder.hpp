// Building tables layer after layer: finished layers are checked and kept, the others solved and written.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "tools/build_plan.hpp"

namespace uthi {

/// How far a build has come; boards are positions with mirror images counted.
struct BuildStatus {
  LayerId layer;
  double boards_done = 0;    ///< Solved now or found finished.
  double boards_solved = 0;  ///< By this run.
  double boards_all = 0;
  bool checking = false;  ///< The layer is solved and being checked (tools/checked_solve.hpp).
};

struct BuildListener {
  std::function<void(const BuildStatus&)> progress;
  /// Something that the user should know: a damaged table that is built anew.
  std::function<void(const std::string&)> warn;
};

struct BuildSummary {
  std::size_t layers_built = 0;
  std::size_t layers_kept = 0;
  std::uint64_t boards_built = 0;
  double solve_seconds = 0;
  double seconds = 0;
  std::uint64_t bytes = 0;  ///< All table files of the plan.
};

/// Runs a plan. The files that result do not depend on the number of threads, nor on how often the build was killed
/// before. Throws Interrupted once `stop` is true (finished layers stay), InputOutputError, DoesNotFit.
[[nodiscard]] BuildSummary run_build(const BuildRequest& request, const BuildPlan& plan, const BuildListener& listener,
                                     const std::atomic<bool>& stop);

}  // namespace uthi
