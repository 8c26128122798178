// One open table file: header and block index validated, blocks read, checked and decompressed on demand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/values.hpp"
#include "tablebase/format.hpp"

namespace uthi {

class BlockCache;

class Table {
 public:
  /// Opens and validates header and block index. Throws TableDamaged naming the file and the field, InputOutputError.
  Table(const std::filesystem::path& path, std::shared_ptr<BlockCache> cache);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const TableHeader& header() const;
  [[nodiscard]] std::uint64_t file_bytes() const;

  /// Value of one stored position (0..positions-1), through the cache. Thread-safe. Throws TableDamaged naming the block.
  [[nodiscard]] Value value(std::uint64_t number) const;

  /// The whole layer, decompressed by `threads` threads, checked against the digest in the header; without touching the cache.
  [[nodiscard]] LayerValues load(int threads = 1) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace uthi
