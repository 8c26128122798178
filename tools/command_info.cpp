// uthi info: what folders of tables hold.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <system_error>

#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/info_report.hpp"
#include "tools/json.hpp"
#include "tools/table_advice.hpp"
#include "tools/table_sets.hpp"

namespace uthi {

namespace {

using Listed = Catalogue::Listed;

boost::json::object json_of_listed(const Listed& listed, const TableSets& sets) {
  boost::json::object object{{"path", valid_utf8(listed.path.string())}, {"shadowed_by", nullptr}};
  for (const ShadowedTable& table : sets.shadowed) {
    if (table.path == listed.path) object["shadowed_by"] = valid_utf8(table.by.string());
  }
  if (!listed.table) {
    object["error"] = valid_utf8(listed.error);
    return object;
  }
  for (auto& field : json_of(*listed.table)) object.insert(field);
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
      fmt::format("{} {} in {}\n  {}\n\n", set.rules.game().name, set.rules.board_text(), set.places(), options_text(set.rules));
  text += fmt::format("  {:<16}{:>16}{:>15}{:>12}{:>11}  {:<16}{}\n", "layer", "positions", "stored", "size", "bytes/pos", "columns",
                      "values digest");
  std::uint64_t bytes = 0;
  std::uint64_t positions = 0;
  std::uint64_t stored = 0;
  for (const auto& [layer, table] : set.layers) {
    const TableHeader& header = table->header();
    const std::uint64_t all = all_positions(header);
    text += fmt::format("  {:<16}{:>16}{:>15}{:>12}{:>11.3f}  {:<16}{}\n", to_text(layer), with_commas(all), with_commas(header.positions),
                        byte_text(table->file_bytes()), bytes_a_position(table->file_bytes(), all),
                        header.has_depths() ? "values, depths" : "values", header.values_digest.text());
    bytes += table->file_bytes();
    positions += all;
    stored += header.positions;
  }
  return text + fmt::format("  {:<16}{:>16}{:>15}{:>12}{:>11.3f}\n", "all", with_commas(positions), with_commas(stored), byte_text(bytes),
                            bytes_a_position(bytes, positions));
}

ExitCode run(const Arguments& arguments) {
  const auto folders = folders_that_exist(arguments);
  const Catalogue catalogue(folders);
  const std::vector<Listed> tables = catalogue.list();
  const TableSets sets = sets_of(tables);
  Output output;
  if (arguments.has("json")) {
    boost::json::array names;
    for (const auto& folder : folders) names.push_back(boost::json::string(valid_utf8(folder.string())));
    boost::json::array list;
    for (const Listed& listed : tables) list.push_back(json_of_listed(listed, sets));
    output.line(boost::json::object{{"folders", std::move(names)}, {"tables", std::move(list)}, {"damaged", sets.damaged.size()}});
  } else {
    output.line("Folders, in the order in which they are searched:");
    for (const auto& folder : folders) {
      std::error_code error;
      output.line(fmt::format("  {}{}", folder.string(), std::filesystem::is_directory(folder, error) ? "" : " (does not exist)"));
    }
    if (tables.empty()) {
      const RuleSet example(game_named("giuthi"), 6);
      output.line("\nNo tables; " + how_to_make(arguments, example, {.top = {12, 0}}, "to make some, for example: "));
    }
    for (const TableSet& set : sets.sets) {
      output.line("");
      output.text(text_of_set(set));
    }
    for (const ShadowedTable& table : sets.shadowed) {
      output.line(fmt::format("\nShadowed: {} is not read, but {}", table.path.string(), table.by.string()));
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
          "Lists every table with its rule options, layer, positions (mirror images counted, and stored), size and digest, all as\n"
          "its header says. Layers of one rule set from several folders are one set; a table whose layer an earlier folder has is\n"
          "named as shadowed. Headers are checked, blocks are not read; a damaged file is named (exit code 5). \"uthi verify\" checks\n"
          "the values, and that they have the digests.",
      .options = {kTablesOption, kJsonOption},
      .examples =
          "  uthi info\n"
          "  uthi info --tables ./tables --json",
      .most_words = 0,
      .run = run};
  return command;
}

}  // namespace uthi
