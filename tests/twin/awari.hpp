// Awari's rules written down literally, seed by seed, and the values that follow from them: the slow twin.
//
// Nothing here uses core/. Pits stand in ring order, South's first, and never change place.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/twin/iteration.hpp"

namespace uthi::twin::awari {

/// Rule options; the defaults are those of the game.
struct Rules {
  bool grand_slam_takes_nothing = false;  ///< grandslam=none
};

/// Both.
[[nodiscard]] std::vector<Rules> all_rules();

/// "" or "{grandslam=none}".
[[nodiscard]] std::string rules_text(const Rules& rules);

struct Position {
  std::vector<int> pits;  ///< South's a, b, ..., then North's A, B, ...
  int side = 0;           ///< 0 South, 1 North to move.

  [[nodiscard]] int row() const { return static_cast<int>(pits.size()) / 2; }
  [[nodiscard]] int seeds() const;
  friend bool operator==(const Position&, const Position&) = default;
};

struct Ply {
  int pit = 0;  ///< From the mover's left.
  int captures = 0;
  Position after;
};

/// Every legal ply, pits from the left; none where the game is over.
[[nodiscard]] std::vector<Ply> plies(const Rules& rules, const Position& position);

/// "awari{...}:top/bottom 0 0 S".
[[nodiscard]] std::string text(const Rules& rules, const Position& position);

/// Values of the layers 0..seeds of boards with `row` pits a row.
class Values {
 public:
  Values(const Rules& rules, int row, int seeds, Endless endless);

  /// Boards of a layer, South to move.
  [[nodiscard]] const std::vector<std::vector<int>>& boards(int seeds) const { return layers_[static_cast<std::size_t>(seeds)].boards; }
  /// Value of the i-th of these.
  [[nodiscard]] Value value(int seeds, std::size_t i) const { return iteration_.value(static_cast<std::size_t>(seeds), i); }

 private:
  struct Layer {
    std::vector<std::vector<int>> boards;
    std::map<std::vector<int>, std::size_t> number;
  };

  std::vector<Layer> layers_;
  Iteration iteration_;
};

}  // namespace uthi::twin::awari
