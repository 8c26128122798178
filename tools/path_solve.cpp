// The path search of solver/first_repetition.hpp with tables where there are some, within limits of time and positions.
#include "tools/path_solve.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/referee.hpp"
#include "solver/first_repetition.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kUnlimitedPositions = ~std::uint64_t{0};

// Bounds from tables; elsewhere all that the seeds on the board allow. The search asks at every position, so this is also
// where the time is looked at, without a thread for it.
class TableBounds final : public BoundSource {
 public:
  TableBounds(const TableValues& tables, const std::optional<double>& seconds) : tables_(tables), seconds_(seconds) {}

  /// Throws Interrupted when the time is over.
  Bounds bounds(LayerId layer, std::uint64_t number) const override {
    constexpr std::uint64_t kAsksBetween = 256;
    if (seconds_ && ++asked_ % kAsksBetween == 0 && passed() >= *seconds_) {
      timed_out_ = true;
      throw Interrupted();
    }
    if (!tables_.covers(layer)) return {-layer.seeds, layer.seeds};
    const RawValue value = tables_.value(layer, number);
    return {value.floor, value.ceiling};
  }
  [[nodiscard]] double passed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  [[nodiscard]] bool timed_out() const { return timed_out_; }

 private:
  const TableValues& tables_;
  std::optional<double> seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable std::uint64_t asked_ = 0;
  mutable bool timed_out_ = false;
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
  const TableBounds bounds(tables, limits.seconds);
  Solution solution;
  solution.answered = Answered::path;
  solution.bounds = {top.seeds, -top.seeds, top.seeds, -top.seeds, top.seeds};
  try {
    const FirstRepetition found = first_repetition(question.position, bounds, limits.nodes.value_or(kUnlimitedPositions), limits.stop);
    solution.bounds = {top.seeds, found.value.floor, found.value.ceiling, found.value.floor, found.value.ceiling};
    solution.nodes = found.nodes;
  } catch (const Interrupted&) {
    solution.stopped = bounds.timed_out() ? Stopped::time : Stopped::interrupted;
  }
  const bool done = reached(question.goal, solution.bounds, question.position.lead());
  if (!done && solution.stopped == Stopped::no) solution.stopped = Stopped::nodes;
  solution.seconds = bounds.passed();
  return solution;
}

}  // namespace uthi
