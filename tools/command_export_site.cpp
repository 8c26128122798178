// uthi export-site: the explorer as a folder of plain files, for any web server.
#include <fmt/format.h>

#include <algorithm>

#include "tools/commands.hpp"
#include "tools/explorer/known_tables.hpp"
#include "tools/explorer/site/export.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/output.hpp"
#include "tools/table_advice.hpp"
#include "tools/table_arguments.hpp"

namespace uthi {

namespace {

constexpr std::int64_t kMostMebibytes = 64;

// The tables of the folders that the command line asks for. Throws TableMissing, UsageError.
std::vector<TableSet> tables_asked_for(const Arguments& arguments, const explorer::KnownTables& tables) {
  const auto rules = rules_asked_for(arguments, 1);
  const auto seeds = arguments.number("seeds", 0, kMaxLayerSeeds);
  if (arguments.has("marks") && !rules) throw UsageError("--marks: expected a game and a board before it, for example kiothi 2x5");
  const bool some_marks = arguments.has("marks");
  const int marks = some_marks ? marks_asked_for(arguments, *rules).value_or(0) : 0;
  std::vector<TableSet> sets;
  for (TableSet set : tables.sets()) {
    if (rules && set.rules != *rules) continue;
    std::erase_if(set.layers,
                  [&](const auto& entry) { return (seeds && entry.first.seeds > *seeds) || (some_marks && entry.first.marks > marks); });
    if (!set.layers.empty()) sets.push_back(std::move(set));
  }
  if (sets.empty()) fail_no_tables(arguments, tables.folders(), rules, {static_cast<int>(seeds.value_or(10)), marks});
  return sets;
}

ExitCode run(const Arguments& arguments) {
  const std::filesystem::path folder = arguments.words().front();
  if (folder.empty()) throw UsageError("expected a folder for the site, for example: uthi export-site ./site");
  const explorer::KnownTables tables(folders_to_read(arguments));
  if (!tables.damaged().empty()) {
    throw TableDamaged(fmt::format("{}; nothing is exported from a folder with damaged tables", tables.damaged().front()));
  }
  const StopSignals signals;
  const auto most = arguments.number("most-mib", 1, 1 << 20).value_or(kMostMebibytes);
  const explorer::SiteReport report = explorer::export_site({.folder = folder,
                                                             .sets = tables_asked_for(arguments, tables),
                                                             .most_bytes = static_cast<std::uint64_t>(most) << 20,
                                                             .threads = arguments.threads(),
                                                             .stop = &signals.flag()});
  Output output;
  if (arguments.has("json")) {
    output.line(boost::json::object{{"folder", valid_utf8(folder.string())},
                                    {"tables", report.tables},
                                    {"positions", report.positions},
                                    {"table_bytes", report.table_bytes},
                                    {"files", report.files},
                                    {"bytes", report.bytes}});
  } else {
    output.line(fmt::format("{}: {} of {} in {}; {} in all, {}", folder.string(), counted(report.tables, "table", "tables"),
                            counted(report.positions, "position", "positions"), byte_text(report.table_bytes),
                            counted(report.files, "file", "files"), byte_text(report.bytes)));
    output.line(fmt::format("To look at it: python3 -m http.server --bind 127.0.0.1 --directory {}", shell_word(folder.string())));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& export_site_command() {
  static const Command command{
      .name = "export-site",
      .summary = "the explorer as a folder of plain files, for any web server",
      .usage = "uthi export-site DIR [GAME BOARD] [--tables DIR] [options]",
      .description =
          "Writes the page of uthi serve and tables into DIR, to be put on any web server, at any address there: answers come from the\n"
          "explorer itself, compiled to WebAssembly, in the visitor's browser. A table is fetched, whole, when an answer first needs\n"
          "it; nothing else is asked of anywhere. With a game and a board only their tables are taken along. Every table is checked\n"
          "first. DIR must be new, empty, or a site that was exported; that one is replaced once the new one is complete, and files\n"
          "that do not belong to it stay.",
      .options = {kTablesOption,
                  kRulesOption,
                  {"seeds", "N", "tables of at most so many seeds"},
                  kMarksOption,
                  {"most-mib", "MIB", "refuse to write a larger site; default 64"},
                  kThreadsOption,
                  kJsonOption},
      .examples =
          "  uthi export-site ./site\n"
          "  uthi export-site ./site giuthi 2x6 --seeds 10 --tables ./tables\n"
          "  python3 -m http.server --bind 127.0.0.1 --directory ./site",
      .least_words = 1,
      .most_words = 3,
      .run = run};
  return command;
}

}  // namespace uthi
