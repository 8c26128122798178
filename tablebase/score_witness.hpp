// Under repetition=score, the other half of certifying: that endless play is worth just what the entries say.
//
// A node is a position with one of its bounds: think of the player A who forces it, of the other player B, and of the
// guarantee g that A has there (the mover's floor, or with B to move its ceiling, negated). Where the entries agree with
// each other, plies that give A more than g at B's turn, or less at A's own, lead to nodes that are shown by themselves;
// so only plies that keep g count, and each guarantee is a game of its own on the nodes that have it. Two things are to
// be shown of every node:
//
//   at least g   A can bring about a way out of the layer, the end, or endless play that from some point on stays for
//                ever where A's row margin is g or more: a co-Buechi game. Nodes are shown in turns:
//                  reach   A: some ply leads out or to a shown node        B: all of them do
//                  stay    the largest set of nodes with good rows, not shown, in which A has a ply that stays in it or
//                          leads to a shown node, and B has no other plies: the whole set is shown
//                until nothing is added. A circle of bad rows that holds a value up by itself is never shown.
//   at most g    B can bring about a way out, the end, or again and again a position where A's row margin is g or less:
//                a Buechi game. Such positions are shown at once, then all from which B can force one, step by step
//                (B: some ply, A: all plies). From each of them play goes on to nodes that have to be shown too.
//
// Only forward plies are used. It takes a byte a position, and four for each that is looked at again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "tablebase/entry_check.hpp"

namespace uthi {

enum class ScoreBound : std::uint8_t { at_least, at_most };

class ScoreWitness {
 public:
  static constexpr std::uint8_t kFloor = 1;
  static constexpr std::uint8_t kCeiling = 2;

  ScoreWitness(const EntryCheck& check, ScoreBound bound, Workers& workers, const std::atomic<bool>* stop)
      : check_(check), bound_(bound), workers_(workers), stop_(stop), state_(check.size(), 0) {}

  /// Shows what can be shown. Throws Interrupted.
  void find() {
    take_unsettled_after_first_look();
    if (bound_ == ScoreBound::at_most) {
      reach();
      return;
    }
    do {
      reach();
    } while (stay());
  }

  /// Bits kFloor and kCeiling: shown.
  [[nodiscard]] std::uint8_t shown(std::uint64_t number) const { return state(number) & kShown; }

 private:
  static constexpr std::uint8_t kShown = kFloor | kCeiling;
  static constexpr int kStaying = 2;  // bits of the set that `stay` looks for stand this much higher
  static constexpr std::uint64_t kGrain = 1 << 12;
  using Numbers = std::vector<std::uint32_t>;

  [[nodiscard]] std::uint8_t state(std::uint64_t number) const {
    return std::atomic_ref(const_cast<std::uint8_t&>(state_[number])).load(std::memory_order_relaxed);
  }
  void set_state(std::uint64_t number, std::uint8_t state) { std::atomic_ref(state_[number]).store(state, std::memory_order_relaxed); }

  // Bits of `among` whose node has, or has only, plies that keep its guarantee and lead out or to a node in `region`
  // (bits of a state). A node without plies has come to its end.
  [[nodiscard]] std::uint8_t leads_to(std::uint64_t number, std::uint8_t among, std::uint8_t region) const {
    const EntryBounds stored = check_.stored(number);
    std::uint8_t some = 0;
    std::uint8_t all = kShown;
    const std::size_t plies = check_.for_each_ply(number, [&](const PlyBounds& ply) {
      const bool out = ply.layer != check_.layer();
      const std::uint8_t child = out ? kShown : in_region(state(ply.child), region);
      const std::uint8_t next = ply.again ? child : swapped(child);
      if (keeps(ply.bounds.floor, stored.floor)) note(next, kFloor, some, all);
      if (keeps(ply.bounds.ceiling, stored.ceiling)) note(next, kCeiling, some, all);
    });
    if (plies == 0) return among;
    const std::uint8_t chooses = bound_ == ScoreBound::at_least ? kFloor : kCeiling;
    return static_cast<std::uint8_t>(among & ((some & chooses) | (all & ~chooses)));
  }

  static void note(std::uint8_t next, std::uint8_t node, std::uint8_t& some, std::uint8_t& all) {
    if ((next & node) != 0) {
      some = static_cast<std::uint8_t>(some | node);
    } else {
      all = static_cast<std::uint8_t>(all & ~node);
    }
  }
  static std::uint8_t in_region(std::uint8_t state, std::uint8_t region) {
    const unsigned inside = state & region;
    return static_cast<std::uint8_t>((inside | (inside >> kStaying)) & kShown);
  }
  // Who moves changes who forces what.
  static std::uint8_t swapped(std::uint8_t nodes) { return static_cast<std::uint8_t>(((nodes & kFloor) << 1) | ((nodes & kCeiling) >> 1)); }
  static bool keeps(const EntryBound& ply, const EntryBound& stored) { return ply.exists && stored.exists && ply.margin == stored.margin; }

  // Nodes whose row margin is what endless play is to come to.
  [[nodiscard]] std::uint8_t good_rows(std::uint64_t number) const {
    const EntryBounds stored = check_.stored(number);
    const int margin = check_.row_margin(number);
    const bool least = bound_ == ScoreBound::at_least;
    // Seen from the mover; the ceiling is forced by the opponent.
    const bool floor = stored.floor.exists && (least ? margin >= stored.floor.margin : margin <= stored.floor.margin);
    const bool ceiling = stored.ceiling.exists && (least ? margin <= stored.ceiling.margin : margin >= stored.ceiling.margin);
    return static_cast<std::uint8_t>((floor ? kFloor : 0) | (ceiling ? kCeiling : 0));
  }

  // f(number) for the numbers 0..size-1; those for which it returns true make the list.
  template <class F>
  Numbers chosen(std::uint64_t size, F&& f) {
    Numbers list;
    std::mutex mutex;
    workers_.for_ranges(size, kGrain, [&](std::uint64_t begin, std::uint64_t end) {
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Interrupted();
      Numbers mine;
      for (std::uint64_t i = begin; i < end; ++i) f(i, mine);
      const std::lock_guard lock(mutex);
      list.insert(list.end(), mine.begin(), mine.end());
    });
    return list;
  }

  void take_unsettled_after_first_look() {
    open_ = chosen(check_.size(), [&](std::uint64_t number, Numbers& left) {
      std::uint8_t now = bound_ == ScoreBound::at_most ? good_rows(number) : std::uint8_t{0};
      const auto missing = static_cast<std::uint8_t>(kShown & ~now);
      if (missing != 0) now = static_cast<std::uint8_t>(now | leads_to(number, missing, kShown));
      set_state(number, now);
      if (now != kShown) left.push_back(static_cast<std::uint32_t>(number));
    });
  }

  void reach() {
    std::atomic<bool> changed = true;
    while (changed.exchange(false)) {
      open_ = chosen(open_.size(), [&](std::uint64_t i, Numbers& left) {
        const std::uint32_t number = open_[i];
        const std::uint8_t before = shown(number);
        const std::uint8_t more = leads_to(number, static_cast<std::uint8_t>(kShown & ~before), kShown);
        if (more != 0) {
          set_state(number, static_cast<std::uint8_t>(before | more));
          changed.store(true, std::memory_order_relaxed);
        }
        if ((before | more) != kShown) left.push_back(number);
      });
    }
  }

  // True if a set was found; its nodes are shown then.
  bool stay() {
    Numbers inside = chosen(open_.size(), [&](std::uint64_t i, Numbers& list) {
      const std::uint32_t number = open_[i];
      const std::uint8_t before = shown(number);
      const auto good = static_cast<std::uint8_t>(good_rows(number) & ~before);
      if (good == 0) return;
      set_state(number, static_cast<std::uint8_t>(before | (good << kStaying)));
      list.push_back(number);
    });
    std::atomic<bool> changed = true;
    while (changed.exchange(false)) {
      inside = chosen(inside.size(), [&](std::uint64_t i, Numbers& left) {
        const std::uint32_t number = inside[i];
        const std::uint8_t before = state(number);
        const auto staying = static_cast<std::uint8_t>(before >> kStaying);
        const std::uint8_t still = leads_to(number, staying, kShown | (kShown << kStaying));
        if (still != staying) {
          set_state(number, static_cast<std::uint8_t>((before & kShown) | (still << kStaying)));
          changed.store(true, std::memory_order_relaxed);
        }
        if (still != 0) left.push_back(number);
      });
    }
    for (const std::uint32_t number : inside)
      state_[number] = static_cast<std::uint8_t>((state_[number] | (state_[number] >> kStaying)) & kShown);
    return !inside.empty();
  }

  const EntryCheck& check_;
  ScoreBound bound_;
  Workers& workers_;
  const std::atomic<bool>* stop_;
  std::vector<std::uint8_t> state_;  // shown nodes, and above them those of the set that is looked for
  Numbers open_;                     // positions with a node that is not shown
};

}  // namespace uthi
