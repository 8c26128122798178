// A board with marked pits (nki), and the dense index of its layers.
//
// A marked pit is never empty. So the positions of s seeds with m marks are a set of m of the 2P pits and, behind it, a
// board of s-m seeds without marks: take one seed out of each marked pit.
//
//     number = rank(set) * positions(s-m) + number of the board (core/two_row_index.hpp, no mirror)
//
// Sets are ranked by the combinatorial number system: pits c1 < c2 < ... have rank C(c1, 1) + C(c2, 2) + ...
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/board.hpp"
#include "core/layer.hpp"
#include "core/slot.hpp"
#include "core/two_row_index.hpp"

namespace uthi {

template <int P>
struct MarkedBoard {
  Board<P> seeds;
  std::uint32_t marks = 0;  ///< Bit i: ring pit i is marked; it then holds a seed.

  friend constexpr bool operator==(const MarkedBoard&, const MarkedBoard&) = default;
};

template <int P>
[[nodiscard]] constexpr MarkedBoard<P> handed_over(const MarkedBoard<P>& board) {
  const std::uint32_t marks = (board.marks >> P) | ((board.marks & Board<P>::kOwnRow) << P);
  return {handed_over(board.seeds), marks};
}

/// Adds `change` seeds to each of the pits `marks`.
template <int P>
[[nodiscard]] constexpr Board<P> with_marks(Board<P> seeds, std::uint32_t marks, int change) {
  for (; marks != 0; marks &= marks - 1) seeds.add(std::countr_zero(marks), change);
  return seeds;
}

template <int P>
class MarkedIndex {
 public:
  using Board = MarkedBoard<P>;
  using Rows = RowTable<P>;

  MarkedIndex(const std::shared_ptr<const Rows>& rows, LayerId layer) : seeds_(rows, {layer.seeds - layer.marks, 0}), size_(count(layer)) {
    const std::uint64_t sets = binomial(2 * P, layer.marks);
    for (std::uint32_t set = (1U << layer.marks) - 1; sets_.size() < sets; set = next_set(set)) sets_.push_back(set);
    for (int pit = 0; pit < 2 * P; ++pit) {
      for (int k = 0; k <= 2 * P; ++k)
        term_[static_cast<std::size_t>(pit)][static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(binomial(pit, k));
    }
  }

  /// Positions of a layer; all are stored. Needs layer.marks <= layer.seeds and <= 2P, else there are none.
  [[nodiscard]] static std::uint64_t positions(LayerId layer) {
    if (layer.marks > layer.seeds) return 0;
    const unsigned __int128 all =
        static_cast<unsigned __int128>(binomial(2 * P, layer.marks)) * compositions(layer.seeds - layer.marks, 2 * P);
    if (all > std::numeric_limits<std::uint64_t>::max()) throw DoesNotFit("a layer has more positions than 64 bits can number");
    return static_cast<std::uint64_t>(all);
  }
  [[nodiscard]] static std::uint64_t count(LayerId layer) { return positions(layer); }
  [[nodiscard]] static Board stored_image(const Board& board) { return board; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] static bool is_palindrome(const Board&) { return false; }

  [[nodiscard]] Slot slot(const Board& board) const {
    if (board.marks == 0) return seeds_.slot(board.seeds);
    return {rank(board.marks) * seeds_.size() + seeds_.slot(with_marks(board.seeds, board.marks, -1)).number, false, false};
  }

  [[nodiscard]] Board board(std::uint64_t number) const {
    if (sets_.size() == 1 && sets_.front() == 0) return {seeds_.board(number), 0};
    const std::uint32_t marks = sets_[number / seeds_.size()];
    return {with_marks(seeds_.board(number % seeds_.size()), marks, 1), marks};
  }

  /// Calls f(number, board) for the numbers begin..end-1 in order.
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    for (std::uint64_t number = begin; number < end;) {
      const std::uint64_t first_of_set = number / seeds_.size() * seeds_.size();
      const std::uint64_t last = std::min(end, first_of_set + seeds_.size());
      const std::uint32_t marks = sets_[number / seeds_.size()];
      seeds_.for_each(number - first_of_set, last - first_of_set, [&](std::uint64_t inside, const uthi::Board<P>& seeds) {
        f(first_of_set + inside, Board{with_marks(seeds, marks, 1), marks});
      });
      number = last;
    }
  }

 private:
  // The next larger number with as many bits (Gosper).
  static std::uint32_t next_set(std::uint32_t set) {
    if (set == 0) return 0;
    const std::uint32_t lowest = set & (~set + 1);
    const std::uint32_t carried = set + lowest;
    return carried | (((carried ^ set) >> 2) / lowest);
  }

  [[nodiscard]] std::uint64_t rank(std::uint32_t marks) const {
    std::uint64_t rank = 0;
    for (std::size_t k = 1; marks != 0; marks &= marks - 1, ++k) rank += term_[static_cast<std::size_t>(std::countr_zero(marks))][k];
    return rank;
  }

  TwoRowIndex<P, false> seeds_;
  std::uint64_t size_;
  std::vector<std::uint32_t> sets_;  // by rank
  std::array<std::array<std::uint32_t, 2 * P + 1>, 2 * P> term_{};
};

}  // namespace uthi
