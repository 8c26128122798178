// A whole position as people write it: rule set, pits, marks, stores, side to move.
//
//   giuthi{origin=sow}:2,0,0,1,4/0,3,0,1,2 6 5 S
//   game   options     | top row | bottom  | | side to move (S or N; S if left out)
//                      | (North, | row     | North's store  (stores are 0 0 if left out)
//                      | as drawn)         South's store
//
// The top row is North's as drawn, so its last number is North's own leftmost pit `A`, which faces South's last pit.
// An underscore may stand for a blank. A marked pit (nki) is written with a star: 3*.
//
// In games that begin with an opening a suffix to the side says that it is still to come: `S~2`, South to move and two
// redistributions to come, its own and then North's; `N~1`, North to move and only its own to come. While an opening
// is to come no pit is marked.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/rule_set.hpp"

namespace uthi {

enum class Side : std::uint8_t { south = 0, north = 1 };

[[nodiscard]] constexpr Side other(Side side) { return side == Side::south ? Side::north : Side::south; }

inline constexpr int kMaxPits = 10;
inline constexpr int kMaxStore = 9999;

struct Position {
  RuleSet rules;
  std::array<std::uint8_t, 2 * kMaxPits> pits{};  ///< In ring order: South's a, b, ... then North's A, B, ...
  std::uint32_t marks = 0;                        ///< Bit i: ring pit i is a nki.
  std::array<int, 2> stores{};                    ///< South's, North's.
  Side side = Side::south;
  int redistributions = 0;  ///< Still to come before the first sowing: 2, 1, or 0 once the opening is over.

  [[nodiscard]] int seeds() const;
  /// Mover's store less the opponent's.
  [[nodiscard]] int lead() const;
  friend bool operator==(const Position&, const Position&) = default;
};

/// Throws PositionError naming the character at fault; 0..180 seeds on the board, stores 0..9999.
[[nodiscard]] Position parse_position(std::string_view text);

/// The printed form: both stores and the side always, options only where they differ from the default.
[[nodiscard]] std::string to_text(const Position& position);

/// Name of a pit: `a`.. for South, `A`.. for North.
[[nodiscard]] char pit_name(Side side, int pit);

}  // namespace uthi
