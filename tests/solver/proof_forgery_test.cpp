// Forged proofs: one thing changed anywhere, everything sealed again, and none is accepted whose claims are not true.
//
// Not every change makes a proof wrong. One that is still accepted has its claims compared with the exact values of solved
// layers; "a lie" below is a forgery with a claim that those values contradict.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <random>

#include "core/error.hpp"
#include "solver/proof/check.hpp"
#include "solver/proof/verdict.hpp"
#include "solver/proof/writer.hpp"
#include "tests/solver/proof_forger.hpp"
#include "tests/solver/proof_maker.hpp"
#include "tests/solver/search_samples.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

// Every rule of repetition that there are proofs under, for a game of each kind.
const std::vector<std::unique_ptr<ProofMaker>>& makers() {
  static const auto list = [] {
    std::vector<std::unique_ptr<ProofMaker>> made;
    const auto add = [&](const GameSpec& game, int pits, const char* options, LayerId bound) {
      made.push_back(std::make_unique<ProofMaker>(rules_of(game, pits, options), bound));
    };
    add(giuthi_spec(), 3, "repetition=draw", {7, 0});
    add(giuthi_spec(), 3, "repetition=split", {7, 0});
    add(kiothi_spec(), 2, "repetition=draw", {6, 2});
    add(kiothi_spec(), 2, "repetition=split", {6, 2});
    add(awari_spec(), 3, "repetition=split", {7, 0});
    add(awari_spec(), 3, "repetition=draw", {7, 0});
    return made;
  }();
  return list;
}

const ProofMaker& maker_of(const RuleSet& rules) {
  for (const auto& maker : makers()) {
    if (maker->rules() == rules) return *maker;
  }
  throw std::logic_error("rules that are not solved here");
}

bool has_layer(const ProofMaker& maker, LayerId layer) {
  return std::find(maker.layers().begin(), maker.layers().end(), layer) != maker.layers().end();
}

// Tables of the solved layers, and of no others.
class Tables final : public LeafValues {
 public:
  explicit Tables(const ProofMaker& maker) : maker_(maker) {}
  [[nodiscard]] std::optional<Digest> digest(LayerId layer) const override {
    return has_layer(maker_, layer) ? std::optional(maker_.digest(layer)) : std::nullopt;
  }
  [[nodiscard]] Value value(LayerId layer, std::uint64_t number) const override { return maker_.solved().layer(layer).at(number); }

 private:
  const ProofMaker& maker_;
};

// What exact values say of a claim. Nothing where the position is beyond the solved layers.
std::optional<bool> is_true(const Position& root, const Claim& claim) {
  const ProofMaker& maker = maker_of(root.rules);
  const auto referee = make_referee(root.rules);
  if (!has_layer(maker, referee->layer(root))) return std::nullopt;
  const Value value = maker.solved().value(*referee, root);
  const bool floor = claim.kind == ClaimKind::floor_at_least || claim.kind == ClaimKind::floor_at_most;
  const bool at_least = claim.kind == ClaimKind::floor_at_least || claim.kind == ClaimKind::ceiling_at_least;
  const std::optional<int>& margin = floor ? value.floor : value.ceiling;
  // No floor is below every margin, no ceiling above; neither comes to an end that a claim may force.
  if (!margin) return !claim.forces();
  return at_least ? *margin >= claim.margin : *margin <= claim.margin;
}

std::uint64_t below(std::mt19937& random, std::uint64_t count) { return random() % count; }

template <class T>
T& any_of(std::vector<T>& list, std::mt19937& random) {
  return list[below(random, list.size())];
}

Position any_position(const ProofMaker& maker, std::mt19937& random, int least_seeds) {
  const auto referee = make_referee(maker.rules());
  for (;;) {
    const LayerId layer = maker.layers()[below(random, maker.layers().size())];
    if (layer.seeds >= least_seeds) return referee->at(layer, below(random, maker.solved().layer(layer).size()));
  }
}

// Proofs made from exact values, by the graph and by the search; to the ends of games and with tables as leaves.
std::vector<std::vector<std::uint8_t>> honest_proofs(std::mt19937& random) {
  const ProofWriteOptions options{.level = 1, .block_bits = ForgedProof::kBlockBits};
  std::vector<std::vector<std::uint8_t>> proofs;
  const auto keep = [&](const Proof& proof) {
    std::size_t nodes = 0;
    for (const ProofPart& part : proof.parts) nodes += part.nodes.size();
    if (nodes < 6 || nodes > 3000) return;
    proofs.push_back(encode_proof(proof, options));
    const Tables tables(maker_of(proof.root.rules));
    ASSERT_TRUE(check_proof(ProofFile("honest", proofs.back()), tables).proved()) << to_text(proof.root);
  };
  for (const auto& maker : makers()) {
    const NoValues none;
    std::vector<LayerId> low;
    for (const LayerId layer : maker->layers()) {
      if (layer.seeds <= 4) low.push_back(layer);
    }
    const LayersAsTables tables(maker->solved(), low);
    for (int i = 0; i < 6; ++i) {
      const Position root = any_position(*maker, random, 5);
      keep(maker->proof(root, maker->true_claims(root), i % 2 == 0 ? -1 : 4));
      for (const Method method : {Method::graph, Method::search}) {
        SolveLimits limits = limits_with(method);
        limits.proof = true;
        const auto solver =
            i % 2 == 0 ? make_position_solver(root, none, {}, limits) : make_position_solver(root, tables, tables.layers(), limits);
        const std::vector<Claim> claims = known_claims(solver->solve({.floor = true, .ceiling = true}).bounds);
        if (claims.empty()) continue;
        Proof proof = solver->prove(claims);
        for (ProofTable& table : proof.tables) table.values_digest = maker->digest(table.layer);
        keep(proof);
      }
    }
  }
  return proofs;
}

// Changes one thing; false where there is no place for it.
using Forge = bool (*)(ForgedProof&, ForgedPart&, std::mt19937&);

bool target_moved(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  ForgedNode& node = any_of(part.nodes, random);
  const int step = 1 + static_cast<int>(below(random, 3));
  node.target = static_cast<std::int16_t>(node.target + (random() % 4 == 0 ? -step : step));
  return true;
}

bool target_of_any_size(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  any_of(part.nodes, random).target = static_cast<std::int16_t>(random());
  return true;
}

bool ply_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  ForgedNode& node = any_of(part.nodes, random);
  if (node.action == 0) return false;
  node.action = static_cast<std::uint8_t>(1 + below(random, random() % 8 == 0 ? 255 : 6));
  return true;
}

bool rank_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  any_of(part.nodes, random).rank = random() % 4 == 0 ? static_cast<std::uint32_t>(random()) : any_of(part.nodes, random).rank;
  return true;
}

bool ranks_turned_round(ForgedProof&, ForgedPart& part, std::mt19937&) {
  std::uint32_t most = 0;
  for (const ForgedNode& node : part.nodes) most = std::max(most, node.rank);
  for (ForgedNode& node : part.nodes) node.rank = most - node.rank;
  return most > 0;
}

bool leaf_flag_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  ForgedNode& node = any_of(part.nodes, random);
  node.action = node.action == 0 ? 1 : 0;
  return true;
}

// Other numbers lead to other positions; half of them stay between their neighbours.
bool key_changed(ForgedProof& proof, ForgedPart& part, std::mt19937& random) {
  const std::size_t at = below(random, part.nodes.size());
  ForgedNode& node = part.nodes[at];
  if (random() % 2 == 0) {
    const ProofNumbering numbering(proof.root.rules, proof.root.seeds());
    node.number = static_cast<ProofNumber>(random()) % numbering.count(node.layer);
  } else {
    node.number += random() % 2 == 0 && node.number > 0 ? -1 : 1;
  }
  return true;
}

bool layer_of_a_node_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  ForgedNode& node = any_of(part.nodes, random);
  int& field = random() % 4 == 0 ? node.layer.marks : node.layer.seeds;
  field = std::max(0, field + (random() % 2 == 0 ? 1 : -1));
  return true;
}

bool mover_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  ForgedNode& node = any_of(part.nodes, random);
  node.claimant_moves = !node.claimant_moves;
  if (!node.claimant_moves && node.action > 1) node.action = 1;
  return true;
}

bool all_movers_changed(ForgedProof&, ForgedPart& part, std::mt19937&) {
  for (ForgedNode& node : part.nodes) {
    node.claimant_moves = !node.claimant_moves;
    if (node.action > 1) node.action = 1;
  }
  std::sort(part.nodes.begin(), part.nodes.end(), [](const ForgedNode& a, const ForgedNode& b) {
    return std::tuple(a.layer, a.claimant_moves, a.number) < std::tuple(b.layer, b.claimant_moves, b.number);
  });
  return !part.nodes.empty();
}

bool node_removed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  part.nodes.erase(part.nodes.begin() + static_cast<std::ptrdiff_t>(below(random, part.nodes.size())));
  return true;
}

bool many_nodes_removed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  const LayerId layer = any_of(part.nodes, random).layer;
  std::erase_if(part.nodes, [&](const ForgedNode& node) { return node.layer == layer; });
  return true;
}

bool node_duplicated(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  const std::size_t at = below(random, part.nodes.size());
  ForgedNode copy = part.nodes[at];
  copy.target = static_cast<std::int16_t>(copy.target + below(random, 2));
  part.nodes.insert(part.nodes.begin() + static_cast<std::ptrdiff_t>(at + below(random, 2)), copy);
  return true;
}

bool contents_exchanged(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  ForgedNode& one = any_of(part.nodes, random);
  ForgedNode& other = any_of(part.nodes, random);
  std::swap(one.action, other.action);
  std::swap(one.target, other.target);
  std::swap(one.rank, other.rank);
  for (ForgedNode* node : {&one, &other}) {
    if (!node->claimant_moves && node->action > 1) node->action = 1;
  }
  return &one != &other;
}

bool nodes_swapped(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  const std::size_t at = below(random, part.nodes.size());
  const std::size_t other = random() % 2 == 0 ? (at + 1) % part.nodes.size() : below(random, part.nodes.size());
  std::swap(part.nodes[at], part.nodes[other]);
  return at != other;
}

bool node_made_up(ForgedProof& proof, ForgedPart& part, std::mt19937& random) {
  const std::size_t at = below(random, part.nodes.size());
  ForgedNode made = part.nodes[at];
  const ProofNumber before = made.number + 1;
  const ProofNumbering numbering(proof.root.rules, proof.root.seeds());
  const bool bounded =
      at + 1 < part.nodes.size() && part.nodes[at + 1].layer == made.layer && part.nodes[at + 1].claimant_moves == made.claimant_moves;
  const ProofNumber end = bounded ? part.nodes[at + 1].number : numbering.count(made.layer);
  if (before >= end) return false;
  made.number = before + static_cast<ProofNumber>(random()) % (end - before);
  part.nodes.insert(part.nodes.begin() + static_cast<std::ptrdiff_t>(at + 1), made);
  return true;
}

bool margin_changed(ForgedProof& proof, ForgedPart& part, std::mt19937& random) {
  const int most = proof.root.seeds() + 1;
  part.claim.margin = static_cast<int>(below(random, static_cast<std::uint64_t>(2 * most + 1))) - most;
  return true;
}

bool kind_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  part.claim.kind = static_cast<ClaimKind>(below(random, 4));
  return true;
}

// A whole proof of one seed more: the claim and every target with it.
bool everything_raised(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  const int step = 1 + static_cast<int>(below(random, 2));
  part.claim.margin += part.claim.by_mover() ? step : -step;
  for (ForgedNode& node : part.nodes) node.target = static_cast<std::int16_t>(node.target + step);
  return true;
}

// The claim raised, and only the root with it; or the root as a leaf of a table that is there.
bool root_lies(ForgedProof& proof, ForgedPart& part, std::mt19937& random) {
  const auto referee = make_referee(proof.root.rules);
  const LayerId layer = referee->layer(proof.root);
  part.claim.margin += part.claim.by_mover() ? 1 : -1;
  const auto game = make_keyed_game<3>(proof.root.rules, proof.root.seeds(), {});
  const ProofNumbering numbering(proof.root.rules, proof.root.seeds());
  const auto place = numbering.place(game->key(proof.root));
  const bool as_leaf = random() % 2 == 0;
  for (ForgedNode& node : part.nodes) {
    if (node.layer != layer || node.number != place.number || node.claimant_moves != part.claim.by_mover()) continue;
    node.target = static_cast<std::int16_t>(part.claim.target());
    if (as_leaf) node.action = 0;
  }
  if (as_leaf && std::none_of(proof.tables.begin(), proof.tables.end(), [&](const auto& table) { return table.layer == layer; })) {
    proof.tables.push_back({layer, maker_of(proof.root.rules).digest(layer)});
    std::sort(proof.tables.begin(), proof.tables.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
  }
  return true;
}

bool root_exchanged(ForgedProof& proof, ForgedPart&, std::mt19937& random) {
  const int seeds = proof.root.seeds();
  const Position root = any_position(maker_of(proof.root.rules), random, 0);
  if (root.seeds() != seeds && random() % 4 != 0) return false;  // else the width of keys seldom fits
  proof.root = root;
  return true;
}

bool rules_changed(ForgedProof& proof, ForgedPart&, std::mt19937&) {
  const bool split = have_one_value(proof.root.rules);
  proof.root.rules.set("repetition", split ? "draw" : "split");
  return true;
}

bool count_changed(ForgedProof&, ForgedPart& part, std::mt19937& random) {
  part.count_off = random() % 8 == 0 ? static_cast<std::int64_t>(random()) << 16 : 1 + static_cast<std::int64_t>(below(random, 20));
  if (random() % 2 == 0) part.count_off = -part.count_off;
  return true;
}

bool digest_changed(ForgedProof& proof, ForgedPart&, std::mt19937& random) {
  if (proof.tables.empty()) return false;
  any_of(proof.tables, random).values_digest.bytes[below(random, 16)] ^= static_cast<std::uint8_t>(1U << below(random, 8));
  return true;
}

bool table_of_another_layer(ForgedProof& proof, ForgedPart&, std::mt19937& random) {
  if (proof.tables.empty()) return false;
  const LayerId layer = any_of(proof.tables, random).layer;
  for (ProofTable& table : proof.tables) {
    if (table.layer != layer) continue;
    (proof.root.rules.game().has_marks && random() % 2 == 0 ? table.layer.marks : table.layer.seeds) += random() % 2 == 0 ? 1 : -1;
  }
  return true;
}

bool table_removed(ForgedProof& proof, ForgedPart&, std::mt19937& random) {
  if (proof.tables.empty()) return false;
  proof.tables.erase(proof.tables.begin() + static_cast<std::ptrdiff_t>(below(random, proof.tables.size())));
  return true;
}

bool claims_exchanged(ForgedProof& proof, ForgedPart& part, std::mt19937& random) {
  ForgedPart& other = any_of(proof.parts, random);
  std::swap(part.claim, other.claim);
  return &part != &other;
}

struct Kind {
  const char* name;
  Forge forge;
  bool always_refused;  // no change of this kind is harmless
};

constexpr Kind kKinds[] = {{"a target moved", target_moved, false},
                           {"a target of any size", target_of_any_size, false},
                           {"a ply changed", ply_changed, false},
                           {"a rank changed", rank_changed, false},
                           {"ranks turned round", ranks_turned_round, false},
                           {"a leaf flag changed", leaf_flag_changed, false},
                           {"a key changed", key_changed, false},
                           {"a node's layer changed", layer_of_a_node_changed, false},
                           {"a mover changed", mover_changed, false},
                           {"all movers changed", all_movers_changed, false},
                           {"a node removed", node_removed, false},
                           {"nodes of a layer removed", many_nodes_removed, false},
                           {"a node duplicated", node_duplicated, true},
                           {"contents exchanged", contents_exchanged, false},
                           {"nodes swapped", nodes_swapped, true},
                           {"a node made up", node_made_up, false},
                           {"the margin changed", margin_changed, false},
                           {"the kind changed", kind_changed, false},
                           {"everything raised", everything_raised, false},
                           {"the root lies", root_lies, false},
                           {"the root exchanged", root_exchanged, false},
                           {"the rules changed", rules_changed, false},
                           {"the count changed", count_changed, true},
                           {"a digest changed", digest_changed, true},
                           {"a table of another layer", table_of_another_layer, true},
                           {"a table removed", table_removed, false},
                           {"claims exchanged", claims_exchanged, false}};

enum class Answer { damaged, no_table, not_proved, proved };

Answer answer_to(const std::vector<std::uint8_t>& bytes, const Position& root) {
  try {
    const ProofFile file("forged", bytes);
    const Tables tables(maker_of(root.rules));
    return check_proof(file, tables).proved() ? Answer::proved : Answer::not_proved;
  } catch (const TableDamaged& error) {
    EXPECT_EQ(std::string(error.what()).find("forged: "), 0U) << error.what();
    return Answer::damaged;
  } catch (const TableMissing&) {
    return Answer::no_table;
  }
}

TEST(ForgedProofs, AreNeverAcceptedUnlessTheirClaimsAreTrue) {
  const int each = twin::small_size() ? 100 : 300;
  std::mt19937 random(15);
  const auto honest = honest_proofs(random);
  ASSERT_GT(honest.size(), 50U);
  int all = 0;
  int lies = 0;
  int refused = 0;
  for (const Kind& kind : kKinds) {
    std::array<int, 4> answers{};
    int forged = 0;
    for (int attempts = 0; forged < each && attempts < 100 * each; ++attempts) {
      const auto& start = honest[below(random, honest.size())];
      ForgedProof proof = ForgedProof::of(start);
      ForgedPart& part = any_of(proof.parts, random);
      if (part.nodes.empty() || !kind.forge(proof, part, random)) continue;
      const auto bytes = proof.sealed();
      if (bytes == start) continue;
      ++forged;
      bool lie = false;
      for (const ForgedPart& claimed : proof.parts) lie = lie || is_true(proof.root, claimed.claim) == false;
      const Answer answer = answer_to(bytes, proof.root);
      ++answers[static_cast<std::size_t>(answer)];
      lies += lie ? 1 : 0;
      if (answer != Answer::proved) continue;
      EXPECT_FALSE(kind.always_refused) << kind.name << ": " << to_text(proof.root);
      // A change that did no harm: what is called proved is compared with exact values.
      for (const ForgedPart& claimed : proof.parts) {
        EXPECT_EQ(is_true(proof.root, claimed.claim), true) << kind.name << ": " << to_text(proof.root) << ", " << to_text(claimed.claim);
      }
    }
    EXPECT_EQ(forged, each) << kind.name;
    EXPECT_GT(answers[0] + answers[1] + answers[2], each / 20) << kind.name;
    all += forged;
    refused += answers[0] + answers[1] + answers[2];
    std::cout << kind.name << ": " << forged << " forged; " << answers[0] << " damaged, " << answers[1] << " without table, " << answers[2]
              << " not proved, " << answers[3] << " still true\n";
  }
  std::cout << honest.size() << " honest proofs, " << all << " forgeries, " << refused << " refused; " << lies
            << " claimed what is false\n";
  EXPECT_GE(all, 1000);
  EXPECT_GT(lies, all / 20);
}

}  // namespace
}  // namespace uthi
