// The rules on numbers of the dense index, with game and board size hidden: what checkers and statistics walk over.
//
// A numbered game serves one rule set and the layers up to a bound, all of whose rows are listed in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/layer.hpp"
#include "core/position.hpp"
#include "core/rule_set.hpp"

namespace uthi {

/// A position, seen from its mover, by its place in the dense index.
struct Place {
  LayerId layer;
  std::uint64_t number = 0;
  bool flipped = false;  ///< The mirror image of the stored one.
};

struct NumberedPly {
  Place to{};          ///< The position after it, seen from whoever moves next.
  int captures = 0;    ///< Seeds that the mover puts in its store.
  bool again = false;  ///< The same player moves next.
};

class NumberedGame {
 public:
  virtual ~NumberedGame() = default;
  [[nodiscard]] virtual const RuleSet& rules() const = 0;
  /// Positions stored for a layer.
  [[nodiscard]] virtual std::uint64_t size(LayerId layer) const = 0;

  /// Of a position whose opening is over; stores are left out. Throws PositionError as `Game::board_of` does.
  [[nodiscard]] virtual Place place(const Position& position) const = 0;
  /// South to move, stores 0 0.
  [[nodiscard]] virtual Position position(const Place& place) const = 0;

  /// Appends all legal plies, forced passes included; none: the game is over.
  virtual void append_plies(const Place& place, std::vector<NumberedPly>& plies) const = 0;
  /// Of a finished game: margin still to come for the mover, seeds.
  [[nodiscard]] virtual int final_margin(const Place& place) const = 0;
  /// Own seeds less the opponent's, on the board.
  [[nodiscard]] virtual int row_margin(const Place& place) const = 0;
  /// Positions that a stored one stands for: 2, or 1 where it is its own mirror image or there is no mirror.
  [[nodiscard]] virtual int images(const Place& place) const = 0;
  /// The same position with the other player to move.
  [[nodiscard]] virtual Place other_to_move(const Place& place) const = 0;
};

/// Throws UsageError for a board size that does not exist, DoesNotFit beyond 120 seeds or 2^32 rows.
[[nodiscard]] std::unique_ptr<const NumberedGame> make_numbered_game(const RuleSet& rules, LayerId bound);

}  // namespace uthi
