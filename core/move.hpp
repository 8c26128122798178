// One ply as data: a sowing or a forced pass.
#pragma once

#include <cstdint>

namespace uthi {

/// A sowing from one of the mover's pits, or a pass. What `how` means is the game's business.
struct Move {
  std::int8_t pit = kPassPit;  ///< Counted from the mover's own left, from 0; `kPassPit` for a pass.
  std::int16_t how = 0;        ///< Giuthi: direction, +1 counter-clockwise, -1 clockwise. Kiothi: seeds lifted.

  static constexpr std::int8_t kPassPit = -1;
  static constexpr std::int8_t kOpeningPit = -2;  ///< Of a redistribution, which only its text tells in full.

  [[nodiscard]] constexpr bool is_pass() const { return pit == kPassPit; }
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

inline constexpr Move kPass{};

}  // namespace uthi
