// The tables that an explorer answers from: what there was when it started, and a prober for each rule set in use.
#pragma once

#include <boost/json/array.hpp>
#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tablebase/prober.hpp"
#include "tools/table_sets.hpp"

namespace uthi::explorer {

class KnownTables {
 public:
  /// Opens all tables below `folders`; damaged ones are left out. Throws InputOutputError.
  explicit KnownTables(std::vector<std::filesystem::path> folders);

  [[nodiscard]] const std::vector<TableSet>& sets() const { return sets_; }
  /// A message for each damaged file.
  [[nodiscard]] const std::vector<std::string>& damaged() const { return damaged_; }
  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return catalogue_.folders(); }

  /// Null if there is none for these rules.
  [[nodiscard]] const TableSet* set_of(const RuleSet& rules) const;
  [[nodiscard]] bool covers(const RuleSet& rules, LayerId layer) const;

  /// Prober and referee of a rule set, with or without tables. Those used last are kept. Thread-safe.
  [[nodiscard]] std::shared_ptr<const Prober> prober(const RuleSet& rules) const;

  /// Depends on all values and depths of all tables.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }
  /// "giuthi 2x5: 0 to 10 seeds; ..."
  [[nodiscard]] std::string text() const;
  /// What `text` says, an object a rule set.
  [[nodiscard]] boost::json::array json() const;
  /// A position that has a table, with as many seeds as there are, and some play in it; of these rules, or of any.
  [[nodiscard]] std::string example(const TableSet* set = nullptr) const;

 private:
  Catalogue catalogue_;
  std::vector<TableSet> sets_;
  std::vector<std::string> damaged_;
  std::uint64_t fingerprint_ = 0;

  struct Kept {
    std::shared_ptr<const Prober> prober;
    std::list<std::string>::iterator place;
  };
  mutable std::mutex mutex_;
  mutable std::list<std::string> order_;  // the latest first
  mutable std::map<std::string, Kept> kept_;
};

}  // namespace uthi::explorer
