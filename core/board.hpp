// The board: two rows of small counts, each row packed into one machine word, a byte a pit.
//
// A board is always seen from the player to move (the mover):
//
//        opponent's row   [P-1] ... [1] [0]      ring  2P-1 ... P+1  P
//        own row           [0] [1] ... [P-1]     ring   0   1  ...  P-1
//
// The ring runs counter-clockwise through own pits 0..P-1 and on through the opponent's pits P..2P-1. The pit
// opposite own pit i is the opponent's pit P-1-i. Handing the move over is therefore swapping the two rows.
//
// A row is the number  x0 + 256 x1 + 256^2 x2 + ...  and no pit ever exceeds 180, so sowing a lap is one integer
// addition a row (core/laps.hpp), prefix sums of a row are one multiplication, and reversing it is one byte swap.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace uthi {

/// One row of `P` pits (2..10): 64 bits for up to 8 pits, 128 bits above. Unused high bytes are zero.
template <int P>
using RowWord = std::conditional_t<(P <= 8), std::uint64_t, unsigned __int128>;

namespace row {

/// A word with `byte` in each of its bytes.
template <class Word>
[[nodiscard]] constexpr Word fill(std::uint8_t byte) {
  Word word = 0;
  for (unsigned i = 0; i < sizeof(Word); ++i) word = (word << 8) | byte;
  return word;
}

template <class Word>
[[nodiscard]] constexpr int get(Word word, int pit) {
  return static_cast<int>(static_cast<std::uint8_t>(word >> (8 * pit)));
}

/// The bytes first..last of a word, 0 <= first <= last.
template <class Word>
[[nodiscard]] constexpr Word span_of_bytes(int first, int last) {
  constexpr int kTop = static_cast<int>(sizeof(Word)) - 1;
  return static_cast<Word>(~Word{0} << (8 * first)) & static_cast<Word>(~Word{0} >> (8 * (kTop - last)));
}

template <class Word>
[[nodiscard]] constexpr Word one(int pit, int count = 1) {
  return static_cast<Word>(count) << (8 * pit);
}

/// Byte i of the result is the sum of bytes 0..i; right while the whole row sums to less than 256.
template <class Word>
[[nodiscard]] constexpr Word prefix_sums(Word word) {
  return word * fill<Word>(1);
}

[[nodiscard]] constexpr int sum(std::uint64_t word) { return get(prefix_sums(word), 7); }
[[nodiscard]] constexpr int sum(unsigned __int128 word) {
  return sum(static_cast<std::uint64_t>(word)) + sum(static_cast<std::uint64_t>(word >> 64));
}

/// The row of `P` pits read from its other end.
template <int P>
[[nodiscard]] constexpr RowWord<P> reversed(RowWord<P> word) {
  if constexpr (P <= 8) {
    return __builtin_bswap64(word) >> (64 - 8 * P);
  } else {
    const auto low = static_cast<std::uint64_t>(word);
    const auto high = static_cast<std::uint64_t>(word >> 64);
    const auto whole = (static_cast<RowWord<P>>(__builtin_bswap64(low)) << 64) | __builtin_bswap64(high);
    return whole >> (128 - 8 * P);
  }
}

/// Bit i is set if byte i is `least` (1..127) or more.
[[nodiscard]] constexpr std::uint32_t at_least(std::uint64_t word, std::uint8_t least) {
  const auto carry = fill<std::uint64_t>(static_cast<std::uint8_t>(0x80 - least));
  const std::uint64_t high = (((word & fill<std::uint64_t>(0x7f)) + carry) | word) >> 7;
  return static_cast<std::uint32_t>(((high & fill<std::uint64_t>(1)) * 0x0102040810204080U) >> 56);
}

[[nodiscard]] inline std::uint32_t at_least(unsigned __int128 word, std::uint8_t least) {
#ifdef __SSE2__
  const __m128i bytes = std::bit_cast<__m128i>(word);
  const __m128i enough = _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(static_cast<char>(least))), bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(enough));
#else
  return at_least(static_cast<std::uint64_t>(word), least) | (at_least(static_cast<std::uint64_t>(word >> 64), least) << 8);
#endif
}

}  // namespace row

/// Seeds on two rows of `P` pits, seen from the mover.
template <int P>
struct Board {
  static_assert(P >= 2 && P <= 10);
  using Word = RowWord<P>;
  static constexpr int kPits = P;      ///< Pits a row.
  static constexpr int kRing = 2 * P;  ///< Pits on the ring.

  Word own = 0;
  Word opponent = 0;

  /// Seeds in ring pit `pit` (0..2P-1).
  [[nodiscard]] constexpr int operator[](int pit) const {
    // Shifts of 128-bit words are slow; the bytes stand in memory in the same order.
    if constexpr (P > 8 && std::endian::native == std::endian::little) {
      if (!std::is_constant_evaluated()) return reinterpret_cast<const unsigned char*>(this)[pit < P ? pit : pit - P + 16];
    }
    return pit < P ? row::get(own, pit) : row::get(opponent, pit - P);
  }

  constexpr void add(int pit, int seeds) {
    if (pit < P) {
      own += row::one<Word>(pit, seeds);
    } else {
      opponent += row::one<Word>(pit - P, seeds);
    }
  }

  /// Seeds on the board.
  [[nodiscard]] constexpr int seeds() const { return row::sum(own) + row::sum(opponent); }

  /// Bit i is set if ring pit i holds `least` seeds (1..127) or more.
  [[nodiscard]] std::uint32_t at_least(std::uint8_t least) const {
    return row::at_least(own, least) | (row::at_least(opponent, least) << P);
  }
  /// Bit i is set if ring pit i holds a seed.
  [[nodiscard]] std::uint32_t occupied() const { return at_least(1); }

  static constexpr std::uint32_t kOwnRow = (1U << P) - 1;  ///< As bits of ring pits.
  static constexpr std::uint32_t kOpponentRow = kOwnRow << P;
  static constexpr std::uint32_t kWholeRing = kOwnRow | kOpponentRow;

  /// Own pits, as bits, whose opposite pit holds a seed.
  [[nodiscard]] std::uint32_t facing_seeds() const { return row::at_least(row::reversed<P>(opponent), 1); }

  constexpr Board& operator+=(const Board& delta) {
    own += delta.own;
    opponent += delta.opponent;
    return *this;
  }
  constexpr Board& operator-=(const Board& delta) {
    own -= delta.own;
    opponent -= delta.opponent;
    return *this;
  }
  friend constexpr bool operator==(const Board&, const Board&) = default;
};

/// The same seeds seen from the other player, who is then to move.
template <int P>
[[nodiscard]] constexpr Board<P> handed_over(const Board<P>& board) {
  return {board.opponent, board.own};
}

/// Ring pits as bits, each moved on to the pit after it, counter-clockwise.
template <int P>
[[nodiscard]] constexpr std::uint32_t moved_on(std::uint32_t ring) {
  return ((ring << 1) | (ring >> (2 * P - 1))) & Board<P>::kWholeRing;
}

/// Ring pits as bits, each moved back to the pit before it.
template <int P>
[[nodiscard]] constexpr std::uint32_t moved_back(std::uint32_t ring) {
  return ((ring >> 1) | (ring << (2 * P - 1))) & Board<P>::kWholeRing;
}

/// Both rows read from the other end: sowing directions are swapped.
template <int P>
[[nodiscard]] constexpr Board<P> mirrored(const Board<P>& board) {
  return {row::reversed<P>(board.own), row::reversed<P>(board.opponent)};
}

/// The opponent's pit (0..P-1 in that row) that faces own pit `pit`, and the other way round.
template <int P>
[[nodiscard]] constexpr int opposite(int pit) {
  return P - 1 - pit;
}

}  // namespace uthi
