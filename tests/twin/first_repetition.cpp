// Playing on until the end or the first repetition.
#include "tests/twin/first_repetition.hpp"

#include <algorithm>

namespace uthi::twin {

int FirstRepetitionGame::value(std::size_t layer, std::size_t i) {
  const auto known = values_.find({layer, i});
  if (known != values_.end()) return known->second;
  Path path(2 * graphs_[layer].nodes.size(), false);
  const int everything = graphs_[layer].seeds + 1;
  const int value = play(layer, i, false, path, -everything, everything);
  values_[{layer, i}] = value;
  return value;
}

int FirstRepetitionGame::play(std::size_t layer, std::size_t i, bool second, Path& path, int alpha, int beta) {
  ++visited_;
  const ScoredNode& node = graphs_[layer].nodes[i];
  const std::size_t place = 2 * i + (second ? 1 : 0);
  if (path[place]) return node.row_margin;
  if (node.node.edges.empty()) return node.node.end_margin;
  path[place] = true;
  int best = -graphs_[layer].seeds - 1;
  // Captures first: they are known, and narrow the window.
  for (const bool captures : {true, false}) {
    for (const Edge& edge : node.node.edges) {
      if ((edge.layer != layer) != captures || best >= beta) continue;
      int worth = 0;
      if (captures) {
        const int rest = value(edge.layer, edge.child);
        worth = edge.captures + (edge.again ? rest : -rest);
      } else if (edge.again) {
        worth = play(layer, edge.child, second, path, std::max(alpha, best), beta);
      } else {
        worth = -play(layer, edge.child, !second, path, -beta, -std::max(alpha, best));
      }
      best = std::max(best, worth);
    }
  }
  path[place] = false;
  return best;
}

}  // namespace uthi::twin
