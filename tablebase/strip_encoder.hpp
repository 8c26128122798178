// Strips and their model from the values of a layer.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tablebase/encoder.hpp"
#include "tablebase/format.hpp"
#include "tablebase/strip_layout.hpp"

namespace uthi {

/// Of layers with no more positions both codecs are tried and the smaller file kept; of larger ones strips always are.
inline constexpr std::uint64_t kMostTriedBoth = std::uint64_t{1} << 20;
/// About as many positions at most are samples for the model.
inline constexpr std::uint64_t kMostSampled = std::uint64_t{1} << 22;

/// How large the strips of a table with these rules are to be.
[[nodiscard]] StripSize strip_size(const RuleSet& rules, const WriteOptions& options);

/// True if a table with this header is to be packed in strips, or to be tried so.
[[nodiscard]] bool wants_strips(const TableHeader& header, const WriteOptions& options);

/// Memory for packing a layer of `positions` stored positions in strips, beyond its values: samples, at most.
[[nodiscard]] constexpr std::uint64_t strip_packing_bytes(std::uint64_t positions) { return 23 * std::min(positions, kMostSampled); }

/// Grows the model and lays out the strips of a header whose dictionary is made. Every value is looked at: false, with the
/// header as it was, if they are not those of a solved layer. Throws Interrupted, and what `pieces` throws.
[[nodiscard]] bool prepare_strips(TableHeader& header, const PieceReader& pieces, const WriteOptions& options);

/// Writes a table whose strips are prepared, its block index filled in on the way.
void encode_strips(TableHeader& header, const PieceReader& pieces, const WriteOptions& options, Sink& sink);

}  // namespace uthi
