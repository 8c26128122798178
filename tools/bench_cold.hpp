// Cold probes of a table: how long one value takes where nothing is in memory but the open table.
#pragma once

#include <cstdint>
#include <filesystem>

namespace uthi {

/// Each probe is the best of three, so that other work on the machine does not pass for a slow block.
struct ColdProbes {
  std::uint64_t probes = 0;
  double median_ns = 0;
  double slowest_ns = 0;
};

/// Probes blocks all over the file, and of strips the largest of each number of own seeds as well: each time from a table
/// that was opened anew and has its rows listed, but neither a block nor the sowings of a strip.
/// Throws TableDamaged, InputOutputError.
[[nodiscard]] ColdProbes measure_cold_probes(const std::filesystem::path& path);

}  // namespace uthi
