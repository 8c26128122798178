// Without depths, the other half of certifying: that no circle of positions holds a margin up by itself.
//
// Forward sweeps show margins one after the other, each from margins that were shown before:
//
//   a floor      once some ply that attains it leads below, or to a margin of the layer that is shown
//   a ceiling    once every ply that attains it does
//
// What is never shown has no play that brings it about. Plies that give the forcing side more than its margin need no
// look: a larger margin is shown by itself, so the order by margin and then by sweep is well-founded.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "core/workers.hpp"
#include "tablebase/entry_check.hpp"

namespace uthi {

/// `repetition=split`: endless play is worth nothing, so only margins above nothing must be brought about by the mover,
/// and only those below nothing by the opponent. Else every margin must.
enum class MarginsToShow : std::uint8_t { all, nonzero };

class Ranks {
 public:
  static constexpr std::uint8_t kFloor = 1;
  static constexpr std::uint8_t kCeiling = 2;

  Ranks(const EntryCheck& check, MarginsToShow which) : check_(check), which_(which), shown_(check.size(), 0) {}

  /// Sweeps until nothing new is shown; a byte a position. Throws Interrupted.
  void sweep(Workers& workers, const std::atomic<bool>* stop) {
    constexpr std::uint64_t kGrain = 1 << 12;
    std::atomic<bool> changed = true;
    while (changed.exchange(false)) {
      workers.for_ranges(check_.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
        bool any = false;
        for (std::uint64_t number = begin; number < end; ++number) any |= try_to_show(number);
        if (any) changed.store(true, std::memory_order_relaxed);
      });
    }
  }

  /// Bits kFloor and kCeiling: shown, or nothing to show.
  [[nodiscard]] std::uint8_t shown(std::uint64_t number) const {
    return std::atomic_ref(const_cast<std::uint8_t&>(shown_[number])).load(std::memory_order_relaxed);
  }

 private:
  // True if something new is shown.
  bool try_to_show(std::uint64_t number) {
    const std::uint8_t before = shown(number);
    if (before == (kFloor | kCeiling)) return false;
    const EntryBounds bounds = check_.stored(number);
    bool floor = !must_show(bounds.floor, 1);
    bool ceiling = true;
    const std::size_t plies = check_.for_each_ply(number, [&](const PlyBounds& ply) {
      const bool below = ply.layer != check_.layer();
      const std::uint8_t child = below ? kFloor | kCeiling : shown(ply.child);
      if (same(ply.bounds.floor, bounds.floor) && (child & (ply.again ? kFloor : kCeiling)) != 0) floor = true;
      if (same(ply.bounds.ceiling, bounds.ceiling) && (child & (ply.again ? kCeiling : kFloor)) == 0) ceiling = false;
    });
    if (plies == 0) floor = ceiling = true;
    if (!must_show(bounds.ceiling, -1)) ceiling = true;
    const auto now = static_cast<std::uint8_t>(before | (floor ? kFloor : 0) | (ceiling ? kCeiling : 0));
    if (now == before) return false;
    std::atomic_ref(shown_[number]).store(now, std::memory_order_relaxed);
    return true;
  }

  [[nodiscard]] bool must_show(const EntryBound& bound, int sign) const {
    return bound.exists && (which_ == MarginsToShow::all || bound.margin * sign > 0);
  }
  static bool same(const EntryBound& a, const EntryBound& b) { return a.exists && b.exists && a.margin == b.margin; }

  const EntryCheck& check_;
  MarginsToShow which_;
  std::vector<std::uint8_t> shown_;
};

}  // namespace uthi
