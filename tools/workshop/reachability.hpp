// Does a game from a given start lead to a position? A search forward from the start, pruned by what can never come back.
//
// Captured seeds stay captured, so a position whose store exceeds the target's, or that has fewer seeds on the board, is
// left out; marks (nki) never come back either. Within these bounds the search is exhaustive: it ends with a game, with the
// certainty that there is none, or at its limit with neither.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/referee.hpp"

namespace uthi::workshop {

enum class Reach { yes, no, unknown };

struct Reachability {
  Reach reach = Reach::unknown;
  std::string why{};                 ///< For `no`: what rules it out.
  std::vector<std::string> turns{};  ///< For `yes`: a game that leads there, its last turn perhaps cut short.
  std::uint64_t nodes = 0;           ///< Positions met.
};

/// At most `most_nodes` positions are kept. A repetition ends a game, so it leads nowhere new. Throws UsageError where start
/// and target are of different rules or the start has an opening to come, whose redistributions are too many to try.
[[nodiscard]] Reachability reachable(const Position& start, const Position& target, std::uint64_t most_nodes);

}  // namespace uthi::workshop
