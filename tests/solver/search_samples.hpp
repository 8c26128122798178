// Solved layers as tables for the search, and small helpers of its tests.
#pragma once

#include <cstdlib>
#include <string_view>
#include <vector>

#include "solver/proof/check.hpp"
#include "solver/search/solve_position.hpp"
#include "tests/solver/layers.hpp"

namespace uthi {

/// UTHI_TEST_SIZE: "small" in the sanitized builds, "full" for every position of everything, else in between.
[[nodiscard]] inline std::string_view test_size() {
  const char* size = std::getenv("UTHI_TEST_SIZE");
  return size == nullptr ? "" : size;
}
/// Every position, or every `usual`th in a usual run and every 4 `usual` + 1st in a small one.
[[nodiscard]] inline std::uint64_t stride(std::uint64_t usual) {
  return test_size() == "full" ? 1 : test_size() == "small" ? 4 * usual + 1 : usual;
}

/// The layers up to a bound stand for tables.
class LayersAsTables final : public ValueSource {
 public:
  LayersAsTables(const SolvedLayers& layers, std::vector<LayerId> covered) : layers_(layers), covered_(std::move(covered)) {}
  bool empty() const override { return covered_.empty(); }
  bool covers(LayerId layer) const override { return std::find(covered_.begin(), covered_.end(), layer) != covered_.end(); }
  RawValue value(LayerId layer, std::uint64_t number) const override { return layers_.layer(layer).raw(number); }
  [[nodiscard]] const std::vector<LayerId>& layers() const { return covered_; }

 private:
  const SolvedLayers& layers_;
  std::vector<LayerId> covered_;
};

/// The same layers for the checker of proofs.
class LayersAsLeaves final : public LeafValues {
 public:
  explicit LayersAsLeaves(const SolvedLayers& layers) : layers_(layers) {}
  [[nodiscard]] std::optional<Digest> digest(LayerId layer) const override { return digest_of(layer); }
  [[nodiscard]] Value value(LayerId layer, std::uint64_t number) const override { return layers_.layer(layer).at(number); }
  [[nodiscard]] static Digest digest_of(LayerId layer) {
    Digest digest;
    digest.bytes[0] = static_cast<std::uint8_t>(layer.seeds);
    digest.bytes[1] = static_cast<std::uint8_t>(layer.marks);
    return digest;
  }

 private:
  const SolvedLayers& layers_;
};

[[nodiscard]] inline ValueBounds exact_bounds(LayerId layer, const RawValue& value) {
  ValueBounds bounds = ValueBounds::of(layer.seeds);
  bounds.set(value);
  return bounds;
}

/// What exact bounds say, as a table would.
[[nodiscard]] inline Value value_of(const ValueBounds& exact) {
  Value value;
  if (!exact.none(exact.floor_least)) value.floor = exact.floor_least;
  if (!exact.none(exact.ceiling_least)) value.ceiling = exact.ceiling_least;
  return value;
}

[[nodiscard]] inline bool same_values(const ValueBounds& a, const ValueBounds& b) {
  return a.exact() && b.exact() && a.floor_least == b.floor_least && a.ceiling_least == b.ceiling_least;
}

[[nodiscard]] inline SolveLimits limits_with(Method method, int threads = 1) {
  return {.method = method, .threads = threads, .memory = std::uint64_t{64} << 20};
}

}  // namespace uthi
