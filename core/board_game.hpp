// One game on one board size behind one door: for all that asks about boards and does not see their type.
//
// The hot loops of solver and tables are templates over the game (core/game.hpp). What stands here is compiled once for each
// game and size (core/board_game_of.hpp) and serves everything else: referee, numbered and keyed game, edge check, miner, bench.
// Whoever walks over millions of boards asks for them in batches.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/layer.hpp"
#include "core/move.hpp"
#include "core/numbered_game.hpp"
#include "core/position.hpp"
#include "core/rule_set.hpp"
#include "core/slot.hpp"

namespace uthi {

class Opening;

/// Seeds and marks of a board of whatever size, seen from the mover: ring pits as in core/board.hpp, own row first.
struct AnyBoard {
  std::array<std::uint8_t, 2 * kMaxPits> pits{};
  std::uint32_t marks = 0;  ///< Bit i: ring pit i is marked.
  friend bool operator==(const AnyBoard&, const AnyBoard&) = default;
};

struct BoardPly {
  Move move{};
  AnyBoard board{};    ///< Seen from whoever moves next.
  int captures = 0;    ///< Seeds that the mover puts in its store.
  bool again = false;  ///< The same player moves next.
  bool lower = false;  ///< The new board belongs to a lower layer.
};

/// A ply within the layer, looked at from where it leads.
struct BoardUnply {
  AnyBoard parent{};
  bool again = false;
};

/// What a walk over a layer adds up to; it depends on the rules alone.
struct WalkTotals {
  std::uint64_t count = 0;
  std::uint64_t checksum = 0;
};

class BoardGame {
 public:
  virtual ~BoardGame() = default;
  [[nodiscard]] virtual const RuleSet& rules() const = 0;
  /// The redistributions before the first sowing; null for games without.
  [[nodiscard]] virtual const Opening* opening() const = 0;
  /// Every layer below which play from `bound` can lead, `bound` included, lower ones first.
  [[nodiscard]] virtual std::vector<LayerId> layers_up_to(LayerId bound) const = 0;

  // Boards and positions as people write them.

  /// The board of a position, whatever its opening. Throws PositionError where the rules forbid it.
  [[nodiscard]] virtual AnyBoard board_of(const Position& position) const = 0;
  virtual void store_board(const AnyBoard& board, Position& position) const = 0;
  [[nodiscard]] virtual std::string move_text(Move move, Side side) const = 0;
  /// Throws PositionError.
  [[nodiscard]] virtual Move parse_move(std::string_view text, Side side) const = 0;

  // Rules.

  /// Appends all legal plies in notation order, forced passes included; returns how many. 0: the game is over.
  virtual int append_plies(const AnyBoard& board, std::vector<BoardPly>& plies) const = 0;
  /// Appends every ply within the layer that leads to `board`.
  virtual void append_unplies(const AnyBoard& board, std::vector<BoardUnply>& unplies) const = 0;
  [[nodiscard]] virtual int count_plies(const AnyBoard& board) const = 0;
  /// Leaves `plies` plies deep; games that end earlier have none.
  [[nodiscard]] virtual std::uint64_t count_leaves(const AnyBoard& board, int plies) const = 0;
  /// Of a finished game: margin still to come for the mover, seeds.
  [[nodiscard]] virtual int final_margin(const AnyBoard& board) const = 0;
  /// Own seeds less the opponent's.
  [[nodiscard]] virtual int row_margin(const AnyBoard& board) const = 0;
  [[nodiscard]] virtual LayerId layer(const AnyBoard& board) const = 0;
  /// The image under mirror that is stored.
  [[nodiscard]] virtual AnyBoard stored_image(const AnyBoard& board) const = 0;
  [[nodiscard]] virtual bool is_palindrome(const AnyBoard& board) const = 0;

  // The dense index. Rows are listed in memory for the largest layer asked for so far; `reserve` says at the start how
  // large that will be. Throws DoesNotFit beyond 120 seeds or 2^32 rows.

  virtual void reserve(int most_seeds) const = 0;
  [[nodiscard]] virtual Slot slot(const AnyBoard& board) const = 0;
  [[nodiscard]] virtual AnyBoard board(LayerId layer, std::uint64_t number) const = 0;
  /// Appends the boards of the numbers begin..end-1, in order.
  virtual void append_boards(LayerId layer, std::uint64_t begin, std::uint64_t end, std::vector<AnyBoard>& boards) const = 0;

  // Rules on numbers of the index (core/numbered_game.hpp).

  [[nodiscard]] virtual Place place(const Position& position) const = 0;
  [[nodiscard]] virtual Position position(const Place& place) const = 0;
  virtual void append_plies(const Place& place, std::vector<NumberedPly>& plies) const = 0;
  [[nodiscard]] virtual int final_margin(const Place& place) const = 0;
  [[nodiscard]] virtual int row_margin(const Place& place) const = 0;
  [[nodiscard]] virtual int images(const Place& place) const = 0;
  [[nodiscard]] virtual Place other_to_move(const Place& place) const = 0;

  // Inner loops over a whole layer, for measuring them.

  /// Every ply of every stored board.
  [[nodiscard]] virtual WalkTotals walk_plies(LayerId layer) const = 0;
  /// Every predecessor of every stored board.
  [[nodiscard]] virtual WalkTotals walk_unplies(LayerId layer) const = 0;
  /// Slots of up to `most` boards that plies of the layer lead to; gathered now, looked up when the result is called.
  [[nodiscard]] virtual std::function<WalkTotals()> walk_slots(LayerId layer, std::uint64_t most) const = 0;
  /// Boards of `count` numbers in scattered order.
  [[nodiscard]] virtual WalkTotals walk_boards(LayerId layer, std::uint64_t count) const = 0;
};

/// Throws UsageError for a board size that does not exist.
[[nodiscard]] std::shared_ptr<const BoardGame> make_board_game(const RuleSet& rules);

/// Positions of a layer that are stored (mirror images folded), and all of them. Throws DoesNotFit past 64 bits.
[[nodiscard]] std::uint64_t stored_positions(const RuleSet& rules, LayerId layer);
[[nodiscard]] std::uint64_t all_positions(const RuleSet& rules, LayerId layer);

}  // namespace uthi
