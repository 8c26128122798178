// What can be claimed of a position, and what it takes to show it.
//
//     floor >= t     the mover brings the game to an end with t or more still to come for it
//     floor <= t     the opponent sees to it that no game that ends gives the mover more than t
//     ceiling >= t   the mover sees to it that no game that ends gives it less than t
//     ceiling <= t   the opponent brings the game to an end with no more than t for the mover
//
// So each claim is one player's, the claimant's, and of one kind: to force an end with at least a target, or to hold every
// end at the target at least. "No floor" is floor <= -s-1 on a board of s seeds, "no ceiling" is ceiling >= s+1.
// Where endless play is worth nothing (repetition=split) floor and ceiling are one, and so are the two kinds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"

namespace uthi {

enum class ClaimKind : unsigned char { floor_at_least = 0, floor_at_most = 1, ceiling_at_least = 2, ceiling_at_most = 3 };

struct Claim {
  ClaimKind kind = ClaimKind::floor_at_least;
  int margin = 0;  ///< Seeds still to come for the mover of the position.

  /// The claimant is the mover of the position (else its opponent).
  [[nodiscard]] bool by_mover() const { return kind == ClaimKind::floor_at_least || kind == ClaimKind::ceiling_at_least; }
  /// The claimant must bring the game to an end (else it may go on for ever).
  [[nodiscard]] bool forces() const { return kind == ClaimKind::floor_at_least || kind == ClaimKind::ceiling_at_most; }
  /// Least margin still to come for the claimant.
  [[nodiscard]] int target() const { return by_mover() ? margin : -margin; }
  friend bool operator==(const Claim&, const Claim&) = default;
};

/// "floor >= 3"
[[nodiscard]] std::string to_text(const Claim& claim);
/// Reads "floor>=3", blanks allowed; "floor=none" and "ceiling=none" for a board of `seeds` seeds. Throws UsageError.
[[nodiscard]] Claim parse_claim(std::string_view text, int seeds);

/// The claims that together say that the mover of a position wins, draws or loses at its stores.
[[nodiscard]] std::vector<Claim> claims_of_win(const Position& position);
[[nodiscard]] std::vector<Claim> claims_of_draw(const Position& position);
[[nodiscard]] std::vector<Claim> claims_of_loss(const Position& position);

}  // namespace uthi
