// Positions numbered by maps, plies by the literal rules.
#include "tests/twin/graphs.hpp"

#include <algorithm>
#include <map>

#include "tests/twin/values.hpp"

namespace uthi::twin {

std::vector<Graph> giuthi_graphs(const Rules& rules, int row, int seeds) {
  std::vector<Graph> graphs;
  std::vector<std::map<std::vector<int>, std::size_t>> numbers;
  for (int s = 0; s <= seeds; ++s) {
    const std::vector<std::vector<int>> boards = all_boards(2 * row, s);
    auto& mine = numbers.emplace_back();
    for (std::size_t i = 0; i < boards.size(); ++i) mine[boards[i]] = i;
    Graph graph{s, {}};
    for (const std::vector<int>& board : boards) {
      const int margin = row_margin({board, 0});
      Node node{{}, margin};
      for (const Ply& ply : plies(rules, {board, 0})) {
        std::vector<int> pits = ply.after.pits;
        if (ply.after.side == 1) std::rotate(pits.begin(), pits.begin() + row, pits.end());
        const auto below = static_cast<std::size_t>(s - ply.captures);
        node.edges.push_back({below, numbers[below].at(pits), ply.captures, ply.again});
      }
      graph.nodes.push_back({std::move(node), margin});
    }
    graphs.push_back(std::move(graph));
  }
  return graphs;
}

KiothiGraphs kiothi_graphs(const kiothi::Rules& rules, int row, int seeds, int marks) {
  using Key = std::pair<std::vector<int>, std::vector<bool>>;
  KiothiGraphs all;
  std::map<std::pair<int, int>, std::size_t> places;
  std::vector<std::map<Key, std::size_t>> numbers;
  for (int s = 0; s <= seeds; ++s) {
    for (int m = 0; m <= std::min({s, marks, 2 * row}); ++m) {
      places[{s, m}] = all.layers.size();
      all.layers.emplace_back(s, m);
      const std::vector<kiothi::Position> positions = kiothi::all_positions(row, s, m);
      auto& mine = numbers.emplace_back();
      for (std::size_t i = 0; i < positions.size(); ++i) mine[{positions[i].pits, positions[i].nki}] = i;
      Graph graph{s, {}};
      for (const kiothi::Position& position : positions) {
        Node node{{}, kiothi::end_margin(rules, position)};
        for (const kiothi::Ply& ply : kiothi::plies(rules, position)) {
          Key child{ply.after.pits, ply.after.nki};
          std::rotate(child.first.begin(), child.first.begin() + row, child.first.end());
          std::rotate(child.second.begin(), child.second.begin() + row, child.second.end());
          const std::size_t below = places.at({ply.after.seeds(), ply.after.marks()});
          node.edges.push_back({below, numbers[below].at(child), ply.captures, false});
        }
        graph.nodes.push_back({std::move(node), row_margin({position.pits, 0})});
      }
      all.graphs.push_back(std::move(graph));
    }
  }
  return all;
}

}  // namespace uthi::twin
