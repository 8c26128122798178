// Layers with made-up values, folders that vanish, and whole files as bytes, for the tests of tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/giuthi.hpp"
#include "core/referee.hpp"
#include "core/values.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/format.hpp"

namespace uthi::samples {

/// The bytes cut short (`turn` even) or with a bit flipped (odd), somewhere by `random`.
inline std::vector<std::uint8_t> damaged(std::vector<std::uint8_t> bytes, int turn, std::mt19937_64& random) {
  if (turn % 2 == 0) {
    bytes.resize(random() % bytes.size());
  } else {
    bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
  }
  return bytes;
}

/// An empty folder of its own for a test; removed at the end.
class Folder {
 public:
  Folder() {
    std::random_device random;
    path_ = std::filesystem::temp_directory_path() / ("uthi-test-" + std::to_string(random()) + "-" + std::to_string(random()));
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) count += entry.is_regular_file() ? 1 : 0;
    return count;
  }

 private:
  std::filesystem::path path_;
};

[[nodiscard]] inline std::vector<std::uint8_t> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

[[nodiscard]] inline RuleSet giuthi(int pits) { return {giuthi_spec(), pits}; }

/// What made-up layers look like.
struct Shape {
  int most_depth = 200;
  double none = 0.2;  ///< Share of floors, and of ceilings, that are missing.
  bool depths = true;
};

/// A layer of the right size with random floors at most their ceilings.
[[nodiscard]] inline LayerValues random_layer(const RuleSet& rules, LayerId layer, std::uint64_t seed, Shape shape = {}) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> margin(-layer.seeds, layer.seeds);
  std::uniform_int_distribution<int> depth(0, shape.most_depth);
  std::bernoulli_distribution none(shape.none);
  LayerValues values;
  values.layer = layer;
  const std::uint64_t positions = make_referee(rules)->stored(layer);
  for (std::uint64_t i = 0; i < positions; ++i) {
    const int a = margin(random);
    const int b = margin(random);
    values.floor.push_back(none(random) ? kNoMargin : static_cast<std::int8_t>(std::min(a, b)));
    values.ceiling.push_back(none(random) ? kNoMargin : static_cast<std::int8_t>(std::max(a, b)));
    if (!shape.depths) continue;
    values.floor_depth.push_back(values.floor.back() == kNoMargin ? kNoDepth : static_cast<std::uint16_t>(depth(random)));
    values.ceiling_depth.push_back(values.ceiling.back() == kNoMargin ? kNoDepth : static_cast<std::uint16_t>(depth(random)));
  }
  return values;
}

/// Digests that stand for the layers below.
[[nodiscard]] inline std::vector<LowerDigest> some_lower(LayerId layer) {
  std::vector<LowerDigest> lower;
  for (int seeds = 0; seeds < layer.seeds; ++seeds) {
    lower.push_back({{seeds, 0}, {}});
    lower.back().values_digest.bytes.fill(static_cast<std::uint8_t>(seeds + 1));
  }
  return lower;
}

/// A file of format version 1 as its specification says: columns with block sizes of their own, depths in index order.
[[nodiscard]] inline std::vector<std::uint8_t> encode_version_1(const RuleSet& rules, const LayerValues& values,
                                                                std::span<const LowerDigest> lower, int value_bits, int depth_bits) {
  TableHeader header{.rules = rules};
  header.version = 1;
  header.layer = values.layer;
  header.positions = values.size();
  std::map<ValuePair, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < values.size(); ++i) ++counts[{values.floor[i], values.ceiling[i]}];
  for (const auto& [pair, count] : counts) header.dictionary.push_back(pair);
  std::stable_sort(header.dictionary.begin(), header.dictionary.end(), [&](auto a, auto b) { return counts.at(a) > counts.at(b); });
  header.values_digest = digest_of_values(values.floor, values.ceiling);
  header.lower.assign(lower.begin(), lower.end());
  if (values.has_depths()) header.depths_digest = digest_of_depths(values.floor_depth, values.ceiling_depth);
  std::vector<std::uint8_t> blocks;
  for (int kind = 0; kind < (values.has_depths() ? 3 : 1); ++kind) {
    const auto& depths = kind == 1 ? values.floor_depth : values.ceiling_depth;
    std::vector<unsigned> entries;
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const ValuePair pair{values.floor[i], values.ceiling[i]};
      const auto found = std::find(header.dictionary.begin(), header.dictionary.end(), pair);
      entries.push_back(kind == 0 ? static_cast<unsigned>(found - header.dictionary.begin()) : depths[i] == kNoDepth ? 0 : depths[i]);
    }
    Column column{.kind = static_cast<ColumnKind>(kind), .width = 1, .block_bits = kind == 0 ? value_bits : depth_bits, .blocks = {}};
    const bool wide =
        kind == 0 ? header.dictionary.size() > 256 : std::any_of(entries.begin(), entries.end(), [](auto e) { return e > 255; });
    if (wide) column.width = 2;
    for (std::uint64_t first = 0; first < values.size(); first += column.block_positions()) {
      const std::uint64_t count = std::min(column.block_positions(), values.size() - first);
      std::vector<std::uint8_t> raw(count * static_cast<std::uint64_t>(column.width));
      for (std::uint64_t i = 0; i < count; ++i) set_block_entry(raw, count, column.width, i, entries[first + i]);
      const auto frame = compress_block(raw, 3);
      column.blocks.push_back({.offset = 0, .checksum = checksum_of(frame), .bytes = static_cast<std::uint32_t>(frame.size())});
      blocks.insert(blocks.end(), frame.begin(), frame.end());
    }
    header.columns.push_back(std::move(column));
  }
  auto bytes = serialise_header(header);
  bytes.insert(bytes.end(), blocks.begin(), blocks.end());
  return bytes;
}

}  // namespace uthi::samples
