// Kiothi's rules written down literally, warrior by warrior, and the values that follow from them: the slow twin.
//
// Nothing here uses core/. Pits stand in ring order, South's first, and never change place.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/twin/iteration.hpp"

namespace uthi::twin::kiothi {

/// Rule options; the defaults are those of the game.
struct Rules {
  bool skip_origin = false;     ///< origin=skip
  bool needs_crossing = false;  ///< crossing=yes
  bool triple_run = false;      ///< triple=run
};

/// All eight combinations.
[[nodiscard]] std::vector<Rules> all_rules();

/// "", "{crossing=yes}", "{origin=skip,triple=run}", ...
[[nodiscard]] std::string rules_text(const Rules& rules);

struct Position {
  std::vector<int> pits;  ///< South's a, b, ..., then North's A, B, ...
  std::vector<bool> nki;  ///< The same pits.
  int side = 0;           ///< 0 South, 1 North to move.

  [[nodiscard]] int row() const { return static_cast<int>(pits.size()) / 2; }
  [[nodiscard]] int seeds() const;
  [[nodiscard]] int marks() const;
  friend bool operator==(const Position&, const Position&) = default;
};

struct Ply {
  int pit = 0;  ///< From the mover's left.
  int lift = 0;
  int captures = 0;
  Position after;
};

/// Every legal ply: pits from the left, small lifts first; none where the game is over.
[[nodiscard]] std::vector<Ply> plies(const Rules& rules, const Position& position);

/// What the end of the game gives the player to move, who cannot: own gain less the opponent's.
[[nodiscard]] int end_margin(const Rules& rules, const Position& position);

/// "kiothi{...}:top/bottom 0 0 S", marks starred.
[[nodiscard]] std::string text(const Rules& rules, const Position& position);

/// Every position of `seeds` seeds with `marks` nki, South to move.
[[nodiscard]] std::vector<Position> all_positions(int row, int seeds, int marks);

/// Values of all layers of up to `seeds` seeds and `marks` marks.
class Values {
 public:
  Values(const Rules& rules, int row, int seeds, int marks, Endless endless = Endless::fails);

  /// {seeds, marks} of the layers, lower ones first.
  [[nodiscard]] const std::vector<std::pair<int, int>>& layers() const { return order_; }
  [[nodiscard]] const std::vector<Position>& positions(std::size_t layer) const { return layers_[layer].positions; }
  [[nodiscard]] Value value(std::size_t layer, std::size_t i) const { return iteration_.value(layer, i); }

 private:
  using Key = std::pair<std::vector<int>, std::vector<bool>>;
  struct Layer {
    std::vector<Position> positions;
    std::map<Key, std::size_t> number;
  };

  std::vector<std::pair<int, int>> order_;
  std::vector<Layer> layers_;
  Iteration iteration_;
};

}  // namespace uthi::twin::kiothi
