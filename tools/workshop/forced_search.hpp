// Can one side force something to come about? Solved on the whole graph that play can reach, circles included.
//
// A node holds if it is settled as true, or the solver moves and one child holds, or the opponent moves and all do. The
// least such set is found by working back from what is settled; what only goes round in circles does not hold.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/workshop/goal.hpp"

namespace uthi::workshop {

struct ForcedSearch {
  const Referee& referee;
  Side solver;
  /// Outcome of a node that need not be looked into; a finished game must be settled.
  std::function<std::optional<bool>(const Node&)> settled;
  std::function<Node(const Node&, const LegalPly&)> after;
  /// The plies that the solver considers; all where it is empty. What holds with fewer plies holds with all.
  std::function<std::vector<LegalPly>(const Node&)> choice;
  std::size_t most_nodes;
};

/// Whether `start` holds; the outcome of every node that was looked into, by key, is added to `found` if it is not null.
/// Throws DoesNotFit beyond most_nodes.
[[nodiscard]] bool can_force(const ForcedSearch& search, const Node& start, std::map<std::string, bool>* found);

}  // namespace uthi::workshop
