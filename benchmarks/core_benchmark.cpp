// What one position costs: plies, un-plies, number and board, on every hundredth or so position of a layer.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "core/games.hpp"
#include "core/packed_key.hpp"

namespace {

using namespace uthi;

// Positions of one layer, spread evenly over its numbers.
template <class G>
struct Sample {
  G game;
  typename G::Index index;
  std::vector<typename G::Board> boards;

  explicit Sample(LayerId layer, std::size_t count = 1 << 12)
      : game(RuleSet(G::spec(), G::kPits)), index(std::make_shared<const typename G::Rows>(layer.seeds), layer) {
    for (std::size_t i = 0; i < count; ++i) boards.push_back(index.board(index.size() / count * i));
  }
};

template <class G, int kSeeds>
const Sample<G>& sample() {
  static const Sample<G> made({kSeeds, 0});
  return made;
}

// Runs f(board) over the sample and reports positions a second.
template <class G, class F>
void over(benchmark::State& state, const Sample<G>& boards, F&& f) {
  std::size_t next = 0;
  for (auto _ : state) {
    f(boards.boards[next]);
    next = (next + 1) % boards.boards.size();
  }
  state.SetItemsProcessed(state.iterations());
}

template <class G, int kSeeds>
void plies(benchmark::State& state) {
  const auto& boards = sample<G, kSeeds>();
  over(state, boards, [&](const auto& board) {
    int captures = 0;
    boards.game.for_each_ply(board, [&](Move, const auto& ply) { captures += ply.captures; });
    benchmark::DoNotOptimize(captures);
  });
}

template <class G, int kSeeds>
void unplies(benchmark::State& state) {
  const auto& boards = sample<G, kSeeds>();
  over(state, boards, [&](const auto& board) {
    int parents = 0;
    boards.game.for_each_unply(board, [&](const auto&, bool) { ++parents; });
    benchmark::DoNotOptimize(parents);
  });
}

template <class G, int kSeeds>
void number_of_board(benchmark::State& state) {
  const auto& boards = sample<G, kSeeds>();
  over(state, boards, [&](const auto& board) { benchmark::DoNotOptimize(boards.index.slot(board).number); });
}

template <class G, int kSeeds>
void board_of_number(benchmark::State& state) {
  const auto& boards = sample<G, kSeeds>();
  std::uint64_t number = 0;
  over(state, boards, [&](const auto&) {
    benchmark::DoNotOptimize(boards.index.board(number));
    number = (number + 1'000'003) % boards.index.size();
  });
}

void pack_key(benchmark::State& state) {
  const auto& boards = sample<Giuthi<6>, 15>();
  const KeyFormat<6, false> format(15);
  over(state, boards, [&](const auto& board) { benchmark::DoNotOptimize(format.pack<1>(board)); });
}

BENCHMARK(plies<Giuthi<6>, 15>);
BENCHMARK(unplies<Giuthi<6>, 15>);
BENCHMARK(number_of_board<Giuthi<6>, 15>);
BENCHMARK(board_of_number<Giuthi<6>, 15>);
BENCHMARK(pack_key);
BENCHMARK(plies<Kiothi<10>, 9>);
BENCHMARK(unplies<Kiothi<10>, 9>);
BENCHMARK(number_of_board<Kiothi<10>, 9>);
BENCHMARK(board_of_number<Kiothi<10>, 9>);
BENCHMARK(plies<Awari<6>, 15>);
BENCHMARK(unplies<Awari<6>, 15>);

}  // namespace
