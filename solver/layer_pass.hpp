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
#include <bit>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/values.hpp"
#include "core/workers.hpp"
#include "solver/checkpoint.hpp"
#include "solver/checkpoint_check.hpp"
#include "solver/guarantees.hpp"
#include "solver/layer_nodes.hpp"
#include "solver/look_forward.hpp"
#include "solver/lower_values.hpp"
#include "solver/predecessors.hpp"
#include "solver/safe_region.hpp"
#include "solver/scan.hpp"
#include "solver/solve.hpp"
#include "solver/spread.hpp"
#include "solver/waves.hpp"

namespace uthi {

template <Game G>
class LayerPass {
 public:
  using Board = typename G::Board;

  LayerPass(const G& game, const typename G::Index& index, const LowerValues<G>& lower, const LayerFrame& frame, Workers& workers,
            const SolveOptions& options)
      : game_(game),
        index_(index),
        lower_(lower),
        frame_(frame),
        workers_(workers),
        options_(options),
        nodes_(index.size(), options.depths),
        spread_(game, index, nodes_, workers) {}

  void look_forward() {
    resume();
    std::optional<EdgeFile> file;
    if (SharesBeginnings<G> && options_.keep_edges && !resumed_) {
      file.emplace(index_.size(), 2 * G::kPits * index_.size(), workers_.threads());
    }
    LookForward<G> forward(game_, index_, lower_, nodes_, file ? &*file : nullptr);
    const std::uint64_t stage = options_.checkpoint == nullptr ? index_.size() : std::max(index_.size() / kForwardStages, kForwardGrain);
    while (point_.looked_at < index_.size()) {
      const std::uint64_t first = point_.looked_at;
      const std::uint64_t count = std::min(stage, index_.size() - first);
      workers_.for_ranges(count, kForwardGrain, [&](std::uint64_t begin, std::uint64_t end) {
        poll();
        forward.look(first + begin, first + end);
        report(kForwardShare * static_cast<double>(end - begin) / static_cast<double>(index_.size()));
      });
      point_.looked_at += count;
      if (point_.looked_at < index_.size()) save_if_due(candidates_ | forward.candidates());
    }
    candidates_ |= forward.candidates();
    if (file) spread_.keep(*file, forward.clerks(), workers_);
  }

  /// The guarantee to begin with: `highest`, unless the pass goes on from a checkpoint.
  [[nodiscard]] int first_guarantee(int highest) const {
    return point_.stage == SolvePoint::Stage::settling ? static_cast<int>(point_.guarantee) : highest;
  }

  /// Settles every node of guarantee `g`; all of higher guarantee must be settled.
  void settle(int g) {
    // Where a checkpoint was taken, the candidates have been collected.
    if (point_.stage == SolvePoint::Stage::looking_forward && candidates_.test(guarantee_bit(g)))
      collect_candidates(static_cast<std::int8_t>(g));
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
      nodes_.mark_a<false>(number);
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
  static constexpr double kForwardShare = 0.4;
  static constexpr std::uint64_t kForwardStages = 256;  // checkpoints of the look forward, at most

  // Wave after wave, until nothing follows any more.
  void work_waves_off(int g) {
    const auto first = static_cast<std::uint32_t>(std::exchange(point_.depth, 0));
    point_.stage = SolvePoint::Stage::looking_forward;
    for (std::uint32_t depth = first; waves_.more(depth); ++depth) {
      if (options_.depths && depth >= kNoDepth - 1U) throw DoesNotFit("a depth passes 65534 plies");
      save_if_due(candidates_, g, depth);
      Wave wave = waves_.take(depth);
      settle_candidates(wave, g, depth);
      tell_parents(Role::a, wave.a, g, depth);
      tell_parents(Role::b, wave.b, g, depth);
    }
    waves_.clear();
  }

  // With a guarantee: before its wave of depth `depth`. Without: in the look forward.
  void save_if_due(const Guarantees& candidates, std::optional<int> g = std::nullopt, std::uint32_t depth = 0) {
    if (options_.checkpoint == nullptr || !options_.checkpoint->due()) return;
    SolvePoint point{.stage = g ? SolvePoint::Stage::settling : SolvePoint::Stage::looking_forward,
                     .looked_at = point_.looked_at,
                     .guarantee = g.value_or(0),
                     .depth = nodes_.has_depths() ? depth : 0,
                     .parts_a_million = static_cast<std::uint64_t>(1e6 * std::min(progress_, 1.0))};
    for (std::size_t i = 0; i < candidates.size(); ++i)
      point.candidates[i / 64] |= static_cast<std::uint64_t>(candidates.test(i) ? 1 : 0) << (i % 64);
    const std::vector<std::uint32_t> waiting = waves_.to_words(depth);
    std::vector<StatePart> parts{{reinterpret_cast<const std::uint8_t*>(&point), sizeof(point)}};
    nodes_.for_each_column([&](auto& column) { parts.push_back(part_of(column)); });
    parts.push_back(part_of(waiting));
    options_.checkpoint->save(parts);
  }

  // Takes the state up that is kept, if any and if it can be one of this layer.
  void resume() {
    if (options_.checkpoint == nullptr) return;
    SolvePoint point;
    std::vector<std::uint32_t> waiting;
    std::vector<std::span<std::uint8_t>> rooms{{reinterpret_cast<std::uint8_t*>(&point), sizeof(point)}};
    nodes_.for_each_column([&](auto& column) { rooms.push_back(room_of(column)); });
    std::size_t parts = 0;
    const auto room = [&](std::size_t part, std::uint64_t size) -> std::span<std::uint8_t> {
      parts = part + 1;
      if (part < rooms.size()) return rooms[part];
      if (part > rooms.size() || size % sizeof(std::uint32_t) != 0 || size / sizeof(std::uint32_t) > most_waiting_words(index_.size()))
        return {};
      waiting.resize(size / sizeof(std::uint32_t));
      return room_of(waiting);
    };
    const auto fault = [&]() -> std::string {
      if (parts != rooms.size() + 1) return "parts are missing";
      return checkpoint_fault(frame_, point, nodes_, waiting);
    };
    if (!options_.checkpoint->load(room, fault)) {
      if (parts > 0) nodes_.reset();
      return;
    }
    resumed_ = true;
    nodes_.mark_settled();
    point_ = point;
    waves_.take_words(waiting, static_cast<std::uint32_t>(point.depth));
    for (std::size_t i = 0; i < candidates_.size(); ++i) candidates_.set(i, (point.candidates[i / 64] >> (i % 64) & 1U) != 0);
    progress_ = static_cast<double>(point.parts_a_million) / 1e6;
  }

  // Unsettled nodes whose candidate is g and who wait for nothing in the layer.
  void collect_candidates(std::int8_t g) {
    workers_.for_ranges(index_.size(), kScanGrain, [&](std::uint64_t begin, std::uint64_t end) {
      FoundNodes& found = found_.local();
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
        if (!nodes_.mark_a<true>(number)) return;
        nodes_.a_value[number] = static_cast<std::int8_t>(g);
        if (nodes_.has_depths()) nodes_.a_depth[number] = static_cast<std::uint16_t>(depth);
        settled.push_back(number);
      });
      const std::lock_guard lock(mutex);
      wave.a.insert(wave.a.end(), settled.begin(), settled.end());
    });
    wave.a_candidates.clear();
    wave.a_candidates.shrink_to_fit();
  }

  // Edges back from the nodes of one wave.
  void tell_parents(Role role, const NodeList& list, int g, std::uint32_t depth) {
    workers_.for_ranges(list.size(), kSpreadGrain, [&](std::uint64_t begin, std::uint64_t end) {
      poll();
      waves_.add(spread_.tell(role, list, begin, end, g, depth));
      report((1 - kForwardShare) * static_cast<double>(end - begin) / (2 * static_cast<double>(index_.size())));
    });
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
  LayerFrame frame_;
  Workers& workers_;
  const SolveOptions& options_;
  LayerNodes nodes_;
  Guarantees candidates_;
  SolvePoint point_;      // how far the look forward is; where to begin settling, if the pass goes on from a checkpoint
  bool resumed_ = false;  // from a checkpoint
  Waves waves_;
  Spread<G> spread_;
  std::optional<SafeRegion<G>> safe_region_;
  tbb::enumerable_thread_specific<FoundNodes> found_;
  std::mutex progress_mutex_;
  double progress_ = 0;
};

}  // namespace uthi
