// Floors, ceilings and depths of whole layers by plain forward iteration: the slow twin of the layer solver.
//
// No un-moves, no symmetry, no order of settling: every position of every layer is looked at again and again until
// nothing changes any more.
#pragma once

#include <limits>
#include <map>
#include <vector>

#include "tests/twin/rules.hpp"

namespace uthi::twin {

inline constexpr int kNone = std::numeric_limits<int>::min();

/// Seen from the mover; kNone where there is no floor or ceiling, and then no depth.
struct Value {
  int floor = kNone;
  int ceiling = kNone;
  int floor_depth = kNone;
  int ceiling_depth = kNone;
  friend bool operator==(const Value&, const Value&) = default;
};

/// Every way to lay `seeds` seeds in `pits` pits.
[[nodiscard]] std::vector<std::vector<int>> all_boards(int pits, int seeds);

/// Values of the layers 0..seeds of boards with `row` pits a row.
class Values {
 public:
  Values(const Rules& rules, int row, int seeds);

  /// Boards of a layer, South to move.
  [[nodiscard]] const std::vector<std::vector<int>>& boards(int seeds) const { return layers_[static_cast<std::size_t>(seeds)].boards; }
  /// Value of the i-th of these.
  [[nodiscard]] Value value(int seeds, std::size_t i) const;
  [[nodiscard]] Value value(const Position& position) const;

 private:
  // A: the side that must bring the game to an end is to move; B: the other one is. Margins are those of that side.
  enum Role : std::size_t { kA = 0, kB = 1 };

  struct Edge {
    std::size_t layer;
    std::size_t child;
    int captures;
    bool again;
  };
  struct Layer {
    std::vector<std::vector<int>> boards;
    std::map<std::vector<int>, std::size_t> number;
    std::vector<std::vector<Edge>> edges;
    std::vector<int> margin[2];
    std::vector<int> depth[2];
  };

  void solve(std::size_t seeds);
  bool sweep_margins(Layer& layer);
  bool sweep_depths(Layer& layer);
  [[nodiscard]] std::size_t number_of(const Position& position) const;
  [[nodiscard]] static Role role_after(Role role, const Edge& edge) { return edge.again ? role : (role == kA ? kB : kA); }
  [[nodiscard]] int margin_after(Role role, const Edge& edge) const;

  Rules rules_;
  std::vector<Layer> layers_;
};

}  // namespace uthi::twin
