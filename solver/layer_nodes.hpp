// The nodes of one layer while it is being solved.
//
// Think of one player, A, who must bring the game to an end, and of the margin that A can force: the guarantee. Every
// stored position is two nodes, A (A is to move) and B (the other player is). With both of them settled
//
//     floor(p) = guarantee of A(p)        ceiling(p) = - guarantee of B(p)
//
// A node A takes the best of its successors, so the first successor that is settled settles it. A node B gets the worst
// of its successors, so it waits for the last: `open` counts those in the layer that are not settled yet. What the
// layers below give is known from the start and stands in `candidate`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/values.hpp"
#include "solver/memory.hpp"
#include "solver/pages.hpp"

namespace uthi {

enum class Role : std::uint8_t { a, b };

[[nodiscard]] constexpr Role other(Role role) { return role == Role::a ? Role::b : Role::a; }

/// Node columns by index number; 5 bytes and a bit a position and 4 bytes more with depths.
struct LayerNodes {
  /// No successor below gives B anything: it depends on the layer alone.
  static constexpr std::int8_t kNothingBelow = std::numeric_limits<std::int8_t>::max();

  /// More than a position has plies: B is never left without an open one, for a successor below has no value.
  static constexpr std::uint8_t kNeverAll = std::numeric_limits<std::uint8_t>::max();

  std::vector<std::int8_t> a_value;  ///< kNoMargin until settled.
  std::vector<std::int8_t> b_value;
  std::vector<std::int8_t> a_candidate;  ///< Best guarantee by a successor below, kNoMargin if there is none.
  std::vector<std::int8_t> b_candidate;  ///< Worst one; kNoMargin if one has no value, kNothingBelow if there is none.
  std::vector<std::uint8_t> b_open;      ///< Plies within the layer whose target is not settled, or kNeverAll less those that are.
  std::vector<std::uint16_t> a_depth;    ///< Of the candidate until settled. Empty without depths.
  std::vector<std::uint16_t> b_depth;

  /// A bit a position: A is settled. Whoever settles it sets the bit and then the value. Most A nodes that are told of a
  /// successor are settled already, and these bits are in the cache where the values are not.
  std::vector<std::uint8_t> a_settled;

  LayerNodes(std::uint64_t size, bool depths)
      : a_value(huge_vector<std::int8_t>(size, kNoMargin)),
        b_value(huge_vector<std::int8_t>(size, kNoMargin)),
        a_candidate(huge_vector<std::int8_t>(size, kNoMargin)),
        b_candidate(huge_vector<std::int8_t>(size, kNothingBelow)),
        b_open(huge_vector<std::uint8_t>(size, 0)),
        a_depth(huge_vector<std::uint16_t>(depths ? size : 0, kNoDepth)),
        b_depth(huge_vector<std::uint16_t>(depths ? size : 0, kNoDepth)),
        a_settled(huge_vector<std::uint8_t>(size / 8 + 1, 0)) {}

  /// Memory of `size` positions.
  static constexpr std::uint64_t bytes(std::uint64_t size, bool depths) { return size * (depths ? 9 : 5) + size / 8 + 1; }

  /// Notes that A(number) is settled; false if it was. Several threads may do so if `kShared`.
  template <bool kShared>
  bool mark_a(std::uint32_t number) {
    return Memory<kShared>::set(a_settled[number / 8], static_cast<std::uint8_t>(1U << number % 8));
  }
  void prefetch_mark_a(std::uint32_t number) const { __builtin_prefetch(&a_settled[number / 8], 1); }

  /// The marks again, from the values.
  void mark_settled() {
    for (std::uint32_t number = 0; number < a_value.size(); ++number) {
      if (a_value[number] != kNoMargin) mark_a<false>(number);
    }
  }

  /// As if nothing had been settled or looked at.
  void reset() {
    std::fill(a_value.begin(), a_value.end(), kNoMargin);
    std::fill(b_value.begin(), b_value.end(), kNoMargin);
    std::fill(a_candidate.begin(), a_candidate.end(), kNoMargin);
    std::fill(b_candidate.begin(), b_candidate.end(), kNothingBelow);
    std::fill(b_open.begin(), b_open.end(), std::uint8_t{0});
    std::fill(a_depth.begin(), a_depth.end(), kNoDepth);
    std::fill(b_depth.begin(), b_depth.end(), kNoDepth);
    std::fill(a_settled.begin(), a_settled.end(), std::uint8_t{0});
  }

  /// f(column) for every column but the marks, which follow from the values.
  template <class F>
  void for_each_column(F&& f) {
    f(a_value);
    f(b_value);
    f(a_candidate);
    f(b_candidate);
    f(b_open);
    f(a_depth);
    f(b_depth);
  }

  [[nodiscard]] bool has_depths() const { return !a_depth.empty(); }
};

}  // namespace uthi
