// Giuthi, the herders' game of the Kikuyu and Embu: sowings, their endings, and sowings undone.
//
// A sowing starts from an own pit with two seeds or more, in either direction. A last seed in an occupied pit lifts that
// pit for the next lap, in the opposite direction. A last seed in an empty pit ends the sowing:
//
//   the opponent's pit                         the turn is over
//   an own pit, opponent's row never sown      the same player sows again
//   an own pit, opponent's row sown            capture of the opposite pit, the landing seed and the chain behind it
//
// A sowing that never ends is illegal; a player without a legal sowing passes while the opponent has one.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.hpp"
#include "core/board_crowd.hpp"
#include "core/board_text.hpp"
#include "core/game.hpp"
#include "core/home_crowd.hpp"
#include "core/laps.hpp"
#include "core/relay.hpp"
#include "core/relay_crowd.hpp"
#include "core/unlap.hpp"

namespace uthi {

[[nodiscard]] const GameSpec& giuthi_spec();

namespace giuthi {
/// Text of moves: `c+` for South, `C-` for North, `pass`. Parsing throws PositionError.
[[nodiscard]] std::string move_text(Move move, Side side);
[[nodiscard]] Move parse_move(std::string_view text, Side side, int pits);
}  // namespace giuthi

template <int P>
class Giuthi {
 public:
  using Board = uthi::Board<P>;
  using Rows = RowTable<P>;
  using Index = TwoRowIndex<P, true>;
  static constexpr int kPits = P;
  static constexpr bool kMirror = true;

  static const GameSpec& spec() { return giuthi_spec(); }

  explicit Giuthi(const RuleSet& rules)
      : origin_(rules.get("origin") == "sow" ? Origin::sow : Origin::skip),
        empty_captures_(rules.get("empty") == "landing"),
        chain_through_(rules.get("chain") == "through"),
        laps_(origin_) {}

  template <class F>
  int for_each_ply(const Board& board, F&& f) const {
    int plies = 0;
    for_each_sowing(board, [&](Move move, const Ply<Board>& ply) {
      f(move, ply);
      ++plies;
    });
    if (plies == 0 && has_sowing(handed_over(board))) {
      f(kPass, Ply<Board>{handed_over(board)});
      return 1;
    }
    return plies;
  }

  template <class F>
  int for_each_lower_ply(const Board& board, F&& f) const {
    return filter_lower_plies(*this, board, f);
  }

  /// Every sowing of an own row as far as the opponent's row has no say in it: up to the first last seed that falls there.
  /// All boards with this own row have these beginnings in common.
  using Beginnings = SharedList<Relay<P>, 2 * P>;

  [[nodiscard]] Beginnings beginnings(typename Board::Word own) const {
    Beginnings list;
    for (std::uint32_t pits = row::at_least(own, 2); pits != 0; pits &= pits - 1) {
      for (const Direction direction : {Direction::plus, Direction::minus}) {
        // In `board` of the result the opponent's row is what it gains.
        const Relay<P> begun = relay<P, true, true>(laps_, {own, 0}, std::countr_zero(pits), direction);
        if (!begun.endless) list.push_back(begun);
      }
    }
    return list;
  }

  /// The sowing ends without a seed in the opponent's row: the same player again, the opponent's row as it was.
  [[nodiscard]] static bool stays_home(const Relay<P>& begun) { return begun.landing < P && !begun.crossed; }

  /// What those of the beginnings of `rows` that stay at home lead to, in their order, and of which rows there are others.
  /// Rows of HomeCrowd<P>::kMostSeeds at most; much faster than making their beginnings.
  using HomeSowings = uthi::HomeSowings<typename Board::Word>;
  [[nodiscard]] HomeSowings home_sowings(std::span<const typename Board::Word> rows) const {
    HomeSowings found;
    found.behind.reserve(rows.size());
    found.away.reserve(rows.size());
    found.targets.reserve(3 * rows.size());
    HomeCrowd<P>(laps_).sow(rows, found);
    return found;
  }

  /// The sowings of a board that stands alone, for `for_each_ply_away`.
  using Alone = BoardCrowd<P>;

  /// Beginnings of a board by what becomes of them.
  struct Counts {
    int home = 0;  ///< Those that stay at home.
    int away = 0;  ///< The others, sowings that never end among them where that depends on the opponent's row.
  };

  /// The plies of a board but for sowings that stay at home and passes, in the order of `for_each_ply`: within(board) and lower(board,
  /// captures) as of `finish_sowings`. What they have in common with other boards is not made use of: for boards that stand alone.
  template <class Within, class Lower>
  Counts for_each_ply_away(const Board& board, Alone& crowd, Within&& within, Lower&& lower) const {
    Counts counts;
    crowd.sow(
        laps_, board,
        [&](const Board& sown, int landing, Direction direction, bool crossed) {
          const bool stays = landing < P && !crossed;
          counts.home += stays ? 1 : 0;
          counts.away += stays ? 0 : 1;
          if (landing >= P) {
            within(handed_over(sown));
          } else if (crossed) {
            Board after = sown;
            const int captures = capture(after, landing, direction);
            if (captures > 0) {
              lower(handed_over(after), captures);
            } else {
              within(handed_over(after));
            }
          }
        },
        [&](int pit, Direction direction) {
          counts.away += relay<P, true, true>(laps_, {board.own, 0}, pit, direction).endless ? 0 : 1;
        });
    return counts;
  }

  /// The sowing ends in the opponent's row if the pit where it is left off was empty: the move is handed over, no capture.
  [[nodiscard]] static bool stops_abroad(const Relay<P>& begun) { return begun.landing >= P; }
  [[nodiscard]] static bool ends_abroad(const Relay<P>& begun, typename Board::Word opponent) {
    return row::get(begun.board.opponent + opponent, begun.landing - P) == 1;
  }

  /// Boards that begin alike, for `finish_sowings`.
  using Crowd = RelayCrowd<P>;

  /// The plies of the boards `who`, places in `opponents`, that begin so: within(who, board) for those that stay in the layer,
  /// which all hand the move over, and lower(who, board, captures) for the others; none where the sowing never ends. Not for
  /// beginnings that stay at home, nor for boards on which they end abroad.
  template <class Within, class Lower>
  void finish_sowings(const Relay<P>& begun, std::span<const typename Board::Word> opponents, std::span<const std::uint8_t> who,
                      Crowd& crowd, Within&& within, Lower&& lower) const {
    const auto end_at_home = [&](Board board, std::uint8_t i, int landing, Direction direction) {
      const int captures = capture(board, landing, direction);
      if (captures > 0) {
        lower(i, handed_over(board), captures);
      } else {
        within(i, handed_over(board));
      }
    };
    if (!stops_abroad(begun)) {
      for (const std::uint8_t i : who)
        end_at_home({begun.board.own, begun.board.opponent + opponents[i]}, i, begun.landing, begun.direction);
      return;
    }
    crowd.clear();
    for (const std::uint8_t i : who) crowd.add(i, {begun.board.own, begun.board.opponent + opponents[i]}, begun.landing);
    crowd.relay_all(laps_, other(begun.direction));
    for (const std::uint8_t i : crowd.ended_abroad()) within(i, handed_over(crowd.board(i)));
    for (const Direction direction : {Direction::plus, Direction::minus}) {
      for (const std::uint8_t i : crowd.ended_home(direction)) end_at_home(crowd.board(i), i, crowd.landing(i), direction);
    }
  }

  /// The forced pass of a board without a sowing: f(Ply), unless the game is over.
  template <class F>
  void pass(const Board& board, F&& f) const {
    if (has_sowing(handed_over(board))) f(Ply<Board>{handed_over(board)});
  }

  template <class F>
  void for_each_unply(const Board& board, F&& f) const {
    unsow_again(board, f);
    for_each_unply_handed_over(board, f);
  }

  /// Those of them after which the other player moves.
  template <class F>
  void for_each_unply_handed_over(const Board& board, F&& f) const {
    unsow_handed_over(board, f);
    const Board before = handed_over(board);
    if (!has_sowing(before) && has_sowing(board)) f(before, false);
  }

  [[nodiscard]] int final_margin(const Board& board) const { return row_margin(board); }
  [[nodiscard]] int row_margin(const Board& board) const { return row::sum(board.own) - row::sum(board.opponent); }
  [[nodiscard]] static Board other_to_move(const Board& board) { return handed_over(board); }
  [[nodiscard]] LayerId layer(const Board& board) const { return {board.seeds(), 0}; }

  static std::vector<LayerId> layers_up_to(LayerId bound) { return seed_layers_up_to(bound); }

  [[nodiscard]] Board board_of(const Position& position) const { return seeds_of<P>(position); }
  void store_board(const Board& board, Position& position) const { store_seeds(board, position); }
  [[nodiscard]] std::string move_text(Move move, Side side) const { return giuthi::move_text(move, side); }
  [[nodiscard]] Move parse_move(std::string_view text, Side side) const { return giuthi::parse_move(text, side, P); }

  /// f(Move, Ply) for every legal sowing, pits from the left, counter-clockwise first.
  template <class F>
  void for_each_sowing(const Board& board, F&& f) const {
    for (std::uint32_t pits = row::at_least(board.own, 2); pits != 0; pits &= pits - 1) {
      const int pit = std::countr_zero(pits);
      for (const Direction direction : {Direction::plus, Direction::minus}) {
        const Relay<P> end = relay<P, true>(laps_, board, pit, direction);
        if (end.endless) continue;
        f(Move{static_cast<std::int8_t>(pit), static_cast<std::int16_t>(direction == Direction::plus ? 1 : -1)}, finish(end));
      }
    }
  }

  [[nodiscard]] bool has_sowing(const Board& board) const {
    for (std::uint32_t pits = row::at_least(board.own, 2); pits != 0; pits &= pits - 1) {
      const int pit = std::countr_zero(pits);
      for (const Direction direction : {Direction::plus, Direction::minus}) {
        if (!relay<P, true>(laps_, board, pit, direction).endless) return true;
      }
    }
    return false;
  }

 private:
  // What the ending of a sowing does (rules 4-6).
  Ply<Board> finish(const Relay<P>& end) const {
    if (end.landing >= P) return {handed_over(end.board)};
    if (!end.crossed) return {end.board, 0, true};
    Board board = end.board;
    const int captures = capture(board, end.landing, end.direction);
    return {handed_over(board), captures, false, captures > 0};
  }

  // Takes what a last seed in own pit `landing` captures off the board; returns how many seeds. The captured pits face the
  // landing pit and the empty own pits that follow it without a break, so they stand side by side and are taken at once.
  int capture(Board& board, int landing, Direction direction) const {
    using Word = typename Board::Word;
    const std::uint32_t facing = chain_through_ && empty_captures_ ? 0 : board.facing_seeds();
    if (!empty_captures_ && (facing >> landing & 1U) == 0) return 0;
    const std::uint32_t ends = row::at_least(board.own, 1) | (chain_through_ ? 0 : ~facing & Board::kOwnRow);
    int first = landing;
    int last = landing;
    if (direction == Direction::plus) {
      last += std::countr_zero((ends | 1U << P) >> (landing + 1));
    } else {
      first -= std::countl_zero(((ends << 1 | 1U) << (31 - landing)));
    }
    const Word captured = board.opponent & row::span_of_bytes<Word>(opposite<P>(last), opposite<P>(first));
    board.opponent -= captured;
    board.own -= row::one<Word>(landing);
    return row::sum(captured) + 1;
  }

  // Sowings that ended in an empty own pit without a seed in the opponent's row: the mover of `board` sowed.
  template <class F>
  void unsow_again(const Board& board, F&& f) const {
    unsow<true>(board, Board::kOwnRow, [&](const Board& before, bool) { f(before, true); });
  }

  // Sowings that ended the turn without a capture: the opponent of the mover of `board` sowed.
  template <class F>
  void unsow_handed_over(const Board& board, F&& f) const {
    const Board after = handed_over(board);
    unsow<false>(after, Board::kOpponentRow, [&](const Board& before, bool) { f(before, false); });
    if (empty_captures_) return;
    unsow<false>(after, Board::kOwnRow & ~after.facing_seeds(), [&](const Board& before, bool crossed) {
      if (crossed) f(before, false);
    });
  }

  // f(before, crossed) for every sowing whose last seed fell in an empty one of the pits `landings`.
  template <bool kOwnRowOnly, class F>
  void unsow(const Board& board, std::uint32_t landings, F&& f) const {
    const std::uint32_t occupied = board.occupied();
    landings &= occupied & ~board.at_least(2);
    for (const Direction direction : {Direction::plus, Direction::minus}) {
      std::uint32_t mask = landings;
      // Behind the landing pit stands a pit sown by the same lap, for a lap has two seeds or more; only on a full ring
      // can the lap have started there.
      if (occupied != Board::kWholeRing) mask &= direction == Direction::plus ? moved_on<P>(occupied) : moved_back<P>(occupied);
      for (; mask != 0; mask &= mask - 1) unrelay<kOwnRowOnly>(board, occupied, std::countr_zero(mask), direction, false, f);
    }
  }

  // Undoes lap after lap from a board whose last seed fell in ring pit `landing`; f(before, crossed) for every own pit
  // with two seeds or more from which the sowing can have started. With `kOwnRowOnly` no lap may have crossed.
  template <bool kOwnRowOnly, class F>
  void unrelay(Board board, std::uint32_t occupied, int landing, Direction direction, bool crossed, F&& f) const {
    for (;;) {
      const std::uint32_t empty = ~occupied & Board::kWholeRing;
      if ((empty & (empty - 1)) == 0) break;
      // Two empty pits or more: there is one lap at most.
      const ShortUnlap<P> last(empty, landing, direction);
      if (last.seeds < 2) return;
      const Lap<P>& lap = laps_(last.pit, direction, last.seeds);
      if (kOwnRowOnly && lap.crosses) return;
      board -= lap.delta;
      crossed |= lap.crosses;
      if (last.pit < P) f(board, crossed);
      // The lap before this one put the last of these seeds here.
      landing = last.pit;
      direction = other(direction);
      occupied = board.occupied();
    }
    for_each_unlap(laps_, origin_, board, landing, direction, [&](const Board& before, int pit, const Lap<P>& lap) {
      if (before[pit] < 2 || (kOwnRowOnly && lap.crosses)) return;
      const bool so_far = crossed || lap.crosses;
      if (pit < P) f(before, so_far);
      unrelay<kOwnRowOnly>(before, before.occupied(), pit, other(direction), so_far, f);
    });
  }

  Origin origin_;
  bool empty_captures_;
  bool chain_through_;
  LapTable<P> laps_;
};

}  // namespace uthi
