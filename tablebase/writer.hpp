// Writing a solved layer as a table file, whole or not at all.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "core/rule_set.hpp"
#include "core/values.hpp"
#include "tablebase/format.hpp"

namespace uthi {

struct WriteOptions {
  int level = 19;        ///< zstd level of the values, 1..22.
  int depth_level = 15;  ///< zstd level of the depths.
  int threads = 1;
  int value_block_bits = 16;  ///< Positions in a block of values: 2^value_block_bits, 4..20.
  int depth_block_bits = 15;
  /// Polled; once true, writing throws Interrupted and leaves nothing behind.
  const std::atomic<bool>* stop = nullptr;
};

/// Writes the table of one layer to `path` under a temporary name in the same folder, syncs, and renames; makes the folder
/// if need be. The bytes are the same for any number of threads. Returns the header as written.
/// Throws InputOutputError naming the file and the reason (the temporary file is then gone), Interrupted, DoesNotFit,
/// std::invalid_argument for values that are no layer of these rules.
TableHeader write_table(const std::filesystem::path& path, const RuleSet& rules, const LayerValues& values,
                        std::span<const LowerDigest> lower, const WriteOptions& options = {});

/// The bytes that `write_table` writes.
[[nodiscard]] std::vector<std::uint8_t> encode_table(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower,
                                                     const WriteOptions& options = {});

/// Removes what killed writers left in `folder` and the folders in it; returns how many files. Hold the folder's lock.
/// Throws InputOutputError.
std::size_t remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace uthi
