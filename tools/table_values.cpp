// Tables opened for a search.
#include "tools/table_values.hpp"

#include <utility>

namespace uthi {

TableValues::TableValues(const RuleSet& rules, LayerId top, std::vector<std::filesystem::path> folders, std::uint64_t cache_bytes)
    : catalogue_(std::move(folders), cache_bytes) {
  for (const LayerId layer : catalogue_.layers(rules)) {
    if (layer.seeds > top.seeds || layer.marks > top.marks) continue;
    if (auto table = catalogue_.find(rules, layer)) tables_.emplace(layer, std::move(table));
  }
}

RawValue TableValues::value(LayerId layer, std::uint64_t number) const {
  const Value value = tables_.at(layer)->value(number);
  RawValue raw;
  if (value.floor) raw.floor = static_cast<std::int8_t>(*value.floor);
  if (value.ceiling) raw.ceiling = static_cast<std::int8_t>(*value.ceiling);
  return raw;
}

std::vector<LayerId> TableValues::layers() const {
  std::vector<LayerId> layers;
  for (const auto& [layer, table] : tables_) layers.push_back(layer);
  return layers;
}

}  // namespace uthi
