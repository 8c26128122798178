// Digests of values and depths: what published results, headers and proofs know columns by.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace uthi {

/// An xxh3-128 hash in canonical byte order.
struct Digest {
  std::array<std::uint8_t, 16> bytes{};
  /// 32 hexadecimal digits.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Digest&, const Digest&) = default;
};

/// The digest of columns that are not in memory as a whole, added piece by piece.
class DigestStream {
 public:
  DigestStream();
  ~DigestStream();
  DigestStream(const DigestStream&) = delete;
  DigestStream& operator=(const DigestStream&) = delete;

  void add(std::span<const std::int8_t> margins);
  void add(std::span<const std::uint16_t> depths);
  void add(std::span<const std::uint8_t> bytes);
  void add(const Digest& digest);
  [[nodiscard]] Digest digest() const;
  /// As if nothing had been added.
  void restart();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Digests of whole columns, in index order, as tablebase/format.hpp says.
[[nodiscard]] Digest digest_of_values(std::span<const std::int8_t> floor, std::span<const std::int8_t> ceiling);
[[nodiscard]] Digest digest_of_depths(std::span<const std::uint16_t> floor, std::span<const std::uint16_t> ceiling);

}  // namespace uthi
