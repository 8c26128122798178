// The tables of one or several folders: which rule sets and layers there are, opened when first asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/layer.hpp"
#include "core/rule_set.hpp"
#include "tablebase/table.hpp"

namespace uthi {

/// Where a layer's file stands in a folder, under the name of `rules.for_tables()`: `giuthi-2x6/014.uthi`,
/// `kiothi{triple=run}-2x10/008-02.uthi` (marks 2).
[[nodiscard]] std::filesystem::path table_path(const std::filesystem::path& folder, const RuleSet& rules, LayerId layer);

/// "0 to 12, 14 seeds, 1 to 8 with 1 mark" for layers in ascending order.
[[nodiscard]] std::string layers_text(const std::vector<LayerId>& layers);

/// The command that makes a table: "uthi build giuthi 2x6 --seeds 14", with the rule options that differ from the default.
[[nodiscard]] std::string build_command(const RuleSet& rules, LayerId layer);

/// Options of the opening make no difference here: `rules` stand for `rules.for_tables()` throughout.
class Catalogue {
 public:
  /// Looks in `folders` in this order; folders that do not exist hold nothing. Decompressed blocks of all tables
  /// share a cache of `cache_bytes`.
  explicit Catalogue(std::vector<std::filesystem::path> folders, std::uint64_t cache_bytes = 256ULL << 20);

  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const;

  /// The table of a layer, opened and its header validated; null if no folder has it. Once opened a table stays open.
  /// Thread-safe. Throws TableDamaged (also for a file whose header belongs to other rules or another layer),
  /// InputOutputError.
  [[nodiscard]] std::shared_ptr<const Table> find(const RuleSet& rules, LayerId layer) const;
  /// As `find`; throws TableMissing naming what is there for these rules and how to build what is missing.
  [[nodiscard]] std::shared_ptr<const Table> get(const RuleSet& rules, LayerId layer) const;

  /// Layers of a rule set that have a file in some folder, by their names alone, lower ones first.
  [[nodiscard]] std::vector<LayerId> layers(const RuleSet& rules) const;

  /// One file of a folder; `error` is set instead of `table` where it is damaged.
  struct Listed {
    std::filesystem::path path;
    std::shared_ptr<const Table> table;
    std::string error;
  };
  /// Every table file below the folders, sorted by path.
  [[nodiscard]] std::vector<Listed> list() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace uthi
