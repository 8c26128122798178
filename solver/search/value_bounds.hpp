// What is known so far of a position's floor and ceiling.
#pragma once

#include <algorithm>
#include <optional>

#include "core/values.hpp"
#include "solver/search/transpositions.hpp"

namespace uthi {

/// Margins still to come for the mover of a board of `seeds` seeds. "No floor" stands as -seeds-1, "no ceiling" as seeds+1,
/// so that more is always better for the mover.
struct ValueBounds {
  int seeds = 0;
  int floor_least = 0;
  int floor_most = 0;
  int ceiling_least = 0;
  int ceiling_most = 0;

  /// Nothing is known.
  [[nodiscard]] static ValueBounds of(int seeds) { return {seeds, -seeds - 1, seeds, -seeds, seeds + 1}; }

  [[nodiscard]] bool exact() const { return floor_exact() && ceiling_exact(); }
  [[nodiscard]] bool floor_exact() const { return floor_least == floor_most; }
  [[nodiscard]] bool ceiling_exact() const { return ceiling_least == ceiling_most; }
  [[nodiscard]] bool none(int margin) const { return margin < -seeds || margin > seeds; }

  void set(const RawValue& value) {
    floor_least = floor_most = value.floor == kNoMargin ? -seeds - 1 : value.floor;
    ceiling_least = ceiling_most = value.ceiling == kNoMargin ? seeds + 1 : value.ceiling;
  }

  /// Takes in that `prover` can (cannot) force `target`; `one_value`: floor and ceiling are one (repetition=split).
  void learn(Prover prover, int target, bool proved, bool one_value) {
    // Margins at the end of a game have the parity of the seeds.
    if (((target ^ seeds) & 1) != 0 && !one_value) ++target;
    if (prover == Prover::mover) {
      if (proved) {
        floor_least = std::max(floor_least, target);
      } else {
        floor_most = std::min(floor_most, one_value || target - 2 >= -seeds ? target - (one_value ? 1 : 2) : -seeds - 1);
      }
    } else if (proved) {
      ceiling_most = std::min(ceiling_most, -target);
    } else {
      ceiling_least = std::max(ceiling_least, one_value || -target + 2 <= seeds ? -target + (one_value ? 1 : 2) : seeds + 1);
    }
    if (one_value) {
      floor_least = ceiling_least = std::max(floor_least, ceiling_least);
      floor_most = ceiling_most = std::min(floor_most, ceiling_most);
    } else {
      ceiling_least = std::max(ceiling_least, floor_least);
      floor_most = std::min(floor_most, ceiling_most);
      // A floor at the largest margin that the opponent can be held to below it is none.
    }
  }

  /// Outcome for the mover with this lead, if it is decided.
  [[nodiscard]] std::optional<Outcome> outcome(int lead) const {
    if (!none(floor_least) && lead + floor_least > 0) return Outcome::win;
    if (!none(ceiling_most) && lead + ceiling_most < 0) return Outcome::loss;
    const bool never_wins = floor_most < -seeds || lead + floor_most <= 0;
    const bool never_loses = ceiling_least > seeds || lead + ceiling_least >= 0;
    if (never_wins && never_loses) return Outcome::draw;
    return std::nullopt;
  }
};

}  // namespace uthi
