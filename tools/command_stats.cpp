// uthi stats: what the positions of solved layers are worth, and the most remarkable of them.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <utility>

#include "core/repetition.hpp"
#include "tablebase/histogram.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/stats_report.hpp"
#include "tools/table_advice.hpp"
#include "tools/table_arguments.hpp"
#include "tools/table_sets.hpp"

namespace uthi {

namespace {

// --histogram: a row for each value that occurs, or for each floor with each ceiling where these may differ.
class HistogramReport {
 public:
  explicit HistogramReport(const RuleSet& rules) : marks_(rules.game().has_marks), one_value_(have_one_value(rules)) {}

  [[nodiscard]] std::string csv_head() const {
    return fmt::format("layer{},{},positions", marks_ ? ",marks" : "", one_value_ ? "value" : "floor,ceiling");
  }

  [[nodiscard]] std::string csv_of(LayerId layer, const ValueHistogram& histogram) const {
    const std::string start = marks_ ? fmt::format("{},{}", layer.seeds, layer.marks) : std::to_string(layer.seeds);
    std::string rows;
    for (const auto& [pair, positions] : histogram) {
      rows += one_value_ ? fmt::format("{},{},{}\n", start, pair.floor, positions)
                         : fmt::format("{},{},{},{}\n", start, csv_of(pair.floor), csv_of(pair.ceiling), positions);
    }
    return rows;
  }

  [[nodiscard]] std::string text_of(LayerId layer, const ValueHistogram& histogram) const {
    const auto margin = [](std::int8_t number) { return number == kNoMargin ? std::string("none") : std::to_string(number); };
    std::string text = coloured(fmt::format("Layer {}", to_text(layer)), Colour::bold) + "\n";
    text += one_value_ ? fmt::format("  {:>8}{:>20}\n", "value", "positions")
                       : fmt::format("  {:>8}{:>10}{:>20}\n", "floor", "ceiling", "positions");
    for (const auto& [pair, positions] : histogram) {
      text += one_value_ ? fmt::format("  {:>8}{:>20}\n", margin(pair.floor), with_commas(positions))
                         : fmt::format("  {:>8}{:>10}{:>20}\n", margin(pair.floor), margin(pair.ceiling), with_commas(positions));
    }
    return text;
  }

  [[nodiscard]] boost::json::object json_of(LayerId layer, const ValueHistogram& histogram) const {
    const auto margin = [](std::int8_t number) { return number == kNoMargin ? boost::json::value(nullptr) : boost::json::value(number); };
    boost::json::array rows;
    for (const auto& [pair, positions] : histogram) {
      rows.push_back(one_value_
                         ? boost::json::object{{"value", margin(pair.floor)}, {"positions", positions}}
                         : boost::json::object{{"floor", margin(pair.floor)}, {"ceiling", margin(pair.ceiling)}, {"positions", positions}});
    }
    return {{"layer", uthi::json_of(layer)}, {"histogram", std::move(rows)}};
  }

 private:
  static std::string csv_of(std::int8_t margin) { return margin == kNoMargin ? std::string() : std::to_string(margin); }

  bool marks_;
  bool one_value_;
};

ExitCode run(const Arguments& arguments) {
  if (arguments.has("json") && arguments.has("csv")) throw UsageError("--json and --csv exclude each other; give one of them");
  const auto rules = rules_asked_for(arguments);
  const auto folders = folders_to_read(arguments);
  const auto wanted = arguments.number("layer", 0, kMaxLayerSeeds);
  const auto marks = marks_asked_for(arguments, *rules);
  const int threads = arguments.threads();
  const Catalogue catalogue = catalogue_of(arguments);
  const TableSets all = sets_of(catalogue.list());
  if (!all.damaged.empty()) throw TableDamaged(all.damaged.front());
  std::map<LayerId, std::shared_ptr<const Table>> tables;
  bool several_folders = false;
  for (const TableSet& set : all.sets) {
    if (set.rules != *rules) continue;
    several_folders = set.folders.size() > 1;
    for (const auto& [layer, table] : set.layers) {
      if ((!wanted || layer.seeds == *wanted) && (!marks || layer.marks == *marks)) tables.emplace(layer, table);
    }
  }
  if (tables.empty()) {
    if (!wanted && !marks) fail_no_tables(arguments, folders, rules);
    catalogue.require(*rules, {{static_cast<int>(wanted.value_or(10)), marks.value_or(0)}});
  }
  Output output;
  const bool as_json = arguments.has("json");
  const bool as_csv = arguments.has("csv");
  const bool only_histogram = arguments.has("histogram");
  const HistogramReport report(*rules);
  if (as_csv) output.line(only_histogram ? report.csv_head() : std::string(kStatisticsCsvHead));
  bool first = true;
  for (const auto& [layer, table] : tables) {
    const LayerValues values = table->load(threads);
    if (!as_json && !as_csv && !std::exchange(first, false)) output.line("");
    if (!as_json && !as_csv && several_folders) output.line(fmt::format("From {}", table->path().string()));
    if (only_histogram) {
      const ValueHistogram histogram = value_histogram(*rules, values, threads);
      if (as_json) {
        output.line(report.json_of(layer, histogram));
      } else {
        output.text(as_csv ? report.csv_of(layer, histogram) : report.text_of(layer, histogram));
      }
    } else {
      const LayerStatistics statistics = layer_statistics(*rules, values, threads);
      if (as_json) {
        output.line(json_of(statistics));
      } else if (as_csv) {
        output.line(csv_of(statistics));
      } else {
        output.text(text_of(statistics));
      }
    }
    output.flush();
  }
  return ExitCode::ok;
}

}  // namespace

const Command& stats_command() {
  static const Command command{
      .name = "stats",
      .summary = "outcomes, histograms and records of solved layers",
      .usage = "uthi stats GAME BOARD [--layer N] [--marks M] [--histogram] [--tables DIR] [--json | --csv] [options]",
      .description =
          "For each layer: wins, draws and losses for the mover at even stores, the share that ends in repetition, floors and\n"
          "ceilings as histograms, the longest forced win and the deepest of each kind with a position, mutual zugzwangs.\n"
          "Mirror images are counted. --json prints an object a layer, --csv a row a layer. --histogram counts values instead:\n"
          "a row for each floor and ceiling that occur together, empty fields of CSV where there is none; under rules that give\n"
          "every position one value (repetition=split) a row for each value.",
      .options = {kTablesOption,
                  kRulesOption,
                  {"layer", "N", "only layers of N seeds"},
                  {"marks", "M", "only layers with M marked pits (nki of Kiothi)"},
                  {"histogram", "", "only how many positions have each floor and ceiling, or each value"},
                  {"csv", "", "print CSV"},
                  kThreadsOption,
                  kJsonOption},
      .examples =
          "  uthi stats giuthi 2x5\n"
          "  uthi stats giuthi 2x6 --layer 10 --tables ./tables\n"
          "  uthi stats giuthi 2x6 --csv > 2x6.csv\n"
          "  uthi stats awari 2x6 --histogram --csv",
      .least_words = 2,
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
