// uthi bench: how fast this machine solves, compresses and probes.
#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "core/error.hpp"
#include "core/repetition.hpp"
#include "tools/bench.hpp"
#include "tools/bench_search.hpp"
#include "tools/build_plan.hpp"
#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/table_arguments.hpp"

namespace uthi {

namespace {

constexpr int kSeeds = 15;
constexpr int kQuickSeeds = 10;
constexpr int kRuns = 3;

double per_second(std::uint64_t count, double seconds) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }

double each(std::uint64_t bytes, std::uint64_t positions) { return static_cast<double>(bytes) / static_cast<double>(positions); }

// Bytes of memory for each stored board of the top layer, beyond the finished layers below it.
double solver_bytes(const BenchResult& result) {
  return static_cast<double>(result.peak_bytes - std::min(result.peak_bytes, result.finished_bytes)) /
         static_cast<double>(result.top_stored);
}

boost::json::object json_of(const KernelRun& run) {
  return {{"count", run.count}, {"seconds", run.seconds}, {"per_second", per_second(run.count, run.seconds)}};
}

boost::json::object json_of(const CompressionMeasurement& measurement, const BenchResult& result) {
  return {{"raw_bytes", measurement.raw_bytes},
          {"bytes", measurement.bytes},
          {"seconds", measurement.seconds},
          {"megabytes_per_second", per_second(measurement.raw_bytes, measurement.seconds) / 1e6},
          {"bytes_a_position", each(measurement.bytes, result.top_positions)}};
}

boost::json::object json_of(const ColdProbes& cold) {
  return {{"probes", cold.probes}, {"median_ns", cold.median_ns}, {"slowest_ns", cold.slowest_ns}};
}

boost::json::object json_of(const BenchRequest& request, const BenchResult& result) {
  boost::json::array solving;
  for (const SolveMeasurement& run : result.solving) {
    boost::json::array all;
    for (const double seconds : run.all_seconds) all.push_back(seconds);
    solving.push_back(boost::json::object{{"threads", run.threads},
                                          {"seconds", run.seconds},
                                          {"boards_per_second", per_second(result.positions, run.seconds)},
                                          {"runs", std::move(all)}});
  }
  return {
      {"game", request.rules.game().name},
      {"board", request.rules.board_text()},
      {"rules", json_of(request.rules)},
      {"seeds", request.seeds},
      {"marks", request.marks},
      {"positions", result.positions},
      {"solving", std::move(solving)},
      {"peak_bytes", result.peak_bytes},
      {"finished_bytes", result.finished_bytes},
      {"solver_bytes_a_stored_board", solver_bytes(result)},
      {"kernel_layer", json_of(result.kernel_layer)},
      {"plies", json_of(result.plies)},
      {"unplies", json_of(result.unplies)},
      {"index_slot", json_of(result.slots)},
      {"index_board", json_of(result.boards)},
      {"compression_values", json_of(result.values, result)},
      {"compression_depths", result.with_depths ? boost::json::value(json_of(*result.with_depths, result)) : boost::json::value(nullptr)},
      {"cold_probes", json_of(result.cold)},
      {"cold_probes_without_depths", json_of(result.cold_values)},
      {"cold_probe_ns", result.cold.median_ns},
      {"warm_entry_ns", result.warm_entry_ns},
      {"warm_probe_ns", result.warm_probe_ns},
      {"signature",
       boost::json::object{{"plies", result.plies.count},
                           {"plies_checksum", fmt::format("{:016x}", result.plies.checksum)},
                           {"unplies", result.unplies.count},
                           {"unplies_checksum", fmt::format("{:016x}", result.unplies.checksum)},
                           {"index_checksum", fmt::format("{:016x}", result.slots.checksum + result.boards.checksum)},
                           {"values_digest", result.values_digest},
                           {"depths_digest", result.with_depths ? boost::json::value(result.depths_digest) : boost::json::value(nullptr)},
                           {"values_bytes", result.values.bytes}}}};
}

std::string text_of(const BenchRequest& request, const BenchResult& result) {
  std::string text =
      fmt::format("{}, {}: {}, median of {}\n\n", request.rules.full_text(),
                  layers_text({.rules = request.rules, .seeds = request.seeds, .marks = request.marks, .folder = {}}),
                  counted(result.positions, "position", "positions"), counted(static_cast<std::uint64_t>(request.runs), "run", "runs"));
  for (const SolveMeasurement& run : result.solving) {
    text += fmt::format("  {:<30}{:>10.2f} million boards/s  ({:.2f} s)\n",
                        fmt::format("solving, {}", counted(static_cast<std::uint64_t>(run.threads), "thread", "threads")),
                        per_second(result.positions, run.seconds) / 1e6, run.seconds);
  }
  text += fmt::format("  {:<30}{:>10.1f} bytes a stored board of layer {} ({} in all, {} of them finished layers)\n", "memory of solving",
                      solver_bytes(result), to_text(result.top), byte_text(result.peak_bytes), byte_text(result.finished_bytes));
  const auto kernel = [&](std::string_view name, const KernelRun& run, std::string_view unit) {
    text += fmt::format("  {:<30}{:>10.1f} million {}/s\n", name, per_second(run.count, run.seconds) / 1e6, unit);
  };
  kernel(fmt::format("moves, layer {}", to_text(result.kernel_layer)), result.plies, "plies");
  kernel("un-moves", result.unplies, "predecessors");
  kernel("index: board to number", result.slots, "boards");
  kernel("index: number to board", result.boards, "boards");
  const auto compression = [&](std::string_view name, const CompressionMeasurement& run) {
    text += fmt::format("  {:<30}{:>10.1f} MB/s  {:.3f} bytes a position of layer {}\n", name, per_second(run.raw_bytes, run.seconds) / 1e6,
                        each(run.bytes, result.top_positions), to_text(result.top));
  };
  compression("compression, values", result.values);
  if (result.with_depths) compression("compression, with depths", *result.with_depths);
  const auto cold = [&](std::string_view name, const ColdProbes& probes) {
    text += fmt::format("  {:<30}{:>10.1f} us  slowest of {}: {:.1f} us\n", name, probes.median_ns / 1e3, probes.probes,
                        probes.slowest_ns / 1e3);
  };
  cold("probe, cold block", result.cold);
  if (result.with_depths) cold("  without depths", result.cold_values);
  text += fmt::format("  {:<30}{:>10.1f} ns\n  {:<30}{:>10.1f} ns\n", "probe, warm, by number", result.warm_entry_ns,
                      "probe, warm, a position", result.warm_probe_ns);
  return text + fmt::format("\nSignature: {} plies, {} predecessors, values {}{}\n", with_commas(result.plies.count),
                            with_commas(result.unplies.count), result.values_digest,
                            result.with_depths ? ", depths " + result.depths_digest : "");
}

ExitCode run(const Arguments& arguments) {
  const auto& words = arguments.words();
  if (words.size() == 1) throw UsageError("expected a game and a board, for example: uthi bench giuthi 2x6");
  RuleSet rules(game_named(words.empty() ? "giuthi" : words[0]), words.empty() ? 6 : parse_board(words[1]));
  rules.set_all(arguments.text("rules").value_or(""));
  if (arguments.has("search")) return bench_search(arguments, rules.for_tables());
  const bool quick = arguments.has("quick");
  BenchRequest request{.rules = rules.for_tables()};
  request.marks = marks_asked_for(arguments, rules).value_or(0);
  request.seeds = static_cast<int>(arguments.number("seeds", 1, kMaxLayerSeeds).value_or(quick ? kQuickSeeds : kSeeds));
  request.runs = static_cast<int>(arguments.number("runs", 1, 100).value_or(quick ? 1 : kRuns));
  request.threads = arguments.threads();
  const BuildRequest size{.rules = request.rules,
                          .seeds = request.seeds,
                          .marks = request.marks,
                          .folder = std::filesystem::temp_directory_path(),
                          .depths = have_depths(rules)};
  const auto memory = available_memory();
  const auto plan = plan_that_fits(size, {memory.value_or(std::numeric_limits<std::uint64_t>::max()), free_disk(size.folder)});
  if (!plan.layers.back().from_files.empty()) {
    throw DoesNotFit(
        fmt::format("{} {}: the layers do not fit in memory side by side, and reading them from files is not what is to be timed",
                    rules.full_text(), layers_text(size)));
  }
  request.keep_edges = plan.layers.back().keep_edges;
  const BenchResult result = run_bench(request);
  Output output;
  if (arguments.has("json")) {
    output.line(json_of(request, result));
  } else {
    output.text(text_of(request, result));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& bench_command() {
  static const Command command{
      .name = "bench",
      .summary = "how fast this machine solves, compresses and probes",
      .usage = "uthi bench [GAME BOARD] [--seeds N] [--threads N] [--runs N] [--search] [--quick] [--json]",
      .description =
          "Times solving with one and with N threads, moves, un-moves, the index, compression, and probing cold and warm; the\n"
          "default is giuthi 2x6 to 15 seeds. Rates count mirror images. Cold probes: blocks\n"
          "all over the file, of tables without depths the largest ones too, each the best of three. The signature depends on the rules "
          "alone: a change\n"
          "that means to be a speed-up keeps it.",
      .options = {{"seeds", "N", "most seeds on the board; default 15, with --quick 10"},
                  kMarksOption,
                  kRulesOption,
                  kThreadsOption,
                  {"runs", "N", "take medians of N runs; default 3, with --quick 1"},
                  {"search", "", "time the search beyond the tables instead: starts, and positions with and without tables"},
                  {"quick", "", "a small measurement in seconds"},
                  kJsonOption},
      .examples =
          "  uthi bench --quick\n"
          "  uthi bench giuthi 2x6 --seeds 15 --threads 2\n"
          "  uthi bench kiothi 2x10 --seeds 9\n"
          "  uthi bench awari 2x6 --seeds 15\n"
          "  uthi bench giuthi 2x6 --search\n"
          "  uthi bench giuthi 2x8 --seeds 11 --json",
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
