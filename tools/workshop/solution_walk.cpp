// Playing turns and branches.
#include "tools/workshop/solution_walk.hpp"

#include <fmt/format.h>

#include <set>

#include "core/error.hpp"

namespace uthi::workshop {

namespace {

// Everything but the stores, which only captures change.
std::string without_stores(Node node) {
  node.position.stores = {};
  return to_text(node.position);
}

class Walk {
 public:
  Walk(const Goal& goal, const std::function<void(const SolutionStep&)>& f) : goal_(goal), f_(f) {}

  void line(const Solution& solution, Node at, int number, bool main_line, std::set<std::string> seen) {
    bool turn_open = false;
    for (const std::string& turn : solution.turns) {
      if (turn_open) return fault(number, fmt::format("the turn before \"{}\" goes on; join its sowings by a comma", turn));
      turn_open = true;
      for (const std::string& sowing : sowings_of(turn)) {
        if (!turn_open) {
          return fault(number, fmt::format("\"{}\": the turn ended before {}; put a new turn in a text of its own", turn, sowing));
        }
        if (!seen.insert(without_stores(at)).second) {
          return fault(number, fmt::format("{}: the game is over by a repetition before it", sowing));
        }
        try {
          const LegalPly ply = goal_.referee().ply(at.position, sowing);
          const Node after = goal_.after(at, ply);
          f_({at, ply, number, main_line, after});
          at = after;
          ++number;
          turn_open = ply.again && !goal_.referee().over(at.position);
        } catch (const PositionError& error) {
          return fault(number, error.what());
        }
      }
    }
    if (turn_open && !solution.branches.empty()) return fault(number, "the turn before the branches goes on");
    for (const Solution& branch : solution.branches) line(branch, at, number, main_line && &branch == &solution.branches.front(), seen);
  }

  std::vector<SolutionFault> faults;

 private:
  void fault(int number, std::string text) { faults.push_back({number, std::move(text)}); }

  const Goal& goal_;
  const std::function<void(const SolutionStep&)>& f_;
};

}  // namespace

std::vector<SolutionFault> walk_solution(const Goal& goal, const Solution& solution, const std::function<void(const SolutionStep&)>& f) {
  Walk walk(goal, f);
  walk.line(solution, goal.root(), 1, true, {});
  return walk.faults;
}

std::vector<std::string> sowings_of(const std::string& turn) {
  std::vector<std::string> sowings;
  std::size_t at = 0;
  for (;;) {
    const std::size_t comma = turn.find(',', at);
    sowings.push_back(turn.substr(at, comma - at));
    if (comma == std::string::npos) return sowings;
    at = comma + 1;
  }
}

std::vector<std::string> turns_of(const std::vector<LegalPly>& plies) {
  std::vector<std::string> turns;
  bool joined = false;
  for (const LegalPly& ply : plies) {
    if (joined) {
      turns.back() += "," + ply.text;
    } else {
      turns.push_back(ply.text);
    }
    joined = ply.again;
  }
  return turns;
}

}  // namespace uthi::workshop
