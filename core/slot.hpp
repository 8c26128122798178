// Where a position is stored, and how much an un-move between stored positions counts.
#pragma once

#include <cstdint>

namespace uthi {

struct Slot {
  std::uint64_t number = 0;
  bool flipped = false;     ///< The stored position is the mirror image.
  bool palindrome = false;  ///< The position is its own mirror image.
};

/// How often an un-move from a stored `child` to `parent` counts, so that un-moves between stored positions balance the
/// plies of stored positions. A stored position stands for itself and its mirror image, so:
///
///   the child is its own image     its parents come in mirror pairs; only the stored one of each pair counts
///   the parent is, the child not   two plies of the parent lead to the stored child, one of them by way of the mirror
///
/// Games without a mirror have neither, and every un-move counts once.
[[nodiscard]] constexpr unsigned unmove_weight(bool child_palindrome, const Slot& parent) {
  if (child_palindrome) return parent.flipped ? 0 : 1;
  return parent.palindrome ? 2 : 1;
}

}  // namespace uthi
