// The inner loops of a game, timed: plies, un-moves, index.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/board_game.hpp"

namespace uthi {

/// One timed loop. `count` and `checksum` depend on the rules alone, so a change that means to be a speed-up keeps them.
struct KernelRun {
  std::uint64_t count = 0;  ///< Things done: plies, predecessors, look-ups.
  std::uint64_t checksum = 0;
  double seconds = 0;
};

class BenchKernels {
 public:
  BenchKernels(const RuleSet& rules, LayerId layer);

  /// Every ply of every stored board of the layer.
  [[nodiscard]] KernelRun plies() const;
  /// Every predecessor of every stored board.
  [[nodiscard]] KernelRun unplies() const;
  /// Numbers of boards that plies of the layer lead to.
  [[nodiscard]] KernelRun slots() const;
  /// Boards of numbers in scattered order.
  [[nodiscard]] KernelRun boards() const;

 private:
  std::shared_ptr<const BoardGame> game_;
  LayerId layer_;
  std::function<WalkTotals()> slots_;
};

}  // namespace uthi
