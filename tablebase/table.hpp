// One open table file: header and block index validated, blocks read, checked and decompressed on demand.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/values.hpp"
#include "tablebase/format.hpp"

namespace uthi {

class BlockCache;
class ByteSource;
class ValuesTree;

class Table {
 public:
  /// Opens and validates header and block index. Throws TableDamaged naming the file and the field, InputOutputError.
  /// Without a cache every `value` decompresses its blocks anew.
  Table(const std::filesystem::path& path, std::shared_ptr<BlockCache> cache);
  /// The same over bytes in memory; `name` stands for the path.
  Table(const std::string& name, std::vector<std::uint8_t> bytes, std::shared_ptr<BlockCache> cache);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const TableHeader& header() const;
  [[nodiscard]] std::uint64_t file_bytes() const;

  /// Entry of one stored position (0..positions-1), through the cache; without depths if the table has none or `depths` is
  /// false. Thread-safe. Throws TableDamaged naming the block, std::out_of_range.
  [[nodiscard]] RawValue raw(std::uint64_t number, bool depths = true) const;
  /// What it says.
  [[nodiscard]] Value value(std::uint64_t number) const { return to_value(raw(number)); }

  /// Compares the value of a position with the digest of the blocks that it is read from, in the header: together with the root
  /// (TableHeader::values_root) that says that it is the one that was meant. Only where has_values_tree(). Blocks are compared
  /// once, through the cache. Thread-safe. Throws TableDamaged, std::out_of_range.
  void check_value(std::uint64_t number) const;

  /// A position whose value is read from this block of values; nothing if there is none, as in strips beside palindromes.
  [[nodiscard]] std::optional<std::uint64_t> position_in(std::uint64_t block) const;

  /// The whole layer, decompressed by `threads` threads, checked against the digests in the header; without touching the
  /// cache, and without depths if `depths` is false. Throws TableDamaged, InputOutputError, DoesNotFit if there is not the memory.
  [[nodiscard]] LayerValues load(int threads = 1, bool depths = true) const;

  /// Where it is cheap to begin and to end reading pieces: 0 first, the number of positions last. Between two of them lie some
  /// million positions, or of strips all with as many seeds in the own row.
  [[nodiscard]] std::vector<std::uint64_t> pieces() const;

  /// The `count` positions from `first` on as a layer of their own, from the blocks that they lie in alone, without touching
  /// the cache; without depths if `depths` is false. Thread-safe. Throws as `load`; std::out_of_range.
  [[nodiscard]] LayerValues read(std::uint64_t first, std::uint64_t count, bool depths = true) const;

  /// Compares the whole columns with the digests in the header, piece by piece, so that memory for a few blocks is enough.
  /// `progress` is given the share done; depths are left aside if `depths` is false. Throws as `load`; Interrupted once `stop`
  /// is true.
  void check_digests(const std::atomic<bool>* stop = nullptr, const std::function<void(double)>& progress = {}, bool depths = true) const;

  /// Compares every block with its checksum, by `threads` threads, keeping nothing. Throws TableDamaged, InputOutputError.
  void check(int threads = 1) const;

 private:
  struct State;
  // Adds the digests of the blocks of values to `tree`, if there is one.
  LayerValues read(std::uint64_t first, std::uint64_t count, bool depths, ValuesTree* tree) const;
  Table(std::filesystem::path path, std::unique_ptr<const ByteSource> source, std::shared_ptr<BlockCache> cache);

  std::unique_ptr<State> state_;
};

}  // namespace uthi
