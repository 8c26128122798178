// The tables of folders, grouped into sets: one rule set in one folder.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tablebase/catalogue.hpp"
#include "tools/command.hpp"

namespace uthi {

struct TableSet {
  std::filesystem::path folder;
  RuleSet rules;
  std::map<LayerId, std::shared_ptr<const Table>> layers;
  [[nodiscard]] std::string name() const { return rules.full_text() + " in " + folder.string(); }
};

struct TableSets {
  std::vector<TableSet> sets;        ///< In the order in which they are listed.
  std::vector<std::string> damaged;  ///< A message for each file that is.
};

[[nodiscard]] TableSets sets_of(const std::vector<Catalogue::Listed>& tables);

/// The rule set that the words "giuthi 2x6" and --rules name, as tables know it; nothing without words. Throws UsageError.
[[nodiscard]] std::optional<RuleSet> rules_asked_for(const Arguments& arguments);

/// --marks: at most as many as the board has pits. Throws UsageError, also for games without marked pits.
[[nodiscard]] std::optional<int> marks_asked_for(const Arguments& arguments, const RuleSet& rules);

/// Throws TableMissing: there is no table of these rules (of any, without rules) in `folders`.
[[noreturn]] void fail_no_tables(const std::vector<std::filesystem::path>& folders, const std::optional<RuleSet>& rules);

}  // namespace uthi
