// Layers with made-up values, folders that vanish, and whole files as bytes, for the tests of tables.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "core/giuthi.hpp"
#include "core/referee.hpp"
#include "core/values.hpp"
#include "tablebase/format.hpp"

namespace uthi::samples {

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

}  // namespace uthi::samples
