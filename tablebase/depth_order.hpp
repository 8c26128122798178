// The order in which a block of a file holds its depths: those of equal values side by side, none where there is no margin.
//
//     position      0  1  2  3  4  5            values: A = (3, none), B = (none, 7), C = (2, 2); dictionary A, B, C
//     value         A  C  B  A  C  A
//     floor depths  A0 A3 A5 C1 C4              A of positions 0, 3, 5, then C of 1 and 4; B has no floor
//
// Depths depend on the value more than on the neighbours, so that zstd sees columns that are nearly constant.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tablebase/block_codec.hpp"
#include "tablebase/format.hpp"

namespace uthi {

/// A decompressed block of values, every symbol in the dictionary.
struct ValuesBlock {
  std::span<const std::uint8_t> bytes;
  std::uint64_t positions = 0;
  int width = 1;  ///< Bytes a symbol, 1 or 2.

  [[nodiscard]] unsigned symbol(std::uint64_t i) const { return block_entry(bytes, positions, width, i); }
};

class DepthOrder {
 public:
  /// Of the depths that stand beside the floors, or the ceilings (`kind`), of a block.
  DepthOrder(const ValuesBlock& values, std::span<const ValuePair> dictionary, ColumnKind kind) : values_(values) {
    std::vector<std::uint32_t> counts(dictionary.size(), 0);
    for (std::uint64_t i = 0; i < values.positions; ++i) ++counts[values.symbol(i)];
    next_.reserve(dictionary.size());
    for (std::size_t symbol = 0; symbol < dictionary.size(); ++symbol) {
      const std::int8_t margin = kind == ColumnKind::floor_depth ? dictionary[symbol].floor : dictionary[symbol].ceiling;
      next_.push_back(margin == kNoMargin ? kNowhere : size_);
      if (margin != kNoMargin) size_ += counts[symbol];
    }
  }

  /// Depths in the block.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// f(position in the block, place among the depths) for every depth, positions ascending. Once only.
  template <class F>
  void for_each(F&& f) {
    for (std::uint64_t i = 0; i < values_.positions; ++i) {
      std::uint32_t& place = next_[values_.symbol(i)];
      if (place != kNowhere) f(i, place++);
    }
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  ValuesBlock values_;
  std::vector<std::uint32_t> next_;  // by symbol: place of its next depth
  std::uint32_t size_ = 0;
};

}  // namespace uthi
