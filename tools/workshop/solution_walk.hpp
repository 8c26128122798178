// A written solution played out: every ply of every branch with the point of play before it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/workshop/goal.hpp"
#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

/// One ply of the intended solution.
struct SolutionStep {
  Node before;
  LegalPly ply;
  int number = 1;         ///< Of the ply from the start, from 1.
  bool main_line = true;  ///< Not in a branch other than the first.
  Node after;
};

/// Where a written solution cannot be played on.
struct SolutionFault {
  int number = 1;  ///< Of the ply.
  std::string text;
};

/// Calls `f` for each ply, the main line first in each set of branches. The first fault of a line ends that line.
/// A turn must be played in full unless it is the last of its line.
[[nodiscard]] std::vector<SolutionFault> walk_solution(const Goal& goal, const Solution& solution,
                                                       const std::function<void(const SolutionStep&)>& f);

/// The sowings of a turn: "b+,c-" to "b+" and "c-".
[[nodiscard]] std::vector<std::string> sowings_of(const std::string& turn);

/// Plies as turns: those of one player's turn joined by commas.
[[nodiscard]] std::vector<std::string> turns_of(const std::vector<LegalPly>& plies);

}  // namespace uthi::workshop
