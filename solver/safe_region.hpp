// Where A can keep play for ever on positions that are good for it: `repetition=score`.
//
// For a guarantee t a node is good if A's row holds at least t seeds more than the other one. The safe region is the
// greatest set Y of good nodes that are not settled, such that A, where it is to move, has a ply that stays in Y, and no
// ply of the other player leaves Y but for nodes that are settled already (at t or more). Play that stays in Y for ever
// is worth t to A, since whatever recurs is good; play that leaves it comes to what is settled.
//
//     Y = nu Y. good and ( A: some ply into Y          B: all plies into Y or settled )
//
// It is found by removal: nodes whose condition fails are taken out, and by un-moves all those that leaned on them.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/game.hpp"
#include "core/workers.hpp"
#include "solver/layer_nodes.hpp"
#include "solver/memory.hpp"
#include "solver/waves.hpp"

namespace uthi {

template <Game G>
class SafeRegion {
 public:
  using Board = typename G::Board;

  SafeRegion(const G& game, const typename G::Index& index, const LayerNodes& nodes, Workers& workers)
      : game_(game), index_(index), nodes_(nodes), workers_(workers), a_(index.size(), 0), b_(index.size(), 0) {}

  /// Nodes of the safe region at guarantee `t`, in no particular order.
  struct Nodes {
    NodeList a;
    NodeList b;
    [[nodiscard]] bool empty() const { return a.empty() && b.empty(); }
  };

  [[nodiscard]] Nodes find(int t) {
    take_good_nodes(t);
    std::vector<Removed> wave = first_failures();
    while (!wave.empty()) wave = failures_after(wave);
    return collect();
  }

 private:
  // What stands in the columns a_ and b_. For A nodes larger numbers count the plies that stay in the region, plus one.
  static constexpr std::uint8_t kOutside = 0;
  static constexpr std::uint8_t kInside = 1;
  static constexpr std::uint64_t kGrain = 1 << 12;

  struct Removed {
    std::uint32_t number;
    Role role;
  };

  [[nodiscard]] bool settled(Role role, std::uint64_t number) const {
    return (role == Role::a ? nodes_.a_value : nodes_.b_value)[number] != kNoMargin;
  }
  [[nodiscard]] std::uint8_t& mark(Role role, std::uint64_t number) { return (role == Role::a ? a_ : b_)[number]; }

  void take_good_nodes(int t) {
    workers_.for_ranges(index_.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
      index_.for_each(begin, end, [&](std::uint64_t number, const Board& board) {
        const int margin = game_.row_margin(board);
        a_[number] = !settled(Role::a, number) && margin >= t ? kInside : kOutside;
        b_[number] = !settled(Role::b, number) && -margin >= t && nodes_.b_candidate[number] >= t ? kInside : kOutside;
      });
    });
  }

  // Good nodes whose condition fails among the good nodes; the others of A get their count. Marks change only afterwards,
  // so that every condition is judged by the same region.
  std::vector<Removed> first_failures() {
    std::vector<Removed> failures;
    std::mutex mutex;
    std::vector<std::uint8_t> counts(index_.size(), 0);
    workers_.for_ranges(index_.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<Removed> mine;
      index_.for_each(begin, end, [&](std::uint64_t number, const Board& board) {
        const bool a = a_[number] != kOutside;
        const bool b = b_[number] != kOutside;
        if (!a && !b) return;
        std::uint8_t staying = 0;
        bool all_stay = true;
        game_.for_each_ply(board, [&](Move, const Ply<Board>& ply) {
          if (ply.lower) return;
          const std::uint64_t child = index_.slot(ply.board).number;
          if (a && mark(ply.again ? Role::a : Role::b, child) != kOutside) ++staying;
          const Role for_b = ply.again ? Role::b : Role::a;
          if (b && mark(for_b, child) == kOutside && !settled(for_b, child)) all_stay = false;
        });
        counts[number] = staying;
        const auto node = static_cast<std::uint32_t>(number);
        if (a && staying == 0) mine.push_back({node, Role::a});
        if (b && !all_stay) mine.push_back({node, Role::b});
      });
      const std::lock_guard lock(mutex);
      failures.insert(failures.end(), mine.begin(), mine.end());
    });
    for (std::uint64_t i = 0; i < index_.size(); ++i) {
      if (a_[i] != kOutside) a_[i] = static_cast<std::uint8_t>(kInside + counts[i]);
    }
    for (const Removed& node : failures) mark(node.role, node.number) = kOutside;
    return failures;
  }

  // Nodes that lose their last stay, or a ply to a node outside, by the removal of `wave`; they are marked outside.
  std::vector<Removed> failures_after(const std::vector<Removed>& wave) {
    std::vector<Removed> failures;
    std::mutex mutex;
    workers_.for_ranges(wave.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<Removed> mine;
      for (std::uint64_t i = begin; i < end; ++i) lean_on(wave[i], mine);
      const std::lock_guard lock(mutex);
      failures.insert(failures.end(), mine.begin(), mine.end());
    });
    return failures;
  }

  void lean_on(const Removed& removed, std::vector<Removed>& failures) {
    const Board board = index_.board(removed.number);
    const bool palindrome = index_.is_palindrome(board);
    game_.for_each_unply(board, [&](const Board& parent, bool again) {
      const Slot slot = index_.slot(parent);
      const unsigned weight = unmove_weight(palindrome, slot);
      if (weight == 0) return;
      const Role role = again ? removed.role : other(removed.role);
      if (leaves(mark(role, slot.number), role, weight)) failures.push_back({static_cast<std::uint32_t>(slot.number), role});
    });
  }

  // Takes a ply from a node into the region away; true if that puts the node outside. A is out with its last such ply.
  static bool leaves(std::uint8_t& place, Role role, unsigned weight) {
    std::atomic_ref<std::uint8_t> shared(place);
    std::uint8_t before = shared.load(std::memory_order_relaxed);
    std::uint8_t after = kOutside;
    do {
      if (before == kOutside) return false;
      after = role == Role::a ? static_cast<std::uint8_t>(before - weight) : kOutside;
      if (after == kInside) after = kOutside;
    } while (!shared.compare_exchange_weak(before, after, std::memory_order_relaxed));
    return after == kOutside;
  }

  [[nodiscard]] Nodes collect() const {
    Nodes found;
    for (std::uint64_t i = 0; i < index_.size(); ++i) {
      if (a_[i] != kOutside) found.a.push_back(static_cast<std::uint32_t>(i));
      if (b_[i] != kOutside) found.b.push_back(static_cast<std::uint32_t>(i));
    }
    return found;
  }

  const G& game_;
  const typename G::Index& index_;
  const LayerNodes& nodes_;
  Workers& workers_;
  std::vector<std::uint8_t> a_;
  std::vector<std::uint8_t> b_;
};

}  // namespace uthi
