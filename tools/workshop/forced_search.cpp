// The graph, and the outcomes worked back through it.
#include "tools/workshop/forced_search.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"

namespace uthi::workshop {

namespace {

struct Point {
  std::vector<std::uint32_t> parents{};
  std::uint32_t open = 0;  // children that still have to hold: of the opponent's nodes all, of the solver's one
  bool holds = false;
  bool inner = false;  // not settled from the start
};

}  // namespace

bool can_force(const ForcedSearch& search, const Node& start, std::map<std::string, bool>* found) {
  std::vector<Node> nodes;
  std::vector<Point> points;
  std::vector<std::uint32_t> newly;
  std::unordered_map<std::string, std::uint32_t> numbers;
  const auto number_of = [&](const Node& node) {
    const auto [entry, is_new] = numbers.emplace(key_of(node), static_cast<std::uint32_t>(nodes.size()));
    if (is_new) {
      if (nodes.size() >= search.most_nodes) {
        throw DoesNotFit(fmt::format("{}: more than {} positions would have to be searched", to_text(start.position), search.most_nodes));
      }
      nodes.push_back(node);
      points.emplace_back();
    }
    return entry->second;
  };
  (void)number_of(start);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (const auto outcome = search.settled(nodes[i])) {
      points[i].holds = *outcome;
      if (*outcome) newly.push_back(i);
      continue;
    }
    points[i].inner = true;
    const bool solver_moves = nodes[i].position.side == search.solver;
    const auto plies = solver_moves && search.choice ? search.choice(nodes[i]) : search.referee.plies(nodes[i].position);
    points[i].open = solver_moves ? 1U : static_cast<std::uint32_t>(plies.size());
    for (const LegalPly& ply : plies) {
      const std::uint32_t child = number_of(search.after(nodes[i], ply));
      points[child].parents.push_back(i);
    }
  }
  while (!newly.empty()) {
    const std::uint32_t child = newly.back();
    newly.pop_back();
    for (const std::uint32_t parent : points[child].parents) {
      Point& point = points[parent];
      if (!point.inner || point.holds || --point.open > 0) continue;
      point.holds = true;
      newly.push_back(parent);
    }
  }
  if (found != nullptr) {
    for (const auto& [key, number] : numbers) {
      if (points[number].inner) found->emplace(key, points[number].holds);
    }
  }
  return points[0].holds;
}

}  // namespace uthi::workshop
