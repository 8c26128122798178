// Solving a layer so that nothing false comes of a checkpoint.
//
// A state that was kept may be changed and sealed again. What can be seen in it is refused when it is loaded
// (solver/checkpoint_check.hpp); a margin that is false and fits cannot. So a layer that went on from a checkpoint is
// checked whole before anybody gets it: every entry by forward moves from the layers below, as `verify` does, circles
// included (tablebase/certify.hpp). That takes between a third of the time of solving it and twice as long; packing
// takes longer still. If anything is wrong the checkpoint is put aside, and the layer solved from nothing.
#pragma once

#include <functional>
#include <string>

#include "core/rule_set.hpp"
#include "core/values.hpp"
#include "solver/solve.hpp"

namespace uthi {

struct CheckedSolveListener {
  /// Share of the entries that have been checked, 0..1; one call at a time.
  std::function<void(double share)> checking;
  /// What was checked.
  std::function<void(const std::string& text)> note;
};

/// As `solver.solve`, `options.checkpoint` and what it kept included; never anything that follows from a false checkpoint.
/// `lower` and `options.reader` together have the layers below, with depths if `options.depths`. Throws what `solve` throws.
[[nodiscard]] LayerValues solve_checked(const LayerSolver& solver, const RuleSet& rules, LayerId layer, const LayerSource& lower,
                                        const SolveOptions& options, const CheckedSolveListener& listener);

/// Why these cannot be the values of their layer; empty if they are proved right from the layers below.
[[nodiscard]] std::string fault_of_layer(const RuleSet& rules, const LayerValues& values, const LayerSource& lower,
                                         const SolveOptions& options, const std::function<void(double share)>& checking);

}  // namespace uthi
