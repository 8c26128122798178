// The repetition option and its values.
#include "core/repetition.hpp"

#include <algorithm>

namespace uthi {

OptionSpec repetition_option(std::string_view first) {
  std::vector<std::string_view> values{"draw", "score", "split"};
  std::rotate(values.begin(), std::find(values.begin(), values.end(), first), values.end());
  return {"repetition", values,
          "a position that comes back with the same player to move ends the game: as a draw (draw), by each player's store and own row "
          "(score), or with the seeds on the board split evenly (split)"};
}

Repetition repetition_of(const RuleSet& rules) {
  const std::string_view value = rules.get("repetition");
  return value == "score" ? Repetition::score : value == "split" ? Repetition::split : Repetition::draw;
}

}  // namespace uthi
