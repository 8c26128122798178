// The timed loops, by way of the board game.
#include "tools/bench_kernels.hpp"

#include <chrono>

namespace uthi {

namespace {

using Clock = std::chrono::steady_clock;

// Look-ups in one run: enough to time, few enough to stay in a moderate vector.
constexpr std::uint64_t kLookUps = 1'000'000;

template <class F>
KernelRun timed(F&& f) {
  const auto start = Clock::now();
  const WalkTotals totals = f();
  return {totals.count, totals.checksum, std::chrono::duration<double>(Clock::now() - start).count()};
}

}  // namespace

BenchKernels::BenchKernels(const RuleSet& rules, LayerId layer)
    : game_(make_board_game(rules)), layer_(layer), slots_(game_->walk_slots(layer, kLookUps)) {}

KernelRun BenchKernels::plies() const {
  return timed([&] { return game_->walk_plies(layer_); });
}
KernelRun BenchKernels::unplies() const {
  return timed([&] { return game_->walk_unplies(layer_); });
}
KernelRun BenchKernels::slots() const { return timed(slots_); }
KernelRun BenchKernels::boards() const {
  return timed([&] { return game_->walk_boards(layer_, kLookUps); });
}

}  // namespace uthi
