// The retrograde pass over one layer: one look forward at every position, then settled nodes spread backwards.
//
//   1. look_forward   every position: what the layers below give (candidates), and how many plies stay in the layer
//   2. settle(g)      for one guarantee g, from high to low: the nodes whose candidate is g, and in waves of growing
//                     depth everything that follows from them by un-moves
//   3. take_values    nodes to floors, ceilings and depths; what was never settled has none
//
// A node is settled once, at its exact guarantee and depth: higher guarantees were exhausted before, and within one the
// waves go by depth. So the result is the same in whatever order, and on however many threads, a wave is worked off.
// In which order guarantees are settled is the repetition rule's business (solver/repetition.hpp).
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/values.hpp"
#include "core/workers.hpp"
#include "solver/layer_nodes.hpp"
#include "solver/lower_values.hpp"
#include "solver/memory.hpp"
#include "solver/safe_region.hpp"
#include "solver/scan.hpp"
#include "solver/solve.hpp"
#include "solver/waves.hpp"

namespace uthi {

template <Game G>
class LayerPass {
 public:
  using Board = typename G::Board;

  LayerPass(const G& game, const typename G::Index& index, const LowerValues<G>& lower, Workers& workers, const SolveOptions& options)
      : game_(game), index_(index), lower_(lower), workers_(workers), options_(options), nodes_(index.size(), options.depths) {}

  void look_forward() {
    workers_.for_ranges(index_.size(), kForwardGrain, [&](std::uint64_t begin, std::uint64_t end) {
      poll();
      Locals& mine = locals_.local();
      ForwardBatch& batch = mine.forward;
      index_.for_each(begin, end, [&](std::uint64_t number, const Board& board) {
        look_forward(batch, number, board);
        if (batch.probes.size() >= kBatch) finish_forward(mine);
      });
      finish_forward(mine);
      report(kForwardShare * static_cast<double>(end - begin) / static_cast<double>(index_.size()));
    });
    for (const Locals& local : locals_) candidates_ |= local.candidates;
  }

  /// Settles every node of guarantee `g`; all of higher guarantee must be settled.
  void settle(int g) {
    if (candidates_.test(candidate_bit(g))) collect_candidates(static_cast<std::int8_t>(g));
    work_waves_off(g);
  }

  /// Settles at `g` where A can stay for ever on positions worth that much on the rows, and what follows from it;
  /// everything that comes to an end worth `g` must be settled. False if there is no such position (any more).
  bool settle_endless(int g) {
    if (!safe_region_) safe_region_.emplace(game_, index_, nodes_, workers_);
    poll();
    const auto safe = safe_region_->find(g);
    FoundNodes found;
    for (const std::uint32_t number : safe.a) {
      nodes_.a_value[number] = static_cast<std::int8_t>(g);
      found.settled_a.push_back(number);
    }
    for (const std::uint32_t number : safe.b) {
      nodes_.b_value[number] = static_cast<std::int8_t>(g);
      found.b.push_back({0, number});
    }
    waves_.add(found);
    work_waves_off(g);
    return !safe.empty();
  }

  /// Where one player forces a positive guarantee, the other gets its opposite; where neither does, both get nothing.
  void give_the_rest_nothing() {
    for (std::uint64_t i = 0; i < index_.size(); ++i) {
      std::int8_t& a = nodes_.a_value[i];
      std::int8_t& b = nodes_.b_value[i];
      if (a == kNoMargin) a = b == kNoMargin ? std::int8_t{0} : static_cast<std::int8_t>(-b);
      b = static_cast<std::int8_t>(-a);
    }
  }

  [[nodiscard]] LayerValues take_values(LayerId layer) {
    LayerValues values;
    values.layer = layer;
    for (std::int8_t& value : nodes_.b_value) value = value == kNoMargin ? kNoMargin : static_cast<std::int8_t>(-value);
    for (std::size_t i = 0; i < nodes_.a_depth.size(); ++i) {
      if (nodes_.a_value[i] == kNoMargin) nodes_.a_depth[i] = kNoDepth;
      if (nodes_.b_value[i] == kNoMargin) nodes_.b_depth[i] = kNoDepth;
    }
    values.floor = std::move(nodes_.a_value);
    values.ceiling = std::move(nodes_.b_value);
    values.floor_depth = std::move(nodes_.a_depth);
    values.ceiling_depth = std::move(nodes_.b_depth);
    return values;
  }

 private:
  static constexpr std::uint64_t kForwardGrain = 1 << 13;
  static constexpr std::uint64_t kSpreadGrain = 1 << 10;
  static constexpr std::uint64_t kScanGrain = 1 << 16;
  static constexpr std::size_t kBatch = 256;
  static constexpr double kForwardShare = 0.4;

  // A capture met by the look forward, waiting for its table entry to arrive in the cache.
  struct Probe {
    std::uint64_t child;
    const LowerLayer<G>* layer;
    std::uint32_t parent;  // position in the batch
    std::int8_t captures;
    bool again;
  };
  struct Forward {
    std::uint64_t number;
    std::uint8_t open;
    std::int8_t a_best;
    std::int8_t b_worst;
    std::uint16_t a_depth;
    std::uint16_t b_depth;
  };
  struct ForwardBatch {
    std::vector<Forward> parents;
    std::vector<Probe> probes;
  };
  struct Parent {
    Board board;
    bool again;
  };
  // An un-move found, waiting for its target's node to arrive in the cache.
  struct Pending {
    std::uint32_t number;
    std::uint8_t weight;
  };
  struct Locals {
    ForwardBatch forward;
    std::bitset<256> candidates;
    std::vector<Parent> parents;
    std::vector<Pending> to_a;
    std::vector<Pending> to_b;
    FoundNodes found;
  };

  static constexpr std::size_t candidate_bit(int g) { return static_cast<std::size_t>(g + 128); }

  void look_forward(ForwardBatch& batch, std::uint64_t number, const Board& board) {
    Forward parent{number, 0, kNoMargin, LayerNodes::kNothingBelow, 0, 0};
    const std::size_t probes = batch.probes.size();
    const int within = game_.for_each_lower_ply(board, [&](const Ply<Board>& ply) {
      const LowerLayer<G>& below = lower_.at(game_.layer(ply.board));
      const std::uint64_t child = below.index.slot(ply.board).number;
      below.prefetch(child);
      batch.probes.push_back(
          {child, &below, static_cast<std::uint32_t>(batch.parents.size()), static_cast<std::int8_t>(ply.captures), ply.again});
    });
    parent.open = static_cast<std::uint8_t>(within);
    if (within == 0 && batch.probes.size() == probes) {
      parent.a_best = static_cast<std::int8_t>(game_.final_margin(board));
      parent.b_worst = static_cast<std::int8_t>(-parent.a_best);
    }
    batch.parents.push_back(parent);
  }

  void finish_forward(Locals& mine) {
    for (const Probe& probe : mine.forward.probes) {
      const LowerLayer<G>& below = *probe.layer;
      const auto floor = below.floor(probe.child);      // of A(child)
      const auto ceiling = below.ceiling(probe.child);  // of B(child), negated
      Forward& parent = mine.forward.parents[probe.parent];
      // A(parent) leads to B(child) if the move is handed over, else to A(child).
      const auto for_a = probe.again ? floor : ceiling.negated();
      const auto for_b = probe.again ? ceiling.negated() : floor;
      if (for_a.margin != kNoMargin) {
        const auto margin = static_cast<std::int8_t>(for_a.margin + probe.captures);
        const auto depth = static_cast<std::uint16_t>(for_a.depth + 1);
        if (margin > parent.a_best || (margin == parent.a_best && depth < parent.a_depth)) {
          parent.a_best = margin;
          parent.a_depth = depth;
        }
      }
      const auto margin = for_b.margin == kNoMargin ? kNoMargin : static_cast<std::int8_t>(for_b.margin - probe.captures);
      const auto depth = static_cast<std::uint16_t>(for_b.depth + 1);
      if (margin < parent.b_worst || (margin == parent.b_worst && depth > parent.b_depth)) {
        parent.b_worst = margin;
        parent.b_depth = depth;
      }
    }
    for (const Forward& parent : mine.forward.parents) {
      nodes_.a_candidate[parent.number] = parent.a_best;
      nodes_.b_candidate[parent.number] = parent.b_worst;
      nodes_.b_open[parent.number] = parent.open;
      mine.candidates.set(candidate_bit(parent.a_best));
      mine.candidates.set(candidate_bit(parent.b_worst));
      if (!nodes_.has_depths()) continue;
      nodes_.a_depth[parent.number] = parent.a_depth;
      nodes_.b_depth[parent.number] = parent.b_depth;
    }
    mine.forward.parents.clear();
    mine.forward.probes.clear();
  }

  // Wave after wave, until nothing follows any more.
  void work_waves_off(int g) {
    for (std::uint32_t depth = 0; waves_.more(depth); ++depth) {
      if (options_.depths && depth >= kNoDepth - 1U) throw DoesNotFit("a depth passes 65534 plies");
      Wave wave = waves_.take(depth);
      settle_candidates(wave, g, depth);
      spread(Role::a, wave.a, g, depth);
      spread(Role::b, wave.b, g, depth);
    }
    waves_.clear();
  }

  // Unsettled nodes whose candidate is g and who wait for nothing in the layer.
  void collect_candidates(std::int8_t g) {
    workers_.for_ranges(index_.size(), kScanGrain, [&](std::uint64_t begin, std::uint64_t end) {
      FoundNodes& found = locals_.local().found;
      for_each_stretch(begin, end, [&](std::uint64_t first, std::uint64_t count) {
        std::uint64_t a = equal_bits(&nodes_.a_candidate[first], g, count);
        if (a != 0) a &= equal_bits(&nodes_.a_value[first], kNoMargin, count);
        for (; a != 0; a &= a - 1) {
          const std::uint64_t number = first + static_cast<std::uint64_t>(std::countr_zero(a));
          found.a.push_back({a_depth(number), static_cast<std::uint32_t>(number)});
        }
        std::uint64_t b = equal_bits(&nodes_.b_candidate[first], g, count);
        if (b != 0) b &= equal_bits(&nodes_.b_value[first], kNoMargin, count) & equal_bits(&nodes_.b_open[first], std::uint8_t{0}, count);
        for (; b != 0; b &= b - 1) {
          const std::uint64_t number = first + static_cast<std::uint64_t>(std::countr_zero(b));
          nodes_.b_value[number] = g;
          found.b.push_back({b_depth(number), static_cast<std::uint32_t>(number)});
        }
      });
      waves_.add(found);
    });
  }

  // Candidates that no successor in the layer settled at a smaller depth join their wave. All of them must be settled
  // before the wave spreads, or a neighbour in the same wave would settle them one ply too deep.
  void settle_candidates(Wave& wave, int g, std::uint32_t depth) {
    std::mutex mutex;
    workers_.for_ranges(wave.a_candidates.size(), kScanGrain, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<std::uint32_t> settled;
      for_each_node(wave.a_candidates, begin, end, [&](std::uint32_t number) {
        if (settle_a<true>(number, g, depth)) settled.push_back(number);
      });
      const std::lock_guard lock(mutex);
      wave.a.insert(wave.a.end(), settled.begin(), settled.end());
    });
    wave.a_candidates.clear();
    wave.a_candidates.shrink_to_fit();
  }

  // Un-moves of the nodes of one wave.
  void spread(Role role, const NodeList& list, int g, std::uint32_t depth) {
    workers_.for_ranges(list.size(), kSpreadGrain, [&](std::uint64_t begin, std::uint64_t end) {
      poll();
      Locals& mine = locals_.local();
      for_each_node(list, begin, end, [&](std::uint32_t number) {
        unmove(mine, role, number);
        if (mine.to_a.size() + mine.to_b.size() >= kBatch) apply(mine, g, depth);
      });
      apply(mine, g, depth);
      waves_.add(mine.found);
      report((1 - kForwardShare) * static_cast<double>(end - begin) / (2 * static_cast<double>(index_.size())));
    });
  }

  template <bool kShared>
  bool settle_a(std::uint32_t number, int g, std::uint32_t depth) {
    if (!Memory<kShared>::replace(nodes_.a_value[number], kNoMargin, static_cast<std::int8_t>(g))) return false;
    if (nodes_.has_depths()) nodes_.a_depth[number] = static_cast<std::uint16_t>(depth);
    return true;
  }

  // Same player again: the parent's node has the same role as the child's; else the other one.
  void unmove(Locals& mine, Role role, std::uint32_t number) {
    const Board board = index_.board(number);
    const bool palindrome = index_.is_palindrome(board);
    // Two steps, so that the long code behind a parent stands once and its loop runs without a branch between parents.
    mine.parents.clear();
    game_.for_each_unply(board, [&](const Board& parent, bool again) { mine.parents.push_back({parent, again}); });
    for (const auto& [parent, again] : mine.parents) {
      const Slot slot = index_.slot(parent);
      const unsigned weight = unmove_weight(palindrome, slot);
      if (weight == 0) continue;
      const auto target = static_cast<std::uint32_t>(slot.number);
      if ((role == Role::a) == again) {
        __builtin_prefetch(&nodes_.a_value[target], 1);
        mine.to_a.push_back({target, static_cast<std::uint8_t>(weight)});
      } else {
        __builtin_prefetch(&nodes_.b_open[target], 1);
        mine.to_b.push_back({target, static_cast<std::uint8_t>(weight)});
      }
    }
  }

  void apply(Locals& mine, int g, std::uint32_t depth) {
    if (workers_.threads() > 1) {
      apply_with<true>(mine, g, depth);
    } else {
      apply_with<false>(mine, g, depth);
    }
  }

  template <bool kShared>
  void apply_with(Locals& mine, int g, std::uint32_t depth) {
    for (const Pending& pending : mine.to_a) {
      if (settle_a<kShared>(pending.number, g, depth + 1)) mine.found.settled_a.push_back(pending.number);
    }
    for (const Pending& pending : mine.to_b) {
      if (Memory<kShared>::subtract(nodes_.b_open[pending.number], pending.weight) != 0) continue;
      // Nobody else touches the node from here on: its last successor is settled. The safe region may have settled it.
      if (nodes_.b_value[pending.number] != kNoMargin) continue;
      const std::int8_t below = nodes_.b_candidate[pending.number];
      if (below < g) continue;  // that candidate comes later, or is "no value"
      const std::uint32_t known = below == g ? b_depth(pending.number) : 0;
      const std::uint32_t at = std::max(known, depth + 1);
      nodes_.b_value[pending.number] = static_cast<std::int8_t>(g);
      if (nodes_.has_depths()) nodes_.b_depth[pending.number] = static_cast<std::uint16_t>(at);
      mine.found.b.push_back({at, pending.number});
    }
    mine.to_a.clear();
    mine.to_b.clear();
  }

  // Depth of the candidate; without depths everything belongs to the first wave.
  [[nodiscard]] std::uint32_t a_depth(std::uint64_t number) const { return nodes_.has_depths() ? nodes_.a_depth[number] : 0; }
  [[nodiscard]] std::uint32_t b_depth(std::uint64_t number) const { return nodes_.has_depths() ? nodes_.b_depth[number] : 0; }

  void poll() const {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Interrupted();
  }

  void report(double share) {
    if (!options_.progress) return;
    const std::lock_guard lock(progress_mutex_);
    progress_ += share;
    options_.progress(std::min(progress_, 1.0));
  }

  const G& game_;
  const typename G::Index& index_;
  const LowerValues<G>& lower_;
  Workers& workers_;
  const SolveOptions& options_;
  LayerNodes nodes_;
  std::bitset<256> candidates_;
  Waves waves_;
  std::optional<SafeRegion<G>> safe_region_;
  tbb::enumerable_thread_specific<Locals> locals_;
  std::mutex progress_mutex_;
  double progress_ = 0;
};

}  // namespace uthi
