// One block of a column: entries to bytes, bytes to a zstd frame, and back with every step checked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uthi {

using BlockBytes = std::vector<std::uint8_t>;

/// Entry `i` of a decompressed block of `positions` entries of `width` (1 or 2) bytes; low bytes stand before high bytes.
[[nodiscard]] inline unsigned block_entry(std::span<const std::uint8_t> block, std::uint64_t positions, int width, std::uint64_t i) {
  unsigned entry = block[i];
  if (width == 2) entry |= static_cast<unsigned>(block[positions + i]) << 8;
  return entry;
}

inline void set_block_entry(std::span<std::uint8_t> block, std::uint64_t positions, int width, std::uint64_t i, unsigned entry) {
  block[i] = static_cast<std::uint8_t>(entry);
  if (width == 2) block[positions + i] = static_cast<std::uint8_t>(entry >> 8);
}

/// A zstd frame that depends on `raw` and `level` (1..22) alone.
[[nodiscard]] BlockBytes compress_block(std::span<const std::uint8_t> raw, int level);

/// The `raw_bytes` bytes that a frame holds; nothing if it is no frame of just that size, with the reason in `problem`.
[[nodiscard]] std::optional<BlockBytes> decompress_block(std::span<const std::uint8_t> frame, std::uint64_t raw_bytes,
                                                         std::string& problem);

}  // namespace uthi
