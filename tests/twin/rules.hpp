// Giuthi's rules written down literally, seed by seed: the slow twin with which the fast code in core/ is compared.
//
// Nothing here uses core/. Pits stand in ring order, South's first, and never change place; a whole sowing is followed
// one seed at a time, and one that never ends is found by keeping every state it has been in.
#pragma once

#include <string>
#include <vector>

namespace uthi::twin {

/// Rule options; the defaults are those of the game.
struct Rules {
  bool sow_origin = false;    ///< origin=sow
  bool take_landing = true;   ///< empty=landing
  bool chain_through = true;  ///< chain=through
};

/// All eight combinations.
[[nodiscard]] std::vector<Rules> all_rules();

/// "", "{origin=sow}", "{chain=broken,empty=none}", ...
[[nodiscard]] std::string rules_text(const Rules& rules);

struct Position {
  std::vector<int> pits;  ///< South's a, b, ..., then North's A, B, ...
  int side = 0;           ///< 0 South, 1 North to move.

  [[nodiscard]] int row() const { return static_cast<int>(pits.size()) / 2; }
  friend bool operator==(const Position&, const Position&) = default;
};

struct Ply {
  int pit = -1;  ///< From the mover's left; -1 for a pass.
  int direction = 0;
  int captures = 0;
  bool again = false;
  Position after;
};

/// A sowing of one pit (from the mover's left, two seeds at least) in one direction (+1, -1), endless ones included.
struct Sowing {
  bool endless = false;
  int laps = 0;
  Ply ply;
};
[[nodiscard]] Sowing sow(const Rules& rules, const Position& position, int pit, int direction);

/// Every legal ply: pits from the left, +1 first; a single pass; or none where the game is over.
[[nodiscard]] std::vector<Ply> plies(const Rules& rules, const Position& position);

/// The mover's row less the other's.
[[nodiscard]] int row_margin(const Position& position);

/// "giuthi{...}:top/bottom 0 0 S".
[[nodiscard]] std::string text(const Rules& rules, const Position& position);

}  // namespace uthi::twin
