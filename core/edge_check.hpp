// The safety net under the solver: the plies of a layer, found forward, are the plies found by un-moves.
#pragma once

#include <array>
#include <cstdint>

#include "core/layer.hpp"
#include "core/rule_set.hpp"

namespace uthi {

/// A multiset of in-layer edges (parent, child, same player again): how many, and a sum of 128-bit hashes of them.
/// Two multisets with the same sums are equal but for a chance of about 2^-128.
struct EdgeSum {
  std::uint64_t edges = 0;
  std::array<std::uint64_t, 2> hash{};
  friend bool operator==(const EdgeSum&, const EdgeSum&) = default;
};

struct EdgeCheck {
  LayerId layer;
  std::uint64_t positions = 0;  ///< Stored ones.
  EdgeSum forward{};            ///< By plies of every stored position.
  EdgeSum backward{};           ///< By un-moves from every stored position, weighted (core/slot.hpp).
  [[nodiscard]] bool ok() const { return forward == backward; }
};

/// Compares the edges of one layer; memory does not grow with the layer. Throws DoesNotFit beyond what is indexed.
[[nodiscard]] EdgeCheck check_edges(const RuleSet& rules, LayerId layer);

}  // namespace uthi
