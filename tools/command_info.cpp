// uthi info: what folders of tables hold.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <system_error>

#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/table_sets.hpp"

namespace uthi {

namespace {

using Listed = Catalogue::Listed;

std::uint64_t all_positions(const TableHeader& header) { return make_referee(header.rules)->positions(header.layer); }

double ratio(std::uint64_t bytes, std::uint64_t positions) {
  return positions == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(positions);
}

boost::json::object json_of_table(const Listed& listed) {
  boost::json::object object{{"path", valid_utf8(listed.path.string())}};
  if (!listed.table) {
    object["error"] = valid_utf8(listed.error);
    return object;
  }
  const TableHeader& header = listed.table->header();
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
  object["game"] = header.rules.game().name;
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
  object["bytes"] = listed.table->file_bytes();
  object["bytes_a_position"] = ratio(listed.table->file_bytes(), positions);
  object["values_digest"] = header.values_digest.text();
  object["depths_digest"] = header.has_depths() ? boost::json::value(header.depths_digest.text()) : boost::json::value(nullptr);
  object["lower"] = std::move(lower);
  return object;
}

std::string options_text(const RuleSet& rules) {
  std::string text;
  for (const OptionSpec& option : rules.game().options) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", option.name, rules.get(option.name));
  }
  return text;
}

std::string text_of_set(const TableSet& set) {
  std::string text =
      fmt::format("{} {} in {}\n  {}\n\n", set.rules.game().name, set.rules.board_text(), set.folder.string(), options_text(set.rules));
  text += fmt::format("  {:<16}{:>16}{:>15}{:>12}{:>11}  {:<16}{}\n", "layer", "positions", "stored", "size", "bytes/pos", "columns",
                      "values digest");
  std::uint64_t bytes = 0;
  std::uint64_t positions = 0;
  std::uint64_t stored = 0;
  for (const auto& [layer, table] : set.layers) {
    const TableHeader& header = table->header();
    const std::uint64_t all = all_positions(header);
    text += fmt::format("  {:<16}{:>16}{:>15}{:>12}{:>11.3f}  {:<16}{}\n", to_text(layer), with_commas(all), with_commas(header.positions),
                        byte_text(table->file_bytes()), ratio(table->file_bytes(), all), header.has_depths() ? "values, depths" : "values",
                        header.values_digest.text());
    bytes += table->file_bytes();
    positions += all;
    stored += header.positions;
  }
  return text + fmt::format("  {:<16}{:>16}{:>15}{:>12}{:>11.3f}\n", "all", with_commas(positions), with_commas(stored), byte_text(bytes),
                            ratio(bytes, positions));
}

ExitCode run(const Arguments& arguments) {
  const auto folders = folders_to_read(arguments);
  const Catalogue catalogue(folders);
  const std::vector<Listed> tables = catalogue.list();
  const TableSets sets = sets_of(tables);
  Output output;
  if (arguments.has("json")) {
    boost::json::array names;
    for (const auto& folder : folders) names.push_back(boost::json::string(valid_utf8(folder.string())));
    boost::json::array list;
    for (const Listed& listed : tables) list.push_back(json_of_table(listed));
    output.line(boost::json::object{{"folders", std::move(names)}, {"tables", std::move(list)}, {"damaged", sets.damaged.size()}});
  } else {
    output.line("Folders, in the order in which they are searched:");
    for (const auto& folder : folders) {
      std::error_code error;
      output.line(fmt::format("  {}{}", folder.string(), std::filesystem::is_directory(folder, error) ? "" : " (does not exist)"));
    }
    if (tables.empty()) output.line("\nNo tables. Build some, for example: uthi build giuthi 2x6 --seeds 12");
    for (const TableSet& set : sets.sets) {
      output.line("");
      output.text(text_of_set(set));
    }
    for (const std::string& message : sets.damaged) output.line(fmt::format("\nDamaged: {}", message));
  }
  output.flush();
  return sets.damaged.empty() ? ExitCode::ok : ExitCode::table_damaged;
}

}  // namespace

const Command& info_command() {
  static const Command command{
      .name = "info",
      .summary = "what folders of tables hold: rule sets, layers, sizes, digests",
      .usage = "uthi info [--tables DIR] [--json]",
      .description =
          "Lists every table with its rule options, layer, positions (mirror images counted, and stored), size and digest.\n"
          "Headers are checked; a damaged file is named (exit code 5). \"uthi verify\" checks the values themselves.",
      .options = {kTablesOption, kJsonOption},
      .examples =
          "  uthi info\n"
          "  uthi info --tables ./tables --json",
      .most_words = 0,
      .run = run};
  return command;
}

}  // namespace uthi
