// Kiothi, the game of the Meru: partial lifts, marked pits (nki), captures into the prison.
//
// A turn lifts any number of an own pit and sows counter-clockwise. The last warrior of the first lap must not fall in an
// occupied own pit. In any other occupied pit, of either row, all of it is sown on in the same direction. In an empty
// pit the turn ends; in an empty own pit, with a capture of the opposite pit if that is occupied and no nki. A pit that
// is sown from loses its mark. Seeds are called seeds here as in the other games.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board_text.hpp"
#include "core/game.hpp"
#include "core/kiothi_opening.hpp"
#include "core/laps.hpp"
#include "core/marked_board.hpp"
#include "core/relay.hpp"
#include "core/unlap.hpp"

namespace uthi {

[[nodiscard]] const GameSpec& kiothi_spec();

namespace kiothi {
/// Text of moves: `c3` for South, `C3` for North. Parsing throws PositionError.
[[nodiscard]] std::string move_text(Move move, Side side);
[[nodiscard]] Move parse_move(std::string_view text, Side side, int pits);
}  // namespace kiothi

template <int P>
class Kiothi {
 public:
  using Board = MarkedBoard<P>;
  using Seeds = uthi::Board<P>;
  using Rows = RowTable<P>;
  using Index = MarkedIndex<P>;
  using Opening = KiothiOpening;
  static constexpr int kPits = P;
  static constexpr bool kMirror = false;

  static const GameSpec& spec() { return kiothi_spec(); }

  explicit Kiothi(const RuleSet& rules)
      : origin_(rules.get("origin") == "sow" ? Origin::sow : Origin::skip),
        needs_crossing_(rules.get("crossing") == "yes"),
        all_three_(rules.get("triple") == "all"),
        laps_(origin_) {}

  /// f(Move, Ply) for every legal lift, pits from the left, small lifts first.
  template <class F>
  int for_each_ply(const Board& board, F&& f) const {
    int plies = 0;
    for (std::uint32_t pits = row::at_least(board.seeds.own, 1); pits != 0; pits &= pits - 1) {
      const int pit = std::countr_zero(pits);
      const int most = board.seeds[pit];
      for (int lift = 1; lift <= most; ++lift) {
        const Relay<P> end = sow(board.seeds, pit, lift);
        if (end.endless) continue;
        f(Move{static_cast<std::int8_t>(pit), static_cast<std::int16_t>(lift)}, finish(board, end));
        ++plies;
      }
    }
    return plies;
  }

  /// Most lifts just end in an empty pit; those are counted by bits, without sowing.
  template <class F>
  int for_each_lower_ply(const Board& board, F&& f) const {
    if (needs_crossing_) return filter_lower_plies(*this, board, f);
    const std::uint32_t occupied = board.seeds.occupied();
    const std::uint32_t harmless = ~occupied & ~facing_prey(board);
    const std::uint32_t forbidden = occupied & Seeds::kOwnRow;
    int within = 0;
    const auto sow_in_full = [&](int pit, int lift) {
      const Relay<P> end = sow(board.seeds, pit, lift);
      if (end.endless) return;
      const Ply<Board> ply = finish(board, end);
      if (ply.lower) {
        f(ply);
      } else {
        ++within;
      }
    };
    for (std::uint32_t pits = occupied & Seeds::kOwnRow; pits != 0; pits &= pits - 1) {
      const int pit = std::countr_zero(pits);
      const int most = board.seeds[pit];
      int counted = 0;
      if ((board.marks >> pit & 1U) == 0) {
        counted = std::min(most, 2 * P - 1);
        const std::uint64_t reached = ((std::uint64_t{1} << counted) - 1) << (pit + 1);
        const auto landings = static_cast<std::uint32_t>((reached | (reached >> (2 * P))) & Seeds::kWholeRing);
        // An own pit behind the origin is reached by way of its opposite pit, which then holds a seed to capture.
        const std::uint32_t quiet = harmless & ~((1U << pit) - 1);
        within += std::popcount(landings & quiet);
        for (std::uint32_t rest = landings & ~quiet & ~forbidden; rest != 0; rest &= rest - 1) {
          const int landing = std::countr_zero(rest);
          sow_in_full(pit, landing > pit ? landing - pit : landing - pit + 2 * P);
        }
      }
      for (int lift = counted + 1; lift <= most; ++lift) sow_in_full(pit, lift);
    }
    return within;
  }

  /// Within a layer no mark is cleared, so a nki is neither sown from nor, being occupied, landed in: it only gains seeds.
  /// Sowing is therefore undone without one seed of each nki, the one that was there from the start.
  template <class F>
  void for_each_unply(const Board& board, F&& f) const {
    const Board after = handed_over(board);
    const Seeds seeds = with_marks(after.seeds, after.marks, -1);
    const std::uint32_t occupied = seeds.occupied();
    // In an own pit the turn ends without a capture opposite an empty pit or a nki; else only for want of a crossing.
    const std::uint32_t captures = facing_prey(after);
    std::uint32_t landings = occupied & ~seeds.at_least(2) & ~after.marks;
    if (!needs_crossing_) landings &= ~captures;
    // The last lap started in the pit just behind, or sowed a seed there.
    landings &= moved_on<P>(occupied | Seeds::kOwnRow);
    for (; landings != 0; landings &= landings - 1) {
      const int landing = std::countr_zero(landings);
      const bool must_not_cross = (captures >> landing & 1U) != 0;
      unsow(seeds, occupied, after.marks, landing, [&](const Seeds& before, bool crossed) {
        if (!must_not_cross || !crossed) f(Board{with_marks(before, after.marks, 1), after.marks}, false);
      });
    }
  }

  /// The opponent of a player who cannot move takes all that is left, unless it cannot move either.
  [[nodiscard]] int final_margin(const Board& board) const {
    return has_sowing(handed_over(board)) ? -board.seeds.seeds() : row_margin(board);
  }
  [[nodiscard]] int row_margin(const Board& board) const { return row::sum(board.seeds.own) - row::sum(board.seeds.opponent); }
  [[nodiscard]] static Board other_to_move(const Board& board) { return handed_over(board); }
  [[nodiscard]] LayerId layer(const Board& board) const { return {board.seeds.seeds(), std::popcount(board.marks)}; }

  static std::vector<LayerId> layers_up_to(LayerId bound) {
    std::vector<LayerId> layers;
    for (int seeds = 0; seeds <= bound.seeds; ++seeds) {
      for (int marks = 0; marks <= std::min({bound.marks, seeds, 2 * P}); ++marks) layers.push_back({seeds, marks});
    }
    return layers;
  }

  [[nodiscard]] Board board_of(const Position& position) const {
    const std::uint32_t south_first = position.marks;
    const Board board{seeds_of<P>(position), south_first};
    if (position.side == Side::south) return board;
    return {board.seeds, handed_over(board).marks};
  }
  void store_board(const Board& board, Position& position) const {
    store_seeds(board.seeds, position);
    position.marks = position.side == Side::south ? board.marks : handed_over(board).marks;
  }
  [[nodiscard]] std::string move_text(Move move, Side side) const { return kiothi::move_text(move, side); }
  [[nodiscard]] Move parse_move(std::string_view text, Side side) const { return kiothi::parse_move(text, side, P); }

 private:
  [[nodiscard]] bool has_sowing(const Board& board) const {
    for (int pit = 0; pit < P; ++pit) {
      for (int lift = 1; lift <= row::get(board.seeds.own, pit); ++lift) {
        if (!sow(board.seeds, pit, lift).endless) return true;
      }
    }
    return false;
  }

  // A whole sowing; one that the rule of the first lap forbids is returned as endless.
  [[nodiscard]] Relay<P> sow(const Seeds& board, int pit, int lift) const {
    const Lap<P>& lap = laps_(pit, Direction::plus, lift);
    Relay<P> end{board, lap.landing, Direction::plus, lap.crosses, false, 1U << pit};
    end.board += lap.delta;
    if (end.board[end.landing] == 1) return end;
    if (end.landing < P) {
      end.endless = true;
      return end;
    }
    Relay<P> rest = relay<P, false>(laps_, end.board, end.landing, Direction::plus);
    rest.crossed = true;
    rest.lifted |= end.lifted;
    return rest;
  }

  // Occupied and no nki.
  [[nodiscard]] static bool is_prey(const Board& board, int pit) { return board.seeds[pit] > 0 && (board.marks >> pit & 1U) == 0; }

  // Own pits, as bits, whose opposite pit can be captured.
  [[nodiscard]] static std::uint32_t facing_prey(const Board& board) {
    std::uint32_t prey = board.seeds.facing_seeds();
    for (std::uint32_t marks = board.marks >> P; marks != 0; marks &= marks - 1) prey &= ~(1U << opposite<P>(std::countr_zero(marks)));
    return prey;
  }

  // What the ending of a sowing does (rules 6-8).
  Ply<Board> finish(const Board& before, const Relay<P>& end) const {
    Board after{end.board, before.marks & ~end.lifted};
    const int captures = end.landing < P && (end.crossed || !needs_crossing_) ? capture(after, end.landing) : 0;
    return {handed_over(after), captures, false, captures > 0 || after.marks != before.marks};
  }

  // Takes what a last seed in own pit `landing` captures off the board; returns how many seeds.
  int capture(Board& board, int landing) const {
    const int opposite_pit = P + opposite<P>(landing);
    if (!is_prey(board, opposite_pit)) return 0;
    int captures = take(board, landing) + take(board, opposite_pit);
    if (landing != 0) return captures;
    // The leftmost bonus: the three enemy pits beyond the captured one, towards the mover's right.
    int run = 0;
    while (run < 3 && opposite_pit - run - 1 >= P && is_prey(board, opposite_pit - run - 1)) ++run;
    if (all_three_ && run < 3) return captures;
    for (int i = 1; i <= run; ++i) captures += take(board, opposite_pit - i);
    return captures;
  }

  static int take(Board& board, int pit) {
    const int seeds = board.seeds[pit];
    board.seeds.add(pit, -seeds);
    return seeds;
  }

  // f(before, crossed) for every sowing that cleared no mark and whose last lap ended in the empty ring pit `landing`.
  template <class F>
  void unsow(Seeds board, std::uint32_t occupied, std::uint32_t marks, int landing, F&& f) const {
    bool first_lap_may_end = true;  // in an empty pit
    bool crossed = false;
    for (;;) {
      const std::uint32_t empty = ~occupied & Seeds::kWholeRing;
      if ((empty & (empty - 1)) == 0) break;
      // Two empty pits or more: no lap went round. The pits up to the first empty one going back can have been sown.
      const ShortUnlap<P> last(empty, landing, Direction::plus);
      if (first_lap_may_end) {
        for (int r = 1; r <= last.seeds; ++r) {
          const int pit = step<P>(landing, Direction::minus, r);
          if (pit >= P || (marks >> pit & 1U) != 0) continue;
          const Lap<P>& lap = laps_(pit, Direction::plus, r);
          Seeds before = board;
          before -= lap.delta;
          f(before, crossed || lap.crosses);
        }
      }
      if (last.seeds < 2 || (marks >> last.pit & 1U) != 0) return;
      const Lap<P>& lap = laps_(last.pit, Direction::plus, last.seeds);
      board -= lap.delta;
      crossed |= lap.crosses;
      landing = last.pit;
      first_lap_may_end = landing >= P;  // a first lap that went on as a relay ended in the opponent's row
      occupied = board.occupied();
    }
    unsow_long(board, marks, landing, crossed, first_lap_may_end, f);
  }

  // The same for boards with one empty pit at most, where laps may have gone round.
  template <class F>
  void unsow_long(const Seeds& board, std::uint32_t marks, int landing, bool crossed, bool first_lap_may_end, F&& f) const {
    if (first_lap_may_end) unsow_first_lap(board, marks, landing, crossed, f);
    for_each_unlap(laps_, origin_, board, landing, Direction::plus, [&](const Seeds& before, int pit, const Lap<P>& lap) {
      if (before[pit] < 2 || (marks >> pit & 1U) != 0) return;
      unsow_long(before, marks, pit, crossed || lap.crosses, pit >= P, f);
    });
  }

  // First laps may leave seeds behind: every unmarked own pit is an origin from which all pits up to the landing pit
  // could have been sown. A lap of m full rounds took m seeds more from every pit (under Origin::skip but the origin).
  template <class F>
  void unsow_first_lap(const Seeds& board, std::uint32_t marks, int landing, bool crossed, F&& f) const {
    constexpr int kRing = 2 * P;
    const int round = origin_ == Origin::sow ? kRing : kRing - 1;
    int run = kMaxSeeds;  // least count of the pits sown last
    for (int r = 1; r <= round; ++r) {
      const int last = step<P>(landing, Direction::minus, r - 1);
      run = std::min(run, board[last]);
      if (run == 0) return;
      const int pit = step<P>(landing, Direction::minus, r);
      if (pit >= P || (marks >> pit & 1U) != 0) continue;
      // An empty landing pit was not passed before.
      const int rounds = board[landing] == 1 ? 0 : std::min(run - 1, least_of_rest(board, pit, r));
      for (int m = 0; m <= rounds; ++m) {
        const Lap<P>& lap = laps_(pit, Direction::plus, m * round + r);
        Seeds before = board;
        before -= lap.delta;
        f(before, crossed || lap.crosses);
      }
    }
  }

  // Least count of the pits that a lap from `pit` reaches in full rounds only, when its last `r` seeds went one further.
  [[nodiscard]] int least_of_rest(const Seeds& board, int pit, int r) const {
    int least = kMaxSeeds;
    for (int i = r + 1; i < 2 * P; ++i) least = std::min(least, board[step<P>(pit, Direction::plus, i)]);
    if (origin_ == Origin::sow && r < 2 * P) least = std::min(least, board[pit]);
    return least;
  }

  Origin origin_;
  bool needs_crossing_;
  bool all_three_;
  LapTable<P> laps_;
};

}  // namespace uthi
