// What a node of a proof costs: to write, to read and to check, in nodes a second and bytes a node.
//
// The proof is of the plainest kind, with many nodes: on Giuthi 2x6 every other position or so of the layers of 13 and 12 seeds,
// whoever moves, with a target that every game gives. Each reply is looked up as in any other proof.
#include <benchmark/benchmark.h>

#include <random>

#include "core/giuthi.hpp"
#include "core/keyed_game.hpp"
#include "core/referee.hpp"
#include "solver/proof/check.hpp"
#include "solver/proof/writer.hpp"

namespace {

using namespace uthi;

constexpr int kSeeds = 13;

const Proof& dense_proof() {
  static const Proof made = [] {
    const RuleSet rules(giuthi_spec(), 6);
    const auto referee = make_referee(rules);
    const auto game = make_keyed_game<3>(rules, kSeeds, {});
    Proof proof{.root = referee->at({kSeeds, 0}, 0), .parts = {}, .tables = {}};
    ProofPart part{{ClaimKind::ceiling_at_least, -kSeeds}, {}};
    std::mt19937 random(1);
    std::vector<KeyedPly<3>> plies;
    for (const int seeds : {kSeeds, kSeeds - 1}) {
      for (std::uint64_t number = 0; number < referee->stored({seeds, 0}); number += 1 + random() % 3) {
        const Key<3> key = game->key(referee->at({seeds, 0}, number));
        plies.clear();
        if (game->append_plies(key, plies) == 0) continue;
        for (const bool claimant_moves : {false, true}) {
          part.nodes.push_back({.key = key,
                                .target = static_cast<std::int16_t>(-seeds),
                                .ply = static_cast<std::uint8_t>(claimant_moves ? random() % plies.size() : 0),
                                .claimant_moves = claimant_moves});
        }
      }
    }
    proof.parts.push_back(std::move(part));
    return proof;
  }();
  return made;
}

const std::vector<std::uint8_t>& dense_bytes() {
  static const std::vector<std::uint8_t> bytes = encode_proof(dense_proof());
  return bytes;
}

void report(benchmark::State& state, std::size_t bytes) {
  const auto nodes = static_cast<double>(dense_proof().parts[0].nodes.size());
  state.counters["nodes"] = benchmark::Counter(nodes * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["bytes_a_node"] = static_cast<double>(bytes) / nodes;
}

void encode(benchmark::State& state) {
  std::size_t bytes = 0;
  for (auto _ : state) bytes = encode_proof(dense_proof()).size();
  report(state, bytes);
}

void read(benchmark::State& state) {
  const ProofFile file("dense", dense_bytes());
  for (auto _ : state) {
    for (std::size_t block = 0; block < file.header().parts[0].blocks.size(); ++block) benchmark::DoNotOptimize(file.block(0, block));
  }
  report(state, dense_bytes().size());
}

void check(benchmark::State& state) {
  const ProofFile file("dense", dense_bytes());
  ProofCheckOptions options;
  options.threads = static_cast<int>(state.range(0));
  for (auto _ : state) {
    if (!check_proof(file, NoLeafValues(), options).proved()) state.SkipWithError("the proof does not hold");
  }
  report(state, dense_bytes().size());
}

BENCHMARK(encode)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(read)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(check)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
