// What a table file holds, as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>

#include "tablebase/table.hpp"

namespace uthi {

/// The JSON contract of `uthi info` for one table, without its path.
[[nodiscard]] boost::json::object json_of(const Table& table);

/// Positions of a layer, mirror images counted.
[[nodiscard]] std::uint64_t all_positions(const TableHeader& header);
/// 0 for no positions.
[[nodiscard]] double bytes_a_position(std::uint64_t bytes, std::uint64_t positions);

}  // namespace uthi
