// The dense index of a layer: every position of s seeds has a number, without holes, and every number a position.
//
// Without a mirror:   own rows of t = 0..s seeds, and for each the opponent's rows of s-t seeds:
//     number = base(t) + rank(own) * rows(s-t) + rank(opponent)
//
// With a mirror (games whose rules are the same when both rows are reversed) only one of two mirror images is stored,
// the one whose own row is straight (core/rows.hpp); where the own row is a palindrome, the one whose opponent's row
// is straight. Own rows that are no palindromes come first, then the palindromes with the opponent's rows folded:
//     number = base(t)        + fold(own) * rows(s-t)          + rank(opponent)
//     number = base_pal(t)    + fold(own) * straight rows(s-t) + folded number of the opponent's row
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/board.hpp"
#include "core/layer.hpp"
#include "core/rows.hpp"
#include "core/slot.hpp"

namespace uthi {

template <int P, bool kFold>
class TwoRowIndex {
  struct Block {
    std::uint64_t base = 0;    // number of its first position
    int own_seeds = 0;         // t
    std::uint64_t others = 1;  // opponent's rows for each own row
    bool palindromes = false;  // own rows are palindromes, the opponent's rows folded
    std::uint64_t inverse = std::numeric_limits<std::uint64_t>::max() / others;

    // Own row and opponent's row of the position `inside` the block: a division by multiplication, at most one too small.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> rows_of(std::uint64_t inside) const {
      auto own = static_cast<std::uint64_t>(static_cast<unsigned __int128>(inside) * inverse >> 64);
      std::uint64_t other = inside - own * others;
      const bool short_by_one = other >= others;
      own += short_by_one ? 1 : 0;
      other -= short_by_one ? others : 0;
      return {own, other};
    }
  };

 public:
  using Board = uthi::Board<P>;
  using Word = RowWord<P>;
  using Rows = RowTable<P>;

  /// The index of one layer; `rows` must reach its seeds.
  TwoRowIndex(std::shared_ptr<const Rows> rows, LayerId layer) : rows_(std::move(rows)), seeds_(layer.seeds) {
    std::uint64_t number = 0;
    for (int t = 0; t <= seeds_; ++t) {
      const std::uint64_t others = rows_->count(seeds_ - t);
      const std::uint64_t pairs = kFold ? rows_->pairs(t) : rows_->count(t);
      blocks_.push_back({number, t, others, false});
      number += pairs * others;
      if constexpr (kFold) {
        blocks_.push_back({number, t, rows_->straight_count(seeds_ - t), true});
        number += rows_->palindromes(t) * rows_->straight_count(seeds_ - t);
      }
    }
    size_ = number;
    shift_ = std::max(0, static_cast<int>(std::bit_width(size_)) - kGuideBits);
    for (std::uint64_t first = 0; first < std::max<std::uint64_t>(size_, 1); first += std::uint64_t{1} << shift_) {
      guide_.push_back(static_cast<std::uint16_t>(last_block_from(first) - blocks_.begin()));
    }
    blocks_.push_back({std::numeric_limits<std::uint64_t>::max(), 0, 1, false});
  }

  /// Positions of a layer, mirror images counted: C(s + 2P-1, 2P-1).
  [[nodiscard]] static std::uint64_t positions(LayerId layer) { return compositions(layer.seeds, 2 * P); }

  /// Positions of a layer that are stored, in closed form: half of the others and every palindrome. The seeds of a
  /// palindrome lie evenly in P (P odd: P-1) pairs of pits, but for `middle` seeds in the two middle pits of odd rows.
  [[nodiscard]] static std::uint64_t count(LayerId layer) {
    if constexpr (!kFold) return positions(layer);
    std::uint64_t palindromes = 0;
    constexpr int kPairs = P - P % 2;
    for (int middle = layer.seeds % 2; middle <= (P % 2 == 0 ? 0 : layer.seeds); middle += 2) {
      palindromes += static_cast<std::uint64_t>(middle + 1) * compositions((layer.seeds - middle) / 2, kPairs);
    }
    return (positions(layer) - palindromes) / 2 + palindromes;
  }

  /// The one of a board and its mirror image that is stored.
  [[nodiscard]] static Board stored_image(const Board& board) {
    if constexpr (!kFold) return board;
    const Board back = mirrored(board);
    const bool flipped = back.own < board.own || (back.own == board.own && back.opponent < board.opponent);
    return flipped ? back : board;
  }

  /// Positions stored.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] int seeds() const { return seeds_; }

  [[nodiscard]] Slot slot(const Board& board) const {
    const int t = row::sum(board.own);
    if constexpr (!kFold) {
      const Block& block = blocks_[static_cast<std::size_t>(t)];
      return {block.base + rows_->rank(board.own) * block.others + rows_->rank(board.opponent), false, false};
    } else {
      const Word back = row::reversed<P>(board.own);
      if (back != board.own) {
        const Block& block = blocks_[2 * static_cast<std::size_t>(t)];
        const bool flipped = back < board.own;
        const Word own = flipped ? back : board.own;
        const Word opponent = flipped ? row::reversed<P>(board.opponent) : board.opponent;
        return {block.base + rows_->fold(t, own) * block.others + rows_->rank(opponent), flipped, false};
      }
      const Block& block = blocks_[2 * static_cast<std::size_t>(t) + 1];
      const Word opponent_back = row::reversed<P>(board.opponent);
      const bool flipped = opponent_back < board.opponent;
      const bool palindrome = opponent_back == board.opponent;
      const Word opponent = flipped ? opponent_back : board.opponent;
      const std::uint64_t folded = rows_->fold(seeds_ - t, opponent) + (palindrome ? rows_->pairs(seeds_ - t) : 0);
      return {block.base + rows_->fold(t, board.own) * block.others + folded, flipped, palindrome};
    }
  }

  /// Numbers of boards that share their own row.
  class OwnRow {
   public:
    OwnRow(const TwoRowIndex& index, Word own) : index_(&index), rows_(index.rows_.get()), own_(own) {
      const int t = row::sum(own);
      const Word back = kFold ? row::reversed<P>(own) : own;
      flipped_ = back < own;
      folded_ = kFold && back == own;
      const Block& block = index.blocks_[(kFold ? 2 : 1) * static_cast<std::size_t>(t)];
      if (!folded_) first_ = block.base + (kFold ? rows_->fold(t, flipped_ ? back : own) : rows_->rank(own)) * block.others;
    }
    [[nodiscard]] std::uint64_t number(Word opponent) const {
      if (folded_) return index_->slot({own_, opponent}).number;
      return first_ + rows_->rank(flipped_ ? row::reversed<P>(opponent) : opponent);
    }

   private:
    const TwoRowIndex* index_;
    const Rows* rows_;
    Word own_;
    std::uint64_t first_ = 0;  // number of the first board
    bool flipped_;             // the mirror images are stored
    bool folded_;              // the own row is a palindrome: the opponent's row decides
  };
  [[nodiscard]] OwnRow own_row(Word own) const { return {*this, own}; }

  /// Numbers of boards that share the opponent's row.
  class OpponentRow {
   public:
    OpponentRow(const TwoRowIndex& index, Word opponent)
        : index_(&index), rows_(index.rows_.get()), opponent_(opponent), own_seeds_(index.seeds_ - row::sum(opponent)) {
      block_ = index.blocks_[(kFold ? 2 : 1) * static_cast<std::size_t>(own_seeds_)];
      rank_ = rows_->rank(opponent);
      if constexpr (kFold) rank_back_ = rows_->rank(row::reversed<P>(opponent));
    }
    [[nodiscard]] std::uint64_t number(Word own) const {
      if constexpr (!kFold) return block_.base + rows_->rank(own) * block_.others + rank_;
      const Word back = row::reversed<P>(own);
      if (back == own) return index_->slot({own, opponent_}).number;
      const bool flipped = back < own;
      return block_.base + rows_->fold(own_seeds_, flipped ? back : own) * block_.others + (flipped ? rank_back_ : rank_);
    }

   private:
    const TwoRowIndex* index_;
    const Rows* rows_;
    Word opponent_;
    int own_seeds_;
    Block block_;
    std::uint64_t rank_;
    std::uint64_t rank_back_ = 0;  // of the opponent's row reversed
  };
  [[nodiscard]] OpponentRow opponent_row(Word opponent) const { return {*this, opponent}; }

  [[nodiscard]] const Rows& rows() const { return *rows_; }
  /// Number of the first board whose own row, of `t` seeds, is `own`: with a mirror, a straight row and no palindrome.
  [[nodiscard]] std::uint64_t first_of_row(int t, Word own) const {
    const Block& block = blocks_[(kFold ? 2 : 1) * static_cast<std::size_t>(t)];
    return block.base + (kFold ? rows_->fold(t, own) : rows_->rank(own)) * block.others;
  }

  /// A number taken apart.
  struct Place {
    int own_seeds;
    bool palindrome_row;  ///< The own row is a palindrome, and the opponent's rows are folded.
    std::uint64_t own;    ///< The own row's number among those of this kind with as many seeds.
    std::uint64_t other;  ///< The opponent's.
  };
  [[nodiscard]] Place place(std::uint64_t number) const {
    const Block& block = block_of(number);
    const auto [own, other] = block.rows_of(number - block.base);
    return {block.own_seeds, block.palindromes, own, other};
  }

  /// The stored position with this number (0..size()-1).
  [[nodiscard]] Board board(std::uint64_t number) const {
    const Block& block = block_of(number);
    const auto [own, other] = block.rows_of(number - block.base);
    return board_at(block, own, other);
  }

  [[nodiscard]] bool is_palindrome(const Board& board) const { return kFold && mirrored(board) == board; }

  /// Calls f(number, board) for the numbers begin..end-1 in order, cheaper than `board` for each.
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    std::uint64_t number = begin;
    while (number < end) {
      const Block& block = block_of(number);
      const std::uint64_t inside = number - block.base;
      const std::uint64_t own = inside / block.others;
      const std::uint64_t first = inside % block.others;
      const std::uint64_t last = std::min(block.others, first + (end - number));
      for (std::uint64_t other = first; other < last; ++other) f(number++, board_at(block, own, other));
    }
  }

 private:
  // Block that holds `number`: the last one whose base is not above it (empty blocks share a base).
  auto last_block_from(std::uint64_t number) const {
    return std::prev(
        std::upper_bound(blocks_.begin(), blocks_.end(), number, [](std::uint64_t n, const Block& block) { return n < block.base; }));
  }

  const Block& block_of(std::uint64_t number) const {
    std::size_t block = guide_[number >> shift_];
    while (blocks_[block + 1].base <= number) ++block;
    return blocks_[block];
  }

  Board board_at(const Block& block, std::uint64_t own, std::uint64_t other) const {
    const int t = block.own_seeds;
    if constexpr (!kFold) return {rows_->row(t, own), rows_->row(seeds_ - t, other)};
    if (!block.palindromes) return {rows_->straight(t, own), rows_->row(seeds_ - t, other)};
    return {rows_->straight(t, rows_->pairs(t) + own), rows_->straight(seeds_ - t, other)};
  }

  std::shared_ptr<const Rows> rows_;
  int seeds_;
  static constexpr int kGuideBits = 9;

  std::vector<Block> blocks_;         // and one behind the last that nothing reaches
  std::vector<std::uint16_t> guide_;  // [number >> shift_]: a block at or before the number's
  int shift_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace uthi
