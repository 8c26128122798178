// How many plies of a layer stay inside and must be kept one by one, judged by a sample of its positions.
#pragma once

#include <cstdint>
#include <random>

#include "core/board.hpp"
#include "core/game.hpp"
#include "core/layer.hpp"

namespace uthi {

/// Edges that solver/predecessors.hpp keeps for a position of `layer`, on average; those of solver/home_edges.hpp are not
/// among them. From 4096 positions, the same ones always, each of the layer's as likely: to about one in a hundred.
template <SharesBeginnings G>
[[nodiscard]] double kept_edges_a_position(const G& game, LayerId layer) {
  constexpr int kSample = 4096;
  constexpr int kRing = 2 * G::kPits;
  std::mt19937_64 random(1);
  std::uint64_t edges = 0;
  for (int i = 0; i < kSample; ++i) {
    // Seeds and the bars between pits in a row: every way to draw the bars is one position.
    typename G::Board board;
    int bars = kRing - 1;
    int seeds = layer.seeds;
    for (int pit = 0; bars + seeds > 0;) {
      if (random() % static_cast<std::uint64_t>(bars + seeds) < static_cast<std::uint64_t>(bars)) {
        --bars;
        ++pit;
      } else {
        --seeds;
        board.add(pit, 1);
      }
    }
    game.for_each_ply(board, [&](Move, const Ply<typename G::Board>& ply) {
      if (!ply.lower && !ply.again) ++edges;
    });
  }
  return static_cast<double>(edges) / kSample;
}

}  // namespace uthi
