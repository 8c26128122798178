// Kiothi's opening: before the first sowing each player in turn empties own pits and puts their warriors where it likes.
//
// A redistribution is written `ab=c4D6`: pits a and b are emptied, four of their warriors go to c and six to D. The
// emptied pits are own ones, from the owner's left; each pit that gets warriors stands once, in ring order from `a`, with
// the number that it gets. Emptied pits may get warriors too. `=` alone empties nothing (redistribute=upto2).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"

namespace uthi {

/// Ways to redistribute can be more than 64 bits count: up to 2^93.
using OpeningCount = unsigned __int128;

/// One redistribution, pits as in Position: South's a, b, ... then North's A, B, ...
struct Redistribution {
  std::uint32_t emptied = 0;                        ///< Bit i: ring pit i is emptied.
  std::array<std::uint8_t, 2 * kMaxPits> placed{};  ///< Warriors that each ring pit gets.
  friend bool operator==(const Redistribution&, const Redistribution&) = default;
};

class KiothiOpening {
 public:
  explicit KiothiOpening(const RuleSet& rules);

  /// The start position of the option `start`, both redistributions to come. Throws UsageError for rows that are too short.
  [[nodiscard]] static Position start(const RuleSet& rules);

  /// Throws PositionError unless an opening is to come and each player who still has to redistribute can.
  void check(const Position& position) const;

  /// Number of written redistributions, each a legal move: for every choice of emptied pits that hold n warriors
  /// together, C(n + 2P-1, 2P-1). Throws as `check`.
  [[nodiscard]] OpeningCount ways(const Position& position) const;

  /// Calls f(redistribution, position after it) for all of them, fewer emptied pits first, until f returns false; the
  /// position is good until f returns. Throws as `check`.
  template <class F>
  void for_each(const Position& position, F&& f) const {
    Position after = position;
    for (const std::uint32_t emptied : choices(position)) {
      for (Redistribution way = first_way(position, emptied);;) {
        apply(position, way, after);
        if (!f(static_cast<const Redistribution&>(way), static_cast<const Position&>(after))) return;
        if (!next_way(way)) break;
      }
    }
  }

  /// Position after a redistribution as `parse` gives it. After the last one every pit that holds warriors is marked.
  [[nodiscard]] Position play(const Position& position, const Redistribution& way) const;

  /// Reads a redistribution, its pits in any order. Throws PositionError naming the character at fault, for illegal ones
  /// too, and as `check`.
  [[nodiscard]] Redistribution parse(const Position& position, std::string_view text) const;
  /// The written form, as above.
  [[nodiscard]] std::string text(const Redistribution& way) const;

 private:
  [[nodiscard]] std::uint32_t own_occupied(const Position& position, Side side) const;
  [[nodiscard]] std::vector<std::uint32_t> choices(const Position& position) const;
  [[nodiscard]] Redistribution first_way(const Position& position, std::uint32_t emptied) const;
  bool next_way(Redistribution& way) const;
  void apply(const Position& position, const Redistribution& way, Position& after) const;

  int pits_;
  bool exactly_two_;
  std::vector<OpeningCount> compositions_;  // [n] ways to put n warriors into the pits of the board
};

}  // namespace uthi
