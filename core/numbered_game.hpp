// The rules on numbers of the dense index, with game and board size hidden: what checkers and statistics walk over.
//
// A numbered game serves one rule set and the layers up to a bound, all of whose rows are listed in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/layer.hpp"
#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rule_set.hpp"

namespace uthi {

/// A position, seen from its mover, by its place in the dense index.
struct Place {
  LayerId layer;
  std::uint64_t number = 0;
  bool flipped = false;  ///< The mirror image of the stored one.
  friend bool operator==(const Place&, const Place&) = default;
};

struct NumberedPly {
  Place to{};  ///< The position after it, seen from whoever moves next.
  Move move{};
  int captures = 0;    ///< Seeds that the mover puts in its store.
  bool again = false;  ///< The same player moves next.
};

class BoardGame;

class NumberedGame {
 public:
  NumberedGame(const RuleSet& rules, LayerId bound);

  [[nodiscard]] const RuleSet& rules() const;
  /// Positions stored for a layer.
  [[nodiscard]] std::uint64_t size(LayerId layer) const;

  /// Of a position whose opening is over; stores are left out. Throws PositionError as `Game::board_of` does.
  [[nodiscard]] Place place(const Position& position) const;
  /// South to move, stores 0 0.
  [[nodiscard]] Position position(const Place& place) const;

  /// Appends all legal plies, forced passes included; none: the game is over.
  void append_plies(const Place& place, std::vector<NumberedPly>& plies) const;
  /// Of a finished game: margin still to come for the mover, seeds.
  [[nodiscard]] int final_margin(const Place& place) const;
  /// Own row less the opponent's, on the board.
  [[nodiscard]] int row_margin(const Place& place) const;
  /// Positions that a stored one stands for: 2, or 1 where it is its own mirror image or there is no mirror.
  [[nodiscard]] int images(const Place& place) const;
  /// The same position with the other player to move.
  [[nodiscard]] Place other_to_move(const Place& place) const;

 private:
  std::shared_ptr<const BoardGame> game_;
};

/// Throws UsageError for a board size that does not exist, DoesNotFit beyond 120 seeds or 2^32 rows.
[[nodiscard]] std::unique_ptr<const NumberedGame> make_numbered_game(const RuleSet& rules, LayerId bound);

}  // namespace uthi
