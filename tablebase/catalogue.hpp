// The tables of one or several folders: which rule sets and layers there are, opened when first asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/layer.hpp"
#include "core/position.hpp"
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

/// Tables hold no more seeds than kMaxLayerSeeds, and number their positions with 32 bits: false where no machine makes a
/// table of this layer.
[[nodiscard]] bool can_be_built(const RuleSet& rules, LayerId layer);

/// What a missing table leaves unanswered: with all tables up to `top` there is an answer.
struct TableQuestion {
  LayerId top;
  const Position* position = nullptr;  ///< The one that was asked about, if it was one.
};

/// How to get the answer, as a message ends: "to make it: uthi build giuthi 2x6 --seeds 14".
using TableAdvice = std::function<std::string(const RuleSet& rules, const TableQuestion& question)>;

/// Advice that knows nothing of command lines and machines: `build_command` where `can_be_built`, else what else there is.
[[nodiscard]] std::string plain_advice(const RuleSet& rules, const TableQuestion& question);

/// "a, b (there is no such folder)".
[[nodiscard]] std::string folders_text(const std::vector<std::filesystem::path>& folders);

/// Memory for decompressed blocks where nobody asks for less or more.
inline constexpr std::uint64_t kDefaultCacheBytes = 256ULL << 20;

/// Options of the opening make no difference here: `rules` stand for `rules.for_tables()` throughout.
class Catalogue {
 public:
  /// Looks in `folders` in this order: of a layer that several have, the first folder's table is used. Folders that do not
  /// exist hold nothing. Decompressed blocks of all tables share a cache of `cache_bytes`. `advice` ends the messages about
  /// what is missing.
  explicit Catalogue(std::vector<std::filesystem::path> folders, std::uint64_t cache_bytes = kDefaultCacheBytes,
                     TableAdvice advice = plain_advice);

  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const;
  [[nodiscard]] std::string advice(const RuleSet& rules, const TableQuestion& question) const;

  /// The table of a layer, opened and its header validated; null if no folder has it. Once opened a table stays open.
  /// Thread-safe. Throws TableDamaged (also for a file whose header belongs to other rules or another layer),
  /// InputOutputError (also for a symbolic link that leads nowhere).
  [[nodiscard]] std::shared_ptr<const Table> find(const RuleSet& rules, LayerId layer) const;
  /// As `find`; throws TableMissing naming what is there for these rules and how to get what is missing: for `question`,
  /// or else for the layer alone.
  [[nodiscard]] std::shared_ptr<const Table> get(const RuleSet& rules, LayerId layer) const;
  [[nodiscard]] std::shared_ptr<const Table> get(const RuleSet& rules, LayerId layer, const TableQuestion& question) const;
  /// Throws TableMissing, one for all of `layers` that no folder has.
  void require(const RuleSet& rules, const std::vector<LayerId>& layers) const;

  /// Layers of a rule set that have a file in some folder, by their names alone, lower ones first.
  [[nodiscard]] std::vector<LayerId> layers(const RuleSet& rules) const;

  /// One file of a folder; `error` is set instead of `table` where it is damaged.
  struct Listed {
    std::filesystem::path path;
    std::shared_ptr<const Table> table;
    std::string error;
  };
  /// Every table file below the folders, folder by folder in their order, sorted by path in each. Rule sets' folders may be
  /// symbolic links, as for `find`; a folder that is reached twice is listed once. Throws InputOutputError.
  [[nodiscard]] std::vector<Listed> list() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace uthi
