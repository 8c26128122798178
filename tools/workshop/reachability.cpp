// Breadth first from the start.
#include "tools/workshop/reachability.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <unordered_map>

#include "core/error.hpp"
#include "tools/workshop/goal.hpp"
#include "tools/workshop/solution_walk.hpp"

namespace uthi::workshop {

namespace {

struct Met {
  Position position;
  std::size_t parent;
  std::string move;
  bool again;
};

// Why no game can lead from `start` to `target`, seen without a search.
std::optional<std::string> ruled_out(const Position& start, const Position& target) {
  const int there = start.seeds() + start.stores[0] + start.stores[1];
  const int here = target.seeds() + target.stores[0] + target.stores[1];
  if (here != there) return fmt::format("board and stores hold {} seeds together, those of the start {}", here, there);
  for (const std::size_t side : {0U, 1U}) {
    if (target.stores[side] < start.stores[side]) return "a store holds less than at the start";
  }
  return std::nullopt;
}

bool can_lead_on(const Position& position, const Position& target) {
  return position.stores[0] <= target.stores[0] && position.stores[1] <= target.stores[1] &&
         std::popcount(position.marks) >= std::popcount(target.marks);
}

}  // namespace

Reachability reachable(const Position& start, const Position& target, std::uint64_t most_nodes) {
  if (start.rules != target.rules) {
    throw UsageError(fmt::format("the start {} is of other rules or another board than {}", to_text(start), to_text(target)));
  }
  if (start.redistributions > 0) {
    throw UsageError(fmt::format("start {}: its redistributions are too many to try; give a position behind the opening, for example {}",
                                 to_text(start), start.rules.game().example));
  }
  Reachability result;
  if (auto why = ruled_out(start, target)) {
    result.reach = Reach::no;
    result.why = std::move(*why);
    return result;
  }
  const auto referee = make_referee(start.rules);
  std::vector<Met> met{{start, 0, "", false}};
  std::unordered_map<std::string, std::size_t> numbers{{key_of({.position = start}), 0}};
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (met[i].position == target) {
      result.reach = Reach::yes;
      result.nodes = met.size();
      std::vector<LegalPly> plies;
      for (std::size_t at = i; at != 0; at = met[at].parent) {
        LegalPly ply{{}, met[at].move, 0, met[at].again, false, met[at].position};
        plies.insert(plies.begin(), std::move(ply));
      }
      result.turns = turns_of(plies);
      return result;
    }
    for (const LegalPly& ply : referee->plies(met[i].position)) {
      if (!can_lead_on(ply.position, target)) continue;
      if (!numbers.emplace(key_of({.position = ply.position}), met.size()).second) continue;
      if (met.size() >= most_nodes) {
        result.nodes = met.size();
        return result;
      }
      met.push_back({ply.position, i, ply.text, ply.again});
    }
  }
  result.reach = Reach::no;
  result.why = "no game leads there";
  result.nodes = met.size();
  return result;
}

}  // namespace uthi::workshop
