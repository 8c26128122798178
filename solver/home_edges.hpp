// Sowings that never leave their own row, turned round for all boards at once.
//
// Such a sowing takes own row q to own row c whatever the opponent holds, and leaves the same player on move. So one list
// of rows q for each row c serves every board with that row: the parent of (c, x) is (q, x), and its number follows from
// the child's without looking at any pit. About half of the edges within a layer of Giuthi are of this kind.
//
// With the mirror, c is a straight row that is no palindrome, and q one of three:
//
//   straight          (q, x) is stored: first number of q + place of x
//   its image is      the image is stored: first number of the image + place of the image of x
//   a palindrome      whichever of (q, x) and (q, image of x) is stored; twice where x is a palindrome (core/slot.hpp)
//
// Boards whose own row is a palindrome are not served here; their edges are kept or un-sown like all others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace uthi {

template <SharesBeginnings G>
class HomeEdges {
 public:
  using Board = typename G::Board;
  using Word = typename Board::Word;

  HomeEdges(const G& game, const typename G::Index& index) : index_(index) {
    std::vector<Found> found;
    const auto& rows = index.rows();
    for (int t = 0; t <= index.seeds(); ++t) {
      rows_before_.push_back(starts_.size());
      found.clear();
      for (std::uint64_t rank = 0; rank < rows.count(t); ++rank) {
        const Word own = rows.row(t, rank);
        for (const auto& begun : game.beginnings(own)) {
          const Word child = begun.board.own;
          if (!G::stays_home(begun) || !rows.is_first_of_pair(child)) continue;
          found.push_back({rows.fold(t, child), entry(t, own, rank)});
        }
      }
      file(found, rows.pairs(t));
    }
    starts_.push_back(entries_.size());
  }

  /// False for a board whose edges are not here.
  [[nodiscard]] bool serves(const typename G::Index::Place& child) const { return !child.palindrome_row; }

  /// f(parent, weight) for every such sowing that leads to the board with this number.
  template <class F>
  void for_each(const typename G::Index::Place& child, F&& f) const {
    const std::size_t row = rows_before_[static_cast<std::size_t>(child.own_seeds)] + child.own;
    const std::uint64_t end = starts_[row + 1];
    std::uint64_t i = starts_[row];
    if (i == end) return;
    const auto& rows = index_.rows();
    const int others = index_.seeds() - child.own_seeds;
    for (; i < end && entries_[i] % 4 == kStraight; ++i) f(entries_[i] / 4 + child.other, 1U);
    if (i == end) return;
    const Word opponent = rows.row(others, child.other);
    const std::uint64_t image = rows.rank(row::reversed<G::kPits>(opponent));
    for (; i < end && entries_[i] % 4 == kImage; ++i) f(entries_[i] / 4 + image, 1U);
    for (; i < end; ++i) {
      const Slot parent = index_.slot({rows.row(child.own_seeds, entries_[i] / 4), opponent});
      f(parent.number, unmove_weight(false, parent));
    }
  }

  /// Memory that this takes.
  [[nodiscard]] std::uint64_t bytes() const { return (starts_.capacity() + entries_.capacity()) * sizeof(std::uint64_t); }

 private:
  // An entry is four times a number, plus its kind; lists are sorted by kind.
  static constexpr std::uint64_t kStraight = 0;    // number of the first board with this own row
  static constexpr std::uint64_t kImage = 1;       // the same of the image of the row
  static constexpr std::uint64_t kPalindrome = 2;  // rank of the row

  struct Found {
    std::uint64_t child;  // number of the own row among those of as many seeds
    std::uint64_t entry;
  };

  [[nodiscard]] std::uint64_t entry(int t, Word own, std::uint64_t rank) const {
    const Word back = row::reversed<G::kPits>(own);
    if (back == own) return 4 * rank + kPalindrome;
    return 4 * index_.first_of_row(t, back < own ? back : own) + (back < own ? kImage : kStraight);
  }

  // Counting sort of what was found for rows of as many seeds, by child and within by kind.
  void file(const std::vector<Found>& found, std::uint64_t count) {
    const std::size_t first_row = starts_.size();
    const std::uint64_t first = entries_.size();
    starts_.resize(first_row + count, 0);
    entries_.resize(first + found.size());
    for (const Found& edge : found) ++starts_[first_row + edge.child];
    std::uint64_t sum = first;
    for (std::uint64_t i = 0; i < count; ++i) sum += std::exchange(starts_[first_row + i], sum);
    for (const std::uint64_t kind : {kStraight, kImage, kPalindrome}) {
      for (const Found& edge : found) {
        if (edge.entry % 4 == kind) entries_[starts_[first_row + edge.child]++] = edge.entry;
      }
    }
    // Every start now stands at its end, which is the next one's start.
    for (std::uint64_t i = count; i > 1; --i) starts_[first_row + i - 1] = starts_[first_row + i - 2];
    if (count > 0) starts_[first_row] = first;
  }

  const typename G::Index& index_;
  std::vector<std::size_t> rows_before_;  // [seeds] rows of fewer seeds in `starts_`
  std::vector<std::uint64_t> starts_;     // [row] its first entry
  std::vector<std::uint64_t> entries_;
};

/// HomeEdges of games that have them, else nothing.
template <Game G>
struct HomeEdgesOf {
  struct type {};
};
template <SharesBeginnings G>
struct HomeEdgesOf<G> {
  using type = HomeEdges<G>;
};

}  // namespace uthi
