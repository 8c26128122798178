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
  void add(LayerValues values) { layers_.add(std::move(values)); }

 private:
  MemoryLayers layers_;
};

// Single entries, for samples.
class TableEntries final : public EntrySource {
 public:
  explicit TableEntries(const TableSet& set) : set_(set) {}
  RawValue entry(LayerId layer, std::uint64_t number) const override { return set_.layers.at(layer)->raw(number); }

 private:
  const TableSet& set_;
};

struct SetReport {
  std::uint64_t checked = 0;
  std::uint64_t faults = 0;
  std::size_t whole_layers = 0;
  bool all_depths = true;
  std::vector<Certificate> certificates{};
  std::vector<std::string> mismatches{};  // layers built from others than those below them
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

SetReport verify_set(const TableSet& set, const Arguments& arguments, Progress& progress, const std::atomic<bool>& stop) {
  require_layers_below(set, arguments);
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
    // Depths can be checked only where the layers below have them too.
    report.all_depths = report.all_depths && table->header().has_depths();
    options.depths = report.all_depths;
    options.sample = plan.sample_of(layer, positions);
    options.progress = [&](double share) { progress.update(done + share * work, all, done + share * work, name); };
    const bool load = plan.in_memory || plan.whole(layer);
    if (load) loaded.add(table->load(options.threads));
    report.certificates.push_back(certify(set.rules, layer, load ? static_cast<const EntrySource&>(loaded) : tables, options));
    report.checked += report.certificates.back().checked;
    report.faults += report.certificates.back().faults;
    report.whole_layers += options.sample == 0 ? 1 : 0;
    done += work;
  }
  return report;
}

boost::json::array folders_json(const TableSet& set) {
  boost::json::array folders;
  for (const auto& folder : set.folders) folders.push_back(boost::json::string(valid_utf8(folder.string())));
  return folders;
}

boost::json::object json_of(const TableSet& set, const SetReport& report, bool sampled) {
  boost::json::array layers;
  for (const Certificate& certificate : report.certificates) {
    boost::json::array faults;
    for (const Fault& fault : certificate.first) {
      faults.push_back(boost::json::object{{"number", fault.number}, {"position", to_text(fault.position)}, {"what", fault.what}});
    }
    layers.push_back(boost::json::object{{"layer", json_of(certificate.layer)},
                                         {"checked", certificate.checked},
                                         {"faults", certificate.faults},
                                         {"first", std::move(faults)}});
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
          {"whole_layers", report.whole_layers},
          {"depths", report.all_depths},
          {"ok", report.faults == 0 && report.mismatches.empty()},
          {"mismatches", std::move(mismatches)},
          {"layers", std::move(layers)}};
}

std::string text_of(const TableSet& set, const SetReport& report, bool sampled) {
  std::string text;
  for (const std::string& mismatch : report.mismatches) text += fmt::format("{}\n", mismatch);
  for (const Certificate& certificate : report.certificates) {
    for (const Fault& fault : certificate.first) {
      text += fmt::format("wrong: layer {}, number {}, {}: {}\n", to_text(certificate.layer), fault.number, to_text(fault.position),
                          fault.what);
    }
  }
  const bool good = report.faults == 0 && report.mismatches.empty();
  const std::string verdict =
      !good ? fmt::format("{} wrong", with_commas(report.faults))
      : sampled
          ? fmt::format(
                "a sample{}, all right",
                report.whole_layers == 0 ? "" : fmt::format(" and the lowest {} whole", counted(report.whole_layers, "layer", "layers")))
          : "all proved from the layers below";
  return text + fmt::format("{}: {}, {} checked, {}\n", set.name(), counted(report.certificates.size(), "layer", "layers"),
                            counted(report.checked, "entry", "entries"), coloured(verdict, good ? Colour::green : Colour::red));
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
  for (const TableSet& set : all.sets) {
    if (rules && set.rules != *rules) continue;
    found = true;
    const SetReport report = [&] {
      Progress progress("entries");
      return verify_set(set, arguments, progress, signals.flag());
    }();
    good = good && report.faults == 0 && report.mismatches.empty();
    if (arguments.has("json")) {
      output.line(json_of(set, report, arguments.has("sample")));
    } else {
      output.text(text_of(set, report, arguments.has("sample")));
    }
    output.flush();
  }
  if (!found) fail_no_tables(arguments, folders, rules);
  return good ? ExitCode::ok : ExitCode::no;
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
          "(exit code 5). Without GAME and BOARD all tables of the folders are checked. Of a layer that several folders have, the one\n"
          "that probing reads is checked with the others that it reads; then, as a set of its own, what it shadows. A sample is checked "
          "against columns in\n"
          "memory where they fit, 2 bytes a stored position without depths and 6 with, else against blocks as they are needed.",
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
