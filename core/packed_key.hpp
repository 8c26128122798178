// A whole position in the fewest bits: what the search hashes and proofs store.
//
// A board of s seeds needs w = bit_width(s) bits a pit. The key is, from the lowest bit:
//
//     8 bits      s, seeds on the board
//     2P bits     marked pits, one bit a ring pit (only in games with marks)
//     2P w bits   seeds of the ring pits 0, 1, ..., seen from the mover
//
// It names a position up to the stores, on which no value depends. At most 8 + 20 + 20*8 = 188 bits are used;
// `bytes(...)` says how many bytes a position of s seeds needs.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/board.hpp"

namespace uthi {

struct PackedKey {
  std::array<std::uint64_t, 3> words{};
  friend constexpr bool operator==(const PackedKey&, const PackedKey&) = default;
};

namespace detail {

class BitWriter {
 public:
  constexpr void put(std::uint64_t value, int bits) {
    if (bits == 0) return;
    const auto word = static_cast<std::size_t>(at_ / 64);
    const int shift = at_ % 64;
    key_.words[word] |= value << shift;
    if (shift + bits > 64) key_.words[word + 1] |= value >> (64 - shift);
    at_ += bits;
  }
  [[nodiscard]] constexpr const PackedKey& key() const { return key_; }

 private:
  PackedKey key_;
  int at_ = 0;
};

class BitReader {
 public:
  explicit constexpr BitReader(const PackedKey& key) : key_(key) {}
  constexpr std::uint64_t take(int bits) {
    if (bits == 0) return 0;
    const auto word = static_cast<std::size_t>(at_ / 64);
    const int shift = at_ % 64;
    std::uint64_t value = key_.words[word] >> shift;
    if (shift + bits > 64) value |= key_.words[word + 1] << (64 - shift);
    at_ += bits;
    return value & ((std::uint64_t{1} << bits) - 1);
  }

 private:
  PackedKey key_;
  int at_ = 0;
};

}  // namespace detail

/// Seeds of ring pits with, in games that have them, the marks. Rows hold at most 180 seeds together.
template <int P, bool kMarks>
struct KeyFormat {
  static constexpr int bits(int seeds) { return 8 + (kMarks ? 2 * P : 0) + 2 * P * std::bit_width(static_cast<unsigned>(seeds)); }
  static constexpr int bytes(int seeds) { return (bits(seeds) + 7) / 8; }

  [[nodiscard]] static constexpr PackedKey pack(const Board<P>& board, std::uint32_t marks = 0) {
    detail::BitWriter out;
    const int seeds = board.seeds();
    const int width = std::bit_width(static_cast<unsigned>(seeds));
    out.put(static_cast<std::uint64_t>(seeds), 8);
    if constexpr (kMarks) out.put(marks, 2 * P);
    for (int pit = 0; pit < 2 * P; ++pit) out.put(static_cast<std::uint64_t>(board[pit]), width);
    return out.key();
  }

  /// Inverse of `pack`. Keys from outside must be checked by packing again.
  static constexpr void unpack(const PackedKey& key, Board<P>& board, std::uint32_t& marks) {
    detail::BitReader in(key);
    const int width = std::bit_width(static_cast<unsigned>(in.take(8)));
    marks = kMarks ? static_cast<std::uint32_t>(in.take(2 * P)) : 0;
    board = {};
    for (int pit = 0; pit < 2 * P; ++pit) board.add(pit, static_cast<int>(in.take(width)));
  }
};

}  // namespace uthi
