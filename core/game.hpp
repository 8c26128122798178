// What a game must offer: the contract against which the solver, the tables and the tools are written.
//
// A game type has the board size fixed at compile time and the rule options chosen at construction. Boards are seen
// from the mover. A ply leads to a board seen from whoever moves next.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layer.hpp"
#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rule_set.hpp"
#include "core/two_row_index.hpp"

namespace uthi {

/// What a ply leads to.
template <class Board>
struct Ply {
  Board board;         ///< Seen from whoever moves next.
  int captures = 0;    ///< Seeds that the mover puts in its store.
  bool again = false;  ///< The same player moves next.
  bool lower = false;  ///< The new board belongs to a lower layer.
};

/// `for_each_lower_ply` for games without a quicker way.
template <class G, class F>
int filter_lower_plies(const G& game, const typename G::Board& board, F&& f) {
  int within = 0;
  game.for_each_ply(board, [&](Move, const Ply<typename G::Board>& ply) {
    if (ply.lower) {
      f(ply);
    } else {
      ++within;
    }
  });
  return within;
}

/// Up to `kMost` things on the stack, for what boards share (see SharesBeginnings).
template <class T, int kMost>
class SharedList {
 public:
  void push_back(const T& item) { items_[static_cast<std::size_t>(size_++)] = item; }
  [[nodiscard]] const T* begin() const { return items_.data(); }
  [[nodiscard]] const T* end() const { return items_.data() + size_; }

 private:
  int size_ = 0;
  std::array<T, static_cast<std::size_t>(kMost)> items_;
};

namespace detail {
struct AnyVisitor {
  template <class... Args>
  void operator()(Args&&...) const {}
};
}  // namespace detail

// clang-format off
template <class G>
concept Game = requires(const G& game, const typename G::Board& board, const typename G::Index& index, LayerId layer,
                        Move move, Side side, std::string_view text, const Position& position, std::uint64_t number) {
  /// Pits a row, and whether reversing both rows keeps every value.
  { G::kPits } -> std::convertible_to<int>;
  { G::kMirror } -> std::convertible_to<bool>;
  { G::spec() } -> std::same_as<const GameSpec&>;
  requires std::constructible_from<G, const RuleSet&>;
  /// f(Move, Ply<Board>) for every legal ply, forced passes included; returns how many. 0: the game is over.
  { game.for_each_ply(board, detail::AnyVisitor{}) } -> std::same_as<int>;
  /// f(Ply<Board>) for every legal ply that leads to a lower layer; returns how many lead elsewhere within the layer.
  { game.for_each_lower_ply(board, detail::AnyVisitor{}) } -> std::same_as<int>;
  /// f(Board parent, bool again) for every ply *within the layer* that leads to `board`.
  game.for_each_unply(board, detail::AnyVisitor{});
  /// Margin still to come for the mover of a board on which the game is over, in seeds.
  { game.final_margin(board) } -> std::same_as<int>;
  /// Own seeds less the opponent's, on the board.
  { game.row_margin(board) } -> std::same_as<int>;
  /// The same position with the other player to move.
  { G::other_to_move(board) } -> std::same_as<typename G::Board>;
  { game.layer(board) } -> std::same_as<LayerId>;
  /// Every layer below which play from `bound` can lead, `bound` included, lower ones first.
  { G::layers_up_to(layer) } -> std::same_as<std::vector<LayerId>>;
  /// Dense index of one layer; `Rows(max_seeds)` are tables that the indices of all layers share.
  requires std::constructible_from<typename G::Rows, int>;
  requires std::constructible_from<typename G::Index, std::shared_ptr<const typename G::Rows>, LayerId>;
  requires requires {
    { G::Index::positions(layer) } -> std::same_as<std::uint64_t>;  // mirror images counted
    { G::Index::count(layer) } -> std::same_as<std::uint64_t>;      // stored
    { G::Index::stored_image(board) } -> std::same_as<typename G::Board>;
    { index.size() } -> std::same_as<std::uint64_t>;
    { index.slot(board) } -> std::same_as<Slot>;
    { index.board(number) } -> std::same_as<typename G::Board>;
    { index.is_palindrome(board) } -> std::same_as<bool>;
    index.for_each(number, number, detail::AnyVisitor{});  // f(number, board), in order
  };
  /// Boards to and from positions as people write them; `board_of` throws PositionError where the rules forbid one.
  { game.board_of(position) } -> std::same_as<typename G::Board>;
  game.store_board(board, std::declval<Position&>());
  { game.move_text(move, side) } -> std::same_as<std::string>;
  { game.parse_move(text, side) } -> std::same_as<Move>;
};

/// Games whose plies begin alike on all boards with the same own row: `beginnings(own)` are made once and then serve as
/// long as boards come with that row, as they do in the order of the index.
template <class G>
concept SharesBeginnings = Game<G> && requires(const G& game, const typename G::Board& board, const typename G::Beginnings& begun,
                                               std::span<const typename G::Board::Word> opponents, std::span<const std::uint8_t> who,
                                               typename G::Crowd& crowd, typename G::Alone& alone) {
  { game.beginnings(board.own) } -> std::same_as<typename G::Beginnings>;
  { game.stays_home(*begun.begin()) } -> std::same_as<bool>;
  { game.stops_abroad(*begun.begin()) } -> std::same_as<bool>;
  { game.ends_abroad(*begun.begin(), board.opponent) } -> std::same_as<bool>;
  game.finish_sowings(*begun.begin(), opponents, who, crowd, detail::AnyVisitor{}, detail::AnyVisitor{});
  game.pass(board, detail::AnyVisitor{});
  // What those beginnings that stay at home lead to, of many own rows at once; the other plies of a board that stands alone.
  { game.home_sowings(opponents) } -> std::same_as<typename G::HomeSowings>;
  game.for_each_ply_away(board, alone, detail::AnyVisitor{}, detail::AnyVisitor{});
  // The un-plies of `for_each_unply` that are no sowings which stay at home.
  game.for_each_unply_handed_over(board, detail::AnyVisitor{});
};

/// Games that begin with redistributions, which no board of the game knows of: `G::Opening` has them, at the level of
/// written positions (core/kiothi_opening.hpp is the one there is). `start` gives the start position.
template <class G>
concept HasOpening = Game<G> && requires(const typename G::Opening& opening, const RuleSet& rules, const Position& position,
                                         std::string_view text) {
  requires std::constructible_from<typename G::Opening, const RuleSet&>;
  { G::Opening::start(rules) } -> std::same_as<Position>;
  { opening.ways(position) } -> std::same_as<unsigned __int128>;
  opening.for_each(position, [](const auto&, const Position&) { return true; });
  { opening.play(position, opening.parse(position, text)) } -> std::same_as<Position>;
  { opening.text(opening.parse(position, text)) } -> std::same_as<std::string>;
};
// clang-format on

}  // namespace uthi
