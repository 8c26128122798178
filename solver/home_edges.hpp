// Sowings that never leave their own row, turned round for all boards at once.
//
// Such a sowing takes own row q to own row c whatever the opponent holds, and leaves the same player on move. So one list
// of rows q for each row c serves every board with that row: the parent of (c, x) is (q, x), and its number follows from
// the child's without looking at any pit. About half of the edges within a layer of Giuthi are of this kind.
//
// With the mirror, c is straight. Where it is no palindrome, q is one of three:
//
//   straight          (q, x) is stored: first number of q + place of x
//   its image is      the image is stored: first number of the image + place of the image of x
//   a palindrome      whichever of (q, x) and (q, image of x) is stored; twice where x is a palindrome (core/slot.hpp)
//
// Where c is a palindrome, opponent's rows are folded, and all q are treated like the third kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace uthi {

template <SharesBeginnings G>
class HomeEdges {
 public:
  using Board = typename G::Board;
  using Word = typename Board::Word;
  using Place = typename G::Index::Place;

  HomeEdges(const G& game, const typename G::Index& index) : index_(index) {
    std::vector<Found> found;
    const auto& rows = index.rows();
    for (int t = 0; t <= index.seeds(); ++t) {
      lists_before_.push_back(lists_.size());
      rows_before_.push_back(images_.size());
      pairs_.push_back(rows.pairs(t));
      found.clear();
      for (std::uint64_t rank = 0; rank < rows.count(t); ++rank) {
        const Word own = rows.row(t, rank);
        images_.push_back(rows.rank(row::reversed<G::kPits>(own)));
        for (const auto& begun : game.beginnings(own)) {
          const Word child = begun.board.own;
          const Word back = row::reversed<G::kPits>(child);
          if (!G::stays_home(begun) || back < child) continue;
          if (back == child) {
            found.push_back({pairs_.back() + rows.fold(t, child), Kind::any, static_cast<std::uint32_t>(rank)});
          } else {
            found.push_back(entry(t, own, rank, rows.fold(t, child)));
          }
        }
      }
      file(found, rows.straight_count(t));
    }
    lists_.push_back({size32(parents_), 0, 0});
    parents_.resize(parents_.size() + kReadBeyond);
  }

  /// The parents of one board by such sowings; each span may be read four further.
  struct Parents {
    std::span<const std::uint32_t> straight;  ///< Add `place` for the parent's number.
    std::uint32_t place;
    std::span<const std::uint32_t> images;  ///< Add `image`.
    std::uint32_t image;
    std::span<const std::uint32_t> any;  ///< Ranks of own rows, for `for_each_other`.
  };

  [[nodiscard]] Parents of(const Place& child) const {
    const List* const list = &lists_[list_of(child)];
    const std::uint32_t* const first = parents_.data() + list->first;
    const std::uint32_t image = child.palindrome_row ? 0 : images_[rows_before_[others(child)] + child.other];
    return {{first, list->straight},
            static_cast<std::uint32_t>(child.other),
            {first + list->straight, list->images},
            image,
            {first + list->straight + list->images, list[1].first - list->first - list->straight - list->images}};
  }

  static constexpr std::uint64_t kReadBeyond = 4;

  void prefetch(const Place& child) const {
    __builtin_prefetch(&lists_[list_of(child)]);
    __builtin_prefetch(&images_[rows_before_[others(child)] + child.other]);
  }
  void prefetch_parents(const Place& child) const { __builtin_prefetch(&parents_[lists_[list_of(child)].first]); }

  /// f(parent) for those in `any`, as often as the parent counts.
  template <class F>
  void for_each_other(const Place& child, std::span<const std::uint32_t> any, F&& f) const {
    const auto& rows = index_.rows();
    const int opponent_seeds = index_.seeds() - child.own_seeds;
    const Word opponent = child.palindrome_row ? rows.straight(opponent_seeds, child.other) : rows.row(opponent_seeds, child.other);
    const bool palindrome = child.palindrome_row && row::reversed<G::kPits>(opponent) == opponent;
    for (const std::uint32_t rank : any) {
      const Slot parent = index_.slot({rows.row(child.own_seeds, rank), opponent});
      for (unsigned weight = unmove_weight(palindrome, parent); weight > 0; --weight) f(parent.number);
    }
  }

  /// f(parent) for every such sowing that leads to the board of this place.
  template <class F>
  void for_each(const Place& child, F&& f) const {
    const Parents parents = of(child);
    for (const std::uint32_t first : parents.straight) f(std::uint64_t{first} + parents.place);
    for (const std::uint32_t first : parents.images) f(std::uint64_t{first} + parents.image);
    for_each_other(child, parents.any, f);
  }

 private:
  // How the parent's number is found.
  enum class Kind : std::uint8_t { straight, image, any };

  struct Found {
    std::uint64_t child;  // number of the own row among the straight ones of as many seeds
    Kind kind;
    std::uint32_t parent;
  };
  struct List {
    std::uint32_t first;     // in parents_
    std::uint32_t straight;  // how many of this kind
    std::uint32_t images;
  };

  template <class T>
  [[nodiscard]] static std::uint32_t size32(const std::vector<T>& vector) {
    return static_cast<std::uint32_t>(vector.size());
  }

  [[nodiscard]] std::size_t others(const Place& child) const { return static_cast<std::size_t>(index_.seeds() - child.own_seeds); }
  [[nodiscard]] std::size_t list_of(const Place& child) const {
    const auto t = static_cast<std::size_t>(child.own_seeds);
    return lists_before_[t] + (child.palindrome_row ? pairs_[t] : 0) + child.own;
  }

  [[nodiscard]] Found entry(int t, Word own, std::uint64_t rank, std::uint64_t child) const {
    const Word back = row::reversed<G::kPits>(own);
    if (back == own) return {child, Kind::any, static_cast<std::uint32_t>(rank)};
    if (back < own) return {child, Kind::image, static_cast<std::uint32_t>(index_.first_of_row(t, back))};
    return {child, Kind::straight, static_cast<std::uint32_t>(index_.first_of_row(t, own))};
  }

  // Counting sort of what was found for `count` rows of as many seeds, by child and within by kind.
  void file(const std::vector<Found>& found, std::uint64_t count) {
    std::vector<std::array<std::uint32_t, 3>> next(count);  // [child][kind] how many, then where the next one goes
    for (const Found& edge : found) ++next[edge.child][static_cast<std::size_t>(edge.kind)];
    auto sum = size32(parents_);
    for (auto& kinds : next) {
      lists_.push_back({sum, kinds[0], kinds[1]});
      for (std::uint32_t& kind : kinds) sum += std::exchange(kind, sum);
    }
    parents_.resize(sum);
    for (const Found& edge : found) parents_[next[edge.child][static_cast<std::size_t>(edge.kind)]++] = edge.parent;
  }

  const typename G::Index& index_;
  std::vector<std::size_t> lists_before_;  // [seeds] rows of fewer seeds in lists_
  std::vector<std::size_t> rows_before_;   // [seeds] rows of fewer seeds in images_
  std::vector<std::uint64_t> pairs_;       // [seeds]
  std::vector<List> lists_;                // [own row]
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> images_;  // [row by seeds and rank] rank of the row reversed
};

/// HomeEdges of games that have them, else nothing.
template <Game G>
struct HomeEdgesOf {
  struct type {
    struct Place {};
  };
};
template <SharesBeginnings G>
struct HomeEdgesOf<G> {
  using type = HomeEdges<G>;
};

}  // namespace uthi
