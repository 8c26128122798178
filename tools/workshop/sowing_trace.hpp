// A sowing lap by lap, and the pits that its capture empties: what pictures show and miners count.
#pragma once

#include <vector>

#include "core/referee.hpp"

namespace uthi::workshop {

struct TracedLap {
  int from = 0;             ///< Ring pit, South's a first (as in Position).
  int seeds = 0;            ///< Lifted.
  int direction = 1;        ///< +1 counter-clockwise, -1 clockwise.
  std::vector<int> sown{};  ///< Ring pits in the order in which they get a seed; the last one is the landing pit.
};

struct SowingTrace {
  std::vector<TracedLap> laps{};  ///< None for a pass.
  std::vector<int> captured{};    ///< Ring pits that the capture empties, the landing pit included, in ring order.

  /// Of these, pits of the opponent of `mover`.
  [[nodiscard]] int captured_from(Side mover, int pits) const;
};

/// Traces a ply that the referee gave for `before`. Throws DoesNotFit beyond 100,000 laps.
[[nodiscard]] SowingTrace trace_of(const Position& before, const LegalPly& ply);

/// The most seeds that the mover's turn can capture from here.
[[nodiscard]] int best_turn_capture(const Referee& referee, const Position& position);

}  // namespace uthi::workshop
