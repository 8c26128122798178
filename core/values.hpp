// What is known of a position: floor and ceiling, and how many plies each takes.
//
// With lead d (mover's store less the opponent's):  win iff d + floor > 0,  loss iff d + ceiling < 0,  else a draw:
// by score where floor = ceiling = -d, by repetition otherwise. A missing floor never wins, a missing ceiling never loses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/layer.hpp"

namespace uthi {

/// In columns of margins: the side that would have to force an end cannot.
inline constexpr std::int8_t kNoMargin = -128;
/// In columns of depths, where there is no margin.
inline constexpr std::uint16_t kNoDepth = 0xffff;

/// Value of one position, margins in seeds and depths in plies, seen from the mover.
struct Value {
  std::optional<int> floor;
  std::optional<int> ceiling;
  std::optional<int> floor_depth;  ///< Absent too where the table holds no depths.
  std::optional<int> ceiling_depth;
  friend bool operator==(const Value&, const Value&) = default;
};

/// Values of a whole layer by index number. Margins are -seeds..seeds or kNoMargin.
struct LayerValues {
  LayerId layer;
  std::vector<std::int8_t> floor;
  std::vector<std::int8_t> ceiling;
  std::vector<std::uint16_t> floor_depth;  ///< Empty if depths were not asked for; kNoDepth where there is no floor.
  std::vector<std::uint16_t> ceiling_depth;

  [[nodiscard]] std::uint64_t size() const { return floor.size(); }
  [[nodiscard]] bool has_depths() const { return floor_depth.size() == floor.size(); }

  [[nodiscard]] Value at(std::uint64_t number) const {
    Value value;
    if (floor[number] != kNoMargin) value.floor = floor[number];
    if (ceiling[number] != kNoMargin) value.ceiling = ceiling[number];
    if (has_depths() && value.floor) value.floor_depth = floor_depth[number];
    if (has_depths() && value.ceiling) value.ceiling_depth = ceiling_depth[number];
    return value;
  }
  friend bool operator==(const LayerValues&, const LayerValues&) = default;
};

enum class Outcome : std::int8_t { loss = -1, draw = 0, win = 1 };

[[nodiscard]] constexpr Outcome opposite_of(Outcome outcome) { return static_cast<Outcome>(-static_cast<int>(outcome)); }

/// Outcome for the mover with lead `lead`.
[[nodiscard]] inline Outcome outcome_of(const Value& value, int lead) {
  if (value.floor && lead + *value.floor > 0) return Outcome::win;
  if (value.ceiling && lead + *value.ceiling < 0) return Outcome::loss;
  return Outcome::draw;
}

/// For a draw: the game ends with equal scores (rather than in a repetition).
[[nodiscard]] inline bool drawn_by_score(const Value& value, int lead) {
  return value.floor && value.ceiling && *value.floor == -lead && *value.ceiling == -lead;
}

}  // namespace uthi
