// uthi build: solves layers from below and writes them as tables.
#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "core/repetition.hpp"
#include "tools/builder.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/progress.hpp"
#include "tools/table_arguments.hpp"

namespace uthi {

namespace {

constexpr double kCheckpointMinutes = 5;

BuildRequest request_of(const Arguments& arguments) {
  RuleSet rules(game_named(arguments.words()[0]), parse_board(arguments.words()[1]));
  rules.set_all(arguments.text("rules").value_or(""));
  const auto seeds = arguments.number("seeds", 0, kMaxLayerSeeds);
  if (!seeds) throw UsageError("--seeds is missing: the most seeds on the board, for example --seeds 12");
  BuildRequest request{.rules = rules.for_tables(), .seeds = static_cast<int>(*seeds), .folder = folder_to_write(arguments)};
  request.marks = marks_asked_for(arguments, rules).value_or(0);
  request.threads = arguments.threads();
  request.depths = have_depths(rules) && !arguments.has("no-depth");
  request.level = static_cast<int>(arguments.number("level", 1, 22).value_or(request.level));
  request.checkpoint_seconds = 60 * arguments.decimal("checkpoint", 0, 1e6).value_or(kCheckpointMinutes);
  return request;
}

BuildLimits limits_of(const Arguments& arguments, const BuildRequest& request) {
  const auto asked = arguments.gibibytes("memory");
  const auto available = available_memory();
  if (!asked && !available) throw UsageError("the system does not tell its free memory; say how much may be used, for example --memory 4");
  return {asked ? *asked : build_memory(*available), free_disk(request.folder)};
}

boost::json::object json_of(const BuildRequest& request, const BuildPlan& plan) {
  return {{"game", request.rules.game().name},
          {"board", request.rules.board_text()},
          {"rules", json_of(request.rules)},
          {"seeds", request.seeds},
          {"marks", request.marks},
          {"folder", valid_utf8(request.folder.string())},
          {"depths", request.depths},
          {"threads", request.threads},
          {"positions", plan.positions},
          {"stored", plan.stored},
          {"memory_bytes", plan.memory_bytes},
          {"disk_bytes", plan.disk_bytes}};
}

std::string text_of(const BuildRequest& request, const BuildPlan& plan) {
  return fmt::format("{} {}: {} ({} stored){}; needs {} of memory and about {} more disk in {}", request.rules.full_text(),
                     layers_text(request), counted(plan.positions, "position", "positions"), with_commas(plan.stored),
                     have_depths(request.rules)
                         ? std::string()
                         : fmt::format(", without depths, which repetition={} does not know", request.rules.get("repetition")),
                     byte_text(plan.memory_bytes), byte_text(plan.disk_bytes), request.folder.string());
}

void print_plan(Output& output, const BuildRequest& request, const BuildPlan& plan, const BuildLimits& limits, bool as_json) {
  if (as_json) {
    boost::json::object object = json_of(request, plan);
    boost::json::array layers;
    for (const PlannedLayer& layer : plan.layers) {
      boost::json::array from_files;
      for (const LayerId below : layer.from_files) from_files.push_back(json_of(below));
      layers.push_back(boost::json::object{{"layer", json_of(layer.layer)},
                                           {"positions", layer.positions},
                                           {"stored", layer.stored},
                                           {"memory_bytes", layer.memory_bytes},
                                           {"keep_edges", layer.keep_edges},
                                           {"from_files", std::move(from_files)},
                                           {"cache_bytes", layer.cache_bytes}});
    }
    object["memory_allowed"] = limits.memory;
    object["disk_free"] = limits.disk;
    object["layers"] = std::move(layers);
    output.line(object);
    return;
  }
  output.line(fmt::format("  {:<18}{:>20}{:>20}{:>14}", "layer", "positions", "stored", "memory"));
  for (const PlannedLayer& layer : plan.layers) {
    output.line(fmt::format("  {:<18}{:>20}{:>20}{:>14}", to_text(layer.layer), with_commas(layer.positions), with_commas(layer.stored),
                            byte_text(layer.memory_bytes)));
  }
  output.line(text_of(request, plan));
  output.line(fmt::format("{} of memory may be used, {} of disk are free", byte_text(limits.memory), byte_text(limits.disk)));
}

void print_summary(Output& output, const BuildRequest& request, const BuildPlan& plan, const BuildSummary& summary, bool as_json) {
  const double rate = summary.solve_seconds > 0 ? static_cast<double>(summary.boards_built) / summary.solve_seconds : 0;
  const double each = static_cast<double>(summary.bytes) / static_cast<double>(plan.positions);
  if (as_json) {
    boost::json::object object = json_of(request, plan);
    object["layers"] = plan.layers.size();
    object["layers_built"] = summary.layers_built;
    object["layers_kept"] = summary.layers_kept;
    object["positions_built"] = summary.boards_built;
    object["seconds"] = summary.seconds;
    object["solve_seconds"] = summary.solve_seconds;
    object["positions_per_second"] = rate;
    object["bytes"] = summary.bytes;
    object["bytes_a_position"] = each;
    output.line(object);
    return;
  }
  output.line(fmt::format("{}: {} built, {} kept; {} in {}, {:.3f} bytes a position", request.rules.full_text(),
                          counted(summary.layers_built, "layer", "layers"), summary.layers_kept,
                          counted(plan.positions, "position", "positions"), byte_text(summary.bytes), each));
  if (summary.layers_built > 0) {
    output.line(fmt::format("{:.1f} s, of which {:.1f} s solving {} ({:.2f} million a second); {}", summary.seconds, summary.solve_seconds,
                            counted(summary.boards_built, "position", "positions"), rate / 1e6, request.folder.string()));
  }
}

ExitCode run(const Arguments& arguments) {
  const BuildRequest request = request_of(arguments);
  const BuildLimits limits = limits_of(arguments, request);
  const bool as_json = arguments.has("json");
  Output output;
  if (arguments.has("dry-run")) {
    print_plan(output, request, plan_that_fits(request, limits), limits, as_json);
    output.flush();
    return ExitCode::ok;
  }
  const BuildPlan plan = plan_that_fits(request, limits);
  const StopSignals signals;
  const BuildSummary summary = [&] {
    Progress progress("boards");
    progress.note(text_of(request, plan));
    const BuildListener listener{.progress =
                                     [&](const BuildStatus& status) {
                                       progress.update(
                                           status.boards_done, status.boards_all, status.boards_solved,
                                           fmt::format("{}layer {}", status.checking ? "checking " : "", to_text(status.layer)));
                                     },
                                 .warn = [&](const std::string& text) { progress.note("uthi: " + text); }};
    return run_build(request, plan, listener, signals.flag());
  }();
  print_summary(output, request, plan, summary, as_json);
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& build_command() {
  static const Command command{
      .name = "build",
      .summary = "solve layers and write them as tables",
      .usage = "uthi build GAME BOARD --seeds N [options]",
      .description =
          "Solves every position with 0 to N seeds on the board: floor, ceiling, and the plies that each takes. Says first what it\n"
          "needs, and refuses what does not fit (exit code 6). Finished layers are checked and kept: a build that was stopped or\n"
          "killed goes on where it was, and the files are the same as of a build in one go, for any number of threads. Inside a\n"
          "long layer it goes on from the last checkpoint, a file beside the tables that goes when the layer is finished.\n"
          "Ctrl-C stops it (exit code 130). Under repetition=split, the default of Awari, endless play is worth nothing: every\n"
          "position has one value, and there are no depths. Neither are there under repetition=score, where floor and ceiling are\n"
          "bounds by the rows that recur.",
      .options = {{"seeds", "N", "most seeds on the board, 0 to 120"},
                  kMarksOption,
                  kTablesOption,
                  kRulesOption,
                  kThreadsOption,
                  {"memory", "GIB", "most memory to use; default: 80 of 100 of what is available"},
                  {"no-depth", "", "leave out how many plies a result takes: smaller tables"},
                  {"level", "N", "1 (fast) to 22 (tight): of zstd; from 10 on values without depths are packed in strips; default 19"},
                  {"checkpoint", "MINUTES", "save the state of a long layer so often; default 5, 0 at every step"},
                  {"dry-run", "", "only say what would be built and what it needs"},
                  kJsonOption},
      .examples =
          "  uthi build giuthi 2x6 --seeds 12\n"
          "  uthi build giuthi 2x8 --seeds 10 --tables ./tables --threads 2\n"
          "  uthi build giuthi 2x6 --seeds 10 --rules origin=sow,chain=broken --no-depth\n"
          "  uthi build kiothi 2x10 --seeds 8 --marks 2\n"
          "  uthi build awari 2x6 --seeds 12\n"
          "  uthi build giuthi 2x6 --seeds 18 --dry-run",
      .least_words = 2,
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
