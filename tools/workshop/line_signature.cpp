// Sowings counted from the pit of the key.
#include "tools/workshop/line_signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tools/workshop/solution_walk.hpp"

namespace uthi::workshop {

std::string line_signature(const Problem& problem) {
  const Position position = position_of(problem);
  const int pits = position.rules.pits();
  // A sowing of the solver is counted from the key's pit, one of the opponent from the pit that faces it.
  const auto signature = [&](bool mirrored) {
    std::string text = fmt::format("{} {}:", position.rules.text(), to_text(problem.stipulation));
    std::optional<int> origin;
    for (std::size_t turn = 0; turn < problem.solution.turns.size(); ++turn) {
      text += ' ';
      for (const std::string& sowing : sowings_of(problem.solution.turns[turn])) {
        if (sowing == "pass") {
          text += sowing;
          continue;
        }
        const bool south = sowing.front() >= 'a';
        int column = sowing.front() - (south ? 'a' : 'A');
        if (!south) column = pits - 1 - column;
        if (mirrored) column = pits - 1 - column;
        if (!origin) origin = column;
        std::string how = sowing.substr(1);
        if (mirrored && how == "+") {
          how = "-";
        } else if (mirrored && how == "-") {
          how = "+";
        }
        text += fmt::format("{}{}{},", turn % 2 == 0 ? 's' : 'o', column - *origin, how);
      }
    }
    return text;
  };
  const std::string straight = signature(false);
  if (!position.rules.game().has_mirror) return straight;
  return std::min(straight, signature(true));
}

}  // namespace uthi::workshop
