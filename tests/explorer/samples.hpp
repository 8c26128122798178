// An explorer over the tables that come with the program, and positions for it.
#pragma once

#include <boost/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "tools/explorer/explorer.hpp"
#include "tools/explorer/known_tables.hpp"
#include "tools/explorer/target.hpp"

namespace uthi::test {

inline std::string bundled_tables() { return std::string(UTHI_DATA) + "/tables"; }

/// One for all tests of a program.
inline const explorer::Explorer& bundled_explorer() {
  static const explorer::Explorer explorer({.folders = {bundled_tables()}});
  return explorer;
}

inline explorer::Reply get(const std::string& target, const std::string& if_none_match = "") {
  return bundled_explorer().answer({.target = target, .if_none_match = if_none_match});
}

inline boost::json::value json_of(const explorer::Reply& reply) { return boost::json::parse(*reply.body); }

inline std::string target(const std::string& path, const std::string& position, const std::string& more = "") {
  return path + "?p=" + explorer::percent_encoded(position) + more;
}

/// Positions of all layers that have tables, either side to move, with stores that make all outcomes common.
inline std::vector<Position> random_positions(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t most) { return random() % most; };
  std::vector<std::pair<const explorer::KnownTables*, std::pair<const TableSet*, LayerId>>> layers;
  const auto& tables = bundled_explorer().tables();
  for (const TableSet& set : tables.sets()) {
    for (const auto& [layer, table] : set.layers) layers.push_back({&tables, {&set, layer}});
  }
  std::vector<Position> positions;
  while (positions.size() < count) {
    const auto& [set, layer] = layers[below(layers.size())].second;
    const auto prober = tables.prober(set->rules);
    Position position = prober->referee().at(layer, below(prober->referee().stored(layer)));
    position.stores = {static_cast<int>(below(12)), static_cast<int>(below(12))};
    if (below(2) == 1) position.side = Side::north;
    positions.push_back(position);
  }
  return positions;
}

}  // namespace uthi::test
