// What a miner asks of a position, and the unique line that it finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/move.hpp"
#include "core/values.hpp"
#include "tools/workshop/stipulation.hpp"

namespace uthi::workshop {

inline constexpr std::size_t kLongestLine = 100;  ///< Plies.

/// Final margins for the solver, from a value seen by whoever moves, with the solver's lead.
struct Standing {
  int low = 0;
  int high = 0;
  bool has_low = false;
  bool has_high = false;
};

[[nodiscard]] inline Standing standing_of(const RawValue& raw, bool solver_moves, int lead) {
  const bool floor = raw.floor != kNoMargin;
  const bool ceiling = raw.ceiling != kNoMargin;
  if (solver_moves) return {lead + raw.floor, lead + raw.ceiling, floor, ceiling};
  return {lead - raw.ceiling, lead - raw.floor, ceiling, floor};
}

/// What the solver must be able to keep.
struct Aiming {
  Aim aim = Aim::win;
  int least = 1;  ///< For wins.

  [[nodiscard]] bool holds(const Standing& at) const {
    switch (aim) {
      case Aim::draw:
        return !at.has_high || at.high >= 0;
      case Aim::repetition:
        return !at.has_high;
      default:
        return at.has_low && at.low >= least;
    }
  }
};

/// A unique line as moves; what it is on the page is worked out for hits only.
struct FoundLine {
  std::vector<Move> moves{};
  double bits = 0;
  bool passes = false;                 ///< The solver, behind the key.
  std::vector<std::uint64_t> tails{};  ///< Positions of the layer at even stores, the solver to move, behind the key
};

}  // namespace uthi::workshop
