// xxh3-128 of columns.
#include "tablebase/digest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <new>

namespace uthi {

std::string Digest::text() const { return fmt::format("{:02x}", fmt::join(bytes, "")); }

struct DigestStream::State {
  State() : xxh3(XXH3_createState(), &XXH3_freeState) {
    if (!xxh3) throw std::bad_alloc();
    XXH3_128bits_reset(xxh3.get());
  }
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> xxh3;
};

DigestStream::DigestStream() : state_(std::make_unique<State>()) {}
DigestStream::~DigestStream() = default;

void DigestStream::add(std::span<const std::int8_t> margins) { XXH3_128bits_update(state_->xxh3.get(), margins.data(), margins.size()); }

void DigestStream::add(std::span<const std::uint16_t> depths) {
  if constexpr (std::endian::native == std::endian::little) {
    XXH3_128bits_update(state_->xxh3.get(), depths.data(), depths.size_bytes());
  } else {
    for (const std::uint16_t depth : depths) {
      const std::array<std::uint8_t, 2> bytes{static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(depth >> 8)};
      add(std::span<const std::uint8_t>(bytes));
    }
  }
}

void DigestStream::add(std::span<const std::uint8_t> bytes) { XXH3_128bits_update(state_->xxh3.get(), bytes.data(), bytes.size()); }

void DigestStream::add(const Digest& digest) { add(std::span<const std::uint8_t>(digest.bytes)); }

Digest DigestStream::digest() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_->xxh3.get()));
  Digest digest;
  std::copy(std::begin(canonical.digest), std::end(canonical.digest), digest.bytes.begin());
  return digest;
}

void DigestStream::restart() { XXH3_128bits_reset(state_->xxh3.get()); }

Digest digest_of_values(std::span<const std::int8_t> floor, std::span<const std::int8_t> ceiling) {
  DigestStream stream;
  stream.add(floor);
  stream.add(ceiling);
  return stream.digest();
}

Digest digest_of_depths(std::span<const std::uint16_t> floor, std::span<const std::uint16_t> ceiling) {
  DigestStream stream;
  stream.add(floor);
  stream.add(ceiling);
  return stream.digest();
}

}  // namespace uthi
