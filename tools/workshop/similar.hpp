// Anticipation: is a problem the same as another one up to mirror or shift?
//
// Problems are compared as the solver sees them, so that a problem for North equals the same one for South. Two are
//
//   equal      the same seeds in the same pits, stores, rules and stipulation
//   mirrored   both rows read from the other end (in games whose play is the same in a mirror)
//   shifted    all seeds some columns to the side, perhaps on a longer board; the ends of the rows are elsewhere, so the
//              play can differ
//   shifted and mirrored
#pragma once

#include <string>
#include <vector>

#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

enum class Likeness { equal, mirrored, shifted, shifted_and_mirrored };

struct Similar {
  std::size_t first;  ///< Index into the problems given; first < second.
  std::size_t second;
  Likeness likeness;
  int shift = 0;  ///< Columns that the second stands to the right of the first, as the solver sees them.
};

/// The pairs of problems that are alike, by the closest likeness. A problem equal to earlier ones is paired with the first of them
/// alone, and only that one with others; so there are at most some hundred pairs a problem. Throws PositionError where a position cannot be
/// read.
[[nodiscard]] std::vector<Similar> similar_pairs(const std::vector<Problem>& problems);

/// "equal", "mirrored", ...
[[nodiscard]] std::string_view likeness_name(Likeness likeness);

}  // namespace uthi::workshop
