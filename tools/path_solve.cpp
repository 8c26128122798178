// The path search of solver/first_repetition.hpp with tables where there are some, within limits of time and positions.
#include "tools/path_solve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/referee.hpp"
#include "solver/first_repetition.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kUnlimitedPositions = ~std::uint64_t{0};

// Bounds from tables; elsewhere all that the seeds on the board allow.
class TableBounds final : public BoundSource {
 public:
  explicit TableBounds(const TableValues& tables) : tables_(tables) {}
  Bounds bounds(LayerId layer, std::uint64_t number) const override {
    if (!tables_.covers(layer)) return {-layer.seeds, layer.seeds};
    const RawValue value = tables_.value(layer, number);
    return {value.floor, value.ceiling};
  }

 private:
  const TableValues& tables_;
};

// A flag that goes up when the user wishes to stop, or when the time is over.
class StopFlag {
 public:
  explicit StopFlag(const SolveLimits& limits) : thread_([this, limits] { watch(limits); }) {}
  ~StopFlag() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  [[nodiscard]] const std::atomic<bool>& flag() const { return flag_; }
  [[nodiscard]] bool timed_out() const { return timed_out_; }

 private:
  void watch(const SolveLimits& limits) {
    const auto start = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(20), [this] { return over_; })) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (limits.seconds && passed.count() >= *limits.seconds) timed_out_ = true;
      if (timed_out_ || (limits.stop != nullptr && *limits.stop)) flag_ = true;
    }
  }

  std::atomic<bool> flag_{false};
  std::atomic<bool> timed_out_{false};
  bool over_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;  // last: it uses the others
};

// The dense index of all layers up to the position's must fit.
void require_rows(const Position& position, std::uint64_t memory) {
  const int pits = position.rules.pits();
  double rows = 1;
  for (int i = 1; i <= pits; ++i) rows = rows * (position.seeds() + i) / i;
  constexpr double kRowBytes = 24;
  if (rows * kRowBytes > static_cast<double>(memory)) {
    throw DoesNotFit(fmt::format("the path search of {} seeds on {} lists all rows, which needs {} of memory; solve a smaller position",
                                 position.seeds(), position.rules.board_text(), byte_text(static_cast<std::uint64_t>(rows * kRowBytes))));
  }
}

}  // namespace

Solution solve_by_path(const SolveQuestion& question, const SolveLimits& limits, const TableValues& tables) {
  if (limits.method == Method::graph) throw UsageError("--method graph: under repetition=score the path decides, so there is search only");
  require_rows(question.position, limits.memory);
  const LayerId top = make_referee(question.position.rules)->layer(question.position);
  const auto start = std::chrono::steady_clock::now();
  Solution solution;
  solution.answered = Answered::path;
  solution.bounds = {top.seeds, -top.seeds, top.seeds, -top.seeds, top.seeds};
  {
    const StopFlag stop(limits);
    try {
      const FirstRepetition found =
          first_repetition(question.position, TableBounds(tables), limits.nodes.value_or(kUnlimitedPositions), &stop.flag());
      solution.bounds = {top.seeds, found.value.floor, found.value.ceiling, found.value.floor, found.value.ceiling};
      solution.nodes = found.nodes;
    } catch (const Interrupted&) {
      solution.stopped = stop.timed_out() ? Stopped::time : Stopped::interrupted;
    }
  }
  const bool done = reached(question.goal, solution.bounds, question.position.lead());
  if (!done && solution.stopped == Stopped::no) solution.stopped = Stopped::nodes;
  solution.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return solution;
}

}  // namespace uthi
