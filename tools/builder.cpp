// The build loop.
#include "tools/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "solver/solve.hpp"
#include "tablebase/catalogue.hpp"
#include "tablebase/folder_lock.hpp"
#include "tablebase/writer.hpp"
#include "tools/checked_solve.hpp"
#include "tools/checkpoint_file.hpp"
#include "tools/file_layers.hpp"
#include "tools/memory_layers.hpp"

namespace uthi {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Build {
 public:
  Build(const BuildRequest& request, const BuildPlan& plan, const BuildListener& listener, const std::atomic<bool>& stop)
      : request_(request), plan_(plan), listener_(listener), stop_(stop), referee_(make_referee(request.rules)) {
    status_.boards_all = static_cast<double>(plan.positions);
  }

  BuildSummary run() {
    const auto start = Clock::now();
    for (const PlannedLayer& planned : plan_.layers) {
      if (stop_) throw Interrupted();
      status_.layer = planned.layer;
      for (const LayerId below : planned.from_files) finished_.drop(below);
      const auto path = table_path(request_.folder, request_.rules, planned.layer);
      const auto lower = digests_below(planned.layer);
      if (!keep(path, planned, lower)) solve(path, planned, lower);
      status_.boards_done += static_cast<double>(planned.positions);
      summary_.bytes += std::filesystem::file_size(path);
    }
    summary_.seconds = seconds_since(start);
    return summary_;
  }

 private:
  // In the order in which table files list them.
  [[nodiscard]] std::vector<LowerDigest> digests_below(LayerId top) const {
    std::vector<LowerDigest> list;
    for (const LayerId layer : referee_->layers_up_to(top)) {
      if (layer != top) list.push_back({layer, digests_.at(layer)});
    }
    std::sort(list.begin(), list.end(), [](const LowerDigest& a, const LowerDigest& b) { return a.layer < b.layer; });
    return list;
  }

  void finish(LayerValues values, const Digest& digest) {
    digests_.emplace(values.layer, digest);
    finished_.add(std::move(values));
  }

  // Takes a finished layer back in if it holds what is asked for and was built from the layers that are there.
  bool keep(const std::filesystem::path& path, const PlannedLayer& planned, const std::vector<LowerDigest>& lower) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return false;
    try {
      const Table table(path, nullptr);
      const TableHeader& header = table.header();
      if (header.rules != request_.rules || header.layer != planned.layer) {
        return refuse(path, fmt::format("it holds {}, layer {}", header.rules.full_text(), to_text(header.layer)));
      }
      if (header.lower != lower) return refuse(path, "it was built from other layers than those below it");
      if (request_.depths && !header.has_depths()) return refuse(path, "it has no depths");
      LayerValues values = table.load(request_.threads);
      if (!request_.depths) {  // nothing above will ask for them
        values.floor_depth = std::vector<std::uint16_t>();
        values.ceiling_depth = std::vector<std::uint16_t>();
      }
      finish(std::move(values), header.values_digest);
    } catch (const TableDamaged& damaged) {
      return refuse(path, damaged.what());
    }
    std::filesystem::remove(checkpoint_path(path), error);  // left over if the build was killed between the two
    ++summary_.layers_kept;
    return true;
  }

  bool refuse(const std::filesystem::path& path, const std::string& why) {
    listener_.warn(fmt::format("{}: {}; this layer is built anew", path.string(), why));
    return false;
  }

  void solve(const std::filesystem::path& path, const PlannedLayer& planned, const std::vector<LowerDigest>& lower) {
    if (!solver_) solver_ = make_layer_solver(request_.rules, request_.seeds);
    const auto start = Clock::now();
    const double boards = static_cast<double>(planned.positions);
    SolveOptions options{.threads = request_.threads, .depths = request_.depths, .progress = {}, .stop = &stop_};
    options.keep_edges = planned.keep_edges;
    std::map<LayerId, std::filesystem::path> in_files;
    for (const LayerId below : planned.from_files) in_files.emplace(below, table_path(request_.folder, request_.rules, below));
    const FileLayers reader(in_files, planned.cache_bytes);
    options.reader = &reader;
    options.progress = [&](double share) {
      status_.checking = false;
      report(boards * share);
    };
    CheckpointFile checkpoint(checkpoint_path(path), fingerprint_of(planned.layer, lower),
                              {std::chrono::duration<double>(request_.checkpoint_seconds), listener_.warn});
    options.checkpoint = &checkpoint;
    const CheckedSolveListener checks{.checking =
                                          [&](double) {
                                            status_.checking = true;
                                            report(boards);
                                          },
                                      .note = listener_.warn};
    LayerValues values = solve_checked(*solver_, request_.rules, planned.layer, finished_, options, checks);
    status_.checking = false;
    summary_.solve_seconds += seconds_since(start);
    report(boards);
    WriteOptions write{.level = request_.level, .threads = request_.threads, .stop = &stop_};
    const TableHeader header = write_table(path, request_.rules, values, lower, write);
    checkpoint.remove();
    finish(std::move(values), header.values_digest);
    status_.boards_solved += boards;
    summary_.boards_built += planned.positions;
    ++summary_.layers_built;
  }

  // Of all that the state of a layer depends on.
  [[nodiscard]] std::string fingerprint_of(LayerId layer, const std::vector<LowerDigest>& lower) const {
    std::string text = fmt::format("uthi {} {} layer {} {}", UTHI_VERSION, request_.rules.full_text(), to_text(layer),
                                   request_.depths ? "with depths" : "without depths");
    for (const LowerDigest& below : lower) text += fmt::format(" {}:{}", to_text(below.layer), below.values_digest.text());
    return text;
  }

  void report(double boards_of_layer) {
    BuildStatus status = status_;
    status.boards_done += boards_of_layer;
    status.boards_solved += boards_of_layer;
    listener_.progress(status);
  }

  const BuildRequest& request_;
  const BuildPlan& plan_;
  const BuildListener& listener_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<Referee> referee_;
  std::unique_ptr<LayerSolver> solver_;  // made when the first layer needs it: its tables take memory
  MemoryLayers finished_;
  std::map<LayerId, Digest> digests_;
  BuildStatus status_;
  BuildSummary summary_;
};

}  // namespace

BuildSummary run_build(const BuildRequest& request, const BuildPlan& plan, const BuildListener& listener, const std::atomic<bool>& stop) {
  const FolderLock lock(request.folder);
  remove_stale_temporaries(request.folder);
  return Build(request, plan, listener, stop).run();
}

}  // namespace uthi
