// Seeds of a position as a board seen from the mover, and back.
#pragma once

#include <cstddef>

#include "core/board.hpp"
#include "core/position.hpp"

namespace uthi {

template <int P>
[[nodiscard]] Board<P> seeds_of(const Position& position) {
  const std::size_t first = position.side == Side::south ? 0 : P;
  Board<P> board;
  for (std::size_t i = 0; i < 2 * P; ++i) board.add(static_cast<int>(i), position.pits[(first + i) % (2 * P)]);
  return board;
}

template <int P>
void store_seeds(const Board<P>& board, Position& position) {
  const std::size_t first = position.side == Side::south ? 0 : P;
  for (std::size_t i = 0; i < 2 * P; ++i) {
    position.pits[(first + i) % (2 * P)] = static_cast<std::uint8_t>(board[static_cast<int>(i)]);
  }
}

}  // namespace uthi
