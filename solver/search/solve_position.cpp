// The choice between graph and search, and the questions that a goal comes down to.
#include "solver/search/solve_position.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "core/error.hpp"
#include "core/keyed_game.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "solver/search/graph.hpp"
#include "solver/search/search.hpp"
#include "solver/search/strategy.hpp"

namespace uthi {

std::string_view to_text(Answered answered) {
  constexpr std::array<std::string_view, 4> kNames{"table", "graph", "search", "path search"};
  return kNames[static_cast<std::size_t>(answered)];
}

std::optional<bool> truth(const Claim& claim, const ValueBounds& bounds) {
  const auto decide = [](bool yes, bool no) { return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt; };
  switch (claim.kind) {
    case ClaimKind::floor_at_least:
      return decide(bounds.floor_least >= claim.margin, bounds.floor_most < claim.margin);
    case ClaimKind::floor_at_most:
      return decide(bounds.floor_most <= claim.margin, bounds.floor_least > claim.margin);
    case ClaimKind::ceiling_at_least:
      return decide(bounds.ceiling_least >= claim.margin, bounds.ceiling_most < claim.margin);
    case ClaimKind::ceiling_at_most:
      return decide(bounds.ceiling_most <= claim.margin, bounds.ceiling_least > claim.margin);
  }
  return std::nullopt;
}

std::vector<Claim> known_claims(const ValueBounds& bounds) {
  std::vector<Claim> claims;
  if (!bounds.none(bounds.floor_least)) claims.push_back({ClaimKind::floor_at_least, bounds.floor_least});
  if (bounds.floor_most < bounds.seeds) claims.push_back({ClaimKind::floor_at_most, bounds.floor_most});
  if (bounds.ceiling_least > -bounds.seeds) claims.push_back({ClaimKind::ceiling_at_least, bounds.ceiling_least});
  if (!bounds.none(bounds.ceiling_most)) claims.push_back({ClaimKind::ceiling_at_most, bounds.ceiling_most});
  return claims;
}

bool reached(const Goal& goal, const ValueBounds& bounds, int lead) {
  return (!goal.outcome || bounds.outcome(lead)) && (!goal.floor || bounds.floor_exact()) && (!goal.ceiling || bounds.ceiling_exact()) &&
         std::all_of(goal.claims.begin(), goal.claims.end(), [&](const Claim& claim) { return truth(claim, bounds).has_value(); });
}

namespace {

// Nodes that a question may take in the first round, and how much more in each that follows.
constexpr double kRoundNodes = 10'000;
constexpr double kRoundGrowth = 1.3;
// Nodes that the automatic method searches before it tries the graph.
constexpr std::uint64_t kFirstNodes = 2'000'000;
// Bytes of the first table, and by how much it grows when it gets full.
constexpr std::uint64_t kFirstTable = std::uint64_t{4} << 20;
constexpr std::uint64_t kTableGrowth = 4;
// Positions looked at for each that is entered in the table, about.
constexpr std::uint64_t kNodesAnEntry = 4;
// Nodes that one thread searches alone.
constexpr std::uint64_t kAlone = 100'000;

struct Asked {
  Prover prover;
  int target;
  friend bool operator==(const Asked&, const Asked&) = default;
};

// What a claim asks: its own target, or one more for the other player, to be refuted.
Asked question_of(const Claim& claim) {
  const Prover claimant = claim.by_mover() ? Prover::mover : Prover::opponent;
  return claim.forces() ? Asked{claimant, claim.target()} : Asked{other(claimant), 1 - claim.target()};
}

// The open questions of a goal, the most telling first: of a range the middle, then its ends.
std::vector<Asked> questions(const Goal& goal, const ValueBounds& bounds, int lead) {
  std::vector<Asked> list;
  if (goal.outcome && !bounds.outcome(lead)) {
    // With a large lead whatever end will do, but an end it must be.
    const int win = std::max(1 - lead, -bounds.seeds);
    const int loss = std::max(1 + lead, -bounds.seeds);
    if (bounds.floor_least < win && bounds.floor_most >= win) list.push_back({Prover::mover, win});
    if (-bounds.ceiling_most < loss && -bounds.ceiling_least >= loss) list.push_back({Prover::opponent, loss});
  }
  for (const Claim& claim : goal.claims) {
    if (!truth(claim, bounds)) list.push_back(question_of(claim));
  }
  const auto add_range = [&](Prover prover, int least, int most) {  // of the prover's guarantee, none being below -seeds
    const int first = std::max(least + 1, -bounds.seeds);
    for (const int target : {first + (most - first + 1) / 2, first, most}) list.push_back({prover, target});
  };
  if (goal.floor && !bounds.floor_exact()) add_range(Prover::mover, bounds.floor_least, bounds.floor_most);
  if (goal.ceiling && !bounds.ceiling_exact()) add_range(Prover::opponent, -bounds.ceiling_most, -bounds.ceiling_least);
  return list;
}

// Positions that can follow from one of the root's layer at most, above the covered layers; a bound.
double largest_graph(const RuleSet& rules, LayerId top, const ValueSource& tables) {
  const int ring = 2 * rules.pits();
  double all = 0;
  for (int seeds = 0; seeds <= top.seeds; ++seeds) {
    for (int marks = 0; marks <= std::min(top.marks, seeds); ++marks) {
      if (tables.covers({seeds, marks})) continue;
      const double boards = std::exp(std::lgamma(seeds - marks + ring) - std::lgamma(seeds - marks + 1) - std::lgamma(ring));
      const double sets = std::exp(std::lgamma(top.marks + 1) - std::lgamma(marks + 1) - std::lgamma(top.marks - marks + 1));
      all += boards * sets / 2;  // mirror images are one; without a mirror the guess is low, and only that
    }
  }
  return all;
}

template <int W>
class PositionSolverOf final : public PositionSolver {
 public:
  PositionSolverOf(const Position& position, const ValueSource& tables, const std::vector<LayerId>& layers, const SolveLimits& limits)
      : position_(position),
        game_(make_keyed_game<W>(position.rules, position.seeds(), layers)),
        tables_(tables),
        limits_(limits),
        budget_(limits.seconds, limits.nodes, limits.stop),
        root_(game_->key(position)),
        layer_(game_->layer(root_)),
        split_(have_one_value(position.rules)) {
    solution_.bounds = ValueBounds::of(layer_.seeds);
    budget_.on_tick([this] { report(); });
  }

  Solution solve(const Goal& goal) override {
    goal_ = goal;
    if (tables_.covers(layer_)) {
      solution_.answered = Answered::table;
      solution_.bounds.set(tables_.value(layer_, game_->number(root_)));
    } else {
      solve_above_tables();
    }
    solution_.nodes = budget_.nodes();
    solution_.seconds = budget_.seconds();
    solution_.stopped = reached(goal_, solution_.bounds, position_.lead()) ? Stopped::no : budget_.stopped();
    return solution_;
  }

  Proof prove(const std::vector<Claim>& claims) override {
    Proof proof{.root = position_, .parts = {}, .tables = {}};
    for (const Claim& claim : claims) proof.parts.push_back(part_of(claim));
    for (const LayerId layer : leaf_layers(proof)) proof.tables.push_back({layer, {}});
    return proof;
  }

 private:
  [[nodiscard]] bool done() const { return reached(goal_, solution_.bounds, position_.lead()); }

  void solve_above_tables() {
    switch (limits_.method) {
      case Method::graph:
        solve_graph();
        return;
      case Method::search:
        solve_search(std::nullopt);
        return;
      case Method::automatic:
        break;
    }
    solve_search(kFirstNodes);
    if (done() || budget_.stopped() != Stopped::no) return;
    // What play reaches is often a small part of all positions.
    constexpr double kShareReached = 0.25;
    const double bytes = largest_graph(position_.rules, layer_, tables_) * (sizeof(Key<W>) + 40) * kShareReached;
    if (bytes < static_cast<double>(limits_.memory)) solve_graph();
    if (done() || (budget_.stopped() != Stopped::no && budget_.stopped() != Stopped::memory)) return;
    graph_.reset();
    budget_.forgive_memory();
    solve_search(std::nullopt);
  }

  void solve_graph() {
    if (layer_.seeds > kMaxLayerSeeds) {
      budget_.give_up(Stopped::memory);
      return;
    }
    table_.reset();  // its memory is the graph's now
    GraphOptions options{.threads = limits_.threads, .memory = limits_.memory, .ranks = limits_.proof};
    options.progress = [&](std::uint64_t positions, bool settling, double share) {
      now_ = {.bounds = {}, .phase = settling ? "settling" : "collecting", .positions = positions, .share = share};
    };
    graph_ = std::make_unique<Graph<W>>(*game_, tables_, budget_, options);
    const bool solved = graph_->solve(root_);
    solution_.graph_positions = graph_->positions();
    solution_.graph_bytes = graph_->peak_bytes();
    if (!solved) {
      graph_.reset();
      return;
    }
    const auto node = graph_->node(root_);
    solution_.bounds.set({node.floor, node.ceiling});
    solution_.answered = Answered::graph;
  }

  // Rounds of growing length, in each of which every open question is asked once, until the goal is reached, the budget
  // ends, or about so many nodes are spent.
  void solve_search(std::optional<std::uint64_t> most_nodes) {
    solution_.answered = Answered::search;
    make_table();
    double nodes = kRoundNodes;
    for (round_ = 0; !done(); ++round_, nodes *= kRoundGrowth) {
      now_ = {.bounds = {}, .phase = "search", .round = round_ + 1};
      const std::uint64_t larger = std::min(limits_.memory / 2, kTableGrowth * table_->bytes());
      if (budget_.nodes() > kNodesAnEntry * table_->entries() && larger >= 2 * table_->bytes()) table_->grow(larger);
      std::vector<Asked> left_open;
      if (questions(goal_, solution_.bounds, position_.lead()).empty()) throw std::logic_error("a goal without a question");
      while (const auto asked = next_question(left_open)) {
        const QuestionStatus status = ask(*asked, static_cast<std::uint64_t>(nodes));
        if (status == QuestionStatus::open) {
          left_open.push_back(*asked);
        } else {
          solution_.bounds.learn(asked->prover, asked->target, status == QuestionStatus::proved, split_);
        }
        if (budget_.stopped() != Stopped::no) return;
      }
      if (most_nodes && budget_.nodes() >= *most_nodes) return;
    }
  }

  [[nodiscard]] std::optional<Asked> next_question(const std::vector<Asked>& left_open) const {
    for (const Asked& asked : questions(goal_, solution_.bounds, position_.lead())) {
      if (std::find(left_open.begin(), left_open.end(), asked) == left_open.end()) return asked;
    }
    return std::nullopt;
  }

  // All threads ask the same, each in an order of its own; the first answer counts.
  QuestionStatus ask(const Asked& asked, std::uint64_t most_nodes) {
    std::atomic<bool> answered = false;
    std::mutex mutex;
    QuestionStatus status = QuestionStatus::open;
    // What one thread does in no time is not worth waking the others.
    const int threads = budget_.nodes() < kAlone ? 1 : limits_.threads;
    workers_.for_ranges(static_cast<std::uint64_t>(threads), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t thread = begin; thread < end; ++thread) {
        if (answered) return;
        const unsigned noise = round_ * static_cast<unsigned>(limits_.threads) + static_cast<unsigned>(thread);
        const QuestionStatus mine = searches_[thread]->ask({root_, asked.prover, asked.target}, most_nodes, noise, answered);
        const std::lock_guard lock(mutex);
        if (mine == QuestionStatus::open) continue;
        status = mine;
        answered = true;
      }
    });
    return status;
  }

  void make_table() {
    if (table_) return;
    // Half for the table in the end, the rest for the paths of the threads.
    table_ = std::make_unique<Transpositions<W>>(std::min(limits_.memory / 2, kFirstTable));
    searches_.clear();
    for (int thread = 0; thread < limits_.threads; ++thread) {
      typename Search<W>::Options options;
      options.memory = limits_.memory / 2 / static_cast<unsigned>(limits_.threads);
      searches_.push_back(std::make_unique<Search<W>>(*game_, tables_, *table_, budget_, options));
    }
  }

  ProofPart part_of(const Claim& claim) {
    if (truth(claim, solution_.bounds) != std::optional(true)) throw std::logic_error("a claim that was not proved");
    if (graph_) return strategy_from(*game_, *graph_, root_, claim);
    Recorder<W> record;
    if (!tables_.covers(layer_)) {
      make_table();
      now_ = {.bounds = {}, .phase = "writing the proof"};
      typename Search<W>::Options options;
      options.memory = limits_.memory / 2;
      options.recorder = &record;
      Search<W> search(*game_, tables_, *table_, budget_, options);
      const std::atomic<bool> never = false;
      const Asked asked = question_of(claim);
      const QuestionStatus status = search.ask({root_, asked.prover, asked.target}, kUnlimited, 0, never);
      if (status == QuestionStatus::open) throw DoesNotFit("the limits ended before the proof was written; give more --memory or --time");
      if ((status == QuestionStatus::proved) != claim.forces()) throw std::logic_error("a proof that is not one");
    }
    return strategy_from(*game_, tables_, record, root_, claim);
  }

  [[nodiscard]] std::vector<LayerId> leaf_layers(const Proof& proof) const {
    const auto wide = make_keyed_game<3>(position_.rules, position_.seeds(), {});
    std::vector<LayerId> layers;
    for (const ProofPart& part : proof.parts) {
      for (const ProofNode& node : part.nodes) {
        if (!node.leaf) continue;
        const LayerId layer = wide->layer(node.key);
        if (std::find(layers.begin(), layers.end(), layer) == layers.end()) layers.push_back(layer);
      }
    }
    std::sort(layers.begin(), layers.end());
    return layers;
  }

  void report() {
    if (!limits_.progress) return;
    SolveProgress progress = now_;
    progress.bounds = solution_.bounds;
    progress.nodes = budget_.nodes();
    progress.seconds = budget_.seconds();
    limits_.progress(progress);
  }

  Position position_;
  std::unique_ptr<KeyedGame<W>> game_;
  const ValueSource& tables_;
  SolveLimits limits_;
  Budget budget_;
  Key<W> root_;
  LayerId layer_;
  bool split_;
  Goal goal_;
  Solution solution_;
  unsigned round_ = 0;
  SolveProgress now_;  // what is being done, without figures
  Workers workers_{limits_.threads};
  std::unique_ptr<Graph<W>> graph_;
  std::unique_ptr<Transpositions<W>> table_;
  std::vector<std::unique_ptr<Search<W>>> searches_;
};

}  // namespace

std::unique_ptr<PositionSolver> make_position_solver(const Position& position, const ValueSource& tables,
                                                     const std::vector<LayerId>& layers, const SolveLimits& limits) {
  if (repetition_of(position.rules) == Repetition::score) {
    throw UsageError("under repetition=score a position has no value without its path; uthi probe --exact searches from one position on");
  }
  switch (key_words(position.rules, position.seeds())) {
    case 1:
      return std::make_unique<PositionSolverOf<1>>(position, tables, layers, limits);
    case 2:
      return std::make_unique<PositionSolverOf<2>>(position, tables, layers, limits);
    default:
      return std::make_unique<PositionSolverOf<3>>(position, tables, layers, limits);
  }
}

}  // namespace uthi
