// The keyed game of one game and board size; compiled board size by board size (core/CMakeLists.txt).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/board_game_of.hpp"
#include "core/keyed_game.hpp"

namespace uthi {

template <Game G, int W>
class KeyedGameOf final : public KeyedGame<W> {
 public:
  using Board = typename G::Board;
  static constexpr bool kMarks = requires(Board board) { board.marks; };

  KeyedGameOf(const RuleSet& rules, int most_seeds, const std::vector<LayerId>& indexed)
      : door_(rules), most_seeds_(most_seeds), format_(most_seeds) {
    if (!indexed.empty()) door_.reserve(std::max_element(indexed.begin(), indexed.end())->seeds);
  }

  const RuleSet& rules() const override { return door_.rules(); }

  Key<W> key(const Position& position) const override { return packed(game().board_of(position)); }

  Position position(const Key<W>& key) const override {
    Position position{.rules = rules()};
    game().store_board(board(key), position);
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
    PlyList<Board> list;
    door_.list_plies(board(key), list);
    for (int i = 0; i < list.size(); ++i) {
      const Ply<Board>& ply = list[i].ply;
      plies.push_back({packed(ply.board), static_cast<std::int16_t>(ply.captures), ply.again, ply.lower});
    }
    return list.size();
  }

  std::string ply_text(const Key<W>& key, int number) const override {
    PlyList<Board> list;
    door_.list_plies(board(key), list);
    return number < list.size() ? game().move_text(list[number].move, Side::south) : "";
  }

  int final_margin(const Key<W>& key) const override { return game().final_margin(board(key)); }
  int row_margin(const Key<W>& key) const override { return game().row_margin(board(key)); }
  LayerId layer(const Key<W>& key) const override { return game().layer(board(key)); }

  std::uint64_t number(const Key<W>& key) const override {
    const Board from = board(key);
    return door_.index(game().layer(from)).slot(from).number;
  }

 private:
  [[nodiscard]] const G& game() const { return door_.game(); }

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

  BoardGameOf<G> door_;
  int most_seeds_;
  KeyFormat<G::kPits, kMarks> format_;
};

/// `make_keyed_game` for boards of `P` pits a row.
template <int P, int W>
[[nodiscard]] std::unique_ptr<KeyedGame<W>> make_keyed_board(const RuleSet& rules, int most_seeds, const std::vector<LayerId>& indexed);

}  // namespace uthi
