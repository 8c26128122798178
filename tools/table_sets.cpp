// Grouping of listed tables.
#include "tools/table_sets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uthi {

namespace {

namespace fs = std::filesystem;

TableSet& set_for(std::vector<TableSet>& sets, const RuleSet& rules) {
  const auto known = std::find_if(sets.begin(), sets.end(), [&](const TableSet& set) { return set.rules == rules; });
  return known == sets.end() ? sets.emplace_back(TableSet{rules, {}, {}}) : *known;
}

fs::path folder_of(const Table& table) { return table.path().parent_path().parent_path(); }

// The folders that the set's layers come from, those of `order` that do.
void name_folders(TableSet& set, const std::vector<fs::path>& order) {
  for (const fs::path& folder : order) {
    const bool used =
        std::any_of(set.layers.begin(), set.layers.end(), [&](const auto& entry) { return folder_of(*entry.second) == folder; });
    if (used) set.folders.push_back(folder);
  }
}

}  // namespace

std::string TableSet::places() const {
  if (folders.size() == 1) return folders.front().string();
  std::string text;
  for (const fs::path& folder : folders) {
    std::vector<LayerId> here;
    for (const auto& [layer, table] : layers) {
      if (folder_of(*table) == folder) here.push_back(layer);
    }
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", folder.string(), layers_text(here));
  }
  return text;
}

std::string TableSet::name() const {
  return fmt::format("{} in {}{}", rules.full_text(), places(), shadowed ? ", shadowed by other folders" : "");
}

TableSets sets_of(const std::vector<Catalogue::Listed>& tables) {
  TableSets result;
  std::map<fs::path, fs::path> first;  // "giuthi-2x6/004.uthi" -> the file that probing reads
  std::vector<fs::path> order;
  std::vector<std::shared_ptr<const Table>> hidden;
  for (const Catalogue::Listed& listed : tables) {
    // A damaged file is read, and found to be damaged, before any behind it.
    const auto [reads, is_first] = first.emplace(listed.path.parent_path().filename() / listed.path.filename(), listed.path);
    if (!listed.table) {
      result.damaged.push_back(listed.error);
      continue;
    }
    const TableHeader& header = listed.table->header();
    const fs::path folder = folder_of(*listed.table);
    if (order.empty() || order.back() != folder) order.push_back(folder);
    if (is_first) {
      set_for(result.sets, header.rules).layers.emplace(header.layer, listed.table);
    } else {
      result.shadowed.push_back({listed.path, reads->second});
      hidden.push_back(listed.table);
    }
  }
  for (TableSet& set : result.sets) name_folders(set, order);
  for (const fs::path& folder : order) {
    std::vector<TableSet> here;
    for (const auto& table : hidden) {
      if (folder_of(*table) == folder) set_for(here, table->header().rules).layers.emplace(table->header().layer, table);
    }
    for (TableSet& set : here) {
      set.shadowed = true;
      for (const Catalogue::Listed& listed : tables) {
        if (listed.table && folder_of(*listed.table) == folder && listed.table->header().rules == set.rules) {
          set.layers.emplace(listed.table->header().layer, listed.table);
        }
      }
      for (const TableSet& read : result.sets) {
        if (read.rules == set.rules) set.layers.insert(read.layers.begin(), read.layers.end());
      }
      std::vector<fs::path> searched{folder};
      std::copy_if(order.begin(), order.end(), std::back_inserter(searched), [&](const fs::path& other) { return other != folder; });
      name_folders(set, searched);
      result.shadowed_sets.push_back(std::move(set));
    }
  }
  return result;
}

}  // namespace uthi
