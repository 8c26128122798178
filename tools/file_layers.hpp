// Finished layers that the solver reads from their files, for want of memory.
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include "core/values.hpp"
#include "solver/solve.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/table.hpp"

namespace uthi {

class FileLayers final : public EntryReader {
 public:
  /// Reads the layers of `paths` through a cache of `cache_bytes` bytes that they share. Throws TableDamaged,
  /// InputOutputError.
  FileLayers(const std::map<LayerId, std::filesystem::path>& paths, std::uint64_t cache_bytes)
      : cache_(std::make_shared<BlockCache>(cache_bytes)) {
    for (const auto& [layer, path] : paths) tables_.emplace(layer, std::make_unique<Table>(path, cache_));
  }

  [[nodiscard]] bool reads(LayerId layer) const override { return tables_.contains(layer); }

  [[nodiscard]] RawValue read(LayerId layer, std::uint64_t number) const override { return tables_.at(layer)->raw(number); }

 private:
  std::shared_ptr<BlockCache> cache_;
  std::map<LayerId, std::unique_ptr<const Table>> tables_;
};

}  // namespace uthi
