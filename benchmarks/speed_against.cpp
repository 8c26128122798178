// How much faster the layer solver is than the plain forward iteration that the tests compare it with, in one run.
//
//   speed_against [SEEDS [RUNS]]     Giuthi 2x6, layers 0..SEEDS (default 10) with depths, one thread, medians of RUNS (3)
//
// Times are of the processor, so that other work on the machine counts little. Both start from nothing: the iteration sows every ply once
// and then looks at every position of a layer again and again.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "core/giuthi.hpp"
#include "tests/solver/layers.hpp"
#include "tests/twin/values.hpp"

namespace {

using namespace uthi;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

}  // namespace

int main(int count, char** words) {
  const int seeds = count > 1 ? std::atoi(words[1]) : 10;
  const int runs = count > 2 ? std::atoi(words[2]) : 3;
  if (seeds < 1 || seeds > 12 || runs < 1) {
    fmt::print(stderr, "speed_against: expected 1 to 12 seeds and a number of runs, for example: speed_against 10 3\n");
    return 2;
  }
  std::uint64_t positions = 0;
  for (int s = 0; s <= seeds; ++s) positions += Giuthi<6>::Index::positions({s, 0});
  std::vector<double> solver;
  std::vector<double> iteration;
  for (int run = 0; run < runs; ++run) {
    const double start = processor_seconds();
    const SolvedLayers solved(RuleSet(giuthi_spec(), 6), seeds, with_threads(1));
    const double half = processor_seconds();
    const twin::Values values(twin::Rules{}, 6, seeds);
    const double end = processor_seconds();
    solver.push_back(half - start);
    iteration.push_back(end - half);
    // Both must have come to the same, or the comparison is worth nothing.
    const Giuthi<6>::Index index(std::make_shared<const RowTable<6>>(seeds), {seeds, 0});
    const auto& boards = values.boards(seeds);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      Board<6> board;
      for (int pit = 0; pit < 12; ++pit) board.add(pit, boards[i][static_cast<std::size_t>(pit)]);
      const Value got = solved.layer({seeds, 0}).at(index.slot(board).number);
      if (got.floor.value_or(twin::kNone) != values.value(seeds, i).floor ||
          got.floor_depth.value_or(twin::kNone) != values.value(seeds, i).floor_depth) {
        fmt::print(stderr, "speed_against: the values differ\n");
        return 1;
      }
    }
  }
  const double boards = static_cast<double>(positions);
  fmt::print("giuthi-2x6, layers 0..{}: {} positions, medians of {}\n", seeds, positions, runs);
  fmt::print("  layer solver       {:>10.3f} million boards/s  ({:.3f} s)\n", boards / median(solver) / 1e6, median(solver));
  fmt::print("  plain iteration    {:>10.3f} million boards/s  ({:.3f} s)\n", boards / median(iteration) / 1e6, median(iteration));
  fmt::print("  ratio              {:>10.1f}\n", median(iteration) / median(solver));
  return 0;
}
