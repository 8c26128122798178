// Headers of tables as JSON.
#include "tools/info_report.hpp"

#include <boost/json/array.hpp>

#include "core/referee.hpp"
#include "tools/json.hpp"

namespace uthi {

std::uint64_t all_positions(const TableHeader& header) { return make_referee(header.rules)->positions(header.layer); }

double bytes_a_position(std::uint64_t bytes, std::uint64_t positions) {
  return positions == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(positions);
}

boost::json::object json_of(const Table& table) {
  const TableHeader& header = table.header();
  const std::uint64_t positions = all_positions(header);
  boost::json::array columns;
  for (const Column& column : header.columns) {
    columns.push_back(boost::json::object{{"column", to_text(column.kind)},
                                          {"entry_bytes", column.width},
                                          {"blocks", column.blocks.size()},
                                          {"block_positions", column.block_positions()},
                                          {"bytes", column.stored_bytes()}});
  }
  boost::json::array lower;
  for (const LowerDigest& below : header.lower) {
    lower.push_back(boost::json::object{{"layer", json_of(below.layer)}, {"values_digest", below.values_digest.text()}});
  }
  boost::json::object object{{"game", header.rules.game().name}};
  object["board"] = header.rules.board_text();
  object["rules"] = json_of(header.rules);
  object["layer"] = json_of(header.layer);
  object["stored"] = header.positions;
  object["positions"] = positions;
  object["depths"] = header.has_depths();
  object["version"] = header.version;
  object["codec"] = header.codec;
  object["level"] = header.level > 0 ? boost::json::value(header.level) : boost::json::value(nullptr);
  object["columns"] = std::move(columns);
  object["bytes"] = table.file_bytes();
  object["bytes_a_position"] = bytes_a_position(table.file_bytes(), positions);
  object["values_digest"] = header.values_digest.text();
  const auto root = header.values_root();
  object["values_root"] = root ? boost::json::value(root->text()) : boost::json::value(nullptr);
  object["depths_digest"] = header.has_depths() ? boost::json::value(header.depths_digest.text()) : boost::json::value(nullptr);
  object["lower"] = std::move(lower);
  return object;
}

}  // namespace uthi
