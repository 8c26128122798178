// A whole position in few bits: what the search hashes, and what proofs store.
//
// Where no pit can hold more than `most` seeds, a pit needs w = bit_width(most) bits. The key is, from the lowest bit:
//
//     P w bits    seeds of the mover's pits, from its own left
//     P w bits    seeds of the opponent's pits, from its own left
//     2P bits     marked pits, one bit a ring pit, the mover's first (only in games with marks)
//
// It names a position up to the stores, on which no value depends. Play never adds seeds, so the width of the position
// that is asked about serves all that can follow from it. At most 2 * 10 * 8 + 20 = 180 bits are used.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "core/board.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace uthi {

/// A packed position in `W` words of 64 bits (1..3).
template <int W>
struct Key {
  static_assert(W >= 1 && W <= 3);
  std::array<std::uint64_t, W> words{};

  friend constexpr bool operator==(const Key&, const Key&) = default;
  friend constexpr auto operator<=>(const Key& a, const Key& b) {
    for (std::size_t i = W; i-- > 1;) {
      if (a.words[i] != b.words[i]) return a.words[i] <=> b.words[i];
    }
    return a.words[0] <=> b.words[0];
  }
};

/// Mixes all bits of a key into 64; every bit of the result is good for a table slot.
template <int W>
[[nodiscard]] constexpr std::uint64_t hash_of(const Key<W>& key) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : key.words) {
    const auto product = static_cast<unsigned __int128>(word ^ hash ^ 0x9e3779b97f4a7c15U) * 0xd1342543de82ef95U;
    hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  const auto product = static_cast<unsigned __int128>(hash) * 0xa0761d6478bd642fU;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

namespace detail {

/// The bits of `word` under `mask`, moved together at the low end.
[[nodiscard]] inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pext_u64(word, mask);
#else
  std::uint64_t out = 0;
  for (int at = 0; mask != 0;) {
    const int from = std::countr_zero(mask);
    const int count = std::countr_one(mask >> from);
    const std::uint64_t low = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    out |= ((word >> from) & low) << at;
    at += count;
    mask &= ~(low << from);
  }
  return out;
#endif
}

/// The inverse: the low bits of `word` spread under `mask`.
[[nodiscard]] inline std::uint64_t scatter_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pdep_u64(word, mask);
#else
  std::uint64_t out = 0;
  while (mask != 0) {
    const int to = std::countr_zero(mask);
    const int count = std::countr_one(mask >> to);
    const std::uint64_t low = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    out |= (word & low) << to;
    word = count == 64 ? 0 : word >> count;
    mask &= ~(low << to);
  }
  return out;
#endif
}

/// Appends bit fields to a key, or takes them from one, from the lowest bit.
template <int W>
class KeyBits {
 public:
  KeyBits() = default;
  explicit KeyBits(const Key<W>& key) : key_(key) {}

  /// `bits` is 0..64, and `value` has no higher ones.
  void put(std::uint64_t value, int bits) {
    const auto word = static_cast<std::size_t>(at_ / 64);
    const int shift = at_ % 64;
    if (word < W) key_.words[word] |= value << shift;
    if (shift + bits > 64 && word + 1 < W) key_.words[word + 1] |= value >> (64 - shift);
    at_ += bits;
  }
  [[nodiscard]] std::uint64_t take(int bits) {
    const auto word = static_cast<std::size_t>(at_ / 64);
    const int shift = at_ % 64;
    std::uint64_t value = word < W ? key_.words[word] >> shift : 0;
    if (shift + bits > 64 && word + 1 < W) value |= key_.words[word + 1] << (64 - shift);
    at_ += bits;
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  }
  [[nodiscard]] const Key<W>& key() const { return key_; }

 private:
  Key<W> key_;
  int at_ = 0;
};

}  // namespace detail

/// Packs boards of `P` pits a row, with or without marks, on which no pit holds more than a given number of seeds.
template <int P, bool kMarks>
class KeyFormat {
 public:
  /// `most` is 0..255 seeds.
  explicit KeyFormat(int most)
      : width_(bit_width_of(most)), mask_(row::fill<std::uint64_t>(static_cast<std::uint8_t>((1U << width_) - 1))) {
    if constexpr (P < 8) mask_ &= (std::uint64_t{1} << (8 * P)) - 1;
  }

  /// Bits that keys use.
  [[nodiscard]] static constexpr int bits(int most) { return 2 * P * bit_width_of(most) + (kMarks ? 2 * P : 0); }

  /// The key, in words enough for `bits`.
  template <int W>
  [[nodiscard]] Key<W> pack(const Board<P>& board, std::uint32_t marks = 0) const {
    detail::KeyBits<W> out;
    put_row(out, board.own);
    put_row(out, board.opponent);
    if constexpr (kMarks) out.put(marks, 2 * P);
    return out.key();
  }

  /// Inverse of `pack`. Keys from outside must be checked by packing again, for bits beyond those in use.
  template <int W>
  void unpack(const Key<W>& key, Board<P>& board, std::uint32_t& marks) const {
    detail::KeyBits<W> in(key);
    board.own = take_row(in);
    board.opponent = take_row(in);
    marks = kMarks ? static_cast<std::uint32_t>(in.take(2 * P)) : 0;
  }

 private:
  using Word = RowWord<P>;
  static constexpr int kHighPits = P > 8 ? P - 8 : 0;  // of rows of 128 bits, behind the first eight

  static constexpr int bit_width_of(int most) { return std::bit_width(static_cast<unsigned>(most)); }
  [[nodiscard]] std::uint64_t high_mask() const { return mask_ & ((std::uint64_t{1} << (8 * kHighPits)) - 1); }

  template <int W>
  void put_row(detail::KeyBits<W>& out, Word word) const {
    out.put(detail::gather_bits(static_cast<std::uint64_t>(word), mask_), (P - kHighPits) * width_);
    if constexpr (P > 8) out.put(detail::gather_bits(static_cast<std::uint64_t>(word >> 64), high_mask()), kHighPits * width_);
  }
  template <int W>
  [[nodiscard]] Word take_row(detail::KeyBits<W>& in) const {
    Word word = detail::scatter_bits(in.take((P - kHighPits) * width_), mask_);
    if constexpr (P > 8) word |= static_cast<Word>(detail::scatter_bits(in.take(kHighPits * width_), high_mask())) << 64;
    return word;
  }

  int width_;
  std::uint64_t mask_;  // the low `width_` bits of each byte of a row, of its first eight pits
};

}  // namespace uthi
