// What a solved layer looks like: outcomes, histograms, and its most remarkable positions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/position.hpp"
#include "core/values.hpp"

namespace uthi {

/// A position that holds a record, with the margin (seeds) and depth (plies) it holds it by.
struct Extreme {
  int margin = 0;
  int depth = 0;
  Position position;
};

/// Counts are of positions with mirror images counted. Outcomes are the mover's at even stores.
struct LayerStatistics {
  LayerId layer;
  std::uint64_t positions = 0;
  std::uint64_t stored = 0;
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws_by_score = 0;
  std::uint64_t draws_by_repetition = 0;
  std::uint64_t undecided = 0;  ///< Bounds under repetition=score that leave more than one outcome possible.
  /// Floor below ceiling, or one of them missing: what happens depends on the stores or on a repetition.
  std::uint64_t open = 0;
  std::uint64_t no_floor = 0;
  std::uint64_t no_ceiling = 0;
  std::map<int, std::uint64_t> floors{};  ///< Margin to positions.
  std::map<int, std::uint64_t> ceilings{};
  /// Either side would do better if it were the other's move (outcomes of the position with either side to move add up
  /// to less than nothing).
  std::uint64_t mutual_zugzwangs = 0;
  std::optional<Position> mutual_zugzwang{};  ///< The first by number.
  /// The records by depth, the first by number among equals; absent without depths.
  std::optional<Extreme> longest_win{};
  std::optional<Extreme> longest_loss{};
  std::optional<Extreme> deepest_floor{};
  std::optional<Extreme> deepest_ceiling{};
};

/// Works on `threads` threads; the result does not depend on how many.
[[nodiscard]] LayerStatistics layer_statistics(const RuleSet& rules, const LayerValues& values, int threads);

}  // namespace uthi
