// From the twin's plain positions to those of core/, and how far the comparisons go.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "core/giuthi.hpp"
#include "core/rule_set.hpp"
#include "tests/twin/rules.hpp"

namespace uthi::twin {

/// The environment asks for reduced layers (UTHI_TEST_SIZE=small), as the slow sanitizer builds do.
[[nodiscard]] inline bool small_size() {
  const char* size = std::getenv("UTHI_TEST_SIZE");
  return size != nullptr && std::string_view(size) == "small";
}

/// Layers 0..this many seeds are compared in full on boards of `row` pits a row (2..5). Says so if it is reduced.
[[nodiscard]] inline int full_layers(int row) {
  constexpr int kFull[] = {20, 13, 10, 8};
  constexpr int kSmall[] = {12, 8, 6, 5};
  const auto i = static_cast<std::size_t>(row - 2);
  if (!small_size()) return kFull[i];
  std::cout << "reduced size: 2x" << row << " to " << kSmall[i] << " seeds instead of " << kFull[i] << '\n';
  return kSmall[i];
}

[[nodiscard]] inline RuleSet rule_set(const Rules& rules, int row) {
  RuleSet set(giuthi_spec(), row);
  set.set("origin", rules.sow_origin ? "sow" : "skip");
  set.set("empty", rules.take_landing ? "landing" : "none");
  set.set("chain", rules.chain_through ? "through" : "broken");
  return set;
}

/// "2x4", also as a part of a test's name.
[[nodiscard]] inline std::string board_name(int row) { return std::string("2x").append(std::to_string(row)); }

/// Pits as the mover sees them, own row first.
template <int P>
[[nodiscard]] Board<P> board(const std::vector<int>& pits) {
  Board<P> board;
  for (int pit = 0; pit < 2 * P; ++pit) board.add(pit, pits[static_cast<std::size_t>(pit)]);
  return board;
}

/// A position as its mover sees it.
template <int P>
[[nodiscard]] Board<P> board(const Position& position) {
  const Board<P> from_south = board<P>(position.pits);
  return position.side == 0 ? from_south : handed_over(from_south);
}

/// Calls f.operator()<P>() with P = row, 2..10.
template <class F>
void with_row(int row, F&& f) {
  [&]<int... kOffsets>(std::integer_sequence<int, kOffsets...>) {
    (void)((row == kOffsets + 2 && (f.template operator()<kOffsets + 2>(), true)) || ...);
  }
  (std::make_integer_sequence<int, 9>{});
}

}  // namespace uthi::twin
