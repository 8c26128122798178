// Un-sowing one lap: from a board and the pit in which a lap's last seed fell back to the boards it can have come from.
//
// A lap leaves its mark (core/laps.hpp: n = m rounds + r):
//
// - Origin::skip. The origin is empty after the lap and every pit sown holds m seeds at least, the r pits that end at
//   the landing pit m+1. With m = 0 the origin is therefore the first empty pit going back from the landing pit. With
//   m >= 1 it is the only empty pit of the ring, which is again the first one going back; m may then be anything up to
//   what the other pits hold.
// - Origin::sow. The origin holds exactly m seeds, the others at least m, the last r at least m+1. So m is the least
//   count on the ring and the origin the first pit going back that holds it; or, if that is the landing pit itself,
//   r = 2P: the lap ended in its own origin, and m is one less.
//
// So a lap has at most one origin, and except for whole rounds under `skip` only one past.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/board.hpp"
#include "core/laps.hpp"

namespace uthi {

namespace detail {

/// Pits from `landing` back, against `direction`, to the first one in `ring` other than `landing` (1..2P-1); 0 if none.
template <int P>
[[nodiscard]] constexpr int steps_back(std::uint32_t ring, int landing, Direction direction) {
  ring &= ~(1U << landing);
  if (ring == 0) return 0;
  const std::uint64_t twice = ring | (static_cast<std::uint64_t>(ring) << (2 * P));
  if (direction == Direction::plus) {
    const std::uint64_t below = twice & ((std::uint64_t{1} << (landing + 2 * P)) - 1);
    return landing + 2 * P - (63 - std::countl_zero(below));
  }
  return std::countr_zero(twice >> (landing + 1)) + 1;
}

template <int P>
[[nodiscard]] std::uint32_t pits_holding(const Board<P>& board, int count) {
  using Word = typename Board<P>::Word;
  const Word same = row::fill<Word>(static_cast<std::uint8_t>(count));
  const Board<P> differs{board.own ^ same, board.opponent ^ same};
  // Bytes above the row differ too unless count is 0; they are cut off here.
  const std::uint32_t differing =
      (row::at_least(differs.own, 1) & Board<P>::kOwnRow) | ((row::at_least(differs.opponent, 1) & Board<P>::kOwnRow) << P);
  return Board<P>::kWholeRing & ~differing;
}

template <int P>
[[nodiscard]] constexpr int least_count(const Board<P>& board) {
  int least = board[0];
  for (int pit = 1; pit < 2 * P; ++pit) least = std::min(least, board[pit]);
  return least;
}

}  // namespace detail

/// The origin, going back from `landing` against `direction`, of the one lap without a full round that can have ended
/// there, where `empty` are the empty pits of the ring, and how many seeds it had; 0 if there is none.
template <int P>
struct ShortUnlap {
  ShortUnlap(std::uint32_t empty, int landing, Direction direction)
      : seeds(detail::steps_back<P>(empty, landing, direction)), pit(step<P>(landing, other(direction), seeds)) {}
  int seeds;
  int pit;
};

/// Calls f(before, pit, lap) for every lap of at least one seed that was lifted whole from ring pit `pit`, was sown in
/// `direction` and whose last seed made `board` by falling in ring pit `landing` (which holds one at least).
/// On `before` that pit holds the seeds of the lap. Source: the argument above; checked against forward sowing in tests.
template <int P, class F>
void for_each_unlap(const LapTable<P>& laps, Origin rule, const Board<P>& board, int landing, Direction direction, F&& f) {
  constexpr int kRing = 2 * P;
  const auto undo = [&](int pit, int seeds) {
    const Lap<P>& lap = laps(pit, direction, seeds);
    Board<P> before = board;
    before -= lap.delta;
    f(before, pit, lap);
  };
  const std::uint32_t empty = ~board.occupied() & Board<P>::kWholeRing;
  if (empty != 0) {
    const ShortUnlap<P> lap(empty, landing, direction);
    if (lap.seeds == 0) return;
    undo(lap.pit, lap.seeds);
    if (rule == Origin::sow || !std::has_single_bit(empty)) return;
    int rounds = kMaxSeeds;
    for (int i = 1; i < kRing; ++i) {
      rounds = std::min(rounds, board[step<P>(lap.pit, direction, i)] - (i <= lap.seeds ? 1 : 0));
    }
    for (int m = 1; m <= rounds; ++m) undo(lap.pit, m * (kRing - 1) + lap.seeds);
    return;
  }
  if (rule == Origin::skip) return;
  const int least = detail::least_count(board);
  if (board[landing] == least) {
    undo(landing, least * kRing);
    return;
  }
  const int r = detail::steps_back<P>(detail::pits_holding(board, least), landing, direction);
  undo(step<P>(landing, other(direction), r), least * kRing + r);
}

}  // namespace uthi
