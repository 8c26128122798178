// The slow twin of the workshop: what either side can bring about, found by plain forward sweeps over every position of a
// small board. Nothing here uses core/, tables or the workshop; plies come from the literal rules of tests/twin/.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/twin/kiothi.hpp"
#include "tests/twin/rules.hpp"

namespace uthi::twin {

/// A position with its plies. The solver is South throughout.
struct ForwardNode {
  std::string text;  ///< As uthi writes it, stores 0 0.
  int side = 0;
  int seeds = 0;
  bool over = false;
  int end_margin = 0;  ///< If over: still to come for South.
  struct Edge {
    std::size_t to;
    int gain;  ///< Of South; negative where North captures.
    std::string move;
  };
  std::vector<Edge> edges{};
};

class Forward {
 public:
  /// Every position of Giuthi with `row` pits a row and up to `seeds` seeds, either side to move.
  static Forward giuthi(int row, int seeds);
  /// The same of Kiothi, with up to `marks` nki.
  static Forward kiothi(int row, int seeds, int marks);

  [[nodiscard]] const std::vector<ForwardNode>& nodes() const { return nodes_; }

  /// South can force the game to end with at least `least` (South's less North's) still to come, and without coming to
  /// the node `barred` if one is given.
  [[nodiscard]] bool can_end(std::size_t node, int least) const { return at(ends_, node, least); }
  [[nodiscard]] bool can_end_without(std::size_t node, int least, std::size_t barred) const;
  [[nodiscard]] bool can_end_with_exactly(std::size_t node, int margin) const;
  /// North can force the game to end with at most this margin for South.
  [[nodiscard]] bool can_be_held_to(std::size_t node, int most) const { return at(held_, node, most); }
  /// North can force the game to end.
  [[nodiscard]] bool can_be_ended(std::size_t node) const { return at(held_, node, bound_); }
  /// South can force an end with at least `least` within so many plies.
  [[nodiscard]] bool can_end_in_plies(std::size_t node, int least, int plies) const;
  /// South, to move, can force it within so many turns of its own.
  [[nodiscard]] bool can_end_in_turns(std::size_t node, int least, int turns) const;
  /// The most that South, to move, can capture in this turn.
  [[nodiscard]] int best_capture(std::size_t node) const;

 private:
  enum class Kind { at_least, exactly, at_most };
  using Row = std::vector<char>;  // by node
  using Rows = std::vector<Row>;  // by margin, from -bound_
  /// What a node's outcome leans on beside the sweep itself: of an edge, the outcome for what then remains of the margin.
  using Child = std::function<bool(const ForwardNode::Edge&, int margin)>;

  void solve();
  [[nodiscard]] bool at(const Rows& rows, std::size_t node, int margin) const;
  [[nodiscard]] bool over_is_good(Kind kind, const ForwardNode& node, int margin) const;
  [[nodiscard]] bool now_holds(Kind kind, const ForwardNode& node, int margin, const Child& child) const;
  [[nodiscard]] Rows sweep(Kind kind) const;
  void sweep_layer(Kind kind, int seeds, int margin, std::size_t barred, Row& row, const Rows& rows) const;

  std::vector<ForwardNode> nodes_;
  int bound_ = 0;  // one more than the seeds of any board: beyond it all margins are alike
  Rows ends_, exact_, held_;
  mutable std::vector<Rows> plies_;
  mutable std::vector<Rows> turns_;
};

}  // namespace uthi::twin
