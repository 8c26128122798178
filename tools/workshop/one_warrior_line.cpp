// A walk along the only good sowings.
#include "tools/workshop/one_warrior_line.hpp"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tools/workshop/goal.hpp"
#include "tools/workshop/solution_walk.hpp"

namespace uthi::workshop {

namespace {

// Of the opponent's replies to a one-warrior win the one that leaves the longest game.
const LegalPly* stubborn_reply(const std::vector<LegalPly>& plies, const Prober& prober) {
  const LegalPly* best = &plies.front();
  int best_depth = -1;
  for (const LegalPly& ply : plies) {
    const int depth = prober.value(ply.position).floor_depth.value_or(0);
    if (depth <= best_depth) continue;
    best_depth = depth;
    best = &ply;
  }
  return best;
}

}  // namespace

FoundLine one_warrior_line(const Position& start, const Referee& referee, const Prober& prober) {
  FoundLine line;
  const Goal goal(prober, {Aim::one_warrior, 0}, start);
  Node at = goal.root();
  std::size_t good_for = 0;
  std::set<std::string> seen;
  while (line.moves.size() < kLongestLine && seen.insert(key_of(at)).second && !goal.finished(at)) {
    const bool solver_moves = at.position.side == goal.solver();
    if (!goal.holds(at)) break;
    const auto plies = referee.plies(at.position);
    std::vector<const LegalPly*> good;
    for (const LegalPly& ply : plies) {
      if (goal.holds(goal.after(at, ply))) good.push_back(&ply);
    }
    if (solver_moves && good.size() != 1) break;
    if (!solver_moves) good = {stubborn_reply(plies, prober)};
    if (solver_moves) line.bits += std::log2(plies.size());
    line.moves.push_back(good.front()->move);
    if (solver_moves) good_for = line.moves.size();
    at = goal.after(at, *good.front());
  }
  line.moves.resize(good_for);
  return line;
}

}  // namespace uthi::workshop
