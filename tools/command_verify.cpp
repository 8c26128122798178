// uthi verify: every entry of every table re-derived from the entries that its plies lead to.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <iterator>
#include <set>

#include "core/repetition.hpp"
#include "tablebase/certify.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/memory_layers.hpp"
#include "tools/progress.hpp"
#include "tools/table_advice.hpp"
#include "tools/table_arguments.hpp"
#include "tools/table_sets.hpp"

namespace uthi {

namespace {

constexpr double kShareOfMemory = 0.8;

// Whole layers in memory, digests checked while they are read.
class LoadedEntries final : public EntrySource {
 public:
  RawValue entry(LayerId layer, std::uint64_t number) const override { return layers_.layer(layer).raw(number); }
  bool has_depths(LayerId layer) const override { return layers_.layer(layer).has_depths(); }
  void add(LayerValues values) { layers_.add(std::move(values)); }

 private:
  MemoryLayers layers_;
};

// Single entries, for samples.
class TableEntries final : public EntrySource {
 public:
  explicit TableEntries(const TableSet& set) : set_(set) {}
  RawValue entry(LayerId layer, std::uint64_t number) const override { return set_.layers.at(layer)->raw(number); }
  bool has_depths(LayerId layer) const override { return set_.layers.at(layer)->header().has_depths(); }

 private:
  const TableSet& set_;
};

struct LayerReport {
  Certificate certificate;
  bool whole = false;           // every entry, else a sample
  bool digests = false;         // values and depths were compared with the digests in the header
  bool depths = false;          // the table has some
  bool depths_resting = false;  // on depths of layers below that are not shown to be right
  std::vector<LayerId> none{};  // layers below that have none, where depths lean on some

  [[nodiscard]] bool depths_proved() const { return depths && certificate.proved && certificate.depths_left == 0 && !depths_resting; }
  // There are depths whose check lacks what it leans on.
  [[nodiscard]] bool depths_open() const { return depths && (certificate.depths_left > 0 || depths_resting); }
};

struct SetReport {
  std::uint64_t checked = 0;
  std::uint64_t faults = 0;
  std::vector<LayerReport> layers{};
  std::vector<std::string> mismatches{};  // layers built from others than those below them

  [[nodiscard]] bool good() const { return faults == 0 && mismatches.empty(); }
  [[nodiscard]] std::size_t whole_layers() const { return count(&LayerReport::whole); }
  [[nodiscard]] bool all_proved() const {
    return std::all_of(layers.begin(), layers.end(), [](const LayerReport& layer) { return layer.certificate.proved; });
  }
  [[nodiscard]] bool all_depths() const {
    return std::all_of(layers.begin(), layers.end(), [](const LayerReport& layer) { return layer.depths_proved(); });
  }
  [[nodiscard]] bool depths_open() const {
    return std::any_of(layers.begin(), layers.end(), [](const LayerReport& layer) { return layer.depths_open(); });
  }
  [[nodiscard]] std::size_t digests() const { return count(&LayerReport::digests); }

 private:
  [[nodiscard]] std::size_t count(bool LayerReport::*what) const {
    return static_cast<std::size_t>(std::count_if(layers.begin(), layers.end(), [&](const LayerReport& layer) { return layer.*what; }));
  }
};

void require_layers_below(const TableSet& set, const Arguments& arguments) {
  const auto referee = make_referee(set.rules);
  std::set<LayerId> missing;
  LayerId top;  // a build up to here makes them all
  for (const auto& [above, table] : set.layers) {
    for (const LayerId layer : referee->layers_up_to(above)) {
      if (set.layers.contains(layer) || !missing.insert(layer).second) continue;
      top = {std::max(top.seeds, above.seeds), std::max(top.marks, above.marks)};
    }
  }
  if (missing.empty()) return;
  std::vector<std::string> names;
  for (const LayerId layer : missing) names.push_back(to_text(layer));
  const bool one = names.size() == 1;
  throw TableMissing(fmt::format("{}: {} {} {} missing, and those above cannot be verified without {}; {}", set.name(),
                                 one ? "layer" : "layers", fmt::join(names, ", "), one ? "is" : "are", one ? "it" : "them",
                                 how_to_make(arguments, set.rules, {.top = top})));
}

// What is checked of a table, and how it is read.
struct VerifyPlan {
  std::optional<std::uint64_t> sample;  // entries of the layers that are not checked whole
  int whole_seeds = kMaxLayerSeeds;     // layers of so many seeds and fewer are checked whole
  double sampled_positions = 0;         // of the layers that are not
  bool in_memory = true;                // all columns, else single entries are read through the block cache

  [[nodiscard]] bool whole(LayerId layer) const { return !sample || layer.seeds <= whole_seeds; }
  // Entries of a layer to check; 0 all. A sample is spread over the layers in proportion to their sizes.
  [[nodiscard]] std::uint64_t sample_of(LayerId layer, std::uint64_t positions) const {
    if (whole(layer)) return 0;
    const double share = static_cast<double>(positions) / sampled_positions;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(static_cast<double>(*sample) * share)));
  }
  [[nodiscard]] double work_of(LayerId layer, std::uint64_t positions) const {
    return static_cast<double>(whole(layer) ? positions : std::min(positions, sample_of(layer, positions)));
  }
};

VerifyPlan plan_of(const TableSet& set, const Arguments& arguments) {
  VerifyPlan plan;
  if (const auto sample = arguments.number("sample", 1, std::int64_t{1} << 40)) plan.sample = static_cast<std::uint64_t>(*sample);
  const auto whole = arguments.number("whole", 0, kMaxLayerSeeds);
  if (whole && !plan.sample) throw UsageError("--whole says which layers a sample leaves to be checked whole: give --sample N too");
  if (plan.sample) plan.whole_seeds = static_cast<int>(whole.value_or(-1));
  std::uint64_t bytes = 0;
  std::uint64_t whole_bytes = 0;
  std::uint64_t sweeps = 0;  // a byte a position of one layer at a time (tablebase/ranks.hpp)
  for (const auto& [layer, table] : set.layers) {
    const std::uint64_t positions = table->header().positions;
    const std::uint64_t columns = positions * (table->header().has_depths() ? 6 : 2);
    bytes += columns;
    if (!plan.whole(layer)) {
      plan.sampled_positions += static_cast<double>(positions);
      continue;
    }
    whole_bytes += columns;
    const std::uint64_t each = repetition_of(set.rules) == Repetition::score ? 9 : 1;  // tablebase/score_witness.hpp
    if (!table->header().has_depths()) sweeps = std::max(sweeps, each * positions);
  }
  const auto asked = arguments.gibibytes("memory");
  const auto available = available_memory();
  const auto allowed = asked       ? asked
                       : available ? std::optional(static_cast<std::uint64_t>(static_cast<double>(*available) * kShareOfMemory))
                                   : std::nullopt;
  if (allowed && whole_bytes + sweeps > *allowed) {
    throw DoesNotFit(fmt::format("verifying {} whole needs {} of memory and {} may be used; --sample 1000000 needs little", set.name(),
                                 byte_text(whole_bytes + sweeps), byte_text(*allowed)));
  }
  plan.in_memory = !allowed || bytes + sweeps <= *allowed;
  return plan;
}

void compare_lower(const TableSet& set, const Table& table, SetReport& report) {
  for (const LowerDigest& lower : table.header().lower) {
    const auto below = set.layers.find(lower.layer);
    if (below != set.layers.end() && below->second->header().values_digest == lower.values_digest) continue;
    report.mismatches.push_back(
        fmt::format("{}: built from a layer {} that is not the one here", table.path().string(), to_text(lower.layer)));
  }
}

// What the depths of a layer lean on, from what was found of the layers below it.
void rest_depths(const SetReport& before, const std::vector<LayerId>& up_to, LayerReport& made) {
  for (const LayerReport& below : before.layers) {
    const LayerId layer = below.certificate.layer;
    if (std::find(up_to.begin(), up_to.end(), layer) == up_to.end()) continue;
    made.depths_resting = made.depths_resting || below.depths_open();
    if (!below.depths && made.certificate.depths_left > 0) made.none.push_back(layer);
  }
}

SetReport verify_set(const TableSet& set, const Arguments& arguments, Progress& progress, const std::atomic<bool>& stop) {
  require_layers_below(set, arguments);
  const auto referee = make_referee(set.rules);
  const VerifyPlan plan = plan_of(set, arguments);
  double all = 0;
  for (const auto& [layer, table] : set.layers) all += plan.work_of(layer, table->header().positions);
  LoadedEntries loaded;
  const TableEntries tables(set);
  CertifyOptions options;
  options.threads = arguments.threads();
  options.stop = &stop;
  SetReport report;
  double done = 0;
  for (const auto& [layer, table] : set.layers) {
    if (stop) throw Interrupted();
    const std::uint64_t positions = table->header().positions;
    const double work = plan.work_of(layer, positions);
    const std::string name = fmt::format("{} layer {}", set.rules.full_text(), to_text(layer));
    compare_lower(set, *table, report);
    options.depths = table->header().has_depths();
    options.sample = plan.sample_of(layer, positions);
    options.progress = [&](double share) { progress.update(done + share * work, all, done + share * work, name); };
    const bool load = plan.in_memory || plan.whole(layer);
    if (load) loaded.add(table->load(options.threads));
    LayerReport made{.certificate = certify(set.rules, layer, load ? static_cast<const EntrySource&>(loaded) : tables, options),
                     .whole = options.sample == 0,
                     .digests = load,
                     .depths = options.depths};
    if (made.depths) rest_depths(report, referee->layers_up_to(layer), made);
    report.checked += made.certificate.checked;
    report.faults += made.certificate.faults;
    report.layers.push_back(std::move(made));
    done += work;
  }
  return report;
}

boost::json::array folders_json(const TableSet& set) {
  boost::json::array folders;
  for (const auto& folder : set.folders) folders.push_back(boost::json::string(valid_utf8(folder.string())));
  return folders;
}

boost::json::object json_of(const LayerReport& layer) {
  boost::json::array faults;
  for (const Fault& fault : layer.certificate.first) {
    faults.push_back(boost::json::object{{"number", fault.number}, {"position", to_text(fault.position)}, {"what", fault.what}});
  }
  return {{"layer", json_of(layer.certificate.layer)},
          {"checked", layer.certificate.checked},
          {"whole", layer.whole},
          {"digests_compared", layer.digests},
          {"faults", layer.certificate.faults},
          {"values_proved", layer.certificate.proved},
          {"has_depths", layer.depths},
          {"depths_proved", layer.depths_proved()},
          {"depths_left", layer.certificate.depths_left},
          {"first", std::move(faults)}};
}

boost::json::object json_of(const TableSet& set, const SetReport& report, bool sampled) {
  boost::json::array layers;
  boost::json::array depths_open;
  for (const LayerReport& layer : report.layers) {
    layers.push_back(json_of(layer));
    if (layer.depths_open()) depths_open.push_back(json_of(layer.certificate.layer));
  }
  boost::json::array mismatches;
  for (const std::string& text : report.mismatches) mismatches.push_back(boost::json::string(valid_utf8(text)));
  return {{"game", set.rules.game().name},
          {"board", set.rules.board_text()},
          {"rules", json_of(set.rules)},
          {"folder", valid_utf8(set.folders.front().string())},
          {"folders", folders_json(set)},
          {"shadowed", set.shadowed},
          {"checked", report.checked},
          {"faults", report.faults},
          {"sampled", sampled},
          {"whole_layers", report.whole_layers()},
          {"depths", report.all_depths()},
          {"depths_not_proved", std::move(depths_open)},
          {"ok", report.good() && !report.depths_open()},
          {"mismatches", std::move(mismatches)},
          {"layers", std::move(layers)}};
}

// The depths that could not be checked wholly, and for want of what.
std::string open_depths_text(const SetReport& report) {
  std::string text;
  for (const LayerReport& layer : report.layers) {
    if (!layer.depths_open()) continue;
    text += fmt::format("depths of layer {} not proved: ", to_text(layer.certificate.layer));
    if (layer.certificate.depths_left > 0) {
      text += fmt::format("{} of them lean on layers without depths ({})\n", with_commas(layer.certificate.depths_left),
                          layers_text(layer.none));
    } else {
      text += "they agree with depths below that are not proved\n";
    }
  }
  return text;
}

std::string verdict_of(const SetReport& report) {
  if (!report.good()) return fmt::format("{} wrong", with_commas(report.faults));
  if (report.all_proved()) {
    return report.depths_open() ? "values all proved from the layers below, depths not all" : "all proved from the layers below";
  }
  const std::size_t whole = report.whole_layers();
  return fmt::format("a sample{}, all right; nothing else is proved, and circles in sampled layers were not looked for{}",
                     whole == 0 ? "" : fmt::format(" and the lowest {} whole", counted(whole, "layer", "layers")),
                     report.digests() == report.layers.size() ? "" : ", nor all digests compared");
}

std::string text_of(const TableSet& set, const SetReport& report) {
  std::string text;
  for (const std::string& mismatch : report.mismatches) text += fmt::format("{}\n", mismatch);
  for (const LayerReport& layer : report.layers) {
    for (const Fault& fault : layer.certificate.first) {
      text += fmt::format("wrong: layer {}, number {}, {}: {}\n", to_text(layer.certificate.layer), fault.number, to_text(fault.position),
                          fault.what);
    }
  }
  text += open_depths_text(report);
  const Colour colour = report.good() && !report.depths_open() ? Colour::green : Colour::red;
  return text + fmt::format("{}: {}, {} checked, {}\n", set.name(), counted(report.layers.size(), "layer", "layers"),
                            counted(report.checked, "entry", "entries"), coloured(verdict_of(report), colour));
}

ExitCode run(const Arguments& arguments) {
  const auto rules = rules_asked_for(arguments);
  const auto folders = folders_to_read(arguments);
  const Catalogue catalogue(folders);
  TableSets all = sets_of(catalogue.list());
  if (!all.damaged.empty()) throw TableDamaged(all.damaged.front());
  Output output;
  const StopSignals signals;
  bool found = false;
  bool good = true;
  // What probing does not read, for another folder's table of the layer, is verified too: on its own folder's, searched first.
  std::move(all.shadowed_sets.begin(), all.shadowed_sets.end(), std::back_inserter(all.sets));
  bool depths_open = false;
  for (const TableSet& set : all.sets) {
    if (rules && set.rules != *rules) continue;
    found = true;
    const SetReport report = [&] {
      Progress progress("entries");
      return verify_set(set, arguments, progress, signals.flag());
    }();
    good = good && report.good();
    depths_open = depths_open || report.depths_open();
    if (arguments.has("json")) {
      output.line(json_of(set, report, arguments.has("sample")));
    } else {
      output.text(text_of(set, report));
    }
    output.flush();
  }
  if (!found) fail_no_tables(arguments, folders, rules);
  if (!good) return ExitCode::no;
  return depths_open ? ExitCode::table_missing : ExitCode::ok;
}

}  // namespace

const Command& verify_command() {
  static const Command command{
      .name = "verify",
      .summary = "re-derive every entry of tables with forward moves alone",
      .usage = "uthi verify [GAME BOARD] [--tables DIR] [--sample N [--whole N]] [options]",
      .description =
          "Checks every entry against the entries that its plies lead to, and that no circle of positions holds a value up by\n"
          "itself (by the depths, or without them by forward sweeps): for whole tables that is a proof. Nothing of the solver is\n"
          "used, only the rules. The first wrong entries are named (exit code 1); a file that cannot be read rightly is damaged\n"
          "(exit code 5). Depths are proved where the layers that they lean on have proved depths too. Where those have none, or\n"
          "depths below are not proved, values are still proved, the layers concerned are named, and the exit code is 4: tables\n"
          "with depths are missing. Without GAME and BOARD all tables of the folders are checked. Of a layer that several folders\n"
          "have, the one that probing reads is checked with the others that it reads; then, as a set of its own, what it shadows.\n"
          "A sample is checked against\n"
          "columns in memory where they fit, 2 bytes a stored position without depths and 6 with, else against blocks as they are\n"
          "needed; of entries outside the sample, and of circles among them, nothing is shown.",
      .options = {kTablesOption,
                  kRulesOption,
                  {"sample", "N", "check N entries at least, spread over all layers"},
                  {"whole", "N", "with --sample: check layers of up to N seeds whole, and the sample in those above"},
                  {"memory", "GIB", "most memory to use; default: 80 of 100 of what is available"},
                  kThreadsOption,
                  kJsonOption},
      .examples =
          "  uthi verify\n"
          "  uthi verify giuthi 2x6 --tables ./tables\n"
          "  uthi verify --sample 100000 --json\n"
          "  uthi verify giuthi 2x5 --whole 24 --sample 100000000",
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
