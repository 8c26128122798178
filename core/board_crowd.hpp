// All sowings of one board side by side, lap by lap.
//
// A sowing alone is a chain, whose end no processor foresees; those of one board overlap, and who has ended is sorted out
// without a branch (core/relay_crowd.hpp does the same for boards that begin alike).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/board.hpp"
#include "core/laps.hpp"
#include "core/relay.hpp"

namespace uthi {

template <int P>
class BoardCrowd {
 public:
  using Board = uthi::Board<P>;

  /// f(board after the last seed, ring pit of the last seed, direction of the last lap, whether a seed fell in the opponent's
  /// row) for every sowing of `board` that ends, pits from the left, counter-clockwise first; g(pit, direction) for each that
  /// does not. Throws DoesNotFit as relay() does.
  template <class F, class G>
  void sow(const LapTable<P>& laps, const Board& board, F&& f, G&& g) {
    std::size_t size = 0;
    for (std::uint32_t pits = row::at_least(board.own, 2); pits != 0; pits &= pits - 1) {
      const int pit = std::countr_zero(pits);
      const std::uint32_t key = LapTable<P>::key(pit, row::get(board.own, pit));
      for (std::uint8_t direction = 0; direction < 2; ++direction, ++size) {
        sowers_[size] = {board, key, static_cast<std::uint8_t>(pit), direction, 0, direction, false, false};
        list_[size] = static_cast<std::uint8_t>(size);
      }
    }
    // Longer sowings are rare, and some are endless: relay() finds out.
    constexpr unsigned kLaps = 16;
    std::size_t going = size;
    for (unsigned lap_number = 0; lap_number < kLaps && going > 0; ++lap_number) {
      const std::size_t were_going = going;
      going = 0;
      for (std::size_t i = 0; i < were_going; ++i) {
        const std::uint8_t who = list_[i];
        Sower& sower = sowers_[who];
        const auto direction = static_cast<std::uint8_t>((sower.direction ^ lap_number) & 1U);
        const Lap<P>& lap = laps(static_cast<Direction>(direction), sower.key);
        Board sown = sower.board;
        sown += lap.delta;
        const int seeds = sown[lap.landing];
        sower.board = sown;
        sower.key = LapTable<P>::key(lap.landing, seeds);
        sower.landing = lap.landing;
        sower.last_direction = direction;
        sower.crossed = sower.crossed | lap.crosses;
        sower.ended = seeds == 1;
        list_[going] = who;
        going += seeds == 1 ? 0 : 1;
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      const Sower& sower = sowers_[i];
      if (sower.ended) {
        f(sower.board, static_cast<int>(sower.landing), static_cast<Direction>(sower.last_direction), sower.crossed);
        continue;
      }
      const Relay<P> end = relay<P, true>(laps, board, sower.pit, static_cast<Direction>(sower.direction));
      if (end.endless) {
        g(static_cast<int>(sower.pit), static_cast<Direction>(sower.direction));
      } else {
        f(end.board, end.landing, end.direction, end.crossed);
      }
    }
  }

 private:
  struct Sower {
    Board board;
    std::uint32_t key;       // of the lap to come
    std::uint8_t pit;        // of the first lap
    std::uint8_t direction;  // of the first lap
    std::uint8_t landing;    // ring pit of the last seed
    std::uint8_t last_direction;
    bool crossed;
    bool ended;
  };
  std::array<Sower, 2 * P> sowers_;
  std::array<std::uint8_t, 2 * P> list_;
};

}  // namespace uthi
