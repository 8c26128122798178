// The tables of folders, grouped into sets: one rule set in one folder.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tablebase/catalogue.hpp"

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

}  // namespace uthi
