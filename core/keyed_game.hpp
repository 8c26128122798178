// The rules on packed keys, with game and board size hidden: what search and proofs walk over.
//
// Keys stand for positions as tables store them: seen from the mover, of two mirror images the stored one. A keyed game
// serves one rule set and the positions that can follow from one of `most_seeds` seeds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/layer.hpp"
#include "core/packed_key.hpp"
#include "core/position.hpp"
#include "core/rule_set.hpp"

namespace uthi {

/// A legal ply; its number is its place in notation order of the stored image.
template <int W>
struct KeyedPly {
  Key<W> to;                  ///< The position after it, seen from whoever moves next.
  std::int16_t captures = 0;  ///< Seeds that the mover puts in its store.
  bool again = false;         ///< The same player moves next.
  bool lower = false;         ///< `to` belongs to a lower layer.
};

template <int W>
class KeyedGame {
 public:
  virtual ~KeyedGame() = default;
  [[nodiscard]] virtual const RuleSet& rules() const = 0;

  /// Key of a position whose opening is over; stores are left out. Throws PositionError as `Game::board_of` does.
  [[nodiscard]] virtual Key<W> key(const Position& position) const = 0;
  /// South to move, stores 0 0.
  [[nodiscard]] virtual Position position(const Key<W>& key) const = 0;
  /// True if the key is one that `key` gives: bits, marks, total and mirror image as they must be. For keys from outside.
  [[nodiscard]] virtual bool valid(const Key<W>& key) const = 0;

  /// Appends all legal plies, forced passes included; returns how many. 0: the game is over.
  virtual int append_plies(const Key<W>& key, std::vector<KeyedPly<W>>& plies) const = 0;
  /// Text of ply `number`, with South to move.
  [[nodiscard]] virtual std::string ply_text(const Key<W>& key, int number) const = 0;
  /// Of a finished game: margin still to come for the mover, seeds.
  [[nodiscard]] virtual int final_margin(const Key<W>& key) const = 0;
  /// Own seeds less the opponent's, on the board.
  [[nodiscard]] virtual int row_margin(const Key<W>& key) const = 0;
  [[nodiscard]] virtual LayerId layer(const Key<W>& key) const = 0;
  /// Number in the dense index of its layer. Throws DoesNotFit beyond 120 seeds or 2^32 rows.
  [[nodiscard]] virtual std::uint64_t number(const Key<W>& key) const = 0;
};

/// Words that keys of positions of `most_seeds` seeds need (1..3).
[[nodiscard]] int key_words(const RuleSet& rules, int most_seeds);

/// `indexed`: layers that `number` will be asked about, so that their rows are listed in memory once. Throws UsageError for a board size
/// that does not exist, std::invalid_argument for too few words.
template <int W>
[[nodiscard]] std::unique_ptr<KeyedGame<W>> make_keyed_game(const RuleSet& rules, int most_seeds, const std::vector<LayerId>& indexed);

}  // namespace uthi
