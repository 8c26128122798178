// How hard a problem is likely to be for a person: a number without a unit, larger is harder.
//
//   10 for each bit of choice: log2 of the number of legal sowings, summed over the solver's moves of the unique line
//   15 if the key captures nothing although another sowing captures
//   20 if the sowing that captures most fails
//   15 if after the key's turn the opponent can capture
//    3 for each lap of the key beyond the first, 30 at most
//   10 if the solver is forced to pass later in the line
#pragma once

#include <algorithm>
#include <cmath>

namespace uthi::workshop {

/// What the score counts.
struct Hardness {
  double bits = 0;  ///< Of choice.
  bool quiet_among_captures = false;
  bool greedy_fails = false;
  bool gives = false;
  int key_laps = 1;
  bool passes = false;
};

[[nodiscard]] inline int difficulty_of(const Hardness& hardness) {
  constexpr int kMost = 9999;
  double score = 10 * hardness.bits;
  if (hardness.quiet_among_captures) score += 15;
  if (hardness.greedy_fails) score += 20;
  if (hardness.gives) score += 15;
  score += std::min(30, 3 * (hardness.key_laps - 1));
  if (hardness.passes) score += 10;
  return std::min(kMost, static_cast<int>(std::lround(score)));
}

}  // namespace uthi::workshop
