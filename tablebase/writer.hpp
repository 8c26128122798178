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
#include "tablebase/table.hpp"

namespace uthi {

/// How values are packed.
enum class ValueCodec : std::uint8_t {
  best,    ///< Strips where there are no depths, from kLeastStripLevel on, if they are smaller; else zstd.
  zstd,    ///
  strips,  ///< Refused where values cannot be strips.
};

struct WriteOptions {
  int level = 19;  ///< zstd level of the values, 1..22; that of the depths is the same, but no more than kMaxDepthLevel.
  int threads = 1;
  /// Positions in a block: 2^block_bits, 4..20; 0 stands for what tables with and without depths have by default.
  int block_bits = 0;
  ValueCodec codec = ValueCodec::best;
  /// Of strips: own rows of a segment at most (tablebase/strip_layout.hpp), 1 to 2^20; 0 stands for what is best.
  std::uint32_t segment_rows = 0;
  /// Polled; once true, writing throws Interrupted and leaves nothing behind.
  const std::atomic<bool>* stop = nullptr;
  /// Called now and then from one thread at a time with the share of the blocks that are written, 0..1.
  std::function<void(double share)> progress{};
};

/// Larger blocks are packed more tightly and take longer to open (benchmarks/log.md). Depths are opened with their values.
inline constexpr int kBlockBits = 19;
inline constexpr int kStripBits = 13;
/// Longer segments are packed more tightly too. On boards of many pits a row fewer entries are in the file, so that rows take
/// less time to read.
inline constexpr std::uint32_t kSegmentRows = 4096;
inline constexpr std::uint32_t kSegmentRowsOfManyPits = 6656;
inline constexpr int kManyPits = 8;
/// From this level on values without depths are packed in strips where that is possible and pays; below it zstd packs faster.
inline constexpr int kLeastStripLevel = 10;
inline constexpr int kBlockBitsWithDepths = 16;

/// Writes the table of one layer to `path` under a temporary name in the same folder, syncs, and renames; makes the folder
/// if need be. The bytes are the same for any number of threads. Of the compressed bytes only a few blocks are in memory at a
/// time. Returns the header as written.
/// Throws InputOutputError naming the file and the reason (the temporary file is then gone), Interrupted, DoesNotFit,
/// std::invalid_argument for values that are no layer of these rules.
TableHeader write_table(const std::filesystem::path& path, const RuleSet& rules, const LayerValues& values,
                        std::span<const LowerDigest> lower, const WriteOptions& options = {});

/// The bytes that `write_table` writes.
[[nodiscard]] std::vector<std::uint8_t> encode_table(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower,
                                                     const WriteOptions& options = {});

/// Writes what `table` holds to `path` as `write_table` writes the values that it was made from, byte for byte. Memory: a few
/// blocks. The new file takes its name only once its columns have been read back and compared with the digests.
/// Throws as `write_table`, and TableDamaged where `table` cannot be read.
TableHeader rewrite_table(const std::filesystem::path& path, const Table& table, const WriteOptions& options = {});

/// Removes what killed writers left in `folder` and the folders in it; returns how many files. Hold the folder's lock.
/// Throws InputOutputError.
std::size_t remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace uthi
