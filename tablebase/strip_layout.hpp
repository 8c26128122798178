// How the positions of a layer lie in strips: all own rows beside a few of the opponent's.
//
// Sowings after which the same player sows again change the own row alone. So what they lead to stands in the same strip,
// where the decoder has it already (tablebase/strip_coder.hpp). Of two mirror images a strip holds the one whose opponent's
// row is straight (core/rows.hpp):
//
//     own seeds t = 0..s; straight opponent's rows of s-t seeds in their order, max(1, 2^b / rows(t)) to a strip
//
//               opponent 0   opponent 1  ...  opponent n-1         rows(t) = C(t+P-1, P-1) own rows by rank;
//     own 0        0            1                n-1               entry = own rank * n + opponent
//     own 1        n           n+1              2n-1
//
// Beside an opponent's row that is a palindrome both own rows of a mirror pair have an entry, the same one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/rows.hpp"

namespace uthi {

/// Rows of `pits` pits that hold exactly `seeds` seeds and read the same from either end.
[[nodiscard]] inline std::uint64_t palindromic_rows(int seeds, int pits) {
  std::uint64_t count = 0;
  for (int middle = seeds % 2; middle <= (pits % 2 == 0 ? 0 : seeds); middle += 2) count += compositions((seeds - middle) / 2, pits / 2);
  return count;
}

/// A strip is one block of a file.
struct Strip {
  int own_seeds = 0;
  std::uint64_t first = 0;      ///< Number of its first opponent's row among the straight ones.
  std::uint64_t opponents = 0;  ///< How many there are.
  std::uint64_t own_rows = 0;

  [[nodiscard]] std::uint64_t entries() const { return own_rows * opponents; }
};

class StripLayout {
 public:
  /// Beyond these a strip would be too long to open for one position, or sowings could take too long.
  static constexpr int kMostSeeds = 64;
  static constexpr std::uint64_t kMostOwnRows = std::uint64_t{1} << 20;

  [[nodiscard]] static bool possible(int pits, int seeds) { return seeds <= kMostSeeds && compositions(seeds, pits) <= kMostOwnRows; }

  /// Of a layer that is `possible`; `bits` as in files.
  StripLayout(int pits, int seeds, int bits) {
    std::uint64_t number = 0;
    for (int t = 0; t <= seeds; ++t) {
      Group group;
      group.own_rows = compositions(t, pits);
      const std::uint64_t own_palindromes = palindromic_rows(t, pits);
      const std::uint64_t all = compositions(seeds - t, pits);
      group.opponents = (all + palindromic_rows(seeds - t, pits)) / 2;
      group.to_a_strip = std::max<std::uint64_t>(1, (std::uint64_t{1} << bits) / group.own_rows);
      group.first_strip = strips_;
      group.first_number = number;
      group.positions = (group.own_rows - own_palindromes) / 2 * all + own_palindromes * group.opponents;
      strips_ += (group.opponents - 1) / group.to_a_strip + 1;
      number += group.positions;
      groups_.push_back(group);
    }
  }

  /// Positions whose own row holds as many seeds.
  struct Group {
    std::uint64_t own_rows = 0;
    std::uint64_t opponents = 0;
    std::uint64_t to_a_strip = 0;
    std::uint64_t first_strip = 0;
    std::uint64_t first_number = 0;  ///< In the index of the layer, where they follow each other.
    std::uint64_t positions = 0;

    [[nodiscard]] std::uint64_t strips() const { return (opponents - 1) / to_a_strip + 1; }
  };

  [[nodiscard]] std::uint64_t strips() const { return strips_; }
  /// By own seeds.
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

  [[nodiscard]] Strip strip(std::uint64_t block) const {
    const auto after =
        std::upper_bound(groups_.begin(), groups_.end(), block, [](std::uint64_t b, const Group& group) { return b < group.first_strip; });
    const Group& group = *(after - 1);
    const std::uint64_t first = (block - group.first_strip) * group.to_a_strip;
    return {static_cast<int>(after - 1 - groups_.begin()), first, std::min(group.to_a_strip, group.opponents - first), group.own_rows};
  }

  /// Where an entry stands.
  struct Place {
    std::uint64_t block;
    std::uint64_t entry;
  };
  [[nodiscard]] Place place(int own_seeds, std::uint64_t own_rank, std::uint64_t opponent) const {
    const Group& group = groups_[static_cast<std::size_t>(own_seeds)];
    const std::uint64_t strip = opponent / group.to_a_strip;
    const std::uint64_t first = strip * group.to_a_strip;
    return {group.first_strip + strip, own_rank * std::min(group.to_a_strip, group.opponents - first) + (opponent - first)};
  }

 private:
  std::vector<Group> groups_;
  std::uint64_t strips_ = 0;
};

}  // namespace uthi
