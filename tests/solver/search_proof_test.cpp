// Proofs written from graphs and searches: the checker, which knows moves alone, accepts every one.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "solver/proof/writer.hpp"
#include "tests/solver/search_samples.hpp"

namespace uthi {
namespace {

struct Case {
  std::string name;
  std::string rules;
  LayerId bound;
  std::uint64_t stride;
};

std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }

class WrittenProofs : public testing::TestWithParam<Case> {};

// Solves, proves everything known, writes, reads and checks.
void prove_and_check(const Position& position, const ValueSource& tables, const std::vector<LayerId>& layers, const LeafValues& leaves,
                     Method method, const ValueBounds& right) {
  SolveLimits limits = limits_with(method);
  limits.proof = true;
  const auto solver = make_position_solver(position, tables, layers, limits);
  const Solution found = solver->solve({.floor = true, .ceiling = true});
  ASSERT_TRUE(same_values(found.bounds, right)) << to_text(position);
  const std::vector<Claim> claims = known_claims(found.bounds);
  if (claims.empty()) return;
  Proof proof = solver->prove(claims);
  for (ProofTable& table : proof.tables) table.values_digest = LayersAsLeaves::digest_of(table.layer);
  const ProofFile file("proof", encode_proof(proof));
  const ProofCheck check = check_proof(file, leaves);
  ASSERT_TRUE(check.proved()) << to_text(position) << ", " << static_cast<int>(method) << ": " << to_text(*check.fault, file.header());
  ASSERT_EQ(check.parts.size(), claims.size());
}

TEST_P(WrittenProofs, AreAccepted) {
  const Position sample = parse_position(GetParam().rules);
  const auto referee = make_referee(sample.rules);
  const SolvedLayers layers(sample.rules, GetParam().bound, with_threads(1, false));
  const LayersAsLeaves leaves(layers);
  const NoValues none;
  const NoLeafValues no_leaves;
  const LayersAsTables tables(layers, referee->layers_up_to({GetParam().bound.seeds / 2, GetParam().bound.marks / 2}));
  std::uint64_t count = 0;
  std::uint64_t checked = 0;
  for (const LayerId layer : referee->layers_up_to(GetParam().bound)) {
    const LayerValues& values = layers.layer(layer);
    for (std::uint64_t number = 0; number < values.size(); ++number) {
      if (count++ % stride(GetParam().stride) != 0) continue;
      ++checked;
      const Position position = referee->at(layer, number);
      const ValueBounds right = exact_bounds(layer, values.raw(number));
      for (const Method method : {Method::graph, Method::search}) {
        ASSERT_NO_FATAL_FAILURE(prove_and_check(position, none, {}, no_leaves, method, right));
        ASSERT_NO_FATAL_FAILURE(prove_and_check(position, tables, tables.layers(), leaves, method, right));
      }
    }
  }
  EXPECT_GT(checked, 10U);
}

INSTANTIATE_TEST_SUITE_P(Boards, WrittenProofs,
                         testing::Values(Case{"giuthi2x3", "giuthi:0,0,0/0,0,0", {11, 0}, 67},
                                         Case{"giuthi2x4", "giuthi:0,0,0,0/0,0,0,0", {10, 0}, 397},
                                         Case{"kiothi2x3", "kiothi:0,0,0/0,0,0", {7, 6}, 211},
                                         Case{"awari2x3", "awari:0,0,0/0,0,0", {10, 0}, 113},
                                         Case{"awari2x3draw", "awari{repetition=draw}:0,0,0/0,0,0", {9, 0}, 67}),
                         [](const auto& each) { return each.param.name; });

TEST(WrittenProof, IsTheSameForAnyNumberOfThreadsByGraph) {
  const Position position = parse_position("giuthi:4,4,4/4,4,4");
  std::vector<std::uint8_t> first;
  for (const int threads : {1, 2, 5}) {
    const NoValues none;
    SolveLimits limits = limits_with(Method::graph, threads);
    limits.proof = true;
    const auto solver = make_position_solver(position, none, {}, limits);
    const Solution found = solver->solve({.outcome = true, .floor = true, .ceiling = true});
    const auto bytes = encode_proof(solver->prove(known_claims(found.bounds)));
    if (first.empty()) first = bytes;
    EXPECT_EQ(bytes, first) << threads << " threads";
  }
}

TEST(WrittenProof, IsOfTheOutcomeAtTheStores) {
  // 2x4 with three a pit: floor -2, ceiling 8, so the start is a draw, a win with a lead of 3 and more.
  const NoValues none;
  for (const auto& [text, outcome] :
       {std::pair("giuthi:3,3,3,3/3,3,3,3 0 0 S", Outcome::draw), std::pair("giuthi:3,3,3,3/3,3,3,3 4 0 S", Outcome::win),
        std::pair("giuthi:3,3,3,3/3,3,3,3 0 10 S", Outcome::loss)}) {
    const Position position = parse_position(text);
    SolveLimits limits = limits_with(Method::search);
    limits.proof = true;
    const auto solver = make_position_solver(position, none, {}, limits);
    const Solution found = solver->solve({.outcome = true});
    ASSERT_EQ(found.bounds.outcome(position.lead()), outcome) << text;
    const auto claims = outcome == Outcome::win    ? claims_of_win(position)
                        : outcome == Outcome::draw ? claims_of_draw(position)
                                                   : claims_of_loss(position);
    const ProofFile file("proof", encode_proof(solver->prove(claims)));
    const ProofCheck check = check_proof(file, NoLeafValues());
    EXPECT_TRUE(check.proved()) << text;
  }
}

}  // namespace
}  // namespace uthi
