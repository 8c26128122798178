// Awari (oware): one lap counter-clockwise, captures of twos and threes in the opponent's row.
//
// Rules after T. R. Lincke, "Exploring the computational limits of large exhaustive search problems", ETH Zürich 2002
// (thesis 14701), appendix A. A lap passes over its origin. If the last seed makes two or three in an opponent's pit,
// those are captured, and so are the preceding opponent's pits as long as they hold two or three. A move that leaves the
// opponent without a seed (a starving move) is illegal while another move does not. A player without a move: the
// opponent takes what remains. Under `grandslam=none` a capture of all the opponent's seeds takes nothing, so that the
// move feeds after all and is legal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board_text.hpp"
#include "core/game.hpp"
#include "core/laps.hpp"

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
    int plies = 0;
    for_each_legal_sowing(board, [&](int pit, const Ply<Board>& ply) {
      f(Move{static_cast<std::int8_t>(pit), 0}, ply);
      ++plies;
    });
    return plies;
  }

  template <class F>
  int for_each_lower_ply(const Board& board, F&& f) const {
    int within = 0;
    for_each_legal_sowing(board, [&](int, const Ply<Board>& ply) {
      if (ply.lower) {
        f(ply);
      } else {
        ++within;
      }
    });
    return within;
  }

  /// The origin of a lap is left empty and every pit after it up to the landing pit is sown (core/unlap.hpp): so the
  /// landings of an empty own pit are the occupied pits that follow it without a break, but for those that capture.
  template <class F>
  void for_each_unply(const Board& board, F&& f) const {
    const Board after = handed_over(board);
    const std::uint32_t occupied = after.occupied();
    const std::uint64_t ring_twice = occupied | (static_cast<std::uint64_t>(occupied) << Board::kRing);
    const std::uint32_t quiet = quiet_landings(after, occupied);
    const std::uint64_t quiet_twice = quiet | (static_cast<std::uint64_t>(quiet) << Board::kRing);
    const auto offer = [&](int pit, int seeds) {
      Board before = after;
      before -= laps_(pit, Direction::plus, seeds).delta;
      // A move that starves is legal only where none feeds.
      if (after.opponent != 0 || !may_feed(before)) f(before, false);
    };
    for (std::uint32_t origins = ~occupied & Board::kOwnRow; origins != 0; origins &= origins - 1) {
      const int pit = std::countr_zero(origins);
      const int run = std::countr_one(ring_twice >> (pit + 1));
      std::uint64_t landings = (quiet_twice >> (pit + 1)) & ((std::uint64_t{1} << run) - 1);
      for (; landings != 0; landings &= landings - 1) {
        const int seeds = std::countr_zero(landings) + 1;
        offer(pit, seeds);
        if (run < kRound) continue;
        const int rounds = full_rounds(after, pit, seeds);
        for (int m = 1; m <= rounds; ++m) offer(pit, m * kRound + seeds);
      }
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
  static constexpr int kRound = 2 * P - 1;  // seeds of a lap's full round: it passes over its origin

  // The player who moves next has a seed.
  static bool feeds(const Ply<Board>& ply) { return ply.board.own != 0; }

  // f(pit, Ply) for every legal sowing, in order: those that feed, or all where none does.
  template <class F>
  void for_each_legal_sowing(const Board& board, F&& f) const {
    const std::uint32_t pits = row::at_least(board.own, 1);
    bool any_feeds = false;
    for (std::uint32_t left = pits; left != 0; left &= left - 1) {
      const int pit = std::countr_zero(left);
      const Ply<Board> ply = sow(board, pit);
      if (!feeds(ply)) continue;
      any_feeds = true;
      f(pit, ply);
    }
    if (any_feeds) return;
    for (std::uint32_t left = pits; left != 0; left &= left - 1) {
      const int pit = std::countr_zero(left);
      f(pit, sow(board, pit));
    }
  }

  [[nodiscard]] bool may_feed(const Board& board) const {
    for (std::uint32_t left = row::at_least(board.own, 1); left != 0; left &= left - 1) {
      if (feeds(sow(board, std::countr_zero(left)))) return true;
    }
    return false;
  }

  [[nodiscard]] Ply<Board> sow(const Board& board, int pit) const {
    const Lap<P>& lap = laps_(pit, Direction::plus, board[pit]);
    Board sown = board;
    sown += lap.delta;
    if (lap.landing < P || !can_be_captured(sown[lap.landing])) return {handed_over(sown)};
    return capture(sown, lap.landing);
  }

  [[nodiscard]] Ply<Board> capture(const Board& sown, int landing) const {
    Board after = sown;
    int captures = 0;
    for (int taken = landing; taken >= P && can_be_captured(sown[taken]); --taken) {
      captures += sown[taken];
      after.add(taken, -sown[taken]);
    }
    if (!grand_slam_captures_ && after.opponent == 0) return {handed_over(sown)};
    return {handed_over(after), captures, false, true};
  }

  static bool can_be_captured(int seeds) { return seeds == 2 || seeds == 3; }

  // Occupied pits, as bits, in which the last seed of a lap that made `sown` can have fallen without a capture.
  [[nodiscard]] std::uint32_t quiet_landings(const Board& sown, std::uint32_t occupied) const {
    const std::uint32_t capturing = (row::at_least(sown.opponent, 2) & ~row::at_least(sown.opponent, 4)) << P;
    std::uint32_t quiet = occupied & ~capturing;
    if (grand_slam_captures_) return quiet;
    for (std::uint32_t left = capturing; left != 0; left &= left - 1) {
      const int landing = std::countr_zero(left);
      if (!capture(sown, landing).lower) quiet |= 1U << landing;
    }
    return quiet;
  }

  // Most full rounds that a lap from `pit`, which sowed every other pit and ended `seeds` pits on, can have made.
  [[nodiscard]] static int full_rounds(const Board& sown, int pit, int seeds) {
    int rounds = kMaxSeeds;
    for (int i = 1; i < Board::kRing; ++i) rounds = std::min(rounds, sown[step<P>(pit, Direction::plus, i)] - (i <= seeds ? 1 : 0));
    return rounds;
  }

  bool grand_slam_captures_;
  LapTable<P> laps_;
};

}  // namespace uthi
