// Floors, ceilings and depths of a graph of plies by plain forward iteration: what the slow twins of all games share.
//
// No un-moves, no symmetry, no order of settling: every position of a layer is looked at again and again until nothing
// changes any more.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

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

/// A ply to position `child` of `layer`: the layer itself or one added before.
struct Edge {
  std::size_t layer;
  std::size_t child;
  int captures;
  bool again;
};

/// A position by its plies; without any the game is over, with this margin still to come for the mover.
struct Node {
  std::vector<Edge> edges;
  int end_margin;
};

/// What play is worth that never ends, to whichever side must bring it to an end.
enum class Endless {
  fails,          ///< Nothing that can be named: floor and ceiling can be missing (repetition=draw).
  worth_nothing,  ///< A margin of 0: there is one value and no depth (repetition=split).
};

class Iteration {
 public:
  explicit Iteration(Endless endless = Endless::fails) : endless_(endless) {}

  /// Adds the layer numbered next, from 0, and works its values out.
  void add_layer(std::vector<Node> nodes);
  [[nodiscard]] Value value(std::size_t layer, std::size_t i) const;

 private:
  // A: the side that must bring the game to an end is to move; B: the other one is. Margins are those of that side.
  enum Role : std::size_t { kA = 0, kB = 1 };

  struct Layer {
    std::vector<Node> nodes;
    std::vector<int> margin[2];
    std::vector<int> depth[2];
  };

  bool sweep_margins(Layer& layer);
  bool sweep_gains(Layer& layer);
  static void join_gains(Layer& layer);
  bool sweep_depths(Layer& layer);
  [[nodiscard]] static Role role_after(Role role, const Edge& edge) { return edge.again ? role : (role == kA ? kB : kA); }
  [[nodiscard]] int margin_after(Role role, const Edge& edge) const;

  Endless endless_;
  std::vector<Layer> layers_;
};

}  // namespace uthi::twin
