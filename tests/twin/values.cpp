// The plain iteration.
#include "tests/twin/values.hpp"

#include <algorithm>
#include <numeric>

namespace uthi::twin {

namespace {

constexpr int kInfinite = std::numeric_limits<int>::max();

void fill_boards(std::vector<int>& board, std::size_t pit, int left, std::vector<std::vector<int>>& out) {
  if (pit + 1 == board.size()) {
    board[pit] = left;
    out.push_back(board);
    return;
  }
  for (int seeds = 0; seeds <= left; ++seeds) {
    board[pit] = seeds;
    fill_boards(board, pit + 1, left - seeds, out);
  }
}

// The board as the mover sees it when it plays South.
std::vector<int> from_mover(const Position& position) {
  std::vector<int> pits = position.pits;
  if (position.side == 1) std::rotate(pits.begin(), pits.begin() + position.row(), pits.end());
  return pits;
}

}  // namespace

std::vector<std::vector<int>> all_boards(int pits, int seeds) {
  std::vector<std::vector<int>> list;
  std::vector<int> board(static_cast<std::size_t>(pits));
  fill_boards(board, 0, seeds, list);
  return list;
}

Values::Values(const Rules& rules, int row, int seeds) : rules_(rules), layers_(static_cast<std::size_t>(seeds) + 1) {
  for (std::size_t s = 0; s < layers_.size(); ++s) {
    Layer& layer = layers_[s];
    layer.boards = all_boards(2 * row, static_cast<int>(s));
    for (std::size_t i = 0; i < layer.boards.size(); ++i) layer.number[layer.boards[i]] = i;
    solve(s);
  }
}

std::size_t Values::number_of(const Position& position) const {
  const std::vector<int> board = from_mover(position);
  return layers_[static_cast<std::size_t>(std::accumulate(board.begin(), board.end(), 0))].number.at(board);
}

void Values::solve(std::size_t seeds) {
  Layer& layer = layers_[seeds];
  for (const std::vector<int>& board : layer.boards) {
    std::vector<Edge> edges;
    for (const Ply& ply : plies(rules_, {board, 0})) {
      edges.push_back({seeds - static_cast<std::size_t>(ply.captures), number_of(ply.after), ply.captures, ply.again});
    }
    layer.edges.push_back(std::move(edges));
  }
  for (const Role role : {kA, kB}) {
    layer.margin[role].assign(layer.boards.size(), kNone);
    layer.depth[role].assign(layer.boards.size(), kInfinite);
  }
  while (sweep_margins(layer)) {
  }
  while (sweep_depths(layer)) {
  }
}

// What the forcing side gets after this ply of whoever is to move.
int Values::margin_after(Role role, const Edge& edge) const {
  const int rest = layers_[edge.layer].margin[role_after(role, edge)][edge.child];
  if (rest == kNone) return kNone;
  return rest + (role == kA ? edge.captures : -edge.captures);
}

bool Values::sweep_margins(Layer& layer) {
  bool changed = false;
  for (std::size_t i = 0; i < layer.boards.size(); ++i) {
    for (const Role role : {kA, kB}) {
      int margin = kNone;
      if (layer.edges[i].empty()) {
        const int rows = row_margin({layer.boards[i], 0});
        margin = role == kA ? rows : -rows;
      } else {
        // kNone is below every margin, so it loses for A and wins for B.
        margin = margin_after(role, layer.edges[i].front());
        for (const Edge& edge : layer.edges[i]) {
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

bool Values::sweep_depths(Layer& layer) {
  bool changed = false;
  for (std::size_t i = 0; i < layer.boards.size(); ++i) {
    for (const Role role : {kA, kB}) {
      if (layer.margin[role][i] == kNone) continue;
      int depth = layer.edges[i].empty() || role == kB ? 0 : kInfinite;
      for (const Edge& edge : layer.edges[i]) {
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

Value Values::value(int seeds, std::size_t i) const {
  const Layer& layer = layers_[static_cast<std::size_t>(seeds)];
  Value value;
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

Value Values::value(const Position& position) const {
  return value(std::accumulate(position.pits.begin(), position.pits.end(), 0), number_of(position));
}

}  // namespace uthi::twin
