// How the positions of a layer lie in strips: many own rows beside a few of the opponent's.
//
// Sowings after which the same player sows again change the own row alone. So what they lead to stands in the same strip,
// where the decoder has it already (tablebase/strip_coder.hpp). Of two mirror images a strip holds the one whose opponent's
// row is straight (core/rows.hpp):
//
//     own seeds t = 0..s, a group of strips each; in it the segments of own rows; with each segment the straight opponent's
//     rows of s-t seeds in their order, n to a strip
//
//               opponent 0   opponent 1  ...  opponent n-1
//     own 0        0            1                n-1               entry = place of the own row in its segment * n + opponent
//     own 1        n           n+1              2n-1
//
// To read one position the decoder lists the own rows of a strip with their sowings at home and then goes through all of its
// entries, so both are bounded. If the rows(t) = C(t+P-1, P-1) own rows are more than k, they are cut, by rank, into as few
// segments as have no more than 3k/4 rows (rows of many seeds have more sowings to list), all of them with equally many, but
// for the last one. Beside a segment of r own rows stand as many of the opponent's as keep (n + 2) r within 2^b, one at
// least. Of sowings that lead out of a segment nothing is known.
//
// In files of version 3 there is one segment of all own rows, and n = max(1, 2^b / rows(t)).
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
  std::uint64_t first_own = 0;  ///< Rank of its first own row.
  std::uint64_t own_rows = 0;   ///< How many there are.
  std::uint64_t first = 0;      ///< Number of its first opponent's row among the straight ones.
  std::uint64_t opponents = 0;  ///< How many there are.

  [[nodiscard]] std::uint64_t entries() const { return own_rows * opponents; }
};

/// A segment of more rows is as good as one of all.
inline constexpr std::uint32_t kMostSegmentRows = std::uint32_t{1} << 20;

/// How large strips are.
struct StripSize {
  int bits = 0;                    ///< b.
  std::uint32_t segment_rows = 0;  ///< k; 0 in files of version 3.

  [[nodiscard]] std::uint64_t rows_of_one_of_many() const { return std::max<std::uint64_t>(1, std::uint64_t{segment_rows} * 3 / 4); }
  /// No strip has more entries; not for version 3.
  [[nodiscard]] std::uint64_t most_entries() const { return std::max(std::uint64_t{1} << bits, std::uint64_t{segment_rows}); }
};

class StripLayout {
 public:
  /// Beyond these there would be too many rows to list, or sowings could take too long.
  static constexpr int kMostSeeds = 64;
  static constexpr std::uint64_t kMostOwnRows = kMostSegmentRows;

  [[nodiscard]] static bool possible(int pits, int seeds) { return seeds <= kMostSeeds && compositions(seeds, pits) <= kMostOwnRows; }

  /// Of a layer that is `possible`.
  StripLayout(int pits, int seeds, StripSize size) : size_(size) {
    const std::uint64_t most = std::uint64_t{1} << size.bits;
    const bool cut = size.segment_rows > 0;
    std::uint64_t number = 0;
    for (int t = 0; t <= seeds; ++t) {
      Group group;
      group.own_rows = compositions(t, pits);
      group.segments = cut && group.own_rows > size.segment_rows ? (group.own_rows - 1) / size.rows_of_one_of_many() + 1 : 1;
      group.to_a_segment = (group.own_rows - 1) / group.segments + 1;
      const std::uint64_t own_palindromes = palindromic_rows(t, pits);
      const std::uint64_t all = compositions(seeds - t, pits);
      group.opponents = (all + palindromic_rows(seeds - t, pits)) / 2;
      group.to_a_strip = std::max<std::uint64_t>(most / group.to_a_segment, cut ? 3 : 1) - (cut ? 2 : 0);
      group.first_strip = strips_;
      group.first_number = number;
      group.positions = (group.own_rows - own_palindromes) / 2 * all + own_palindromes * group.opponents;
      strips_ += group.strips();
      number += group.positions;
      groups_.push_back(group);
    }
  }

  /// Positions whose own row holds as many seeds.
  struct Group {
    std::uint64_t own_rows = 0;
    std::uint64_t segments = 0;
    std::uint64_t to_a_segment = 0;  ///< Own rows.
    std::uint64_t opponents = 0;
    std::uint64_t to_a_strip = 0;  ///< Opponent's rows.
    std::uint64_t first_strip = 0;
    std::uint64_t first_number = 0;  ///< In the index of the layer, where they follow each other.
    std::uint64_t positions = 0;

    /// With each segment.
    [[nodiscard]] std::uint64_t strips_beside() const { return (opponents - 1) / to_a_strip + 1; }
    [[nodiscard]] std::uint64_t strips() const { return segments * strips_beside(); }
  };

  [[nodiscard]] StripSize size() const { return size_; }
  [[nodiscard]] std::uint64_t strips() const { return strips_; }
  /// By own seeds.
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

  [[nodiscard]] Strip strip(std::uint64_t block) const {
    const auto after =
        std::upper_bound(groups_.begin(), groups_.end(), block, [](std::uint64_t b, const Group& group) { return b < group.first_strip; });
    const Group& group = *(after - 1);
    const std::uint64_t beside = group.strips_beside();
    const std::uint64_t first_own = (block - group.first_strip) / beside * group.to_a_segment;
    const std::uint64_t first = (block - group.first_strip) % beside * group.to_a_strip;
    return {static_cast<int>(after - 1 - groups_.begin()), first_own, std::min(group.to_a_segment, group.own_rows - first_own), first,
            std::min(group.to_a_strip, group.opponents - first)};
  }

  /// Where an entry stands.
  struct Place {
    std::uint64_t block;
    std::uint64_t entry;
  };
  [[nodiscard]] Place place(int own_seeds, std::uint64_t own_rank, std::uint64_t opponent) const {
    const Group& group = groups_[static_cast<std::size_t>(own_seeds)];
    const std::uint64_t segment = own_rank / group.to_a_segment;
    const std::uint64_t strip = opponent / group.to_a_strip;
    const std::uint64_t first = strip * group.to_a_strip;
    return {group.first_strip + segment * group.strips_beside() + strip,
            (own_rank - segment * group.to_a_segment) * std::min(group.to_a_strip, group.opponents - first) + (opponent - first)};
  }

 private:
  StripSize size_;
  std::vector<Group> groups_;
  std::uint64_t strips_ = 0;
};

}  // namespace uthi
