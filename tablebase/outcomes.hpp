// Which outcomes a value leaves possible at some stores: more than one only under repetition=score, whose bounds can stand
// apart.
#pragma once

#include "core/repetition.hpp"
#include "core/values.hpp"

namespace uthi {

/// Outcomes for the mover.
struct Outcomes {
  bool loss = false;
  bool draw = false;
  bool win = false;

  [[nodiscard]] bool decided() const { return (loss ? 1 : 0) + (draw ? 1 : 0) + (win ? 1 : 0) == 1; }
  friend bool operator==(const Outcomes&, const Outcomes&) = default;
};

/// The outcomes of final margins least..largest. Margins change by twos: what one player gains the other one loses.
[[nodiscard]] inline Outcomes outcomes_between(int least, int largest) {
  return {.loss = least < 0, .draw = least <= 0 && largest >= 0 && least % 2 == 0, .win = largest > 0};
}

/// Outcomes with lead `lead` under a repetition rule.
[[nodiscard]] inline Outcomes outcomes_of(const Value& value, int lead, Repetition repetition) {
  if (repetition == Repetition::score && value.floor && value.ceiling) {
    return outcomes_between(lead + *value.floor, lead + *value.ceiling);
  }
  const Outcome outcome = outcome_of(value, lead);
  return {.loss = outcome == Outcome::loss, .draw = outcome == Outcome::draw, .win = outcome == Outcome::win};
}

}  // namespace uthi
