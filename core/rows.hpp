// Every row of P pits by number: ranks of compositions, and the classes that the mirror makes of them.
//
// The rows of t seeds number C(t+P-1, P-1). With prefix sums p0 <= p1 <= ... of the pits, the rank of a row is
//
//     rank = C(p0, 1) + C(p1 + 1, 2) + C(p2 + 2, 3) + ... + C(p[P-2] + P-2, P-1)
//
// (the combinatorial number system), a sum of P-1 table entries. It does not depend on t, and is dense: 0..rows(t)-1.
//
// Reversing pairs the rows. A row is *straight* if its word is at most its reversed word; `fold` numbers the straight
// rows of t seeds densely: first those that differ from their reverse (`pairs(t)` of them), then the palindromes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/board.hpp"
#include "core/error.hpp"
#include "core/layer.hpp"

namespace uthi {

/// C(n, k) exactly; 0 for k > n. Throws DoesNotFit past 64 bits.
[[nodiscard]] inline std::uint64_t binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  unsigned __int128 value = 1;
  for (int i = 1; i <= k; ++i) {
    value = value * static_cast<unsigned>(n - k + i) / static_cast<unsigned>(i);
    if (value > std::numeric_limits<std::uint64_t>::max()) throw DoesNotFit("a binomial coefficient passes 64 bits");
  }
  return static_cast<std::uint64_t>(value);
}

/// Rows of `pits` pits that hold exactly `seeds` seeds.
[[nodiscard]] inline std::uint64_t compositions(int seeds, int pits) { return binomial(seeds + pits - 1, pits - 1); }

/// Memory of a RowTable of `pits` pits for up to `max_seeds` seeds, before it is made: all rows of 0..max_seeds seeds, each
/// with its word (16 bytes from nine pits on) and two numbers. Throws DoesNotFit where there are more than can be numbered.
[[nodiscard]] inline std::uint64_t row_table_bytes(int pits, int max_seeds) {
  const std::uint64_t rows = binomial(max_seeds + pits, pits);
  if (rows > std::numeric_limits<std::uint32_t>::max()) throw DoesNotFit("more rows than 32 bits can number");
  return rows * ((pits <= 8 ? sizeof(RowWord<8>) : sizeof(RowWord<9>)) + 2 * sizeof(std::uint32_t));
}

template <int P>
class RowTable {
 public:
  using Word = RowWord<P>;

  /// Tables for rows of 0..`max_seeds` seeds; 16 bytes a row, 24 from nine pits on.
  explicit RowTable(int max_seeds) : max_seeds_(max_seeds) {
    if (max_seeds < 0 || max_seeds > kMaxLayerSeeds) throw DoesNotFit("layers of more than 120 seeds are not indexed");
    first_.resize(static_cast<std::size_t>(max_seeds) + 2);
    pairs_.resize(static_cast<std::size_t>(max_seeds) + 1);
    std::uint64_t total = 0;
    for (int t = 0; t <= max_seeds; ++t) {
      first_[static_cast<std::size_t>(t)] = total;
      total += compositions(t, P);
    }
    first_[static_cast<std::size_t>(max_seeds) + 1] = total;
    memory_ = row_table_bytes(P, max_seeds);
    for (int i = 0; i + 1 < P; ++i) {
      for (int p = 0; p <= max_seeds; ++p)
        term_[static_cast<std::size_t>(i)][static_cast<std::size_t>(p)] = static_cast<std::uint32_t>(binomial(p + i, i + 1));
    }
    rows_.resize(total);
    straight_.resize(total);
    fold_.resize(total);
    for (int t = 0; t <= max_seeds; ++t) fill(t);
  }

  [[nodiscard]] int max_seeds() const { return max_seeds_; }
  /// Memory of the tables.
  [[nodiscard]] std::uint64_t bytes() const { return memory_; }
  /// Rows of `t` seeds.
  [[nodiscard]] std::uint64_t count(int t) const { return first_[at(t) + 1] - first_[at(t)]; }
  /// Rows of `t` seeds, two reversed ones counted once, that are no palindromes.
  [[nodiscard]] std::uint64_t pairs(int t) const { return pairs_[at(t)]; }
  [[nodiscard]] std::uint64_t palindromes(int t) const { return count(t) - 2 * pairs(t); }
  /// Straight rows of `t` seeds.
  [[nodiscard]] std::uint64_t straight_count(int t) const { return count(t) - pairs(t); }

  /// The row is straight and no palindrome.
  [[nodiscard]] static bool is_first_of_pair(Word row) { return row < row::reversed<P>(row); }

  /// Rank of a row among those with as many seeds.
  [[nodiscard]] std::uint32_t rank(Word row) const {
    // Sums of the first eight pits in one multiplication; 128-bit rows have one or two more.
    const std::uint64_t sums = row::prefix_sums(static_cast<std::uint64_t>(row));
    std::uint32_t rank = 0;
    for (int i = 0; i + 1 < std::min(P, 9); ++i) rank += term(i, row::get(sums, i));
    if constexpr (P > 9) rank += term(8, row::get(sums, 7) + row::get(row, 8));
    return rank;
  }
  /// Row of `t` seeds with this rank.
  [[nodiscard]] Word row(int t, std::uint64_t rank) const { return rows_[first_[at(t)] + rank]; }
  /// Number of a straight row of `t` seeds among the pairs if it is no palindrome, else among the palindromes.
  [[nodiscard]] std::uint32_t fold(int t, Word straight) const { return fold_[first_[at(t)] + rank(straight)]; }
  /// Straight row of `t` seeds: the pairs first, then the palindromes.
  [[nodiscard]] Word straight(int t, std::uint64_t number) const { return row(t, straight_[first_[at(t)] + number]); }

 private:
  static std::size_t at(int t) { return static_cast<std::size_t>(t); }

  // C(sum + i, i + 1), what the prefix sum of pits 0..i adds to the rank.
  [[nodiscard]] std::uint32_t term(int i, int sum) const { return term_[static_cast<std::size_t>(i)][static_cast<std::size_t>(sum)]; }

  void fill(int t) {
    std::uint64_t number = first_[at(t)];
    enumerate(0, t, 0, number);
    std::uint32_t pairs = 0;
    std::uint32_t palindromes = 0;
    const std::uint64_t end = number;
    for (std::uint64_t i = first_[at(t)]; i < end; ++i) {
      const Word back = row::reversed<P>(rows_[i]);
      if (rows_[i] < back) {
        straight_[first_[at(t)] + pairs] = static_cast<std::uint32_t>(i - first_[at(t)]);
        fold_[i] = pairs++;
      }
    }
    for (std::uint64_t i = first_[at(t)]; i < end; ++i) {
      if (rows_[i] == row::reversed<P>(rows_[i])) {
        straight_[first_[at(t)] + pairs + palindromes] = static_cast<std::uint32_t>(i - first_[at(t)]);
        fold_[i] = palindromes++;
      }
    }
    pairs_[at(t)] = pairs;
  }

  // Rows in order of rank: the last pit counts down from t slowest, so that the last prefix sum grows.
  void enumerate(Word row, int left, int depth, std::uint64_t& number) {
    const int pit = P - 1 - depth;
    if (pit == 0) {
      rows_[number++] = row | row::one<Word>(0, left);
      return;
    }
    for (int seeds = left; seeds >= 0; --seeds) enumerate(row | row::one<Word>(pit, seeds), left - seeds, depth + 1, number);
  }

  int max_seeds_;
  std::uint64_t memory_ = 0;
  std::vector<std::uint64_t> first_;  // [t] number of the first row of t seeds
  std::vector<std::uint64_t> pairs_;
  std::array<std::array<std::uint32_t, kMaxLayerSeeds + 1>, P> term_{};
  std::vector<Word> rows_;
  std::vector<std::uint32_t> straight_;
  std::vector<std::uint32_t> fold_;
};

}  // namespace uthi
