// All positions one seed away from a position, and how the verdict changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tablebase/prober.hpp"

namespace uthi::workshop {

enum class Change { moved, added, removed };

struct Neighbour {
  Change change;
  int from = -1;  ///< Ring pit that loses a seed; -1 for added.
  int to = -1;    ///< Ring pit that gets one; -1 for removed.
  Position position;
  /// Outcome for the same side and final margin where decided; nothing where no table covers the position.
  std::optional<Outcome> outcome{};
  std::optional<int> margin{};
};

struct Neighbourhood {
  Answer here;
  std::vector<Neighbour> neighbours{};  ///< Moved, added, removed; by pits.
};

/// Stores stay as they are; a mark stays with its pit and goes when the pit is emptied. Throws as Prober::answer for the
/// position itself.
[[nodiscard]] Neighbourhood neighbourhood_of(const Prober& prober, const Position& position);

/// "a to C", "+1 at b", "-1 at D"
[[nodiscard]] std::string change_text(const Neighbour& neighbour, int pits);

}  // namespace uthi::workshop
