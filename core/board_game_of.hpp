// The board game of one game and board size; compiled board size by board size (core/CMakeLists.txt).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/board_game.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/opening.hpp"

namespace uthi {

template <HasOpening G>
class OpeningOf final : public Opening {
 public:
  explicit OpeningOf(const RuleSet& rules) : rules_(rules), opening_(rules) {}

  Position start() const override { return G::Opening::start(rules_); }
  void check(const Position& position) const override { opening_.check(position); }
  unsigned __int128 ways(const Position& position) const override { return opening_.ways(position); }
  void for_each(const Position& position, const std::function<bool(const Position& after, const Text& text)>& f) const override {
    opening_.for_each(position, [&](const auto& way, const Position& after) { return f(after, [&] { return opening_.text(way); }); });
  }
  Way play(const Position& position, std::string_view text) const override {
    const auto way = opening_.parse(position, text);
    return {opening_.text(way), opening_.play(position, way)};
  }

 private:
  RuleSet rules_;
  typename G::Opening opening_;
};

/// The plies of one board, on the stack. At most one for each way to lift any number of seeds.
template <class Board>
class PlyList {
 public:
  struct Item {
    Move move;
    Ply<Board> ply;
  };
  void push_back(const Item& item) { items_[static_cast<std::size_t>(size_++)].item = item; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const Item& operator[](int at) const { return items_[static_cast<std::size_t>(at)].item; }

 private:
  // Left as the stack has it until something is pushed.
  union Room {
    Room() {}  // NOLINT(modernize-use-equals-default): a default one would be deleted
    Item item;
  };
  int size_ = 0;
  std::array<Room, kMaxSeeds + 1> items_;
};

template <Game G>
class BoardGameOf final : public BoardGame {
 public:
  using Board = typename G::Board;
  using Index = typename G::Index;
  static constexpr bool kMarks = requires(Board board) { board.marks; };

  explicit BoardGameOf(const RuleSet& rules) : rules_(rules), game_(rules) {
    if constexpr (HasOpening<G>) opening_ = std::make_unique<const OpeningOf<G>>(rules);
  }

  const RuleSet& rules() const override { return rules_; }
  const Opening* opening() const override { return opening_.get(); }
  std::vector<LayerId> layers_up_to(LayerId bound) const override { return G::layers_up_to(bound); }

  AnyBoard board_of(const Position& position) const override { return any(game_.board_of(position)); }
  void store_board(const AnyBoard& board, Position& position) const override { game_.store_board(own(board), position); }
  std::string move_text(Move move, Side side) const override { return game_.move_text(move, side); }
  Move parse_move(std::string_view text, Side side) const override { return game_.parse_move(text, side); }

  int append_plies(const AnyBoard& board, std::vector<BoardPly>& plies) const override {
    PlyList<Board> list;
    list_plies(own(board), list);
    for (int i = 0; i < list.size(); ++i) {
      const auto& [move, ply] = list[i];
      plies.push_back({move, any(ply.board), ply.captures, ply.again, ply.lower});
    }
    return list.size();
  }
  void append_unplies(const AnyBoard& board, std::vector<BoardUnply>& unplies) const override {
    game_.for_each_unply(own(board), [&](const Board& parent, bool again) { unplies.push_back({any(parent), again}); });
  }
  int count_plies(const AnyBoard& board) const override { return static_cast<int>(leaves(own(board), 1)); }
  std::uint64_t count_leaves(const AnyBoard& board, int plies) const override { return leaves(own(board), plies); }
  int final_margin(const AnyBoard& board) const override { return game_.final_margin(own(board)); }
  int row_margin(const AnyBoard& board) const override { return game_.row_margin(own(board)); }
  LayerId layer(const AnyBoard& board) const override { return game_.layer(own(board)); }
  AnyBoard stored_image(const AnyBoard& board) const override { return any(Index::stored_image(own(board))); }
  bool is_palindrome(const AnyBoard& board) const override {
    const Board from = own(board);
    return index(game_.layer(from)).is_palindrome(from);
  }

  void reserve(int most_seeds) const override {
    const std::lock_guard lock(mutex_);
    grow_rows(most_seeds);
  }
  Slot slot(const AnyBoard& board) const override {
    const Board from = own(board);
    return index(game_.layer(from)).slot(from);
  }
  AnyBoard board(LayerId layer, std::uint64_t number) const override { return any(index(layer).board(number)); }
  void append_boards(LayerId layer, std::uint64_t begin, std::uint64_t end, std::vector<AnyBoard>& boards) const override {
    index(layer).for_each(begin, end, [&](std::uint64_t, const Board& board) { boards.push_back(any(board)); });
  }

  Place place(const Position& position) const override { return place_of(game_.board_of(position)); }
  Position position(const Place& place) const override {
    Position position{.rules = rules_};
    game_.store_board(board_at(place), position);
    return position;
  }
  void append_plies(const Place& place, std::vector<NumberedPly>& plies) const override {
    PlyList<Board> list;
    list_plies(board_at(place), list);
    for (int i = 0; i < list.size(); ++i) {
      const auto& [move, ply] = list[i];
      plies.push_back({place_of(ply.board), move, ply.captures, ply.again});
    }
  }
  int final_margin(const Place& place) const override { return game_.final_margin(board_at(place)); }
  int row_margin(const Place& place) const override { return game_.row_margin(board_at(place)); }
  int images(const Place& place) const override { return G::kMirror && !index(place.layer).is_palindrome(board_at(place)) ? 2 : 1; }
  Place other_to_move(const Place& place) const override { return place_of(G::other_to_move(board_at(place))); }

  WalkTotals walk_plies(LayerId layer) const override {
    WalkTotals totals;
    const Index& index = this->index(layer);
    index.for_each(0, index.size(), [&](std::uint64_t, const Board& board) {
      game_.for_each_ply(board, [&](Move, const Ply<Board>& ply) {
        ++totals.count;
        totals.checksum = totals.checksum * 3 + static_cast<std::uint64_t>(ply.captures) * 2 + (ply.again ? 1 : 0);
      });
    });
    return totals;
  }
  WalkTotals walk_unplies(LayerId layer) const override {
    WalkTotals totals;
    const Index& index = this->index(layer);
    index.for_each(0, index.size(), [&](std::uint64_t number, const Board& board) {
      game_.for_each_unply(board, [&](const Board& parent, bool again) {
        ++totals.count;
        // A sum: the order in which predecessors are found is not part of the contract.
        totals.checksum += (number + 1) * static_cast<std::uint64_t>(2 * (game_.row_margin(parent) + kMaxSeeds) + (again ? 1 : 0));
      });
    });
    return totals;
  }
  std::function<WalkTotals()> walk_slots(LayerId layer, std::uint64_t most) const override {
    const Index& index = this->index(layer);
    std::vector<Board> children;
    for (std::uint64_t i = 0; i < index.size() && children.size() < most; ++i) {
      PlyList<Board> list;
      list_plies(index.board(i * kScatter % index.size()), list);
      for (int ply = 0; ply < list.size(); ++ply) {
        if (!list[ply].ply.lower) children.push_back(list[ply].ply.board);
      }
    }
    return [&index, children = std::move(children)] {
      WalkTotals totals{children.size(), 0};
      for (const Board& board : children) totals.checksum += index.slot(board).number;
      return totals;
    };
  }
  WalkTotals walk_boards(LayerId layer, std::uint64_t count) const override {
    WalkTotals totals{count, 0};
    const Index& index = this->index(layer);
    for (std::uint64_t i = 0; i < count; ++i) {
      const Board board = index.board(i * kScatter % index.size());
      totals.checksum += (i + 1) * static_cast<std::uint64_t>(game_.row_margin(board) + kMaxSeeds);
    }
    return totals;
  }

  // For those that know the game's type (core/keyed_game_of.hpp).

  [[nodiscard]] const G& game() const { return game_; }
  // The one place where all of this compiles a sowing in.
  [[gnu::noinline]] void list_plies(const Board& board, PlyList<Board>& list) const {
    game_.for_each_ply(board, [&](Move move, const Ply<Board>& ply) { list.push_back({move, ply}); });
  }
  /// The index of a layer, made when it is first asked for. Thread-safe.
  [[nodiscard]] const Index& index(LayerId layer) const {
    if (layer.seeds > kMaxLayerSeeds) throw DoesNotFit("layers of more than 120 seeds are not indexed");
    std::atomic<const Index*>& entry = indices_[static_cast<std::size_t>(layer.seeds)][static_cast<std::size_t>(layer.marks)];
    const Index* found = entry.load(std::memory_order_acquire);
    return found != nullptr ? *found : make_index(layer, entry);
  }

 private:
  [[nodiscard]] const Index& make_index(LayerId layer, std::atomic<const Index*>& entry) const {
    const std::lock_guard lock(mutex_);
    if (const Index* found = entry.load(std::memory_order_relaxed)) return *found;
    grow_rows(layer.seeds);
    made_.push_back(std::make_unique<const Index>(rows_of_boards_, layer));
    entry.store(made_.back().get(), std::memory_order_release);
    return *made_.back();
  }
  void grow_rows(int most_seeds) const {
    if (rows_of_boards_ && rows_of_boards_->max_seeds() >= most_seeds) return;
    rows_of_boards_ = std::make_shared<const typename G::Rows>(most_seeds);
  }

  [[nodiscard]] std::uint64_t leaves(const Board& board, int plies) const {
    if (plies <= 0) return 1;
    PlyList<Board> list;
    list_plies(board, list);
    if (plies == 1) return static_cast<std::uint64_t>(list.size());
    std::uint64_t sum = 0;
    for (int i = 0; i < list.size(); ++i) sum += leaves(list[i].ply.board, plies - 1);
    return sum;
  }

  [[nodiscard]] Place place_of(const Board& board) const {
    const LayerId layer = game_.layer(board);
    const Slot slot = index(layer).slot(board);
    return {layer, slot.number, slot.flipped};
  }
  [[nodiscard]] Board board_at(const Place& place) const {
    const Board stored = index(place.layer).board(place.number);
    if constexpr (G::kMirror) return place.flipped ? mirrored(stored) : stored;
    return stored;
  }

  [[nodiscard]] static AnyBoard any(const Board& board) {
    AnyBoard any;
    const auto& seeds = seeds_of_board(board);
    for (std::size_t pit = 0; pit < 2 * G::kPits; ++pit) any.pits[pit] = static_cast<std::uint8_t>(seeds[static_cast<int>(pit)]);
    if constexpr (kMarks) any.marks = board.marks;
    return any;
  }
  [[nodiscard]] static Board own(const AnyBoard& any) {
    uthi::Board<G::kPits> seeds;
    for (std::size_t pit = 0; pit < 2 * G::kPits; ++pit) seeds.add(static_cast<int>(pit), any.pits[pit]);
    if constexpr (kMarks) {
      return {seeds, any.marks};
    } else {
      return seeds;
    }
  }
  [[nodiscard]] static const uthi::Board<G::kPits>& seeds_of_board(const Board& board) {
    if constexpr (kMarks) {
      return board.seeds;
    } else {
      return board;
    }
  }

  // Odd and near 2^64 / golden ratio: multiples of it, reduced, are scattered.
  static constexpr std::uint64_t kScatter = 0x9e3779b97f4a7c15U;

  RuleSet rules_;
  G game_;
  std::unique_ptr<const Opening> opening_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const typename G::Rows> rows_of_boards_;
  mutable std::vector<std::unique_ptr<const Index>> made_;
  mutable std::array<std::array<std::atomic<const Index*>, 2 * kMaxPits + 1>, kMaxLayerSeeds + 1> indices_{};
};

/// `make_board_game` for boards of `P` pits a row.
template <int P>
[[nodiscard]] std::shared_ptr<const BoardGame> make_sized_board_game(const RuleSet& rules);

}  // namespace uthi
