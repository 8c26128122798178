// The tables of folders, grouped into sets: the layers of one rule set, from whichever folders they come.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tablebase/catalogue.hpp"

namespace uthi {

struct TableSet {
  RuleSet rules;
  std::vector<std::filesystem::path> folders;  ///< Those that layers come from, in the order in which they are searched.
  std::map<LayerId, std::shared_ptr<const Table>> layers;
  bool shadowed = false;  ///< Probing reads other tables of some layers, from folders that it searches earlier.

  /// "./tables", or "a (0 to 4 seeds), b (5, 6 seeds)".
  [[nodiscard]] std::string places() const;
  [[nodiscard]] std::string name() const;
};

/// A table that probing does not read, since a folder that is searched earlier has the layer too.
struct ShadowedTable {
  std::filesystem::path path;
  std::filesystem::path by;
};

struct TableSets {
  std::vector<TableSet> sets;  ///< What probing reads, in the order in which it is listed.
  /// For each folder with shadowed tables: what probing would read if it searched that folder first.
  std::vector<TableSet> shadowed_sets;
  std::vector<ShadowedTable> shadowed;
  std::vector<std::string> damaged;  ///< A message for each file that is.
};

/// `tables` as Catalogue::list gives them.
[[nodiscard]] TableSets sets_of(const std::vector<Catalogue::Listed>& tables);

}  // namespace uthi
