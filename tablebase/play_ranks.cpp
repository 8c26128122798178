// The search: what plies that keep the margin reach, then ranks backwards.
#include "tablebase/play_ranks.hpp"

#include <fmt/format.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <map>
#include <memory>
#include <vector>

#include "core/error.hpp"
#include "core/numbered_game.hpp"
#include "core/repetition.hpp"

namespace uthi {

namespace {

constexpr int kNoRank = -1;

class Search {
 public:
  Search(const RuleSet& rules, LayerId layer, const PlayRanks::LookUp& values, std::size_t most)
      : game_(make_numbered_game(rules, layer)), layer_(layer), values_(values), most_(most) {}

  void run(const Position& from, bool forcing_moves) {
    (void)node_of(game_->place(from).number, forcing_moves);
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) expand(node);
    rank_backwards();
  }

  // f(number, forcing side moves, rank) for every position with a rank.
  template <class F>
  void for_each_rank(F&& f) const {
    for (const Node& node : nodes_) {
      if (node.rank != kNoRank) f(node.number, node.forcing_moves, node.rank);
    }
  }

 private:
  struct Node {
    std::uint64_t number;
    bool forcing_moves;
    bool over = false;
    bool leaves = false;     // some ply that keeps the margin leads to a lower layer
    std::uint32_t open = 0;  // plies within the layer that keep the margin and whose target has no rank yet
    int rank = kNoRank;
  };
  struct Edge {
    std::uint32_t parent;
    std::uint32_t child;
  };

  std::uint32_t node_of(std::uint64_t number, bool forcing_moves) {
    const auto [found, is_new] = ids_.emplace(number * 2 + (forcing_moves ? 1 : 0), static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      if (nodes_.size() >= most_) {
        throw DoesNotFit(fmt::format(
            "a line of best play has no depths to go by here, and more than {} positions of layer {} keep its value: too many to search{}",
            most_, to_text(layer_), have_depths(game_->rules()) ? "; tables built without --no-depth show the way" : ""));
      }
      nodes_.push_back({number, forcing_moves});
    }
    return found->second;
  }

  void expand(std::uint32_t node) {
    const std::uint64_t number = nodes_[node].number;
    const bool forcing_moves = nodes_[node].forcing_moves;
    const std::optional<int> margin = forced(value({layer_, number}), forcing_moves);
    plies_.clear();
    game_->append_plies({layer_, number}, plies_);
    for (const NumberedPly& ply : plies_) {
      const bool forcing_moves_next = ply.again ? forcing_moves : !forcing_moves;
      const std::optional<int> rest = forced(value(ply.to), forcing_moves_next);
      if (!margin || !rest || *margin != ply.captures + (ply.again ? *rest : -*rest)) continue;
      if (ply.to.layer != layer_) {
        nodes_[node].leaves = true;
        continue;
      }
      ++nodes_[node].open;
      edges_.push_back({node, node_of(ply.to.number, forcing_moves_next)});
    }
    nodes_[node].over = plies_.empty();
  }

  // The margin, seen from the player to move: its floor if it forces, its ceiling if the other does.
  static std::optional<int> forced(const Value& value, bool forcing_moves) { return forcing_moves ? value.floor : value.ceiling; }

  Value value(const Place& place) const {
    if (const auto found = values_(place.layer, place.number)) return *found;
    std::vector<NumberedPly> plies;
    game_->append_plies(place, plies);
    if (plies.empty()) {
      const int margin = game_->final_margin(place);
      return {margin, margin, {}, {}};
    }
    throw TableMissing(fmt::format("no table for {} {} with {} seeds, which play leads to", game_->rules().text(),
                                   game_->rules().board_text(), to_text(place.layer)));
  }

  void rank_backwards() {
    // Parents of each node, one behind the other.
    std::vector<std::uint32_t> begins(nodes_.size() + 1);
    for (const Edge& edge : edges_) ++begins[edge.child + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    std::vector<std::uint32_t> parents(edges_.size());
    std::vector<std::uint32_t> ends(begins.begin(), begins.end() - 1);
    for (const Edge& edge : edges_) parents[ends[edge.child]++] = edge.parent;

    // Nodes in the order of their ranks.
    std::vector<std::uint32_t> ranked;
    const auto give_rank = [&](std::uint32_t node, int rank) {
      nodes_[node].rank = rank;
      ranked.push_back(node);
    };
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].over) give_rank(node, 0);
    }
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (nodes_[node].leaves && (nodes_[node].forcing_moves || nodes_[node].open == 0)) give_rank(node, 1);
    }
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      const std::uint32_t child = ranked[i];
      for (std::uint32_t at = begins[child]; at < begins[child + 1]; ++at) {
        Node& parent = nodes_[parents[at]];
        --parent.open;
        if (parent.rank == kNoRank && (parent.forcing_moves || parent.open == 0)) give_rank(parents[at], nodes_[child].rank + 1);
      }
    }
  }

  std::unique_ptr<const NumberedGame> game_;
  LayerId layer_;
  const PlayRanks::LookUp& values_;
  std::size_t most_;
  std::vector<NumberedPly> plies_;  // of the node that is expanded
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> ids_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace

PlayRanks::PlayRanks(const Referee& referee, const Position& from, Side forcing, const LookUp& values, std::size_t most)
    : referee_(referee), layer_(referee.layer(from)), forcing_(forcing) {
  Search search(referee.rules(), layer_, values, most);
  search.run(from, forcing == from.side);
  search.for_each_rank([&](std::uint64_t number, bool forcing_moves, int rank) { ranks_.emplace(key(number, forcing_moves), rank); });
}

std::optional<int> PlayRanks::rank(const Position& position) const {
  if (referee_.layer(position) != layer_) return std::nullopt;
  const auto found = ranks_.find(key(referee_.number(position), position.side == forcing_));
  if (found == ranks_.end()) return std::nullopt;
  return found->second;
}

}  // namespace uthi
