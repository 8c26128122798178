// The inner loops of a game, timed: plies, un-moves, index. The only tools that see the size of the board.
#pragma once

#include <cstdint>
#include <memory>

#include "core/layer.hpp"
#include "core/rule_set.hpp"

namespace uthi {

/// One timed loop. `count` and `checksum` depend on the rules alone, so a change that means to be a speed-up keeps them.
struct KernelRun {
  std::uint64_t count = 0;  ///< Things done: plies, predecessors, look-ups.
  std::uint64_t checksum = 0;
  double seconds = 0;
};

class BenchKernels {
 public:
  virtual ~BenchKernels() = default;
  /// Every ply of every stored board of the layer.
  [[nodiscard]] virtual KernelRun plies() const = 0;
  /// Every predecessor of every stored board.
  [[nodiscard]] virtual KernelRun unplies() const = 0;
  /// Numbers of boards that plies of the layer lead to.
  [[nodiscard]] virtual KernelRun slots() const = 0;
  /// Boards of numbers in scattered order.
  [[nodiscard]] virtual KernelRun boards() const = 0;
};

[[nodiscard]] std::unique_ptr<BenchKernels> make_bench_kernels(const RuleSet& rules, LayerId layer);

}  // namespace uthi
