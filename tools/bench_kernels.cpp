// The timed loops, once for every game and board size.
#include "tools/bench_kernels.hpp"

#include <chrono>
#include <vector>

#include "core/games.hpp"

namespace uthi {

namespace {

using Clock = std::chrono::steady_clock;

// Look-ups in one run: enough to time, few enough to stay in a moderate vector.
constexpr std::uint64_t kLookUps = 1'000'000;
// Odd and near 2^64 / golden ratio: multiples of it, reduced, are scattered.
constexpr std::uint64_t kScatter = 0x9e3779b97f4a7c15U;

template <class F>
KernelRun timed(F&& f) {
  KernelRun run;
  const auto start = Clock::now();
  f(run);
  run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return run;
}

template <Game G>
class BenchKernelsOf final : public BenchKernels {
 public:
  using Board = typename G::Board;

  BenchKernelsOf(const RuleSet& rules, LayerId layer)
      : game_(rules), index_(std::make_shared<const typename G::Rows>(layer.seeds), layer) {}

  KernelRun plies() const override {
    return timed([&](KernelRun& run) {
      index_.for_each(0, index_.size(), [&](std::uint64_t, const Board& board) {
        game_.for_each_ply(board, [&](Move, const Ply<Board>& ply) {
          ++run.count;
          run.checksum = run.checksum * 3 + static_cast<std::uint64_t>(ply.captures) * 2 + (ply.again ? 1 : 0);
        });
      });
    });
  }

  KernelRun unplies() const override {
    return timed([&](KernelRun& run) {
      index_.for_each(0, index_.size(), [&](std::uint64_t number, const Board& board) {
        game_.for_each_unply(board, [&](const Board& parent, bool again) {
          ++run.count;
          // A sum: the order in which predecessors are found is not part of the contract.
          run.checksum += (number + 1) * static_cast<std::uint64_t>(2 * (game_.row_margin(parent) + kMaxSeeds) + (again ? 1 : 0));
        });
      });
    });
  }

  KernelRun slots() const override {
    std::vector<Board> children;
    for (std::uint64_t i = 0; i < index_.size() && children.size() < kLookUps; ++i) {
      game_.for_each_ply(index_.board(i * kScatter % index_.size()), [&](Move, const Ply<Board>& ply) {
        if (!ply.lower) children.push_back(ply.board);
      });
    }
    return timed([&](KernelRun& run) {
      for (const Board& board : children) run.checksum += index_.slot(board).number;
      run.count = children.size();
    });
  }

  KernelRun boards() const override {
    return timed([&](KernelRun& run) {
      for (std::uint64_t i = 0; i < kLookUps; ++i) {
        const Board board = index_.board(i * kScatter % index_.size());
        run.checksum += (i + 1) * static_cast<std::uint64_t>(game_.row_margin(board) + kMaxSeeds);
      }
      run.count = kLookUps;
    });
  }

 private:
  G game_;
  typename G::Index index_;
};

}  // namespace

std::unique_ptr<BenchKernels> make_bench_kernels(const RuleSet& rules, LayerId layer) {
  std::unique_ptr<BenchKernels> kernels;
  with_game(rules, [&]<class G>() { kernels = std::make_unique<BenchKernelsOf<G>>(rules, layer); });
  return kernels;
}

}  // namespace uthi
