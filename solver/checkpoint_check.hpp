// Whether a state that was kept can be one of the layer that is to be solved.
//
// Here, and nowhere else, everything in it is checked that the solver later uses as an index, a depth or a length, and what
// must hold between the columns at any point at which states are taken (solver/checkpoint.hpp):
//
//   the point     stage, guarantee, depth and counts within those of the layer; the candidates are those of the columns
//   the waves     each node once, below the number of positions, settled at the guarantee of the point or a candidate for it
//   the nodes     margins of the layer; settled ones at no less than the guarantee, unsettled ones with nothing that would
//                 have settled them; and with depths, who is to be spread stands in a wave
//
// With that the solver comes to an end within its memory whatever the state says. It does not follow that the state is
// true: a margin may be false and fit. Whoever goes on from a state checks the values that come of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/repetition.hpp"
#include "solver/checkpoint.hpp"
#include "solver/layer_nodes.hpp"

namespace uthi {

/// What bounds the margins and the guarantees of a layer.
struct LayerFrame {
  int seeds = 0;
  Repetition repetition = Repetition::draw;
};

/// Most words that the waves of a layer of `size` positions can have (Waves::to_words).
[[nodiscard]] constexpr std::uint64_t most_waiting_words(std::uint64_t size) { return 3 * (size + (1U << 16)); }

/// Why this cannot be a state of the layer; empty if it can. `waiting` is as Waves::to_words gives it.
[[nodiscard]] std::string checkpoint_fault(const LayerFrame& frame, const SolvePoint& point, const LayerNodes& nodes,
                                           std::span<const std::uint32_t> waiting);

}  // namespace uthi
