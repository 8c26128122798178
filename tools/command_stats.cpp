// uthi stats: what the positions of solved layers are worth, and the most remarkable of them.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <utility>

#include "core/repetition.hpp"
#include "tablebase/histogram.hpp"
#include "tablebase/statistics.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/table_sets.hpp"

namespace uthi {

namespace {

using Histogram = std::map<int, std::uint64_t>;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

boost::json::array json_of(const Histogram& histogram) {
  boost::json::array list;
  for (const auto& [margin, count] : histogram) list.push_back(boost::json::object{{"margin", margin}, {"positions", count}});
  return list;
}

boost::json::value json_of(const std::optional<Extreme>& extreme) {
  if (!extreme) return nullptr;
  return boost::json::object{{"margin", extreme->margin}, {"depth", extreme->depth}, {"position", to_text(extreme->position)}};
}

boost::json::object json_of(const LayerStatistics& layer) {
  boost::json::object object{{"layer", json_of(layer.layer)},
                             {"positions", layer.positions},
                             {"stored", layer.stored},
                             {"wins", layer.wins},
                             {"losses", layer.losses},
                             {"draws_by_score", layer.draws_by_score},
                             {"draws_by_repetition", layer.draws_by_repetition},
                             {"undecided", layer.undecided},
                             {"repetition_share", percent(layer.draws_by_repetition, layer.positions) / 100},
                             {"open", layer.open},
                             {"exact_share", percent(layer.positions - layer.open, layer.positions) / 100},
                             {"no_floor", layer.no_floor},
                             {"no_ceiling", layer.no_ceiling},
                             {"mutual_zugzwangs", layer.mutual_zugzwangs}};
  object["mutual_zugzwang"] = layer.mutual_zugzwang ? boost::json::value(to_text(*layer.mutual_zugzwang)) : boost::json::value(nullptr);
  object["longest_win"] = json_of(layer.longest_win);
  object["longest_loss"] = json_of(layer.longest_loss);
  object["deepest_floor"] = json_of(layer.deepest_floor);
  object["deepest_ceiling"] = json_of(layer.deepest_ceiling);
  object["floors"] = json_of(layer.floors);
  object["ceilings"] = json_of(layer.ceilings);
  return object;
}

// Fields hold no comma or quote but for positions, which are quoted.
std::string csv_of(const LayerStatistics& layer) {
  const auto extreme = [](const std::optional<Extreme>& record) {
    return record ? fmt::format("{},{},\"{}\"", record->margin, record->depth, to_text(record->position)) : std::string(",,");
  };
  const auto histogram = [](const Histogram& counts) {
    std::string text;
    for (const auto& [margin, count] : counts) text += fmt::format("{}{}:{}", text.empty() ? "" : " ", margin, count);
    return text;
  };
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6f}", layer.layer.seeds, layer.layer.marks,
                     layer.positions, layer.stored, layer.wins, layer.losses, layer.draws_by_score, layer.draws_by_repetition, layer.open,
                     layer.no_floor, layer.no_ceiling, layer.mutual_zugzwangs,
                     layer.mutual_zugzwang ? fmt::format("\"{}\"", to_text(*layer.mutual_zugzwang)) : "", extreme(layer.longest_win),
                     extreme(layer.longest_loss), extreme(layer.deepest_floor), extreme(layer.deepest_ceiling), histogram(layer.floors),
                     histogram(layer.ceilings), layer.undecided, percent(layer.positions - layer.open, layer.positions) / 100);
}

constexpr std::string_view kCsvHead =
    "seeds,marks,positions,stored,wins,losses,draws_by_score,draws_by_repetition,open,no_floor,no_ceiling,mutual_zugzwangs,mutual_zugzwang,"
    "longest_win_margin,longest_win_depth,longest_win,longest_loss_margin,longest_loss_depth,longest_loss,deepest_floor_margin,"
    "deepest_floor_depth,deepest_floor,deepest_ceiling_margin,deepest_ceiling_depth,deepest_ceiling,floors,ceilings,undecided,exact_share";

std::string text_of(const Histogram& floors, const Histogram& ceilings, const LayerStatistics& layer) {
  Histogram margins;
  for (const auto& [margin, count] : floors) margins[margin] += count;
  for (const auto& [margin, count] : ceilings) margins[margin] += count;
  const auto at = [](const Histogram& counts, int margin) {
    const auto found = counts.find(margin);
    return with_commas(found == counts.end() ? 0 : found->second);
  };
  std::string text = fmt::format("  {:>8}{:>20}{:>20}\n", "margin", "floors", "ceilings");
  for (const auto& [margin, count] : margins)
    text += fmt::format("  {:>8}{:>20}{:>20}\n", margin, at(floors, margin), at(ceilings, margin));
  return text + fmt::format("  {:>8}{:>20}{:>20}\n", "none", with_commas(layer.no_floor), with_commas(layer.no_ceiling));
}

std::string text_of(const LayerStatistics& layer) {
  const auto share = [&](std::string_view name, std::uint64_t count) {
    return fmt::format("  {:<38}{:>16}{:>8.2f} %\n", name, with_commas(count), percent(count, layer.positions));
  };
  const auto record = [](std::string_view name, const std::optional<Extreme>& extreme) {
    if (!extreme) return std::string();
    return fmt::format("  {:<18}{:>4} in {:<12} {}\n", name, extreme->margin,
                       counted(static_cast<std::uint64_t>(extreme->depth), "ply", "plies"), to_text(extreme->position));
  };
  std::string text = coloured(fmt::format("Layer {}", to_text(layer.layer)), Colour::bold) +
                     fmt::format(": {} ({} stored)\n", counted(layer.positions, "position", "positions"), with_commas(layer.stored));
  text += share("wins for the mover at even stores", layer.wins) + share("losses", layer.losses) +
          share("draws by score", layer.draws_by_score) + share("draws by repetition", layer.draws_by_repetition) +
          (layer.undecided > 0 ? share("undecided by the bounds", layer.undecided) : "") +
          share("floor and ceiling are one", layer.positions - layer.open) + share("floor and ceiling differ", layer.open) +
          share("mutual zugzwangs", layer.mutual_zugzwangs);
  text += record("longest win", layer.longest_win) + record("longest loss", layer.longest_loss) +
          record("deepest floor", layer.deepest_floor) + record("deepest ceiling", layer.deepest_ceiling);
  if (layer.mutual_zugzwang) text += fmt::format("  mutual zugzwang                         {}\n", to_text(*layer.mutual_zugzwang));
  return text + text_of(layer.floors, layer.ceilings, layer);
}

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
  const Catalogue catalogue(folders);
  std::map<LayerId, std::shared_ptr<const Table>> tables;
  for (const Catalogue::Listed& listed : catalogue.list()) {
    if (!listed.table) throw TableDamaged(listed.error);
    const TableHeader& header = listed.table->header();
    if (header.rules != *rules || (wanted && header.layer.seeds != *wanted) || (marks && header.layer.marks != *marks)) continue;
    tables.emplace(header.layer, catalogue.find(*rules, header.layer));
  }
  if (tables.empty()) fail_no_tables(folders, rules);
  Output output;
  const bool as_json = arguments.has("json");
  const bool as_csv = arguments.has("csv");
  const bool only_histogram = arguments.has("histogram");
  const HistogramReport report(*rules);
  if (as_csv) output.line(only_histogram ? report.csv_head() : std::string(kCsvHead));
  bool first = true;
  for (const auto& [layer, table] : tables) {
    const LayerValues values = table->load(threads);
    if (!as_json && !as_csv && !std::exchange(first, false)) output.line("");
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
