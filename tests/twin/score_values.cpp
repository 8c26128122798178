// The nested fixpoint.
#include "tests/twin/score_values.hpp"

namespace uthi::twin {

ScoreValues::ScoreValues(const std::vector<Graph>& graphs) {
  for (std::size_t layer = 0; layer < graphs.size(); ++layer) solve(graphs[layer], layer);
}

void ScoreValues::solve(const Graph& graph, std::size_t layer) {
  guarantees_.emplace_back();
  for (const Role role : {kA, kB}) guarantees_[layer][role].assign(graph.nodes.size(), kNone);
  // All margins have the parity of the seeds.
  for (int t = -graph.seeds; t <= graph.seeds; t += 2) {
    const Set reached = reaching(graph, layer, t);
    for (const Role role : {kA, kB}) {
      for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (reached[role][i]) guarantees_[layer][role][i] = t;
      }
    }
  }
}

ScoreValues::Set ScoreValues::reaching(const Graph& graph, std::size_t layer, int t) const {
  const std::size_t size = graph.nodes.size();
  Set x{std::vector<bool>(size, false), std::vector<bool>(size, false)};
  for (;;) {
    Set y{std::vector<bool>(size, true), std::vector<bool>(size, true)};
    for (;;) {
      Set next{std::vector<bool>(size), std::vector<bool>(size)};
      for (const Role role : {kA, kB}) {
        for (std::size_t i = 0; i < size; ++i) {
          const ScoredNode& node = graph.nodes[i];
          const bool good = (role == kA ? node.row_margin : -node.row_margin) >= t;
          next[role][i] = (good && controls(node, layer, role, t, y)) || controls(node, layer, role, t, x);
        }
      }
      if (next == y) break;
      y = std::move(next);
    }
    if (y == x) return x;
    x = std::move(y);
  }
}

// Cpre: one ply on, A can see to it that play is in the set, has come to an end worth t, or has left for t at least.
bool ScoreValues::controls(const ScoredNode& node, std::size_t layer, Role role, int t, const Set& set) const {
  const std::vector<Edge>& edges = node.node.edges;
  if (edges.empty()) return (role == kA ? node.node.end_margin : -node.node.end_margin) >= t;
  for (const Edge& edge : edges) {
    const Role after = edge.again ? role : (role == kA ? kB : kA);
    const int captures = role == kA ? edge.captures : -edge.captures;
    const bool good = edge.layer == layer ? set[after][edge.child] : captures + guarantees_[edge.layer][after][edge.child] >= t;
    if (good == (role == kA)) return good;
  }
  return role == kB;
}

}  // namespace uthi::twin
