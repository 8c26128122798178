// How often each pair of floor and ceiling occurs in a layer.
#pragma once

#include <cstdint>
#include <map>

#include "core/values.hpp"
#include "tablebase/format.hpp"

namespace uthi {

/// Positions, mirror images counted, by floor and ceiling (kNoMargin where there is none); no entry is 0.
using ValueHistogram = std::map<ValuePair, std::uint64_t>;

/// Works on `threads` threads; the result does not depend on how many.
[[nodiscard]] ValueHistogram value_histogram(const RuleSet& rules, const LayerValues& values, int threads);

}  // namespace uthi
