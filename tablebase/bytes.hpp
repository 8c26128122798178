// Little-endian integers and short texts in byte strings, read with every bound checked.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace uthi {

/// The low `bytes` bytes of `value`, the lowest first.
inline void append_number(std::vector<std::uint8_t>& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// A byte of length (0..255) and the text.
inline void append_text(std::vector<std::uint8_t>& out, std::string_view text) {
  append_number(out, text.size(), 1);
  out.insert(out.end(), text.begin(), text.end());
}

inline void put_number(std::span<std::uint8_t> out, std::uint64_t value) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// Reads from the front of a byte string; `Fail(what)` must throw when it is too short for field `what`.
template <std::invocable<std::string_view> Fail>
class ByteReader {
 public:
  ByteReader(std::span<const std::uint8_t> bytes, Fail fail) : bytes_(bytes), fail_(std::move(fail)) {}

  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

  std::span<const std::uint8_t> take(std::size_t count, std::string_view what) {
    if (count > bytes_.size()) fail_(what);
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }

  /// An unsigned number of `count` bytes (1..8).
  std::uint64_t number(std::size_t count, std::string_view what) {
    std::uint64_t value = 0;
    const auto taken = take(count, what);
    for (std::size_t i = count; i-- > 0;) value = (value << 8) | taken[i];
    return value;
  }

  std::string_view text(std::string_view what) {
    const auto length = static_cast<std::size_t>(number(1, what));
    const auto taken = take(length, what);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }

 private:
  std::span<const std::uint8_t> bytes_;
  Fail fail_;
};

}  // namespace uthi
