// What a problem asks for, as words and as data.
//
//   win                        the game ends with more seeds for the solver
//   win by K                   ... with at least K more (K from 1)
//   win in N turns             ... after at most N turns of the solver, its last one and what follows it counted
//   win in N plies             ... after at most N plies of both sides
//   draw                       the solver does not lose
//   lose at most K             the solver does not lose by more than K (K from 0)
//   best margin                the best final result there is: the largest win, else a draw, else the smallest loss
//   capture K                  the solver's turn captures at least K seeds
//   repetition                 the game never ends: a position comes back
//   one-warrior win            the game ends with exactly two more for the solver (games that have a name for it: Kiothi)
//
// The solver is the side to move. Stores count. A repetition ends the game as the rule set says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rule_set.hpp"

namespace uthi::workshop {

enum class Aim : std::uint8_t {
  win,
  win_by,
  win_in_turns,
  win_in_plies,
  draw,
  lose_at_most,
  best_margin,
  capture,
  repetition,
  one_warrior,
};

struct Stipulation {
  Aim aim = Aim::win;
  int number = 0;  ///< K in seeds or N in turns or plies; 0 where the aim has none.
  friend bool operator==(const Stipulation&, const Stipulation&) = default;
};

inline constexpr int kMostNumber = 999;

/// Reads one of the forms above. Throws UsageError that lists them.
[[nodiscard]] Stipulation parse_stipulation(std::string_view text);

/// The form above: "win in 3 turns", "win in 1 turn".
[[nodiscard]] std::string to_text(const Stipulation& stipulation);

/// As it stands under a diagram: "South wins by at least 4" (`mover` is "South" or "North").
[[nodiscard]] std::string sentence_of(const Stipulation& stipulation, std::string_view mover);

/// Throws UsageError where the aim means nothing under these rules: a one-warrior win in a game without one, a repetition
/// under rules that give endless play a value, and everything under repetition=score, whose tables can hold bounds only.
void require_meaningful(const Stipulation& stipulation, const RuleSet& rules);

/// Aims that the solver reaches by an end or an event that must come about; the others (draw, lose at most, repetition)
/// endless play meets too.
[[nodiscard]] bool must_come_about(Aim aim);

}  // namespace uthi::workshop
