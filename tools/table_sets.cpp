// Grouping of listed tables.
#include "tools/table_sets.hpp"

#include <algorithm>

namespace uthi {

TableSets sets_of(const std::vector<Catalogue::Listed>& tables) {
  TableSets result;
  for (const Catalogue::Listed& listed : tables) {
    if (!listed.table) {
      result.damaged.push_back(listed.error);
      continue;
    }
    const TableHeader& header = listed.table->header();
    const auto folder = listed.path.parent_path().parent_path();
    auto set = std::find_if(result.sets.begin(), result.sets.end(),
                            [&](const TableSet& known) { return known.folder == folder && known.rules == header.rules; });
    if (set == result.sets.end()) set = result.sets.insert(set, TableSet{folder, header.rules, {}});
    set->layers.emplace(header.layer, listed.table);
  }
  return result;
}

}  // namespace uthi
