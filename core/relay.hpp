// A whole sowing: laps that follow each other until a last seed falls in an empty pit, or for ever.
//
// A lap is determined by board, pit and direction, so a sowing never ends exactly if one of these states comes back.
// Brent's method finds that: a state is kept and replaced at laps 16, 32, 64, ...; on a circle the kept state is met again
// before the next replacement that is longer than the circle.
//
// Circles can be longer than anybody can wait: on 2x3 to 2x5 with a hundred seeds, where no pit ever gets empty, some pass
// 10^7 laps. Beyond kMostLaps a sowing is not called endless, for that would be a guess: it is given up by an error.
#pragma once

#include <cstdint>

#include "core/board.hpp"
#include "core/error.hpp"
#include "core/laps.hpp"

namespace uthi {

/// A sowing of more laps that has neither ended nor come back is given up; about a second.
inline constexpr unsigned kMostLaps = 1U << 26;

[[noreturn, gnu::cold]] inline void give_up_sowing() {
  throw DoesNotFit("a sowing has neither ended nor come back after 67,108,864 laps; whether it ever ends is not found out");
}

template <int P>
struct Relay {
  Board<P> board;       ///< After the last seed; the landing pit holds 1 unless the sowing is endless.
  int landing;          ///< Ring pit of the last seed.
  Direction direction;  ///< Of the last lap.
  bool crossed;         ///< Some seed of the sowing fell in the opponent's row.
  bool endless;
  std::uint32_t lifted;  ///< Bits of the ring pits that were lifted.
};

/// Sows all seeds of ring pit `pit` (one at least) and relays. With `kAlternate` each lap turns round (Giuthi). With
/// `kOwnRowOnly` the sowing is left off, as if it ended, where a last seed falls in the opponent's row.
/// Throws DoesNotFit beyond kMostLaps.
template <int P, bool kAlternate, bool kOwnRowOnly = false>
[[nodiscard]] Relay<P> relay(const LapTable<P>& laps, Board<P> board, int pit, Direction direction) {
  constexpr unsigned kFirstKept = 16;
  Relay<P> kept{};
  unsigned next_kept = kFirstKept;
  bool crossed = false;
  std::uint32_t lifted = 0;
  for (unsigned lap_number = 1;; ++lap_number) {
    lifted |= 1U << pit;
    const Lap<P>& lap = laps(pit, direction, board[pit]);
    board += lap.delta;
    pit = lap.landing;
    crossed |= lap.crosses;
    if (board[pit] == 1 || (kOwnRowOnly && pit >= P)) return {board, pit, direction, crossed, false, lifted};
    if constexpr (kAlternate) direction = other(direction);
    if (lap_number > kFirstKept && pit == kept.landing && direction == kept.direction && board == kept.board) {
      return {board, pit, direction, crossed, true, lifted};
    }
    if (lap_number == next_kept) {
      kept = {board, pit, direction, crossed, false, lifted};
      next_kept *= 2;
      if (next_kept > kMostLaps) give_up_sowing();
    }
  }
}

}  // namespace uthi
