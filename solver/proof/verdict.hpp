// What claims add up to: bounds of floor and ceiling, and the outcome at the stores.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/position.hpp"
#include "core/values.hpp"
#include "solver/proof/claim.hpp"

namespace uthi {

/// What is known of a position. With s seeds on the board bounds are -s-1..s+1: a floor of -s-1 at most is none, a ceiling of s+1
/// at least is none. Absent: nothing is known.
struct Verdict {
  std::optional<int> floor_least;
  std::optional<int> floor_most;
  std::optional<int> ceiling_least;
  std::optional<int> ceiling_most;
  int seeds = 0;
  std::optional<Outcome> outcome;  ///< For the mover, at its stores, where the bounds decide it.
  bool by_score = false;           ///< Of a draw: the game ends with equal scores.

  [[nodiscard]] bool no_floor() const { return floor_most && *floor_most < -seeds; }
  [[nodiscard]] bool no_ceiling() const { return ceiling_least && *ceiling_least > seeds; }
  /// The exact value, where both bounds meet.
  [[nodiscard]] std::optional<int> floor() const;
  [[nodiscard]] std::optional<int> ceiling() const;
  /// True if the value is known, be it that there is none.
  [[nodiscard]] bool floor_known() const { return floor().has_value() || no_floor(); }
  [[nodiscard]] bool ceiling_known() const { return ceiling().has_value() || no_ceiling(); }
};

/// Of claims that all hold: what is claimed of the one value holds for the other as far as floor <= ceiling goes, and under
/// repetition=split for both.
[[nodiscard]] Verdict verdict_of(const Position& position, std::span<const Claim> claims);

/// "South wins", "a draw by score", "South does not lose", "floor = 3", one sentence: "South wins: floor >= 3".
[[nodiscard]] std::string sentence_of(const Position& position, std::span<const Claim> claims);

}  // namespace uthi
