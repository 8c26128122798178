// The rules at the level of written positions: what people and programs ask where speed does not matter.
//
// One referee serves one rule set; it hides the compile-time size of the board.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/layer.hpp"
#include "core/move.hpp"
#include "core/position.hpp"
#include "core/two_row_index.hpp"

namespace uthi {

/// A legal ply of a written position.
struct LegalPly {
  Move move;
  std::string text;    ///< `c+`, `C-`, `c3`, `pass`; of a redistribution `ab=c4D6`
  int captures = 0;    ///< Seeds.
  bool again = false;  ///< The same player moves next.
  bool pass = false;
  Position position;  ///< After the ply, stores and side included.
};

class Referee {
 public:
  virtual ~Referee() = default;
  [[nodiscard]] virtual const RuleSet& rules() const = 0;

  /// The position at the start of a game: `seeds` in every pit, or as the game lays down. Throws UsageError where `seeds`
  /// is missing, not asked for or too many, and for boards that are too small.
  [[nodiscard]] virtual Position start(std::optional<int> seeds) const = 0;

  /// Legal plies in notation order; none: the game is over. A forced pass is the only ply. Throws PositionError for an
  /// opening that is still to come: its plies can be hundreds of millions.
  [[nodiscard]] virtual std::vector<LegalPly> plies(const Position& position) const = 0;
  /// Calls `f` with one legal ply after the other, redistributions included, until it returns false.
  virtual void for_each_ply(const Position& position, const std::function<bool(const LegalPly&)>& f) const = 0;
  /// Number of legal plies; of an opening in closed form.
  [[nodiscard]] virtual unsigned __int128 ways(const Position& position) const = 0;
  /// If the game is over by its ordinary end: the margin still to come for the side to move, in seeds.
  [[nodiscard]] virtual std::optional<int> over(const Position& position) const = 0;
  /// The ply that `move` writes (for the side to move). Throws PositionError naming the legal ones.
  [[nodiscard]] virtual LegalPly ply(const Position& position, std::string_view move) const = 0;
  /// Position after `move`, as `ply` gives it.
  [[nodiscard]] Position play(const Position& position, std::string_view move) const { return ply(position, move).position; }
  /// Own row less the opponent's, for the side to move.
  [[nodiscard]] virtual int row_margin(const Position& position) const = 0;
  /// The image under mirror and change of sides that tables store; stores move with their owners.
  [[nodiscard]] virtual Position canonical(const Position& position) const = 0;
  /// Throws PositionError while an opening is to come, as `number` does: layers begin behind it.
  [[nodiscard]] virtual LayerId layer(const Position& position) const = 0;
  /// Number in the dense index of its layer. Throws DoesNotFit beyond 120 seeds or 2^32 rows.
  [[nodiscard]] virtual std::uint64_t number(const Position& position) const = 0;
  /// The stored position with this number, South to move, stores 0 0.
  [[nodiscard]] virtual Position at(LayerId layer, std::uint64_t number) const = 0;
  /// Positions stored for a layer (mirror images folded).
  [[nodiscard]] virtual std::uint64_t stored(LayerId layer) const = 0;
  /// Positions of a layer, mirror images counted.
  [[nodiscard]] virtual std::uint64_t positions(LayerId layer) const = 0;
  /// Every layer below which play from `bound` can lead, `bound` included, lower ones first.
  [[nodiscard]] virtual std::vector<LayerId> layers_up_to(LayerId bound) const = 0;
  /// Leaves `plies` plies deep; repetitions are not pruned, games that end earlier have none. Throws DoesNotFit where the
  /// redistributions of an opening are more than 64 bits count.
  [[nodiscard]] virtual std::uint64_t perft(const Position& position, int plies) const = 0;
};

/// Throws UsageError for a board size that does not exist.
[[nodiscard]] std::unique_ptr<Referee> make_referee(const RuleSet& rules);

}  // namespace uthi
