// Proofs made from solved layers, without any search: every node has its true value as its target.
//
// Where ends are forced, depths give the ranks: play goes to larger values or to smaller depths. Under repetition=split
// there are none, so ranks come from forward sweeps in here. Only moves are used to walk from the root.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/keyed_game.hpp"
#include "core/repetition.hpp"
#include "solver/proof/check.hpp"
#include "solver/proof/proof.hpp"
#include "tests/solver/layers.hpp"

namespace uthi {

class ProofMaker {
 public:
  ProofMaker(const RuleSet& rules, LayerId bound)
      : rules_(rules), layers_(make_referee(rules)->layers_up_to(bound)), solved_(rules, bound, with_threads(1, have_depths(rules))) {}

  [[nodiscard]] const SolvedLayers& solved() const { return solved_; }
  [[nodiscard]] const std::vector<LayerId>& layers() const { return layers_; }
  [[nodiscard]] const RuleSet& rules() const { return rules_; }

  /// Walks positions of at most `seeds` seeds; the width of its keys is theirs.
  [[nodiscard]] const KeyedGame<3>& game(int seeds) const {
    auto& game = games_[seeds];
    if (!game) {
      std::vector<LayerId> indexed;
      for (const LayerId layer : layers_) {
        if (layer.seeds <= seeds) indexed.push_back(layer);
      }
      game = make_keyed_game<3>(rules_, seeds, indexed);
    }
    return *game;
  }

  [[nodiscard]] Value value(const KeyedGame<3>& game, const Key<3>& key) const {
    return solved_.layer(game.layer(key)).at(game.number(key));
  }

  /// What the claimant has for sure in truth. Where it holds ends and there need be none, seeds + 1; nothing where it cannot
  /// force an end.
  [[nodiscard]] std::optional<int> truth(const KeyedGame<3>& game, const Key<3>& key, bool claimant_moves, bool forces) const {
    const Value value = this->value(game, key);
    const auto& margin = claimant_moves == forces ? value.floor : value.ceiling;
    if (!margin) return forces ? std::nullopt : std::optional(game.layer(key).seeds + 1);
    return claimant_moves ? *margin : -*margin;
  }

  /// All that is true of a position, at its sharpest: two claims for each of floor and ceiling, or fewer.
  [[nodiscard]] std::vector<Claim> true_claims(const Position& root) const {
    const auto& board = game(root.seeds());
    const Value value = this->value(board, board.key(root));
    const int beyond = root.seeds() + 1;
    std::vector<Claim> claims;
    if (value.floor) claims.push_back({ClaimKind::floor_at_least, *value.floor});
    claims.push_back({ClaimKind::floor_at_most, value.floor.value_or(-beyond)});
    claims.push_back({ClaimKind::ceiling_at_least, value.ceiling.value_or(beyond)});
    if (value.ceiling) claims.push_back({ClaimKind::ceiling_at_most, *value.ceiling});
    return claims;
  }

  /// Positions of up to `leaf_seeds` seeds hold by their tables.
  [[nodiscard]] Proof proof(const Position& root, const std::vector<Claim>& claims, int leaf_seeds = -1) const {
    Proof proof{.root = root, .parts = {}, .tables = {}};
    std::set<LayerId> leaves;
    for (const Claim& claim : claims) proof.parts.push_back(part(root, claim, leaf_seeds, leaves));
    for (const LayerId layer : leaves) proof.tables.push_back({layer, digest(layer)});
    return proof;
  }

  [[nodiscard]] Digest digest(LayerId layer) const {
    const LayerValues& values = solved_.layer(layer);
    return digest_of_values(values.floor, values.ceiling);
  }

 private:
  ProofPart part(const Position& root, const Claim& claim, int leaf_seeds, std::set<LayerId>& leaves) const {
    const KeyedGame<3>& board = game(root.seeds());
    ProofPart part{claim, {}};
    std::deque<std::pair<Key<3>, bool>> open;
    std::set<std::pair<Key<3>, bool>> seen;
    std::vector<KeyedPly<3>> plies;
    const auto reach = [&](const Key<3>& key, bool claimant_moves) {
      plies.clear();
      if (board.append_plies(key, plies) == 0) return;  // finished games need no node
      if (seen.emplace(key, claimant_moves).second) open.emplace_back(key, claimant_moves);
    };
    reach(board.key(root), claim.by_mover());
    for (; !open.empty(); open.pop_front()) {
      const auto [key, claimant_moves] = open.front();
      ProofNode node;
      node.key = key;
      node.claimant_moves = claimant_moves;
      node.target = static_cast<std::int16_t>(truth(board, key, claimant_moves, claim.forces()).value());
      node.rank = rank(board, key, claimant_moves, claim.forces());
      node.leaf = board.layer(key).seeds <= leaf_seeds;
      if (node.leaf) {
        leaves.insert(board.layer(key));
        part.nodes.push_back(node);
        continue;
      }
      std::vector<KeyedPly<3>> all;
      board.append_plies(key, all);
      if (claimant_moves) {
        node.ply = static_cast<std::uint8_t>(proving_ply(board, node, all, claim));
        all = {all[node.ply]};
      }
      for (const KeyedPly<3>& ply : all) reach(ply.to, ply.again == claimant_moves);
      part.nodes.push_back(node);
    }
    return part;
  }

  std::size_t proving_ply(const KeyedGame<3>& board, const ProofNode& node, const std::vector<KeyedPly<3>>& plies,
                          const Claim& claim) const {
    const bool leans = have_one_value(rules_) ? node.target > 0 : claim.forces();
    for (std::size_t i = 0; i < plies.size(); ++i) {
      const auto after = truth(board, plies[i].to, plies[i].again, claim.forces());
      if (!after || *after + plies[i].captures < node.target) continue;
      std::vector<KeyedPly<3>> further;
      const bool over = board.append_plies(plies[i].to, further) == 0;
      if (over || !leans || plies[i].lower || rank(board, plies[i].to, plies[i].again, claim.forces()) < node.rank) return i;
    }
    throw std::logic_error("no ply proves the value of a solved position");
  }

  // Larger values first, then smaller depths or earlier sweeps.
  std::uint32_t rank(const KeyedGame<3>& board, const Key<3>& key, bool claimant_moves, bool forces) const {
    constexpr std::uint32_t kStep = 1U << 16;
    const auto margin = truth(board, key, claimant_moves, forces);
    if (!margin) return 0;
    const LayerId layer = board.layer(key);
    if (have_one_value(rules_)) return *margin > 0 ? sweeps(layer).at({board.number(key), claimant_moves}) : 0;
    if (!forces) return 0;
    const Value value = this->value(board, key);
    const int depth = (claimant_moves ? value.floor_depth : value.ceiling_depth).value();
    return static_cast<std::uint32_t>(layer.seeds - *margin) * kStep + static_cast<std::uint32_t>(depth);
  }

  using Sweeps = std::map<std::pair<std::uint64_t, bool>, std::uint32_t>;

  // repetition=split: when each positive margin of a layer is shown, sweep by sweep, each from what was shown before.
  const Sweeps& sweeps(LayerId layer) const {
    if (const auto found = sweeps_.find(layer); found != sweeps_.end()) return found->second;
    const KeyedGame<3>& board = game(layer.seeds);
    const auto referee = make_referee(rules_);
    struct Open {
      Key<3> key;
      bool claimant_moves;
      std::uint64_t number;
    };
    std::map<int, std::vector<Open>, std::greater<>> by_margin;
    for (std::uint64_t number = 0; number < solved_.layer(layer).size(); ++number) {
      const Key<3> key = board.key(referee->at(layer, number));
      for (const bool claimant_moves : {false, true}) {
        const int margin = truth(board, key, claimant_moves, true).value();
        if (margin > 0) by_margin[margin].push_back({key, claimant_moves, number});
      }
    }
    Sweeps shown;
    std::uint32_t sweep = 0;
    for (auto& [margin, open] : by_margin) {
      while (!open.empty()) {
        ++sweep;
        std::vector<Open> left;
        Sweeps fresh;
        for (const Open& node : open) {
          if (is_shown(board, layer, node.key, node.claimant_moves, margin, shown)) {
            fresh[{node.number, node.claimant_moves}] = sweep;
          } else {
            left.push_back(node);
          }
        }
        if (fresh.empty()) throw std::logic_error("a margin that no sweep shows");
        shown.merge(fresh);
        open = std::move(left);
      }
    }
    return sweeps_[layer] = std::move(shown);
  }

  bool is_shown(const KeyedGame<3>& board, LayerId layer, const Key<3>& key, bool claimant_moves, int margin, const Sweeps& shown) const {
    std::vector<KeyedPly<3>> plies;
    if (board.append_plies(key, plies) == 0) return true;
    const auto good = [&](const KeyedPly<3>& ply) {
      const bool claimant_next = ply.again == claimant_moves;
      const int after = truth(board, ply.to, claimant_next, true).value() + (claimant_moves ? ply.captures : -ply.captures);
      if (after < margin) return false;
      return board.layer(ply.to) != layer || shown.contains({board.number(ply.to), claimant_next});
    };
    return claimant_moves ? std::any_of(plies.begin(), plies.end(), good) : std::all_of(plies.begin(), plies.end(), good);
  }

  RuleSet rules_;
  std::vector<LayerId> layers_;
  SolvedLayers solved_;
  mutable std::map<int, std::unique_ptr<KeyedGame<3>>> games_;
  mutable std::map<LayerId, Sweeps> sweeps_;
};

/// The solved layers as tables; one entry and the digests can be exchanged.
class SolvedLeaves final : public LeafValues {
 public:
  explicit SolvedLeaves(const ProofMaker& maker) : maker_(maker) {}
  [[nodiscard]] std::optional<Digest> digest(LayerId layer) const override {
    if (missing.contains(layer)) return std::nullopt;
    Digest digest = maker_.digest(layer);
    if (other.contains(layer)) digest.bytes[0] ^= 1;
    return digest;
  }
  [[nodiscard]] Value value(LayerId layer, std::uint64_t number) const override {
    if (const auto found = changed.find({layer, number}); found != changed.end()) return found->second;
    return maker_.solved().layer(layer).at(number);
  }

  std::set<LayerId> missing;
  std::set<LayerId> other;
  std::map<std::pair<LayerId, std::uint64_t>, Value> changed;

 private:
  const ProofMaker& maker_;
};

}  // namespace uthi
