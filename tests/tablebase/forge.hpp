// Forging tables: something that a file says is changed, and every checksum and digest put right as far as the forger wants.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <span>

#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi::forge {

using Bytes = std::vector<std::uint8_t>;

/// The columns that a change can be made to.
enum class What : std::uint8_t { margin, depth };

/// Changes one margin, or one depth, of one entry to another that could stand there; returns its number. Layers of 1 seed at
/// least; depths where there are some.
inline std::uint64_t change_entry(LayerValues& values, What what, std::mt19937_64& random) {
  for (;;) {
    const std::uint64_t at = random() % values.size();
    const int step = random() % 2 == 0 ? 1 : -1;
    const bool of_floor = random() % 2 == 0;
    auto& margin = of_floor ? values.floor[at] : values.ceiling[at];
    if (margin == kNoMargin) continue;
    if (what == What::depth) {
      auto& depth = of_floor ? values.floor_depth[at] : values.ceiling_depth[at];
      if (depth == 0 && step < 0) continue;
      depth = static_cast<std::uint16_t>(depth + step);
      return at;
    }
    if (std::abs(margin + step) > values.layer.seeds) continue;
    margin = static_cast<std::int8_t>(margin + step);
    if (values.floor[at] == kNoMargin || values.ceiling[at] == kNoMargin || values.floor[at] <= values.ceiling[at]) return at;
    margin = static_cast<std::int8_t>(margin - step);
  }
}

/// A file with its header changed, which must stay as long as it is, over the same blocks.
inline Bytes with_header(const Bytes& bytes, const std::function<void(TableHeader&)>& change) {
  TableHeader header = parse_header(bytes, bytes.size(), "to be forged");
  change(header);
  Bytes made = serialise_header(header);
  made.insert(made.end(), bytes.begin() + static_cast<std::ptrdiff_t>(made.size()), bytes.end());
  return made;
}

/// The file given other values, all of it sealed as if they had been there from the start.
inline Bytes with_values(const Bytes& bytes, const LayerValues& values, WriteOptions options = {}) {
  const TableHeader header = parse_header(bytes, bytes.size(), "to be forged");
  if (header.level > 0) options.level = header.level;
  return encode_table(header.rules, values, header.lower, options);
}

/// Every table of a folder that names the digest of `layer` is made to name this one.
inline void name_digest_above(const std::filesystem::path& folder, LayerId layer, const Digest& digest) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".uthi") continue;
    const Bytes bytes = samples::read_file(entry.path());
    const TableHeader now = parse_header(bytes, bytes.size(), "to be forged");
    const bool names = std::any_of(now.lower.begin(), now.lower.end(), [&](const LowerDigest& lower) { return lower.layer == layer; });
    if (!names) continue;
    samples::write_file(entry.path(), with_header(bytes, [&](TableHeader& header) {
                          for (LowerDigest& lower : header.lower) {
                            if (lower.layer == layer) lower.values_digest = digest;
                          }
                        }));
  }
}

}  // namespace uthi::forge
