// The game that ends at the first repetition (repetition=score), solved exactly from one position on.
//
// A position that comes back with the same player to move, since the position asked about, ends the game; each player
// scores its store and its own row. What a position is worth therefore depends on the path to it, and only two things are
// known without the path: a position in a layer just entered has none, so that its table bounds hold as they stand and
// its value may be kept; and within the layer
//
//     min(floor, the least row margin on the path)  <=  value  <=  max(ceiling, the largest)
//
// since the play that forces a bound has circles of good rows only, but may run into a position of the path before.
// Source of the first part: both players have positional strategies for the game of endless play.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/layer.hpp"
#include "core/position.hpp"

namespace uthi {

/// Floor and ceiling of a position, seeds still to come for its mover.
struct Bounds {
  int floor = 0;
  int ceiling = 0;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// Where bounds come from: tables, or layers in memory.
class BoundSource {
 public:
  virtual ~BoundSource() = default;
  /// Of the stored position with this number. Throws TableMissing, TableDamaged.
  [[nodiscard]] virtual Bounds bounds(LayerId layer, std::uint64_t number) const = 0;
};

struct FirstRepetition {
  Bounds value;             ///< What is known of the margin still to come; the same twice once it is exact.
  std::uint64_t nodes = 0;  ///< Positions looked at.
  [[nodiscard]] bool exact() const { return value.floor == value.ceiling; }
};

/// Searches from `position`, which has no history, until its value is exact or `most_nodes` positions were looked at; the
/// bounds reached by then are right too. Throws Interrupted once `stop` is true; UsageError under another repetition rule.
[[nodiscard]] FirstRepetition first_repetition(const Position& position, const BoundSource& source, std::uint64_t most_nodes,
                                               const std::atomic<bool>* stop = nullptr);

}  // namespace uthi
