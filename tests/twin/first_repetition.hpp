// The game that ends at the first repetition, played out in full from every position: the slow twin of its search.
//
// The whole path is kept and every line of play followed to its end; alpha-beta leaves out only what cannot matter.
// A capture leads to where nothing of the path can come back, so that only there a value is kept.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "tests/twin/graphs.hpp"

namespace uthi::twin {

class FirstRepetitionGame {
 public:
  /// `graphs` must outlive this.
  explicit FirstRepetitionGame(const std::vector<Graph>& graphs) : graphs_(graphs) {}

  /// Margin still to come for the mover of a position without history.
  [[nodiscard]] int value(std::size_t layer, std::size_t i);
  /// Positions visited so far.
  [[nodiscard]] unsigned long visited() const { return visited_; }

 private:
  // On the path of one layer: twice the position, plus one if the mover is not the one who moved first.
  using Path = std::vector<bool>;

  int play(std::size_t layer, std::size_t i, bool second, Path& path, int alpha, int beta);

  const std::vector<Graph>& graphs_;
  std::map<std::pair<std::size_t, std::size_t>, int> values_;
  unsigned long visited_ = 0;
};

}  // namespace uthi::twin
