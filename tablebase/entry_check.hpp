// What the plies of one position say about its entry: the local half of certifying (tablebase/certify.hpp).
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/numbered_game.hpp"
#include "core/repetition.hpp"
#include "core/values.hpp"
#include "tablebase/certify.hpp"

namespace uthi {

/// A margin in seeds with its depth in plies (0 where depths are left aside), or nothing.
struct EntryBound {
  bool exists = false;
  int margin = 0;
  int depth = 0;
  friend bool operator==(const EntryBound&, const EntryBound&) = default;
};

struct EntryBounds {
  EntryBound floor;
  EntryBound ceiling;
};

/// What plies say about a bound. Where some of those that attain it lead to a layer without depths, the depth of the others is
/// only a limit: a floor takes no more plies, a ceiling no fewer.
struct DerivedBound {
  EntryBound bound;
  bool limit = false;
};

struct DerivedBounds {
  DerivedBound floor;
  DerivedBound ceiling;
};

/// A ply with the child's bounds in the mover's terms, one ply later.
struct PlyBounds {
  EntryBounds bounds;
  bool depths;          ///< The child has depths, or depths are left aside.
  LayerId layer;        ///< Of the child.
  std::uint64_t child;  ///< Its number.
  bool again;
};

class EntryCheck {
 public:
  EntryCheck(const RuleSet& rules, LayerId layer, const EntrySource& entries, bool depths)
      : game_(make_numbered_game(rules, layer)),
        layer_(layer),
        entries_(entries),
        depths_(depths),
        all_exist_(repetition_of(rules) != Repetition::draw),
        one_value_(have_one_value(rules)) {}

  [[nodiscard]] std::uint64_t size() const { return game_->size(layer_); }
  [[nodiscard]] LayerId layer() const { return layer_; }
  [[nodiscard]] Position position(std::uint64_t number) const { return game_->position({layer_, number}); }

  /// What the table says.
  [[nodiscard]] EntryBounds stored(std::uint64_t number) const { return bounds_of(entries_.entry(layer_, number)); }

  /// Own row less the opponent's, seeds.
  [[nodiscard]] int row_margin(std::uint64_t number) const { return game_->row_margin({layer_, number}); }

  /// f(PlyBounds) for every ply; returns how many.
  template <class F>
  std::size_t for_each_ply(std::uint64_t number, F&& f) const {
    thread_local std::vector<NumberedPly> plies;  // kept, for its memory
    plies.clear();
    game_->append_plies({layer_, number}, plies);
    for (const NumberedPly& ply : plies) {
      const EntryBounds bounds = bounds_of(entries_.entry(ply.to.layer, ply.to.number));
      const bool depths = !depths_ || ply.to.layer == layer_ || entries_.has_depths(ply.to.layer);
      f(PlyBounds{{after_ply(ply.again ? bounds.floor : bounds.ceiling, ply.captures, ply.again),
                   after_ply(ply.again ? bounds.ceiling : bounds.floor, ply.captures, ply.again)},
                  depths,
                  ply.to.layer,
                  ply.to.number,
                  ply.again});
    }
    return plies.size();
  }

  /// What the plies say.
  [[nodiscard]] DerivedBounds derived(std::uint64_t number) const {
    DerivedBounds right;
    bool all_have_ceilings = true;
    const std::size_t plies = for_each_ply(number, [&](const PlyBounds& ply) {
      // The mover forces its floor: the best margin, then the fewest plies.
      take(
          ply.bounds.floor, ply.depths, kMostDepth, [](int depth, int best) { return depth < best; }, right.floor);
      // The opponent forces the ceiling: the mover takes the best margin, then the most plies.
      all_have_ceilings &= ply.bounds.ceiling.exists;
      take(
          ply.bounds.ceiling, ply.depths, 1, [](int depth, int best) { return depth > best; }, right.ceiling);
    });
    if (plies == 0) {
      const EntryBound end{true, game_->final_margin({layer_, number}), 0};
      return {{end}, {end}};
    }
    if (!all_have_ceilings) right.ceiling = {};
    return right;
  }

  /// What is wrong with an entry by what its plies say; empty if nothing is. Adds to `depths_left` for each of its depths that
  /// its plies give a limit for and no more.
  [[nodiscard]] std::string fault_of(std::uint64_t number, std::uint64_t& depths_left) const {
    const EntryBounds has = stored(number);
    const DerivedBounds right = derived(number);
    std::string what;
    const auto compare = [&](std::string_view name, const EntryBound& bound, const DerivedBound& wanted, bool within) {
      if (wanted.limit) ++depths_left;
      const bool good =
          wanted.limit ? bound.exists && bound.margin == wanted.bound.margin && bound.depth >= 1 && within : bound == wanted.bound;
      if (good) return;
      const std::string_view limit = !wanted.limit ? "" : name == "floor" ? " at most" : " at least";
      what += fmt::format("{}{}: stored {}, its plies give {}{}", what.empty() ? "" : "; ", name, text(bound), text(wanted.bound), limit);
    };
    compare("floor", has.floor, right.floor, has.floor.depth <= right.floor.bound.depth);
    compare("ceiling", has.ceiling, right.ceiling, has.ceiling.depth >= right.ceiling.bound.depth && has.ceiling.depth <= kMostDepth);
    // Where endless play has a value, a circle of entries that say "none" would hold itself up.
    if (all_exist_ && what.empty() && !(has.floor.exists && has.ceiling.exists)) {
      what = fmt::format("floor {} and ceiling {}: expected both, endless play has a value here", text(has.floor), text(has.ceiling));
    }
    // Both may be held up by circles; only where they meet is neither.
    if (one_value_ && what.empty() && has.floor != has.ceiling) {
      what = fmt::format("floor {} and ceiling {}: expected one value", text(has.floor), text(has.ceiling));
    }
    return what;
  }

  [[nodiscard]] std::string text(const EntryBound& bound) const {
    if (!bound.exists) return "none";
    return depths_ ? fmt::format("{} in {} plies", bound.margin, bound.depth) : fmt::format("{}", bound.margin);
  }

 private:
  static constexpr int kMostDepth = kNoDepth - 1;

  // Takes a ply's bound where it is better than what the plies before say: the larger margin, then the depth that is `sooner`.
  // A child without depths says no more than that some depth is possible, up to or from `any` on.
  template <class Sooner>
  static void take(const EntryBound& bound, bool depths, int any, Sooner&& sooner, DerivedBound& best) {
    if (!bound.exists) return;
    const int depth = depths ? bound.depth : any;
    const bool first = !best.bound.exists || bound.margin > best.bound.margin;
    if (first) best = {{true, bound.margin, depth}, false};
    if (bound.margin != best.bound.margin) return;
    if (sooner(depth, best.bound.depth)) best.bound.depth = depth;
    best.limit |= !depths;
  }

  [[nodiscard]] EntryBound bound(std::int8_t margin, std::uint16_t depth) const {
    if (margin == kNoMargin) return {};
    return {true, margin, depths_ ? depth : 0};
  }
  [[nodiscard]] EntryBounds bounds_of(const RawValue& raw) const {
    return {bound(raw.floor, raw.floor_depth), bound(raw.ceiling, raw.ceiling_depth)};
  }

  [[nodiscard]] EntryBound after_ply(const EntryBound& child, int captures, bool again) const {
    if (!child.exists) return {};
    return {true, again ? captures + child.margin : captures - child.margin, depths_ ? child.depth + 1 : 0};
  }

  std::unique_ptr<const NumberedGame> game_;
  LayerId layer_;
  const EntrySource& entries_;
  bool depths_;
  bool all_exist_;  // endless play has a value
  bool one_value_;
};

}  // namespace uthi
