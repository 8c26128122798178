// The measurements.
#include "tools/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "core/repetition.hpp"
#include "solver/solve.hpp"
#include "tablebase/catalogue.hpp"
#include "tablebase/prober.hpp"
#include "tablebase/writer.hpp"
#include "tools/machine.hpp"
#include "tools/memory_layers.hpp"

namespace uthi {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kScatter = 0x9e3779b97f4a7c15U;    // multiples of it, reduced, are scattered
constexpr std::uint64_t kMostKernelPositions = 2'000'000;  // stored; inner loops need no more to be timed
constexpr std::uint64_t kWarmProbes = 20'000;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// A folder of its own that goes when it goes.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "uthi-bench-XXXXXX").string();
    if (error || mkdtemp(name.data()) == nullptr) throw InputOutputError(fmt::format("{}: cannot make a temporary folder", name));
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

KernelRun median_run(int runs, const std::function<KernelRun()>& kernel) {
  std::vector<double> seconds;
  KernelRun last;
  for (int i = 0; i < runs; ++i) {
    last = kernel();
    seconds.push_back(last.seconds);
  }
  last.seconds = median(seconds);
  return last;
}

void measure_kernels(const BenchRequest& request, const Referee& referee, BenchResult& result) {
  for (const LayerId layer : referee.layers_up_to(result.top)) {
    if (referee.stored(layer) <= kMostKernelPositions) result.kernel_layer = layer;
  }
  const BenchKernels kernels(request.rules, result.kernel_layer);
  result.plies = median_run(request.runs, [&] { return kernels.plies(); });
  result.unplies = median_run(request.runs, [&] { return kernels.unplies(); });
  result.slots = median_run(request.runs, [&] { return kernels.slots(); });
  result.boards = median_run(request.runs, [&] { return kernels.boards(); });
}

// Solves all layers `runs` times; leaves those of the last run in `layers`.
SolveMeasurement measure_solving(const BenchRequest& request, const Referee& referee, LayerId top, int threads, MemoryLayers& layers) {
  const auto solver = make_layer_solver(request.rules, request.seeds);
  SolveMeasurement measurement{.threads = threads};
  SolveOptions options;
  options.threads = threads;
  options.depths = have_depths(request.rules);
  options.keep_edges = request.keep_edges;
  for (int run = 0; run < request.runs; ++run) {
    layers = MemoryLayers();
    const auto start = Clock::now();
    for (const LayerId layer : referee.layers_up_to(top)) layers.add(solver->solve(layer, layers, options));
    measurement.all_seconds.push_back(seconds_since(start));
  }
  measurement.seconds = median(measurement.all_seconds);
  return measurement;
}

CompressionMeasurement measure_compression(const BenchRequest& request, const LayerValues& values, const std::vector<LowerDigest>& lower) {
  WriteOptions options;
  options.threads = request.threads;
  const auto start = Clock::now();
  const auto bytes = encode_table(request.rules, values, lower, options).size();
  return {values.size() * (values.has_depths() ? 6 : 2), bytes, seconds_since(start)};
}

void measure_probing(const BenchRequest& request, const Referee& referee, const std::filesystem::path& folder, BenchResult& result) {
  const std::uint64_t stored = result.top_stored;
  const auto number = [&](std::uint64_t i) { return i * kScatter % stored; };
  result.cold = measure_cold_probes(table_path(folder, request.rules, result.top));
  const Catalogue catalogue({folder}, 1ULL << 30);
  const Prober prober(request.rules, catalogue);
  const auto table = catalogue.get(request.rules, result.top);
  std::vector<Position> positions;
  for (std::uint64_t i = 0; i < kWarmProbes; ++i) positions.push_back(referee.at(result.top, number(i)));
  const auto measure = [&](const auto& probe) {
    std::vector<double> seconds;
    for (int run = 0; run <= request.runs; ++run) {  // the first run warms
      const auto start = Clock::now();
      for (std::uint64_t i = 0; i < kWarmProbes; ++i) probe(i);
      if (run > 0) seconds.push_back(seconds_since(start));
    }
    return 1e9 * median(seconds) / static_cast<double>(kWarmProbes);
  };
  result.warm_entry_ns = measure([&](std::uint64_t i) { (void)table->value(number(i)); });
  result.warm_probe_ns = measure([&](std::uint64_t i) { (void)prober.value(positions[i]); });
}

}  // namespace

BenchResult run_bench(const BenchRequest& request) {
  const auto referee = make_referee(request.rules);
  BenchResult result;
  result.top = referee->layers_up_to({request.seeds, request.marks}).back();
  result.top_positions = referee->positions(result.top);
  result.top_stored = referee->stored(result.top);
  for (const LayerId layer : referee->layers_up_to(result.top)) {
    result.positions += referee->positions(layer);
    if (layer != result.top) result.finished_bytes += referee->stored(layer) * (have_depths(request.rules) ? 6 : 2);
  }

  // First, so that the peak of memory is that of solving.
  MemoryLayers layers;
  result.solving.push_back(measure_solving(request, *referee, result.top, 1, layers));
  if (request.threads > 1) result.solving.push_back(measure_solving(request, *referee, result.top, request.threads, layers));
  result.peak_bytes = peak_memory();

  measure_kernels(request, *referee, result);

  std::vector<LowerDigest> lower;
  for (const LayerId layer : referee->layers_up_to(result.top)) {
    if (layer != result.top) lower.push_back({layer, digest_of_values(layers.layer(layer).floor, layers.layer(layer).ceiling)});
  }
  const LayerValues& top = layers.layer(result.top);
  const LayerValues values{.layer = top.layer, .floor = top.floor, .ceiling = top.ceiling, .floor_depth = {}, .ceiling_depth = {}};
  result.values = measure_compression(request, values, lower);
  if (have_depths(request.rules)) {
    result.with_depths = measure_compression(request, top, lower);
    result.depths_digest = digest_of_depths(top.floor_depth, top.ceiling_depth).text();
  }
  result.values_digest = digest_of_values(top.floor, top.ceiling).text();

  const TemporaryFolder folder;
  WriteOptions options;
  options.threads = request.threads;
  const std::filesystem::path path = table_path(folder.path(), request.rules, result.top);
  write_table(path, request.rules, values, lower, options);
  result.cold_values = measure_cold_probes(path);
  write_table(path, request.rules, top, lower, options);
  measure_probing(request, *referee, folder.path(), result);
  return result;
}

}  // namespace uthi
