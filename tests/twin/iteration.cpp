// The plain iteration.
#include "tests/twin/iteration.hpp"

#include <algorithm>
#include <utility>

namespace uthi::twin {

namespace {

constexpr int kInfinite = std::numeric_limits<int>::max();

}  // namespace

void Iteration::add_layer(std::vector<Node> nodes) {
  layers_.emplace_back();
  Layer& layer = layers_.back();
  layer.nodes = std::move(nodes);
  for (const Role role : {kA, kB}) {
    layer.margin[role].assign(layer.nodes.size(), endless_ == Endless::fails ? kNone : 0);
    layer.depth[role].assign(layer.nodes.size(), kInfinite);
  }
  if (endless_ == Endless::worth_nothing) {
    while (sweep_gains(layer)) {
    }
    join_gains(layer);
    return;
  }
  while (sweep_margins(layer)) {
  }
  while (sweep_depths(layer)) {
  }
}

// What the forcing side gets after this ply of whoever is to move.
int Iteration::margin_after(Role role, const Edge& edge) const {
  const int rest = layers_[edge.layer].margin[role_after(role, edge)][edge.child];
  if (rest == kNone) return kNone;
  return rest + (role == kA ? edge.captures : -edge.captures);
}

bool Iteration::sweep_margins(Layer& layer) {
  bool changed = false;
  for (std::size_t i = 0; i < layer.nodes.size(); ++i) {
    const std::vector<Edge>& edges = layer.nodes[i].edges;
    for (const Role role : {kA, kB}) {
      int margin = kNone;
      if (edges.empty()) {
        margin = role == kA ? layer.nodes[i].end_margin : -layer.nodes[i].end_margin;
      } else {
        // kNone is below every margin, so it loses for A and wins for B.
        margin = margin_after(role, edges.front());
        for (const Edge& edge : edges) {
          const int candidate = margin_after(role, edge);
          margin = role == kA ? std::max(margin, candidate) : std::min(margin, candidate);
        }
      }
      changed |= margin != layer.margin[role][i];
      layer.margin[role][i] = margin;
    }
  }
  return changed;
}

// While a layer is swept its margins are gains: what the side that must end it is sure to get beyond the nothing that
// endless play gives it anyway. From 0 they grow to the least solution.
bool Iteration::sweep_gains(Layer& layer) {
  bool changed = false;
  for (std::size_t i = 0; i < layer.nodes.size(); ++i) {
    const Node& node = layer.nodes[i];
    for (const Role role : {kA, kB}) {
      int sure = role == kA ? node.end_margin : -node.end_margin;
      if (!node.edges.empty()) sure = margin_after(role, node.edges.front());
      for (const Edge& edge : node.edges) {
        const int candidate = margin_after(role, edge);
        sure = role == kA ? std::max(sure, candidate) : std::min(sure, candidate);
      }
      const int gain = std::max(sure, 0);
      changed |= gain != layer.margin[role][i];
      layer.margin[role][i] = gain;
    }
  }
  return changed;
}

// One side's gain is the other's loss.
void Iteration::join_gains(Layer& layer) {
  for (std::size_t i = 0; i < layer.nodes.size(); ++i) {
    const int value = layer.margin[kA][i] - layer.margin[kB][i];
    layer.margin[kA][i] = value;
    layer.margin[kB][i] = -value;
  }
}

bool Iteration::sweep_depths(Layer& layer) {
  bool changed = false;
  for (std::size_t i = 0; i < layer.nodes.size(); ++i) {
    const std::vector<Edge>& edges = layer.nodes[i].edges;
    for (const Role role : {kA, kB}) {
      if (layer.margin[role][i] == kNone) continue;
      int depth = edges.empty() || role == kB ? 0 : kInfinite;
      for (const Edge& edge : edges) {
        if (margin_after(role, edge) != layer.margin[role][i]) continue;
        const int rest = layers_[edge.layer].depth[role_after(role, edge)][edge.child];
        const int plies = rest == kInfinite ? kInfinite : rest + 1;
        depth = role == kA ? std::min(depth, plies) : std::max(depth, plies);
      }
      changed |= depth != layer.depth[role][i];
      layer.depth[role][i] = depth;
    }
  }
  return changed;
}

Value Iteration::value(std::size_t layer_number, std::size_t i) const {
  const Layer& layer = layers_[layer_number];
  Value value;
  if (endless_ == Endless::worth_nothing) return {layer.margin[kA][i], -layer.margin[kB][i], kNone, kNone};
  if (layer.margin[kA][i] != kNone) {
    value.floor = layer.margin[kA][i];
    value.floor_depth = layer.depth[kA][i];
  }
  if (layer.margin[kB][i] != kNone) {
    value.ceiling = -layer.margin[kB][i];
    value.ceiling_depth = layer.depth[kB][i];
  }
  return value;
}

}  // namespace uthi::twin
