// Strategies as closed sets of nodes: from the root on, the claimant's ply of each and all replies.
#include "solver/search/strategy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/repetition.hpp"
#include "solver/proof/format.hpp"

namespace uthi {

namespace {

Key<3> widened(const Key<1>& key) { return {{key.words[0], 0, 0}}; }
Key<3> widened(const Key<2>& key) { return {{key.words[0], key.words[1], 0}}; }
Key<3> widened(const Key<3>& key) { return key; }

// "With this player to move at this position the claimant has at least `target` still to come."
template <int W>
struct Demand {
  Key<W> key;
  bool claimant_moves;
  int target;
  int seeds;
};

// The node of a demand: the claimant stands for the prover.
template <int W>
std::pair<Key<W>, Prover> node_of(const Demand<W>& demand) {
  return {demand.key, demand.claimant_moves ? Prover::mover : Prover::opponent};
}

// How one node is met: as a leaf, or by a ply of the claimant.
struct Way {
  bool leaf = false;
  int ply = 0;
  int target = std::numeric_limits<int>::min();  // what is met, if it is more than the demand and of another kind
  std::uint64_t rank = 0;
};

// Walks from the root over all that the ways lead to. A node that is demanded again with a higher target is met anew.
template <int W, class Chooser>
class Closure {
 public:
  Closure(const KeyedGame<W>& game, const Claim& claim, Chooser& chooser)
      : game_(game), claim_(claim), chooser_(chooser), repetition_(repetition_of(game.rules())) {}

  ProofPart walk(const Key<W>& root) {
    demand({root, claim_.by_mover(), claim_.target(), game_.layer(root).seeds});
    while (!open_.empty()) {
      Demand<W> next = open_.back();
      open_.pop_back();
      Entry& entry = nodes_.at(node_of(next));
      if (entry.target > next.target) continue;  // met meanwhile for more
      plies_.clear();
      game_.append_plies(next.key, plies_);
      entry.way = chooser_.choose(next, plies_);
      next.target = entry.target = std::max(next.target, entry.way.target);
      if (entry.way.leaf) continue;
      const Way way = entry.way;
      const std::vector<KeyedPly<W>> plies = plies_;
      if (next.claimant_moves) {
        demand(after(next, plies[static_cast<std::size_t>(way.ply)]));
      } else {
        for (const KeyedPly<W>& ply : plies) demand(after(next, ply));
      }
    }
    ProofPart part{.claim = claim_, .nodes = {}};
    for (const auto& [place, entry] : nodes_) {
      ProofNode node{.key = widened(place.first),
                     .rank = 0,
                     .target = static_cast<std::int16_t>(entry.target),
                     .ply = static_cast<std::uint8_t>(entry.way.ply),
                     .claimant_moves = place.second == Prover::mover,
                     .leaf = entry.way.leaf};
      part.nodes.push_back(node);
    }
    rank(part);
    return part;
  }

  static Demand<W> after(const Demand<W>& node, const KeyedPly<W>& ply) {
    return {ply.to, ply.again ? node.claimant_moves : !node.claimant_moves,
            node.claimant_moves ? node.target - ply.captures : node.target + ply.captures, node.seeds - ply.captures};
  }

 private:
  struct Entry {
    int target;
    Way way{};
  };

  void demand(const Demand<W>& node) {
    if (!rank_counts(repetition_, claim_, node.target) && node.target <= -node.seeds) return;  // nothing to show
    finished_.clear();
    if (game_.append_plies(node.key, finished_) == 0) return;
    const auto [place, fresh] = nodes_.try_emplace(node_of(node), Entry{node.target});
    if (!fresh) {
      if (place->second.target >= node.target) return;
      place->second.target = node.target;
    }
    open_.push_back(node);
  }

  // Dense ranks within each layer, in the order of the chooser's.
  void rank(ProofPart& part) const {
    std::map<LayerId, std::vector<std::pair<std::uint64_t, std::size_t>>> by_layer;
    std::size_t at = 0;
    for (const auto& [place, entry] : nodes_) {
      if (rank_counts(repetition_, claim_, entry.target) && !entry.way.leaf) {
        by_layer[game_.layer(place.first)].emplace_back(chooser_.order(entry.target, entry.way.rank), at);
      }
      ++at;
    }
    for (auto& [layer, list] : by_layer) {
      std::sort(list.begin(), list.end());
      std::uint32_t rank = 0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (i == 0 || list[i].first != list[i - 1].first) ++rank;
        part.nodes[list[i].second].rank = rank;
      }
    }
  }

  const KeyedGame<W>& game_;
  Claim claim_;
  Chooser& chooser_;
  Repetition repetition_;
  boost::unordered_flat_map<std::pair<Key<W>, Prover>, Entry, NodeHash<W>> nodes_;
  std::vector<Demand<W>> open_;
  std::vector<KeyedPly<W>> plies_;
  std::vector<KeyedPly<W>> finished_;
};

template <int W>
class GraphChooser {
 public:
  GraphChooser(const KeyedGame<W>& game, const Graph<W>& graph, const Claim& claim)
      : game_(game), graph_(graph), claim_(claim), repetition_(repetition_of(game.rules())) {}

  Way choose(const Demand<W>& demand, const std::vector<KeyedPly<W>>& plies) {
    const auto here = graph_.node(demand.key);
    Way way{.leaf = here.in_table, .rank = demand.claimant_moves ? here.rank_a : here.rank_b};
    if (way.leaf || !demand.claimant_moves) return way;
    // Ends first, then tables, then lower layers, then the plies that come to an end soonest.
    std::uint64_t best = ~std::uint64_t{0};
    bool found = false;
    for (std::size_t i = 0; i < plies.size(); ++i) {
      const KeyedPly<W>& ply = plies[i];
      const Demand<W> child = Closure<W, GraphChooser>::after(demand, ply);
      const auto node = graph_.node(child.key);
      if (!meets(node, child)) continue;
      const std::uint64_t rank = child.claimant_moves ? node.rank_a : node.rank_b;
      if (!ply.lower && rank_counts(repetition_, claim_, demand.target) && rank >= way.rank) continue;
      finished_.clear();
      const bool over = game_.append_plies(child.key, finished_) == 0;
      const std::uint64_t cost = over ? 0 : node.in_table ? 1 : ply.lower ? 2 : 3 + rank;
      if (found && cost >= best) continue;
      found = true;
      best = cost;
      way.ply = static_cast<int>(i);
    }
    if (!found) throw std::logic_error("no ply meets a demand that the graph says can be met");
    return way;
  }
  static std::uint64_t order(int, std::uint64_t rank) { return rank; }

 private:
  // The claimant has the target, by floor or ceiling of whoever moves.
  [[nodiscard]] bool meets(const typename Graph<W>::Node& node, const Demand<W>& demand) const {
    if (claim_.forces() || repetition_ == Repetition::split) {
      const std::int8_t margin = demand.claimant_moves ? node.floor : node.ceiling;
      return margin != kNoMargin && (demand.claimant_moves ? margin : -margin) >= demand.target;
    }
    const std::int8_t margin = demand.claimant_moves ? node.ceiling : node.floor;
    return margin == kNoMargin || (demand.claimant_moves ? margin : -margin) >= demand.target;
  }

  const KeyedGame<W>& game_;
  const Graph<W>& graph_;
  Claim claim_;
  Repetition repetition_;
  std::vector<KeyedPly<W>> finished_;
};

// The record answers questions about provers: the claimant has its target if it proves it, or if the other one's proof of
// more than the opposite is refuted.
template <int W>
class RecordChooser {
 public:
  RecordChooser(const KeyedGame<W>& game, const ValueSource& tables, const Recorder<W>& record, const Claim& claim)
      : game_(game), tables_(tables), record_(record), claim_(claim), repetition_(repetition_of(game.rules())) {}

  Way choose(const Demand<W>& demand, const std::vector<KeyedPly<W>>&) {
    if (tables_.covers(game_.layer(demand.key))) return {.leaf = true};
    const bool split = repetition_ == Repetition::split;
    const bool proves = rank_counts(repetition_, claim_, demand.target);
    const Prover claimant = node_of(demand).second;
    // Questions outside repetition=split have the parity of the seeds (search.cpp).
    const int others = 1 - demand.target;
    const int odd = split ? 0 : (others - demand.seeds) & 1;
    const Fact* fact =
        proves ? record_.find(demand.key, claimant, true, demand.target) : record_.find(demand.key, other(claimant), false, others + odd);
    Way way;
    if (fact == nullptr && split && !proves) {
      // A strategy for more can have brought play here: then the claimant forces something above nothing.
      fact = record_.find(demand.key, claimant, true, 1);
      way.target = 1;
    }
    if (fact == nullptr) {
      throw std::logic_error(fmt::format("the record has no answer to a demand: {}, claimant moves {}, target {}",
                                         to_text(game_.position(demand.key)), demand.claimant_moves, demand.target));
    }
    way.leaf = fact->leaf;
    way.ply = fact->ply;
    way.rank = fact->order;
    return way;
  }
  // Within a layer targets never fall, and for one target facts rely on earlier ones.
  static std::uint64_t order(int target, std::uint64_t rank) { return (static_cast<std::uint64_t>(1000 - target) << 32) | rank; }

 private:
  const KeyedGame<W>& game_;
  const ValueSource& tables_;
  const Recorder<W>& record_;
  Claim claim_;
  Repetition repetition_;
};

}  // namespace

template <int W>
ProofPart strategy_from(const KeyedGame<W>& game, const Graph<W>& graph, const Key<W>& root, const Claim& claim) {
  GraphChooser<W> chooser(game, graph, claim);
  return Closure<W, GraphChooser<W>>(game, claim, chooser).walk(root);
}

template <int W>
ProofPart strategy_from(const KeyedGame<W>& game, const ValueSource& tables, const Recorder<W>& record, const Key<W>& root,
                        const Claim& claim) {
  RecordChooser<W> chooser(game, tables, record, claim);
  return Closure<W, RecordChooser<W>>(game, claim, chooser).walk(root);
}

template ProofPart strategy_from(const KeyedGame<1>&, const Graph<1>&, const Key<1>&, const Claim&);
template ProofPart strategy_from(const KeyedGame<2>&, const Graph<2>&, const Key<2>&, const Claim&);
template ProofPart strategy_from(const KeyedGame<3>&, const Graph<3>&, const Key<3>&, const Claim&);
template ProofPart strategy_from(const KeyedGame<1>&, const ValueSource&, const Recorder<1>&, const Key<1>&, const Claim&);
template ProofPart strategy_from(const KeyedGame<2>&, const ValueSource&, const Recorder<2>&, const Key<2>&, const Claim&);
template ProofPart strategy_from(const KeyedGame<3>&, const ValueSource&, const Recorder<3>&, const Key<3>&, const Claim&);

}  // namespace uthi
