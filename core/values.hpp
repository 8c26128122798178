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

/// The columns of one position as they stand: kNoMargin and kNoDepth where there is nothing.
struct RawValue {
  std::int8_t floor = kNoMargin;
  std::int8_t ceiling = kNoMargin;
  std::uint16_t floor_depth = kNoDepth;
  std::uint16_t ceiling_depth = kNoDepth;
  friend bool operator==(const RawValue&, const RawValue&) = default;
};

[[nodiscard]] inline Value to_value(const RawValue& raw) {
  Value value;
  if (raw.floor != kNoMargin) value.floor = raw.floor;
  if (raw.ceiling != kNoMargin) value.ceiling = raw.ceiling;
  if (raw.floor_depth != kNoDepth) value.floor_depth = raw.floor_depth;
  if (raw.ceiling_depth != kNoDepth) value.ceiling_depth = raw.ceiling_depth;
  return value;
}

/// Values of a whole layer by index number. Margins are -seeds..seeds or kNoMargin.
struct LayerValues {
  LayerId layer;
  std::vector<std::int8_t> floor;
  std::vector<std::int8_t> ceiling;
  std::vector<std::uint16_t> floor_depth;  ///< Empty if depths were not asked for; kNoDepth where there is no floor.
  std::vector<std::uint16_t> ceiling_depth;

  [[nodiscard]] std::uint64_t size() const { return floor.size(); }
  [[nodiscard]] bool has_depths() const { return floor_depth.size() == floor.size(); }

  [[nodiscard]] RawValue raw(std::uint64_t number) const {
    RawValue value{floor[number], ceiling[number]};
    if (has_depths()) {
      value.floor_depth = floor_depth[number];
      value.ceiling_depth = ceiling_depth[number];
    }
    return value;
  }
  [[nodiscard]] Value at(std::uint64_t number) const { return to_value(raw(number)); }
  friend bool operator==(const LayerValues&, const LayerValues&) = default;
};

/// Something that has whole layers in memory.
class LayerSource {
 public:
  virtual ~LayerSource() = default;
  /// The layer; it stays alive and unchanged as long as the source. Throws TableMissing.
  [[nodiscard]] virtual const LayerValues& layer(LayerId layer) const = 0;
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
