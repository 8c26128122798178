// Finding the bytes of a column that hold a value, many at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace uthi {

inline constexpr std::uint64_t kStretch = 64;

/// Bit i is set if bytes[i] == value, for `count` (1..64) bytes.
template <class Byte>
[[nodiscard]] std::uint64_t equal_bits(const Byte* bytes, Byte value, std::uint64_t count = kStretch) {
  static_assert(sizeof(Byte) == 1);
  std::uint64_t bits = 0;
#if defined(__AVX512BW__)
  if (count == kStretch) {
    return _cvtmask64_u64(_mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8(static_cast<char>(value))));
  }
#elif defined(__SSE2__)
  if (count == kStretch) {
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(value));
    for (int part = 0; part < 4; ++part) {
      const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes) + part);
      bits |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(some, wanted)))) << (16 * part);
    }
    return bits;
  }
#endif
  for (std::uint64_t i = 0; i < count; ++i) bits |= static_cast<std::uint64_t>(bytes[i] == value ? 1 : 0) << i;
  return bits;
}

/// Calls f(first, count) for begin..end-1 in stretches of up to 64.
template <class F>
void for_each_stretch(std::uint64_t begin, std::uint64_t end, F&& f) {
  for (std::uint64_t first = begin; first < end; first += kStretch) f(first, std::min(kStretch, end - first));
}

}  // namespace uthi
