// Tables opened for a search.
#include "tools/table_values.hpp"

namespace uthi {

namespace {

std::uint64_t half_of(std::uint64_t& bytes) {
  const std::uint64_t half = bytes / 2;
  bytes -= half;
  return half;
}

bool at_or_below(LayerId layer, LayerId top) { return layer.seeds <= top.seeds && layer.marks <= top.marks; }

}  // namespace

TableValues::TableValues(const RuleSet& rules, LayerId top, const std::vector<std::filesystem::path>& folders, SolveLimits& limits) {
  const Catalogue catalogue(folders, folders.empty() ? 0 : half_of(limits.memory));
  for (const LayerId layer : catalogue.layers(rules)) {
    if (!at_or_below(layer, top)) continue;
    if (auto table = catalogue.find(rules, layer)) tables_.emplace(layer, std::move(table));
  }
}

TableValues::TableValues(const std::map<LayerId, std::shared_ptr<const Table>>& open, LayerId top) {
  for (const auto& [layer, table] : open) {
    if (at_or_below(layer, top)) tables_.emplace(layer, table);
  }
}

RawValue TableValues::value(LayerId layer, std::uint64_t number) const { return tables_.at(layer)->raw(number, false); }

std::vector<LayerId> TableValues::layers() const {
  std::vector<LayerId> layers;
  for (const auto& [layer, table] : tables_) layers.push_back(layer);
  return layers;
}

}  // namespace uthi
