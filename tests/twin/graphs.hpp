// Whole layers of a game as plain graphs of plies, made from the literal rules: what the twins of repetition=score walk on.
#pragma once

#include <string>
#include <vector>

#include "tests/twin/iteration.hpp"
#include "tests/twin/kiothi.hpp"
#include "tests/twin/rules.hpp"

namespace uthi::twin {

/// A position by its plies, seen from its mover, and what its rows are worth to the mover where it repeats.
struct ScoredNode {
  Node node;
  int row_margin;
};

/// One layer; edges name layers by their place in the list of layers.
struct Graph {
  int seeds;
  std::vector<ScoredNode> nodes;
};

/// Giuthi with 0..seeds seeds; nodes stand in the order of `all_boards(2 * row, seeds)`, South to move.
[[nodiscard]] std::vector<Graph> giuthi_graphs(const Rules& rules, int row, int seeds);

/// Kiothi with 0..seeds seeds and 0..marks marks, as layers {seeds, marks} are listed; nodes in the order of
/// `kiothi::all_positions`.
struct KiothiGraphs {
  std::vector<std::pair<int, int>> layers;
  std::vector<Graph> graphs;
};
[[nodiscard]] KiothiGraphs kiothi_graphs(const kiothi::Rules& rules, int row, int seeds, int marks);

}  // namespace uthi::twin
