// Range coding by asymmetric numeral systems (Duda 2013, "rANS"): whole numbers only, the same on every machine.
//
// Shares of 2^15 are written the last first and read the first first. State x stays in 2^16..2^32-1:
//
//     write share (start, size):   while x >= size * 2^17: put the low 16 bits;   x = x / size * 2^15 + x % size + start
//     read:    slot = x mod 2^15 says which share it is;   x = size * (x / 2^15) + slot - start;   below 2^16: take 16 bits
//
// The bytes are the last state (4, little-endian), then the words of 16 bits in the order in which they are read. A reader
// that has read all ends in state 2^16 at the end of the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace uthi {

inline constexpr int kShareBits = 15;
inline constexpr std::uint32_t kWholeShare = 1U << kShareBits;
inline constexpr std::uint32_t kFirstState = 1U << 16;

class RansWriter {
 public:
  /// A share of `size` (1..2^15) that begins at `start`; start + size <= 2^15.
  void add(std::uint32_t start, std::uint32_t size) {
    shares_.push_back({static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(size - 1)});
  }

  [[nodiscard]] std::vector<std::uint8_t> finish() const {
    std::uint64_t state = kFirstState;
    std::vector<std::uint16_t> words;
    for (auto share = shares_.rbegin(); share != shares_.rend(); ++share) {
      const std::uint64_t size = std::uint64_t{share->less_one} + 1;
      if (state >= size << (32 - kShareBits)) {
        words.push_back(static_cast<std::uint16_t>(state));
        state >>= 16;
      }
      state = ((state / size) << kShareBits) + state % size + share->start;
    }
    std::vector<std::uint8_t> bytes;
    bytes.reserve(4 + 2 * words.size());
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(state >> (8 * i)));
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
      bytes.push_back(static_cast<std::uint8_t>(*word));
      bytes.push_back(static_cast<std::uint8_t>(*word >> 8));
    }
    return bytes;
  }

 private:
  struct Share {
    std::uint16_t start;
    std::uint16_t less_one;
  };
  std::vector<Share> shares_;
};

/// Reads whatever bytes there are; when they end too early it goes on with zeros and is not `finished` in the end.
class RansReader {
 public:
  explicit RansReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    if (bytes.size() < 4) {
      short_ = true;
      return;
    }
    for (std::size_t i = 4; i-- > 0;) state_ = (state_ << 8) | bytes[i];
    at_ = 4;
  }

  /// 0..2^15-1, within the share that comes next.
  [[nodiscard]] std::uint32_t slot() const { return state_ & (kWholeShare - 1); }

  /// Goes past a share that holds `slot()`.
  void advance(std::uint32_t start, std::uint32_t size) {
    state_ = size * (state_ >> kShareBits) + slot() - start;
    if (state_ < kFirstState) {
      std::uint32_t word = 0;
      if (bytes_.size() - at_ >= 2) {
        word = bytes_[at_] | static_cast<std::uint32_t>(bytes_[at_ + 1]) << 8;
        at_ += 2;
      } else {
        short_ = true;
      }
      state_ = (state_ << 16) | word;
    }
  }

  [[nodiscard]] bool finished() const { return !short_ && at_ == bytes_.size() && state_ == kFirstState; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::uint32_t state_ = 0;
  std::size_t at_ = 0;
  bool short_ = false;
};

}  // namespace uthi
