// Awari (oware): one lap counter-clockwise, captures of twos and threes in the opponent's row.
//
// Rules after T. R. Lincke, "Exploring the computational limits of large exhaustive search problems", ETH Zürich 2002
// (thesis 14701), appendix A. A lap passes over its origin. If the last seed makes two or three in an opponent's pit,
// those are captured, and so are the preceding opponent's pits as long as they hold two or three. A move that leaves the
// opponent without a seed (a starving move) is illegal while another move does not. A player without a move: the
// opponent takes what remains. Under `grandslam=none` a capture of all the opponent's seeds takes nothing, so that the
// move feeds after all and is legal.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board_text.hpp"
#include "core/game.hpp"
#include "core/laps.hpp"
#include "core/unlap.hpp"

namespace uthi {

[[nodiscard]] const GameSpec& awari_spec();

namespace awari {
/// Text of moves: `c` for South, `C` for North. Parsing throws PositionError.
[[nodiscard]] std::string move_text(Move move, Side side);
[[nodiscard]] Move parse_move(std::string_view text, Side side, int pits);
}  // namespace awari

template <int P>
class Awari {
 public:
  using Board = uthi::Board<P>;
  using Rows = RowTable<P>;
  using Index = TwoRowIndex<P, false>;
  static constexpr int kPits = P;
  static constexpr bool kMirror = false;

  static const GameSpec& spec() { return awari_spec(); }

  explicit Awari(const RuleSet& rules) : grand_slam_captures_(rules.get("grandslam") == "forbidden"), laps_(Origin::skip) {}

  template <class F>
  int for_each_ply(const Board& board, F&& f) const {
    bool only_feeding = false;
    for_each_sowing(board, [&](Move, const Ply<Board>& ply) { only_feeding |= feeds(ply); });
    int plies = 0;
    for_each_sowing(board, [&](Move move, const Ply<Board>& ply) {
      if (only_feeding && !feeds(ply)) return;
      f(move, ply);
      ++plies;
    });
    return plies;
  }

  template <class F>
  int for_each_lower_ply(const Board& board, F&& f) const {
    return filter_lower_plies(*this, board, f);
  }

  template <class F>
  void for_each_unply(const Board& board, F&& f) const {
    const Board after = handed_over(board);
    for (std::uint32_t landings = after.occupied(); landings != 0; landings &= landings - 1) {
      const int landing = std::countr_zero(landings);
      for_each_unlap(laps_, Origin::skip, after, landing, Direction::plus, [&](const Board& before, int pit, const Lap<P>&) {
        if (pit < P && keeps_layer(before, pit, board)) f(before, false);
      });
    }
  }

  /// The opponent of a player who cannot move takes all that is left.
  [[nodiscard]] int final_margin(const Board& board) const { return -board.seeds(); }
  [[nodiscard]] int row_margin(const Board& board) const { return row::sum(board.own) - row::sum(board.opponent); }
  [[nodiscard]] static Board other_to_move(const Board& board) { return handed_over(board); }
  [[nodiscard]] LayerId layer(const Board& board) const { return {board.seeds(), 0}; }
  static std::vector<LayerId> layers_up_to(LayerId bound) { return seed_layers_up_to(bound); }

  [[nodiscard]] Board board_of(const Position& position) const { return seeds_of<P>(position); }
  void store_board(const Board& board, Position& position) const { store_seeds(board, position); }
  [[nodiscard]] std::string move_text(Move move, Side side) const { return awari::move_text(move, side); }
  [[nodiscard]] Move parse_move(std::string_view text, Side side) const { return awari::parse_move(text, side, P); }

 private:
  // The player who moves next has a seed.
  static bool feeds(const Ply<Board>& ply) { return ply.board.own != 0; }

  // f(Move, Ply) for every occupied own pit, the rule against starving left aside.
  template <class F>
  void for_each_sowing(const Board& board, F&& f) const {
    for (std::uint32_t pits = row::at_least(board.own, 1); pits != 0; pits &= pits - 1) {
      const int pit = std::countr_zero(pits);
      f(Move{static_cast<std::int8_t>(pit), 0}, sow(board, pit));
    }
  }

  [[nodiscard]] Ply<Board> sow(const Board& board, int pit) const {
    const Lap<P>& lap = laps_(pit, Direction::plus, board[pit]);
    Board after = board;
    after += lap.delta;
    const Board sown = after;
    int captures = 0;
    for (int taken = lap.landing; taken >= P && (after[taken] == 2 || after[taken] == 3); --taken) {
      captures += after[taken];
      after.add(taken, -after[taken]);
    }
    if (captures > 0 && !grand_slam_captures_ && after.opponent == 0) return {handed_over(sown)};
    return {handed_over(after), captures, false, captures > 0};
  }

  // The sowing from `pit` of `before` is legal and captures nothing: it leads to `board`.
  [[nodiscard]] bool keeps_layer(const Board& before, int pit, const Board& board) const {
    if (sow(before, pit).lower) return false;
    if (board.own != 0) return true;
    bool may_feed = false;
    for_each_sowing(before, [&](Move, const Ply<Board>& ply) { may_feed |= feeds(ply); });
    return !may_feed;
  }

  bool grand_slam_captures_;
  LapTable<P> laps_;
};

}  // namespace uthi
