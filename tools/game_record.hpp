// A game played move by move: turns as people write them, the order of turns checked, and the two ways it can end.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/referee.hpp"

namespace uthi {

struct GameRecord {
  struct Step {
    Side side;  ///< Who played it.
    LegalPly ply;
  };
  Position start;
  std::vector<Step> steps{};
  Position last;
  bool turn_open = false;                ///< The last ply lets its player sow again.
  std::optional<int> over{};             ///< Ended by the rules: margin still to come for the side to move.
  std::optional<std::size_t> repeats{};  ///< Ended in a repetition: plies after which the last position stood first.

  /// South's and North's final scores, where the game is over by its ordinary end.
  [[nodiscard]] std::optional<std::array<int, 2>> scores() const;
};

/// Plays turns separated by blanks, the sowings of one turn joined by commas: `c+,e- A+`.
/// Throws PositionError naming the ply: an illegal move, a turn cut short or continued, moves behind the end.
[[nodiscard]] GameRecord play_game(const Referee& referee, const Position& start, const std::vector<std::string>& words);

}  // namespace uthi
