// Floors and ceilings under repetition=score by the nested fixpoint written down literally: the slow twin.
//
// For every threshold t, "A gets t at least" is   mu X. nu Y. (good and Cpre Y) or Cpre X   over the two nodes of each
// position, where good rows are worth t to A. Sets are plain vectors, and every set is worked out by looking at all
// positions again and again: no counters, no un-moves, no order of settling, nothing kept from one threshold to the next.
#pragma once

#include <array>
#include <vector>

#include "tests/twin/graphs.hpp"

namespace uthi::twin {

class ScoreValues {
 public:
  /// Layers in an order in which plies lead to the layer itself or to one before.
  explicit ScoreValues(const std::vector<Graph>& graphs);
  [[nodiscard]] int floor(std::size_t layer, std::size_t i) const { return guarantees_[layer][kA][i]; }
  [[nodiscard]] int ceiling(std::size_t layer, std::size_t i) const { return -guarantees_[layer][kB][i]; }

 private:
  // A is to move, or the other player is; guarantees and thresholds are A's.
  enum Role : std::size_t { kA = 0, kB = 1 };
  using Set = std::array<std::vector<bool>, 2>;

  void solve(const Graph& graph, std::size_t layer);
  [[nodiscard]] Set reaching(const Graph& graph, std::size_t layer, int t) const;
  [[nodiscard]] bool controls(const ScoredNode& node, std::size_t layer, Role role, int t, const Set& set) const;

  std::vector<std::array<std::vector<int>, 2>> guarantees_;
};

}  // namespace uthi::twin
