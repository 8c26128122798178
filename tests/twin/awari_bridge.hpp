// From the Awari twin's options to those of core/, and how far the comparisons go.
#pragma once

#include "core/awari.hpp"
#include "tests/twin/awari.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi::twin::awari {

/// Layers 0..this many seeds are compared in full on boards of `row` pits a row (2..4). Says so if it is reduced.
[[nodiscard]] inline int full_layers(int row) {
  constexpr int kFull[] = {14, 11, 9};
  constexpr int kSmall[] = {8, 6, 5};
  const auto i = static_cast<std::size_t>(row - 2);
  if (!small_size()) return kFull[i];
  std::cout << "reduced size: 2x" << row << " to " << kSmall[i] << " seeds instead of " << kFull[i] << '\n';
  return kSmall[i];
}

[[nodiscard]] inline RuleSet rule_set(const Rules& rules, int row) {
  RuleSet set(awari_spec(), row);
  set.set("grandslam", rules.grand_slam_takes_nothing ? "none" : "forbidden");
  return set;
}

/// A position as its mover sees it.
template <int P>
[[nodiscard]] Board<P> board(const Position& position) {
  const Board<P> from_south = twin::board<P>(position.pits);
  return position.side == 0 ? from_south : handed_over(from_south);
}

}  // namespace uthi::twin::awari
