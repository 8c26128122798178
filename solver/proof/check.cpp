// Each node by itself, on all threads; the first fault is the one that is reported.
#include "solver/proof/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <mutex>

#include "core/error.hpp"
#include "core/keyed_game.hpp"
#include "core/workers.hpp"
#include "solver/proof/nodes.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kGrain = 1024;
constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

using Plies = std::vector<KeyedPly<3>>;

// What one node adds to the figures of its part.
struct Counts {
  std::uint64_t leaves = 0;
  std::uint64_t ends = 0;
};

// The conditions on the nodes of one part.
class PartChecker {
 public:
  PartChecker(const ProofFile& file, std::size_t part, const ProofNodes& nodes, const KeyedGame<3>& game, const LeafValues& leaves)
      : header_(file.header()),
        claim_(header_.parts[part].claim),
        repetition_(repetition_of(header_.root.rules)),
        nodes_(nodes),
        game_(game),
        leaves_(leaves) {}

  // What is wrong with node `i`; empty if nothing.
  std::string fault_of(std::uint64_t i, Plies& plies, Plies& further, Counts& counts) const {
    const ProofNode node = nodes_.node(i);
    if (!game_.valid(node.key)) return "this is no stored position of these rules";
    if (node.leaf) {
      ++counts.leaves;
      return leaf_fault(node);
    }
    plies.clear();
    game_.append_plies(node.key, plies);
    if (plies.empty()) return end_fault(node.key, node.claimant_moves, node.target, "the game is over");
    if (node.claimant_moves) {
      if (node.ply >= plies.size()) return fmt::format("ply {} is to be played, and there are {}", node.ply, plies.size());
      return ply_fault(i, node, node.ply, plies[node.ply], further, counts);
    }
    for (std::size_t number = 0; number < plies.size(); ++number) {
      std::string fault = ply_fault(i, node, static_cast<int>(number), plies[number], further, counts);
      if (!fault.empty()) return fault;
    }
    return {};
  }

  // Whether the root has what the claim asks for.
  std::string root_fault() const {
    const Key<3> key = game_.key(header_.root);
    const int needed = needed_of(claim_.target(), header_.root.seeds());
    if (const auto node = nodes_.find(key, claim_.by_mover())) {
      if (nodes_.target(*node) >= needed) return {};
      return fmt::format("the position has a target of {}, the claim asks for {}", nodes_.target(*node), needed);
    }
    if (is_granted(needed, header_.root.seeds())) return {};
    Plies plies;
    if (game_.append_plies(key, plies) == 0) return end_fault(key, claim_.by_mover(), needed, "the game is over");
    return "the position has no node";
  }

 private:
  // No end need be forced: ends are held, or endless play has a value as well.
  bool may_go_on() const { return repetition_ == Repetition::split || !claim_.forces(); }

  // Where ends are held, more than the seeds on the board says that there are none, as any higher target does.
  int needed_of(int target, int seeds) const {
    return repetition_ == Repetition::draw && !claim_.forces() ? std::min(target, seeds + 1) : target;
  }

  bool is_granted(int needed, int seeds) const { return may_go_on() && needed <= -seeds; }

  std::string end_fault(const Key<3>& key, bool claimant_moves, int needed, std::string_view where) const {
    const int margin = game_.final_margin(key) * (claimant_moves ? 1 : -1);
    return margin >= needed ? std::string() : fmt::format("{} with {} for the claimant, {} is needed", where, margin, needed);
  }

  std::string leaf_fault(const ProofNode& node) const {
    const LayerId layer = game_.layer(node.key);
    const auto named =
        std::find_if(header_.tables.begin(), header_.tables.end(), [&](const ProofTable& table) { return table.layer == layer; });
    if (named == header_.tables.end()) return fmt::format("a leaf, and the proof names no table of layer {}", to_text(layer));
    const Value value = leaves_.value(layer, game_.number(node.key));
    // A forced end is the mover's floor or the opponent's ceiling; where ends are held it is the other way round.
    const bool floor = claim_.forces() == node.claimant_moves;
    const std::optional<int>& margin = floor ? value.floor : value.ceiling;
    const std::string_view name = floor ? "floor" : "ceiling";
    if (!margin) return claim_.forces() ? fmt::format("a leaf, and the table has no {}", name) : std::string();
    const int has = node.claimant_moves ? *margin : -*margin;
    if (has >= node.target) return {};
    return fmt::format("a leaf with a target of {}, and the table's {} of {} gives the claimant {}", node.target, name, *margin, has);
  }

  std::string ply_fault(std::uint64_t i, const ProofNode& node, int number, const KeyedPly<3>& ply, Plies& further, Counts& counts) const {
    const LayerId above = nodes_.layer(i);
    const LayerId layer = game_.layer(ply.to);
    const bool claimant_moves = ply.again == node.claimant_moves;
    const int needed = needed_of(node.target + (node.claimant_moves ? -ply.captures : ply.captures), layer.seeds);
    const auto leads = [&](std::string_view what) {
      return fmt::format("ply {} leads to {}, the {} to move, {}", game_.ply_text(node.key, number), to_text(game_.position(ply.to)),
                         claimant_moves ? "claimant" : "opponent", what);
    };
    const auto to = nodes_.find(ply.to, claimant_moves);
    if (!to) {
      if (is_granted(needed, layer.seeds)) return {};
      further.clear();
      if (game_.append_plies(ply.to, further) != 0) return leads("which no node covers");
      ++counts.ends;
      const std::string fault = end_fault(ply.to, claimant_moves, needed, "the game is over");
      return fault.empty() ? fault : leads(fmt::format("where {}", fault));
    }
    if (nodes_.target(*to) < needed) return leads(fmt::format("whose target is {}, {} is needed", nodes_.target(*to), needed));
    if (layer == above && !nodes_.is_leaf(*to) && rank_counts(repetition_, claim_, node.target) && nodes_.rank(*to) >= node.rank) {
      return leads(fmt::format("whose rank of {} is not below the {} here", nodes_.rank(*to), node.rank));
    }
    return {};
  }

  const ProofHeader& header_;
  Claim claim_;
  Repetition repetition_;
  const ProofNodes& nodes_;
  const KeyedGame<3>& game_;
  const LeafValues& leaves_;
};

// All tables that the proof names must be there, and be the same.
std::optional<ProofFault> table_fault(const ProofHeader& header, const LeafValues& leaves) {
  std::vector<std::string> missing;
  std::optional<ProofFault> fault;
  for (const ProofTable& table : header.tables) {
    const auto digest = leaves.digest(table.layer);
    if (!digest) {
      missing.push_back(to_text(table.layer));
    } else if (*digest != table.values_digest && !fault) {
      fault.emplace();
      fault->what = fmt::format("layer {}: the proof relies on a table with the digest {}, the one here has {}", to_text(table.layer),
                                table.values_digest.text(), digest->text());
    }
  }
  if (!missing.empty()) {
    throw TableMissing(fmt::format("the proof relies on tables of {} that are not here, layer{} {}", header.root.rules.full_text(),
                                   missing.size() == 1 ? "" : "s", fmt::join(missing, ", ")));
  }
  return fault;
}

// Progress of reading and checking all parts.
class Share {
 public:
  Share(const ProofHeader& header, const ProofCheckOptions& options) : all_(2 * header.nodes()), options_(options) {}

  void read_to(std::uint64_t nodes_of_part) { say(before_ + nodes_of_part); }
  void checked(std::uint64_t nodes) {
    const std::lock_guard lock(mutex_);
    checked_ += nodes;
    say(before_ + checked_);
  }
  void next_phase(std::uint64_t nodes_of_part) {
    before_ += nodes_of_part;
    checked_ = 0;
  }

 private:
  void say(std::uint64_t done) const {
    if (options_.progress && all_ > 0) options_.progress(static_cast<double>(done) / static_cast<double>(all_));
  }
  std::mutex mutex_;
  std::uint64_t all_;
  std::uint64_t before_ = 0;
  std::uint64_t checked_ = 0;
  const ProofCheckOptions& options_;
};

// The first node of a part that does not hold, or kNone; adds up the figures of the others.
class Search {
 public:
  Search(const PartChecker& checker, const ProofCheckOptions& options, Share& share)
      : checker_(checker), options_(options), share_(share) {}

  void look_at(std::uint64_t begin, std::uint64_t end) {
    if (options_.stop != nullptr && *options_.stop) return;
    if (begin > first_.load(std::memory_order_relaxed)) return;
    Plies plies;
    Plies further;
    Counts counts;
    for (std::uint64_t i = begin; i < end; ++i) {
      std::string fault;
      std::exception_ptr error;
      try {
        fault = checker_.fault_of(i, plies, further, counts);
      } catch (const Error&) {
        error = std::current_exception();  // of a table; it must wait for faults of nodes before
      }
      if (fault.empty() && !error) continue;
      const std::lock_guard lock(mutex_);
      if (i < first_.load(std::memory_order_relaxed)) {
        first_.store(i, std::memory_order_relaxed);
        what_ = std::move(fault);
        error_ = error;
      }
      break;
    }
    share_.checked(end - begin);
    const std::lock_guard lock(mutex_);
    counts_.leaves += counts.leaves;
    counts_.ends += counts.ends;
  }

  /// Throws what reading a table for the first such node threw.
  [[nodiscard]] std::uint64_t first() const {
    if (error_) std::rethrow_exception(error_);
    return first_.load();
  }
  [[nodiscard]] const std::string& what() const { return what_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  const PartChecker& checker_;
  const ProofCheckOptions& options_;
  Share& share_;
  std::mutex mutex_;
  std::atomic<std::uint64_t> first_{kNone};
  std::string what_;
  std::exception_ptr error_;
  Counts counts_;
};

}  // namespace

ProofCheck check_proof(const ProofFile& file, const LeafValues& leaves, const ProofCheckOptions& options) {
  const ProofHeader& header = file.header();
  ProofCheck result;
  result.fault = table_fault(header, leaves);
  if (result.fault) return result;
  std::vector<LayerId> indexed;
  for (const ProofTable& table : header.tables) indexed.push_back(table.layer);
  const auto game = make_keyed_game<3>(header.root.rules, header.root.seeds(), indexed);
  Workers workers(options.threads);
  Share share(header, options);
  for (std::size_t part = 0; part < header.parts.size(); ++part) {
    const ProofNodes nodes(
        file, part, [&](std::uint64_t read) { share.read_to(read); }, options.stop);
    share.next_phase(nodes.size());
    const PartChecker checker(file, part, nodes, *game, leaves);
    Search search(checker, options, share);
    workers.for_ranges(nodes.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) { search.look_at(begin, end); });
    if (options.stop != nullptr && *options.stop) throw Interrupted();
    share.next_phase(nodes.size());
    if (search.first() != kNone) {
      const ProofNode node = nodes.node(search.first());
      result.fault = ProofFault{part, search.first(), game->position(node.key), node.claimant_moves, search.what()};
      return result;
    }
    const std::string fault = checker.root_fault();
    if (!fault.empty()) {
      result.fault = ProofFault{.part = part, .what = fault};
      return result;
    }
    result.parts.push_back({header.parts[part].claim, nodes.size(), search.counts().leaves, search.counts().ends, nodes.layers()});
  }
  return result;
}

std::string to_text(const ProofFault& fault, const ProofHeader& header) {
  std::string text;
  if (fault.part) text += fmt::format("part {} ({})", *fault.part + 1, to_text(header.parts[*fault.part].claim));
  if (fault.node) text += fmt::format(", node {}", *fault.node);
  if (fault.position) {
    text += fmt::format(", {}, the {} to move", to_text(*fault.position), fault.claimant_moves.value_or(false) ? "claimant" : "opponent");
  }
  return text.empty() ? fault.what : fmt::format("{}: {}", text, fault.what);
}

}  // namespace uthi
