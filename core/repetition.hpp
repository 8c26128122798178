// What a repetition is worth: the rule option that every game has.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rule_set.hpp"

namespace uthi {

enum class Repetition : std::uint8_t {
  draw,   ///< A draw whatever the stores hold: floor and ceiling, with depths.
  split,  ///< Endless play is worth nothing on the board: one value, floor = ceiling, no depths.
};

/// The option with `first` as its default.
[[nodiscard]] OptionSpec repetition_option(std::string_view first);

[[nodiscard]] Repetition repetition_of(const RuleSet& rules);

/// Tables under these rules can hold depths.
[[nodiscard]] inline bool have_depths(const RuleSet& rules) { return repetition_of(rules) == Repetition::draw; }

}  // namespace uthi
