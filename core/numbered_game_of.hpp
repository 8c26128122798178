// The numbered game of one game and board size; compiled board size by board size (core/CMakeLists.txt).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/game.hpp"
#include "core/numbered_game.hpp"

namespace uthi {

template <Game G>
class NumberedGameOf final : public NumberedGame {
 public:
  using Board = typename G::Board;

  NumberedGameOf(const RuleSet& rules, LayerId bound) : rules_(rules), game_(rules) {
    const auto rows = std::make_shared<const typename G::Rows>(bound.seeds);
    for (const LayerId layer : G::layers_up_to(bound)) {
      if (static_cast<std::size_t>(layer.seeds) >= indices_.size()) indices_.resize(static_cast<std::size_t>(layer.seeds) + 1);
      indices_[static_cast<std::size_t>(layer.seeds)].emplace_back(rows, layer);
    }
  }

  const RuleSet& rules() const override { return rules_; }
  std::uint64_t size(LayerId layer) const override { return index(layer).size(); }

  Place place(const Position& position) const override { return place_of(game_.board_of(position)); }

  Position position(const Place& place) const override {
    Position position{.rules = rules_};
    game_.store_board(board(place), position);
    return position;
  }

  void append_plies(const Place& place, std::vector<NumberedPly>& plies) const override {
    game_.for_each_ply(board(place), [&](Move, const Ply<Board>& ply) { plies.push_back({place_of(ply.board), ply.captures, ply.again}); });
  }

  int final_margin(const Place& place) const override { return game_.final_margin(board(place)); }
  int row_margin(const Place& place) const override { return game_.row_margin(board(place)); }
  int images(const Place& place) const override { return G::kMirror && !index(place.layer).is_palindrome(board(place)) ? 2 : 1; }
  Place other_to_move(const Place& place) const override { return place_of(G::other_to_move(board(place))); }

 private:
  [[nodiscard]] const typename G::Index& index(LayerId layer) const {
    return indices_[static_cast<std::size_t>(layer.seeds)][static_cast<std::size_t>(layer.marks)];
  }
  [[nodiscard]] Place place_of(const Board& board) const {
    const LayerId layer = game_.layer(board);
    const Slot slot = index(layer).slot(board);
    return {layer, slot.number, slot.flipped};
  }
  [[nodiscard]] Board board(const Place& place) const {
    const Board stored = index(place.layer).board(place.number);
    if constexpr (G::kMirror) return place.flipped ? mirrored(stored) : stored;
    return stored;
  }

  RuleSet rules_;
  G game_;
  std::vector<std::vector<typename G::Index>> indices_;  // [seeds][marks]
};

/// `make_numbered_game` for boards of `P` pits a row.
template <int P>
[[nodiscard]] std::unique_ptr<const NumberedGame> make_numbered_board(const RuleSet& rules, LayerId bound);

}  // namespace uthi
