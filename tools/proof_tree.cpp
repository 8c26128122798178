// Breadth first, so that each position is followed where it is nearest to the root; then put in reading order.
#include "tools/proof_tree.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <memory>

#include "core/keyed_game.hpp"
#include "core/referee.hpp"

namespace uthi {

namespace {

std::string_view name_of(Side side) { return side == Side::south ? "South" : "North"; }

class TreeMaker {
 public:
  TreeMaker(const ProofFile& file, std::size_t part)
      : root_(file.header().root),
        claim_(file.header().parts.at(part).claim),
        repetition_(repetition_of(root_.rules)),
        nodes_(file, part),
        game_(make_keyed_game<3>(root_.rules, root_.seeds(), {})),
        referee_(make_referee(root_.rules)) {
    tree_.claim = claim_;
    tree_.claimant = claim_.by_mover() ? root_.side : other(root_.side);
  }

  ProofTree make(int depth, std::size_t most) {
    TreeEntry root{.position = root_, .needed = claim_.target()};
    add(std::move(root));
    for (std::size_t at = 0; at < tree_.entries.size(); ++at) {
      if (tree_.entries[at].state != TreeState::followed) continue;
      if (tree_.entries[at].depth >= depth) {
        tree_.entries[at].state = TreeState::deeper;
      } else if (tree_.entries.size() >= most) {
        tree_.entries[at].state = TreeState::cut;
      } else {
        follow(at);
      }
    }
    put_in_order();
    for (const TreeEntry& entry : tree_.entries) {
      tree_.deeper += entry.state == TreeState::deeper ? 1 : 0;
      tree_.cut += entry.state == TreeState::cut ? 1 : 0;
    }
    return std::move(tree_);
  }

 private:
  bool split() const { return repetition_ == Repetition::split; }

  // Looks an entry up in the proof and appends it.
  void add(TreeEntry entry) {
    entry.claimant_moves = entry.position.side == tree_.claimant;
    const int seeds = entry.position.seeds();
    if (!claim_.forces() && !split()) entry.needed = std::min(entry.needed, seeds + 1);
    const Key<3> key = game_->key(entry.position);
    const auto node = nodes_.find(key, entry.claimant_moves);
    if (const auto margin = referee_->over(entry.position)) {
      entry.state = TreeState::end;
      entry.target = entry.claimant_moves ? *margin : -*margin;
    } else if (node) {
      entry.node = *node;
      entry.target = nodes_.target(*node);
      if (nodes_.is_leaf(*node)) {
        entry.state = TreeState::leaf;
      } else {
        if (rank_counts(repetition_, claim_, *entry.target)) entry.rank = nodes_.rank(*node);
        // Mirror images are one node, and are referred to as such.
        const auto [first, fresh] = first_.try_emplace(*node, tree_.entries.size());
        if (!fresh) {
          entry.state = TreeState::again;
          entry.refers_to = first->second;
        }
      }
    } else {
      entry.state = (split() || !claim_.forces()) && entry.needed <= -seeds ? TreeState::granted : TreeState::missing;
    }
    if (entry.target && *entry.target < entry.needed) entry.state = TreeState::missing;
    tree_.entries.push_back(std::move(entry));
  }

  void follow(std::size_t at) {
    const TreeEntry from = tree_.entries[at];
    std::vector<LegalPly> plies = referee_->plies(from.position);
    if (from.claimant_moves && !choose(nodes_.node(*from.node), plies)) {
      tree_.entries[at].state = TreeState::missing;
      return;
    }
    for (LegalPly& ply : plies) {
      tree_.entries[at].below.push_back(tree_.entries.size());
      add({.position = ply.position,
           .depth = from.depth + 1,
           .ply = std::move(ply.text),
           .mover = from.position.side,
           .captures = ply.captures,
           .again = ply.again,
           .needed = *from.target + (from.claimant_moves ? -ply.captures : ply.captures)});
    }
  }

  // Leaves only the ply that the claimant plays: the one that does on the real board what the proof's does on the stored image.
  bool choose(const ProofNode& node, std::vector<LegalPly>& plies) const {
    std::vector<KeyedPly<3>> stored;
    game_->append_plies(node.key, stored);
    if (node.ply >= stored.size()) return false;
    const KeyedPly<3>& wanted = stored[node.ply];
    for (LegalPly& ply : plies) {
      if (ply.captures != wanted.captures || ply.again != wanted.again || game_->key(ply.position) != wanted.to) continue;
      LegalPly chosen = std::move(ply);
      plies.clear();
      plies.push_back(std::move(chosen));
      return true;
    }
    return false;
  }

  // From the order of following to that of reading.
  void put_in_order() {
    std::vector<std::size_t> order;
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      order.push_back(at);
      const auto& below = tree_.entries[at].below;
      open.insert(open.end(), below.rbegin(), below.rend());
    }
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<TreeEntry> entries;
    entries.reserve(order.size());
    for (const std::size_t at : order) {
      TreeEntry& entry = entries.emplace_back(std::move(tree_.entries[at]));
      for (std::size_t& below : entry.below) below = place[below];
      if (entry.refers_to) entry.refers_to = place[*entry.refers_to];
    }
    tree_.entries = std::move(entries);
  }

  Position root_;
  Claim claim_;
  Repetition repetition_;
  ProofNodes nodes_;
  std::unique_ptr<KeyedGame<3>> game_;
  std::unique_ptr<Referee> referee_;
  std::map<std::uint64_t, std::size_t> first_;  // where a node is followed
  ProofTree tree_;
};

std::string seeds_text(int seeds) { return seeds == 1 || seeds == -1 ? fmt::format("{} seed", seeds) : fmt::format("{} seeds", seeds); }

}  // namespace

std::string_view to_text(TreeState state) {
  switch (state) {
    case TreeState::followed:
      return "followed";
    case TreeState::end:
      return "end";
    case TreeState::leaf:
      return "leaf";
    case TreeState::granted:
      return "granted";
    case TreeState::again:
      return "again";
    case TreeState::deeper:
      return "deeper";
    case TreeState::cut:
      return "cut";
    case TreeState::missing:
      break;
  }
  return "missing";
}

ProofTree proof_tree(const ProofFile& file, std::size_t part, int depth, std::size_t most) {
  return TreeMaker(file, part).make(depth, most);
}

std::string sentence_of(const Claim& claim, const Position& root) {
  const std::string_view claimant = name_of(claim.by_mover() ? root.side : other(root.side));
  const int target = claim.target();
  if (have_one_value(root.rules)) return fmt::format("{} has {} or more still to come", claimant, seeds_text(target));
  if (claim.forces()) return fmt::format("{} brings the game to an end with {} or more still to come for it", claimant, seeds_text(target));
  if (target > root.seeds()) return fmt::format("{} sees to it that the game does not end", claimant);
  return fmt::format("{} sees to it that no game that ends gives it less than {} still to come", claimant, seeds_text(target));
}

}  // namespace uthi
