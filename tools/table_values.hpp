// The tables of folders as the values that a search stops at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "solver/search/value_source.hpp"
#include "tablebase/catalogue.hpp"

namespace uthi {

class TableValues final : public ValueSource {
 public:
  static constexpr std::uint64_t kUsualCache = 256ULL << 20;

  /// Opens all tables of these rules in `folders`, of layers at or below `top`; without folders there are none. Blocks that
  /// were read stay in a cache of `cache_bytes`. Throws TableDamaged, InputOutputError.
  TableValues(const RuleSet& rules, LayerId top, std::vector<std::filesystem::path> folders, std::uint64_t cache_bytes = kUsualCache);

  bool empty() const override { return tables_.empty(); }
  bool covers(LayerId layer) const override { return tables_.contains(layer); }
  RawValue value(LayerId layer, std::uint64_t number) const override;

  /// Layers that have a table, lower ones first.
  [[nodiscard]] std::vector<LayerId> layers() const;
  /// Digest of the values of a covered layer.
  [[nodiscard]] const Digest& digest(LayerId layer) const { return tables_.at(layer)->header().values_digest; }

 private:
  Catalogue catalogue_;
  std::map<LayerId, std::shared_ptr<const Table>> tables_;
};

}  // namespace uthi
