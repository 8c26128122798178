// From the Kiothi twin's plain positions to those of core/, and how far the comparisons go.
#pragma once

#include <string>
#include <vector>

#include "core/kiothi.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/kiothi.hpp"

namespace uthi::twin::kiothi {

/// Whole layers that are compared: boards of `row` pits a row with 0..seeds seeds and 0..marks marks.
struct Reach {
  int row;
  int seeds;
  int marks;
};

/// For 2x2 to 2x5. Says so if it is reduced.
[[nodiscard]] inline Reach reach(int row) {
  constexpr Reach kFull[] = {{2, 8, 4}, {3, 7, 6}, {4, 6, 6}, {5, 7, 0}};
  constexpr Reach kSmall[] = {{2, 6, 4}, {3, 4, 4}, {4, 3, 3}, {5, 4, 0}};
  const auto i = static_cast<std::size_t>(row - 2);
  if (!small_size()) return kFull[i];
  std::cout << "reduced size: 2x" << row << " to " << kSmall[i].seeds << " seeds instead of " << kFull[i].seeds << '\n';
  return kSmall[i];
}

[[nodiscard]] inline RuleSet rule_set(const Rules& rules, int row) {
  RuleSet set(kiothi_spec(), row);
  set.set("origin", rules.skip_origin ? "skip" : "sow");
  set.set("crossing", rules.needs_crossing ? "yes" : "no");
  set.set("triple", rules.triple_run ? "run" : "all");
  return set;
}

/// A position as its mover sees it.
template <int P>
[[nodiscard]] MarkedBoard<P> board(const Position& position) {
  MarkedBoard<P> board{twin::board<P>(position.pits), 0};
  for (std::size_t ring = 0; ring < position.nki.size(); ++ring) board.marks |= position.nki[ring] ? 1U << ring : 0U;
  return position.side == 0 ? board : handed_over(board);
}

}  // namespace uthi::twin::kiothi
