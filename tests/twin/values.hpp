// Floors, ceilings and depths of whole layers of Giuthi: the slow twin of the layer solver.
#pragma once

#include <map>
#include <vector>

#include "tests/twin/iteration.hpp"
#include "tests/twin/rules.hpp"

namespace uthi::twin {

/// Every way to lay `seeds` seeds in `pits` pits.
[[nodiscard]] std::vector<std::vector<int>> all_boards(int pits, int seeds);

/// Values of the layers 0..seeds of boards with `row` pits a row.
class Values {
 public:
  Values(const Rules& rules, int row, int seeds, Endless endless = Endless::fails);

  /// Boards of a layer, South to move.
  [[nodiscard]] const std::vector<std::vector<int>>& boards(int seeds) const { return layers_[static_cast<std::size_t>(seeds)].boards; }
  /// Value of the i-th of these.
  [[nodiscard]] Value value(int seeds, std::size_t i) const { return iteration_.value(static_cast<std::size_t>(seeds), i); }
  [[nodiscard]] Value value(const Position& position) const;

 private:
  struct Layer {
    std::vector<std::vector<int>> boards;
    std::map<std::vector<int>, std::size_t> number;
  };

  [[nodiscard]] std::size_t number_of(const Position& position) const;

  std::vector<Layer> layers_;
  Iteration iteration_;
};

}  // namespace uthi::twin
