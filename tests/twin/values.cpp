// Layers of Giuthi as graphs of plies.
#include "tests/twin/values.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace uthi::twin {

namespace {

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

Values::Values(const Rules& rules, int row, int seeds, Endless endless)
    : layers_(static_cast<std::size_t>(seeds) + 1), iteration_(endless) {
  for (std::size_t s = 0; s < layers_.size(); ++s) {
    Layer& layer = layers_[s];
    layer.boards = all_boards(2 * row, static_cast<int>(s));
    for (std::size_t i = 0; i < layer.boards.size(); ++i) layer.number[layer.boards[i]] = i;
    std::vector<Node> nodes;
    for (const std::vector<int>& board : layer.boards) {
      Node node{{}, row_margin({board, 0})};
      for (const Ply& ply : plies(rules, {board, 0})) {
        node.edges.push_back({s - static_cast<std::size_t>(ply.captures), number_of(ply.after), ply.captures, ply.again});
      }
      nodes.push_back(std::move(node));
    }
    iteration_.add_layer(std::move(nodes));
  }
}

std::size_t Values::number_of(const Position& position) const {
  const std::vector<int> board = from_mover(position);
  return layers_[static_cast<std::size_t>(std::accumulate(board.begin(), board.end(), 0))].number.at(board);
}

Value Values::value(const Position& position) const {
  return value(std::accumulate(position.pits.begin(), position.pits.end(), 0), number_of(position));
}

}  // namespace uthi::twin
