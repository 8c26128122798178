// Measurements behind `uthi bench`: solving, inner loops, compression, probing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rule_set.hpp"
#include "tools/bench_cold.hpp"
#include "tools/bench_kernels.hpp"

namespace uthi {

struct BenchRequest {
  RuleSet rules;
  int seeds = 15;
  int marks = 0;
  int threads = 1;         ///< Of the second measurement of solving, and of compression.
  bool keep_edges = true;  ///< While solving (SolveOptions::keep_edges).
  int runs = 3;            ///< Medians are taken of so many.
};

/// Solving layers 0..seeds, with depths where the rules have them.
struct SolveMeasurement {
  int threads = 1;
  double seconds = 0;  ///< Median.
  std::vector<double> all_seconds{};
};

struct CompressionMeasurement {
  std::uint64_t raw_bytes = 0;  ///< Columns of the top layer.
  std::uint64_t bytes = 0;      ///< The table file.
  double seconds = 0;
};

struct BenchResult {
  LayerId top{};                ///< The layer that is compressed and probed.
  LayerId kernel_layer{};       ///< The layer of the inner loops.
  std::uint64_t positions = 0;  ///< Layers 0..seeds, mirror images counted.
  std::uint64_t top_positions = 0;
  std::uint64_t top_stored = 0;
  std::vector<SolveMeasurement> solving{};
  std::uint64_t peak_bytes = 0;      ///< Most memory of the whole process while solving.
  std::uint64_t finished_bytes = 0;  ///< Of that, values of the layers below the top.
  KernelRun plies{};                 ///< Seconds are medians.
  KernelRun unplies{};
  KernelRun slots{};
  KernelRun boards{};
  CompressionMeasurement values{};                      ///< Floor and ceiling.
  std::optional<CompressionMeasurement> with_depths{};  ///< And both depths, where there are any.
  ColdProbes cold{};                                    ///< One entry, its blocks read and decompressed.
  ColdProbes cold_values{};                             ///< The same from a table without depths.
  double warm_entry_ns = 0;                             ///< One entry by number from the cache.
  double warm_probe_ns = 0;                             ///< One written position, index number included.
  std::string values_digest;
  std::string depths_digest;  ///< Empty without depths.
};

/// Throws DoesNotFit, InputOutputError.
[[nodiscard]] BenchResult run_bench(const BenchRequest& request);

}  // namespace uthi
