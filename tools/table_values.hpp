// The tables of folders as the values that a search stops at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "solver/search/solve_position.hpp"
#include "solver/search/value_source.hpp"
#include "tablebase/catalogue.hpp"

namespace uthi {

class TableValues final : public ValueSource {
 public:
  /// Opens all tables of these rules in `folders`, of layers at or below `top`; without folders there are none. A search that
  /// stops at tables waits for their blocks more than for anything else: half of `limits.memory` is taken to keep those that
  /// were read. Throws TableDamaged, InputOutputError.
  TableValues(const RuleSet& rules, LayerId top, const std::vector<std::filesystem::path>& folders, SolveLimits& limits);
  /// The tables among `open` of layers at or below `top`, with the cache that they were opened with.
  TableValues(const std::map<LayerId, std::shared_ptr<const Table>>& open, LayerId top);

  bool empty() const override { return tables_.empty(); }
  bool covers(LayerId layer) const override { return tables_.contains(layer); }
  RawValue value(LayerId layer, std::uint64_t number) const override;

  /// Layers that have a table, lower ones first.
  [[nodiscard]] std::vector<LayerId> layers() const;
  /// Digest of the values of a covered layer.
  [[nodiscard]] const Digest& digest(LayerId layer) const { return tables_.at(layer)->header().values_digest; }
  /// Root of its values; nothing where its file is of an older format.
  [[nodiscard]] std::optional<Digest> root(LayerId layer) const { return tables_.at(layer)->header().values_root(); }

 private:
  std::map<LayerId, std::shared_ptr<const Table>> tables_;
};

}  // namespace uthi
