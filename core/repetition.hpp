// What a repetition is worth: the rule option that every game has.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rule_set.hpp"

namespace uthi {

enum class Repetition : std::uint8_t {
  draw,   ///< A draw whatever the stores hold: floor and ceiling, with depths.
  score,  ///< Each scores store and own row: bounds by the rows that recur for ever, no depths.
  split,  ///< Endless play is worth nothing on the board: one value, floor = ceiling, no depths.
};

/// The option with `first` as its default.
[[nodiscard]] OptionSpec repetition_option(std::string_view first);

[[nodiscard]] Repetition repetition_of(const RuleSet& rules);

/// Tables under these rules can hold depths.
[[nodiscard]] inline bool have_depths(const RuleSet& rules) { return repetition_of(rules) == Repetition::draw; }

/// Floor and ceiling of every position are one value, and there always is one.
[[nodiscard]] inline bool have_one_value(const RuleSet& rules) { return repetition_of(rules) == Repetition::split; }

}  // namespace uthi
