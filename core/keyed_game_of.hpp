// The keyed game of one game and board size; compiled board size by board size (core/CMakeLists.txt).
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/keyed_game.hpp"

namespace uthi {

template <Game G, int W>
class KeyedGameOf final : public KeyedGame<W> {
 public:
  using Board = typename G::Board;
  static constexpr bool kMarks = requires(Board board) { board.marks; };

  KeyedGameOf(const RuleSet& rules, int most_seeds, const std::vector<LayerId>& indexed)
      : rules_(rules), game_(rules), most_seeds_(most_seeds), format_(most_seeds) {
    int largest = 0;
    for (const LayerId layer : indexed) largest = std::max(largest, layer.seeds);
    if (indexed.empty()) return;
    const auto rows = std::make_shared<const typename G::Rows>(largest);
    for (const LayerId layer : indexed) indices_.try_emplace(layer, rows, layer);
  }

  const RuleSet& rules() const override { return rules_; }

  Key<W> key(const Position& position) const override { return packed(game_.board_of(position)); }

  Position position(const Key<W>& key) const override {
    Position position{.rules = rules_};
    game_.store_board(board(key), position);
    return position;
  }

  bool valid(const Key<W>& key) const override {
    const Board from = board(key);
    if (pack(from) != key || !(G::Index::stored_image(from) == from)) return false;
    if constexpr (kMarks) {
      if ((from.marks & ~from.seeds.occupied()) != 0) return false;
      return seeds_on(from.seeds) <= most_seeds_;
    } else {
      return seeds_on(from) <= most_seeds_;
    }
  }

  int append_plies(const Key<W>& key, std::vector<KeyedPly<W>>& plies) const override {
    return game_.for_each_ply(board(key), [&](Move, const Ply<Board>& ply) {
      plies.push_back({packed(ply.board), static_cast<std::int16_t>(ply.captures), ply.again, ply.lower});
    });
  }

  std::string ply_text(const Key<W>& key, int number) const override {
    std::string text;
    int at = 0;
    game_.for_each_ply(board(key), [&](Move move, const Ply<Board>&) {
      if (at++ == number) text = game_.move_text(move, Side::south);
    });
    return text;
  }

  int final_margin(const Key<W>& key) const override { return game_.final_margin(board(key)); }
  int row_margin(const Key<W>& key) const override { return game_.row_margin(board(key)); }
  LayerId layer(const Key<W>& key) const override { return game_.layer(board(key)); }

  std::uint64_t number(const Key<W>& key) const override {
    const Board from = board(key);
    return indices_.at(game_.layer(from)).slot(from).number;
  }

 private:
  // Pit by pit: a key from outside can hold more than the fast sum counts.
  static int seeds_on(const uthi::Board<G::kPits>& board) {
    int seeds = 0;
    for (int pit = 0; pit < 2 * G::kPits; ++pit) seeds += board[pit];
    return seeds;
  }

  [[nodiscard]] Key<W> pack(const Board& board) const {
    if constexpr (kMarks) {
      return format_.template pack<W>(board.seeds, board.marks);
    } else {
      return format_.template pack<W>(board);
    }
  }
  [[nodiscard]] Key<W> packed(const Board& board) const { return pack(G::Index::stored_image(board)); }

  [[nodiscard]] Board board(const Key<W>& key) const {
    Board board{};
    if constexpr (kMarks) {
      format_.unpack(key, board.seeds, board.marks);
    } else {
      std::uint32_t none = 0;
      format_.unpack(key, board, none);
    }
    return board;
  }

  RuleSet rules_;
  G game_;
  int most_seeds_;
  KeyFormat<G::kPits, kMarks> format_;
  std::map<LayerId, typename G::Index> indices_;
};

/// `make_keyed_game` for boards of `P` pits a row.
template <int P, int W>
[[nodiscard]] std::unique_ptr<KeyedGame<W>> make_keyed_board(const RuleSet& rules, int most_seeds, const std::vector<LayerId>& indexed);

}  // namespace uthi
