// Sets of guarantees.
#pragma once

#include <bitset>
#include <cstddef>

namespace uthi {

/// Bit of guarantee `g` (-128..127) in a set of guarantees.
[[nodiscard]] constexpr std::size_t guarantee_bit(int g) { return static_cast<std::size_t>(g + 128); }

/// Guarantees that occur as candidates.
using Guarantees = std::bitset<256>;

}  // namespace uthi
