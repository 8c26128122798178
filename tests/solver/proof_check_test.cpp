// The checker: proofs of everything that solved layers say are accepted, and every kind of fault is found.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <random>

#include "core/error.hpp"
#include "solver/proof/check.hpp"
#include "solver/proof/writer.hpp"
#include "tests/solver/proof_maker.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

struct Case {
  const char* name;
  RuleSet rules;
  LayerId full;
  LayerId fewer;  // at the reduced size
};

std::vector<Case> cases() {
  return {{"Giuthi2x3", rules_of(giuthi_spec(), 3, ""), {9, 0}, {6, 0}},
          {"Giuthi2x4", rules_of(giuthi_spec(), 4, "origin=sow"), {7, 0}, {5, 0}},
          {"GiuthiSplit", rules_of(giuthi_spec(), 3, "repetition=split"), {9, 0}, {6, 0}},
          {"Kiothi2x3", rules_of(kiothi_spec(), 3, ""), {6, 2}, {4, 1}},
          {"KiothiSplit", rules_of(kiothi_spec(), 2, "repetition=split"), {6, 2}, {4, 1}},
          {"AwariSplit", rules_of(awari_spec(), 3, ""), {9, 0}, {6, 0}},
          {"AwariDraw", rules_of(awari_spec(), 3, "repetition=draw"), {9, 0}, {6, 0}}};
}

// One maker for all tests of a case: solving and sweeping take longer than checking.
const ProofMaker& maker_of(const Case& test) {
  static std::map<std::string, std::unique_ptr<ProofMaker>> makers;
  auto& maker = makers[test.name];
  if (!maker) {
    const LayerId bound = twin::small_size() ? test.fewer : test.full;
    if (twin::small_size()) std::cout << "reduced size: " << test.name << " to " << to_text(bound) << " seeds\n";
    maker = std::make_unique<ProofMaker>(test.rules, bound);
  }
  return *maker;
}

ProofCheck check(const Proof& proof, const LeafValues& leaves, int threads = 1) {
  const ProofFile file("made", encode_proof(proof, {.level = 1, .block_bits = 6}));
  ProofCheckOptions options;
  options.threads = threads;
  return check_proof(file, leaves, options);
}

std::string fault_text(const Proof& proof, const ProofCheck& result) {
  if (result.proved()) return "no fault";
  ProofHeader header{.root = proof.root};
  for (const ProofPart& part : proof.parts) header.parts.emplace_back().claim = part.claim;
  return to_text(*result.fault, header);
}

// Some positions of every layer.
std::vector<Position> some_positions(const ProofMaker& maker, std::size_t of_each_layer) {
  std::mt19937 random(7);
  const auto referee = make_referee(maker.rules());
  std::vector<Position> positions;
  for (const LayerId layer : maker.layers()) {
    const std::uint64_t size = maker.solved().layer(layer).size();
    for (std::size_t i = 0; i < of_each_layer && i < size; ++i) {
      positions.push_back(referee->at(layer, size <= of_each_layer ? i : random() % size));
    }
  }
  return positions;
}

class Proofs : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Games, Proofs, testing::ValuesIn(cases()), [](const auto& test) { return std::string(test.param.name); });

TEST_P(Proofs, OfEverythingThatIsTrueAreAccepted) {
  const ProofMaker& maker = maker_of(GetParam());
  const SolvedLeaves leaves(maker);
  std::uint64_t nodes = 0;
  std::size_t proofs = 0;
  for (const Position& root : some_positions(maker, 40)) {
    const std::vector<Claim> claims = maker.true_claims(root);
    for (const int leaf_seeds : {-1, root.seeds() / 2}) {
      const Proof proof = maker.proof(root, claims, leaf_seeds);
      const ProofCheck result = check(proof, leaves, 1 + static_cast<int>(proofs % 2));
      ASSERT_TRUE(result.proved()) << to_text(root) << ": " << fault_text(proof, result);
      ASSERT_EQ(result.parts.size(), claims.size());
      for (std::size_t i = 0; i < claims.size(); ++i) {
        EXPECT_EQ(result.parts[i].claim, claims[i]);
        EXPECT_EQ(result.parts[i].nodes, proof.parts[i].nodes.size());
        nodes += result.parts[i].nodes;
        EXPECT_TRUE(leaf_seeds >= 0 || result.parts[i].leaves == 0);
      }
      ++proofs;
    }
  }
  std::cout << GetParam().name << ": " << proofs << " proofs, " << nodes << " nodes\n";
  EXPECT_GT(nodes, 1000U);
}

// What all nodes of a proof say is true, so one step more at the root is more than they say.
TEST_P(Proofs, OfOneStepMoreThanIsTrueAreRefused) {
  const ProofMaker& maker = maker_of(GetParam());
  const SolvedLeaves leaves(maker);
  int refused = 0;
  for (const Position& root : some_positions(maker, 5)) {
    const int most = root.seeds() + 1;
    for (const Claim& claim : maker.true_claims(root)) {
      Proof proof = maker.proof(root, {claim});
      int& margin = proof.parts[0].claim.margin;
      margin += claim.by_mover() ? 1 : -1;
      if (margin < -most || margin > most) continue;
      EXPECT_FALSE(check(proof, leaves).proved()) << to_text(root) << ": " << to_text(proof.parts[0].claim);
      ++refused;
    }
  }
  EXPECT_GT(refused, 20);
}

// What holds where no game can give less needs no node.
TEST_P(Proofs, NeedNoNodeWhereNothingIsAskedFor) {
  const ProofMaker& maker = maker_of(GetParam());
  const SolvedLeaves leaves(maker);
  std::size_t dropped = 0;
  for (const Position& root : some_positions(maker, 10)) {
    for (const Claim& claim : maker.true_claims(root)) {
      if (claim.forces() && !have_one_value(maker.rules())) continue;
      Proof proof = maker.proof(root, {claim});
      const auto& board = maker.game(root.seeds());
      dropped += std::erase_if(proof.parts[0].nodes, [&](const ProofNode& node) { return node.target <= -board.layer(node.key).seeds; });
      EXPECT_TRUE(check(proof, leaves).proved())
          << to_text(root) << ": " << to_text(claim) << ": " << fault_text(proof, check(proof, leaves));
    }
  }
  EXPECT_GT(dropped, 0U);
}

// The nodes of the first part of a proof, and what they rely on.
class Graph {
 public:
  Graph(const ProofMaker& maker, const Proof& proof)
      : maker_(maker), proof_(proof), board_(maker.game(proof.root.seeds())), claim_(proof.parts[0].claim) {
    for (std::size_t i = 0; i < nodes().size(); ++i) places_[{nodes()[i].key, nodes()[i].claimant_moves}] = i;
  }

  struct Edge {
    std::size_t from;
    std::size_t to;
    int needed;  // of `to`
    bool leans;  // its rank must be smaller
  };

  [[nodiscard]] const std::vector<ProofNode>& nodes() const { return proof_.parts[0].nodes; }
  [[nodiscard]] const KeyedGame<3>& board() const { return board_; }
  [[nodiscard]] const Claim& claim() const { return claim_; }
  [[nodiscard]] std::vector<KeyedPly<3>> plies(std::size_t i) const {
    std::vector<KeyedPly<3>> plies;
    board_.append_plies(nodes()[i].key, plies);
    return plies;
  }

  // Those that ask for more than every game gives.
  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> edges;
    const bool split = have_one_value(maker_.rules());
    for (std::size_t i = 0; i < nodes().size(); ++i) {
      const ProofNode& node = nodes()[i];
      if (node.leaf) continue;
      const auto all = plies(i);
      for (std::size_t number = 0; number < all.size(); ++number) {
        if (node.claimant_moves && number != node.ply) continue;
        const KeyedPly<3>& ply = all[number];
        const auto found = places_.find({ply.to, ply.again == node.claimant_moves});
        if (found == places_.end()) continue;
        const int needed = node.target + (node.claimant_moves ? -ply.captures : ply.captures);
        if ((split || !claim_.forces()) && needed <= -board_.layer(ply.to).seeds) continue;
        const bool counts = split ? node.target > 0 : claim_.forces();
        edges.push_back({i, found->second, needed, counts && !ply.lower && !nodes()[found->second].leaf});
      }
    }
    return edges;
  }

 private:
  const ProofMaker& maker_;
  const Proof& proof_;
  const KeyedGame<3>& board_;
  Claim claim_;
  std::map<std::pair<Key<3>, bool>, std::size_t> places_;
};

// Plants one kind of fault; false if this proof has no place for it. `leaves` are those that the checker will be given.
using Plant = std::function<bool(const ProofMaker&, Proof&, SolvedLeaves&, std::mt19937&)>;

template <class T>
const T& any_of(const std::vector<T>& list, std::mt19937& random) {
  return list[random() % list.size()];
}

bool change_a_move(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  const Graph graph(maker, proof);
  std::vector<std::pair<std::size_t, std::size_t>> worse;  // node, ply
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const ProofNode& node = graph.nodes()[i];
    if (node.leaf || !node.claimant_moves) continue;
    const auto plies = graph.plies(i);
    for (std::size_t number = 0; number < plies.size(); ++number) {
      const auto after = maker.truth(graph.board(), plies[number].to, plies[number].again, graph.claim().forces());
      if (!after || *after + plies[number].captures < node.target) {
        // Where no end need be forced, more than the board has is no more than that no game ends.
        if (after && *after > graph.board().layer(plies[number].to).seeds) continue;
        worse.emplace_back(i, number);
      }
    }
    worse.emplace_back(i, plies.size());  // there is no such ply
  }
  if (worse.empty()) return false;
  const auto [node, ply] = any_of(worse, random);
  proof.parts[0].nodes[node].ply = static_cast<std::uint8_t>(ply);
  return true;
}

bool drop_a_reply(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  const auto edges = Graph(maker, proof).edges();
  if (edges.empty()) return false;
  auto& nodes = proof.parts[0].nodes;
  nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(any_of(edges, random).to));
  return true;
}

bool raise_a_rank(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  auto edges = Graph(maker, proof).edges();
  std::erase_if(edges, [](const Graph::Edge& edge) { return !edge.leans; });
  if (edges.empty()) return false;
  const Graph::Edge edge = any_of(edges, random);
  auto& nodes = proof.parts[0].nodes;
  nodes[edge.to].rank = nodes[edge.from].rank + static_cast<std::uint32_t>(random() % 2);
  return true;
}

bool raise_a_target(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  const Graph graph(maker, proof);
  std::vector<std::size_t> bounded;  // a target of seeds + 1 cannot be surpassed where ends are held
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    if (graph.nodes()[i].target <= graph.board().layer(graph.nodes()[i].key).seeds) bounded.push_back(i);
  }
  if (bounded.empty()) return false;
  ++proof.parts[0].nodes[any_of(bounded, random)].target;
  return true;
}

bool lower_a_target(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  const auto edges = Graph(maker, proof).edges();
  if (edges.empty()) return false;
  const Graph::Edge edge = any_of(edges, random);
  const int seeds = maker.game(proof.root.seeds()).layer(proof.parts[0].nodes[edge.to].key).seeds;
  const int needed = proof.parts[0].claim.forces() || have_one_value(maker.rules()) ? edge.needed : std::min(edge.needed, seeds + 1);
  proof.parts[0].nodes[edge.to].target = static_cast<std::int16_t>(needed - 1);
  return true;
}

std::vector<std::size_t> leaves_of(const Proof& proof) {
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < proof.parts[0].nodes.size(); ++i) {
    if (proof.parts[0].nodes[i].leaf) leaves.push_back(i);
  }
  return leaves;
}

// The table gives the claimant a seed less.
bool change_a_leafs_value(const ProofMaker& maker, Proof& proof, SolvedLeaves& leaves, std::mt19937& random) {
  const auto list = leaves_of(proof);
  if (list.empty()) return false;
  const ProofNode& node = proof.parts[0].nodes[any_of(list, random)];
  const auto& board = maker.game(proof.root.seeds());
  Value value = maker.value(board, node.key);
  const int less = (node.claimant_moves ? 1 : -1) * (node.target - 1);
  (node.claimant_moves == proof.parts[0].claim.forces() ? value.floor : value.ceiling) = less;
  leaves.changed[{board.layer(node.key), board.number(node.key)}] = value;
  return true;
}

bool change_a_table(const ProofMaker&, Proof& proof, SolvedLeaves& leaves, std::mt19937& random) {
  if (proof.tables.empty()) return false;
  leaves.other.insert(any_of(proof.tables, random).layer);
  return true;
}

bool leave_out_a_table(const ProofMaker&, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  if (proof.tables.empty()) return false;
  proof.tables.erase(proof.tables.begin() + static_cast<std::ptrdiff_t>(random() % proof.tables.size()));
  return true;
}

// A leaf in a layer of which no table is named.
bool cut_a_branch(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  const Graph graph(maker, proof);
  std::vector<std::size_t> above;
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const LayerId layer = graph.board().layer(graph.nodes()[i].key);
    if (std::none_of(proof.tables.begin(), proof.tables.end(), [&](const ProofTable& table) { return table.layer == layer; }))
      above.push_back(i);
  }
  if (above.empty()) return false;
  proof.parts[0].nodes[any_of(above, random)].leaf = true;
  return true;
}

// The other player to move, unless that is there too; what relied on the node has lost it.
bool change_who_moves(const ProofMaker& maker, Proof& proof, SolvedLeaves&, std::mt19937& random) {
  auto edges = Graph(maker, proof).edges();
  auto& nodes = proof.parts[0].nodes;
  std::erase_if(edges, [&](const Graph::Edge& edge) {
    return std::any_of(nodes.begin(), nodes.end(), [&](const ProofNode& node) {
      return node.key == nodes[edge.to].key && node.claimant_moves != nodes[edge.to].claimant_moves;
    });
  });
  if (edges.empty()) return false;
  ProofNode& node = nodes[any_of(edges, random).to];
  node.claimant_moves = !node.claimant_moves;
  node.ply = 0;
  return true;
}

const std::vector<std::pair<const char*, Plant>>& plants() {
  static const std::vector<std::pair<const char*, Plant>> list{
      {"a move changed", change_a_move},    {"a reply dropped", drop_a_reply},       {"a rank raised", raise_a_rank},
      {"a target raised", raise_a_target},  {"a target lowered", lower_a_target},    {"a leaf's value changed", change_a_leafs_value},
      {"a table changed", change_a_table},  {"a table left out", leave_out_a_table}, {"a branch cut", cut_a_branch},
      {"another to move", change_who_moves}};
  return list;
}

TEST_P(Proofs, EveryPlantedFaultIsFound) {
  constexpr int kEach = 6;
  const ProofMaker& maker = maker_of(GetParam());
  const auto positions = some_positions(maker, 30);
  std::mt19937 random(2026);
  int planted = 0;
  int found = 0;
  for (const auto& [name, plant] : plants()) {
    int of_this = 0;
    for (int attempts = 0; of_this < kEach && attempts < 1000; ++attempts) {
      const Position& root = any_of(positions, random);
      const auto claims = maker.true_claims(root);
      Proof proof = maker.proof(root, {any_of(claims, random)}, random() % 2 == 0 ? -1 : root.seeds() - 1 - static_cast<int>(random() % 3));
      SolvedLeaves leaves(maker);
      ASSERT_TRUE(check(proof, leaves).proved());
      if (!plant(maker, proof, leaves, random)) continue;
      ++of_this;
      const ProofCheck result = check(proof, leaves);
      const ProofCheck again = check(proof, leaves, 2);
      EXPECT_FALSE(result.proved()) << name << " at " << to_text(root) << ", " << to_text(proof.parts[0].claim);
      EXPECT_EQ(fault_text(proof, result), fault_text(proof, again));
      found += !result.proved();
    }
    EXPECT_EQ(of_this, kEach) << name;
    planted += of_this;
  }
  std::cout << GetParam().name << ": " << planted << " faults planted, " << found << " found\n";
  EXPECT_EQ(found, planted);
}

// Changes that need not be faults, claims among them: some proofs still hold afterwards, and then their claims are true.
TEST_P(Proofs, WhatIsAcceptedIsTrue) {
  const int changes = twin::small_size() ? 100 : 400;
  const ProofMaker& maker = maker_of(GetParam());
  const SolvedLeaves leaves(maker);
  const auto positions = some_positions(maker, 10);
  std::mt19937 random(5);
  int accepted = 0;
  int refused = 0;
  for (int i = 0; i < changes; ++i) {
    const Position& root = any_of(positions, random);
    Proof proof = maker.proof(root, {any_of(maker.true_claims(root), random)}, random() % 2 == 0 ? -1 : root.seeds() / 2);
    ProofPart& part = proof.parts[0];
    const int most = root.seeds() + 1;
    const int step = random() % 2 == 0 ? 1 : -1;
    if (part.nodes.empty() || random() % 4 == 0) {
      part.claim = {static_cast<ClaimKind>(random() % 4), std::clamp(part.claim.margin + step, -most, most)};
    } else {
      ProofNode& node = part.nodes[random() % part.nodes.size()];
      if (random() % 4 == 0) node.target = static_cast<std::int16_t>(node.target + step);
      if (random() % 4 == 0) node.ply = static_cast<std::uint8_t>(random() % 6);
      if (random() % 4 == 0) node.rank = any_of(part.nodes, random).rank;
      if (random() % 4 == 0) node.leaf = !node.leaf;
      if (random() % 4 == 0) part.nodes.pop_back();
    }
    if (!check(proof, leaves).proved()) {
      ++refused;
      continue;
    }
    ++accepted;
    const Value value = maker.value(maker.game(root.seeds()), maker.game(root.seeds()).key(root));
    const Claim& claim = part.claim;
    const bool floor = claim.kind == ClaimKind::floor_at_least || claim.kind == ClaimKind::floor_at_most;
    const bool at_least = claim.kind == ClaimKind::floor_at_least || claim.kind == ClaimKind::ceiling_at_least;
    const int margin = floor ? value.floor.value_or(-most) : value.ceiling.value_or(most);  // none is below or above all
    const bool exists = floor ? value.floor.has_value() : value.ceiling.has_value();
    EXPECT_TRUE(at_least ? margin >= claim.margin : margin <= claim.margin) << to_text(root) << ": " << to_text(claim);
    EXPECT_TRUE(exists || !claim.forces()) << to_text(root) << ": " << to_text(claim);
  }
  std::cout << GetParam().name << ": " << changes << " changes, " << accepted << " accepted, " << refused << " refused\n";
  EXPECT_GT(accepted, changes / 20);
  EXPECT_GT(refused, changes / 20);
}

TEST(ProofChecks, NameTablesThatAreMissing) {
  const Case giuthi = cases().front();
  const ProofMaker& maker = maker_of(giuthi);
  SolvedLeaves leaves(maker);
  const Position root = make_referee(maker.rules())->at({6, 0}, 100);
  const Proof proof = maker.proof(root, {maker.true_claims(root).front()}, 5);
  ASSERT_FALSE(proof.tables.empty());
  ASSERT_TRUE(check(proof, leaves).proved());
  for (const ProofTable& table : proof.tables) leaves.missing.insert(table.layer);
  try {
    static_cast<void>(check(proof, leaves));
    FAIL() << "nothing is missing";
  } catch (const TableMissing& error) {
    for (const ProofTable& table : proof.tables) EXPECT_NE(std::string(error.what()).find(to_text(table.layer)), std::string::npos);
  }
}

TEST(ProofChecks, NameTheFirstFaultInWords) {
  const ProofMaker& maker = maker_of(cases().front());
  const SolvedLeaves leaves(maker);
  Proof proof{.root = parse_position("giuthi:0,0,0/2,0,0 0 0 S"), .parts = {}, .tables = {}};
  proof.parts.push_back({{ClaimKind::floor_at_least, -2}, {}});
  EXPECT_EQ(fault_text(proof, check(proof, leaves)), "part 1 (floor >= -2): the position has no node");
  const Key<3> key = maker.game(2).key(proof.root);
  proof.parts[0].nodes.push_back({.key = key, .rank = 5, .target = -2, .ply = 9});
  EXPECT_EQ(fault_text(proof, check(proof, leaves)),
            "part 1 (floor >= -2), node 0, giuthi:0,0,0/2,0,0 0 0 S, the claimant to move: ply 9 is to be played, and there are 2");
}

// A node that nothing relies on must be a position all the same.
TEST(ProofChecks, RefuseWhatIsNoStoredPosition) {
  const ProofMaker& maker = maker_of(cases().front());
  const SolvedLeaves leaves(maker);
  Proof proof{.root = parse_position("giuthi:0,0,0/0,0,1 0 0 S"), .parts = {}, .tables = {}};
  proof.parts.push_back({{ClaimKind::ceiling_at_least, -1}, {}});
  ASSERT_TRUE(check(proof, leaves).proved());
  int refused = 0;
  for (std::uint64_t pit = 0; pit < 6; ++pit) {
    proof.parts[0].nodes = {{.key = {{std::uint64_t{1} << pit, 0, 0}}, .target = -1}};
    if (maker.game(1).valid(proof.parts[0].nodes[0].key)) continue;
    EXPECT_NE(fault_text(proof, check(proof, leaves)).find("this is no stored position of these rules"), std::string::npos);
    ++refused;
  }
  EXPECT_EQ(refused, 2);  // of the three pits of a row two are mirror images of each other
}

TEST(ProofChecks, StopWhenAsked) {
  const ProofMaker& maker = maker_of(cases().front());
  const Position root = make_referee(maker.rules())->at({6, 0}, 100);
  const ProofFile file("made", encode_proof(maker.proof(root, maker.true_claims(root))));
  const std::atomic<bool> stop = true;
  ProofCheckOptions options;
  options.stop = &stop;
  EXPECT_THROW(static_cast<void>(check_proof(file, NoLeafValues(), options)), Interrupted);
}

}  // namespace
}  // namespace uthi
