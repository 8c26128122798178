// The own rows of t seeds, in an order in which most come after the rows that their sowings at home lead to.
//
// A sowing that stays at home changes the own row alone, and the same player sows again: what it attains, the board before
// it attains too. The order is that of the ends of a depth-first search: from the rows by rank, along the sowings in the
// order of `beginnings`. What a row leads to then stands before it, but for rows that lead back to it.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace uthi {

template <SharesBeginnings G>
class HomeRows {
 public:
  using Rows = typename G::Rows;
  using Word = typename G::Board::Word;

  struct Row {
    std::uint32_t rank;         ///< Of the row.
    std::uint32_t reversed;     ///< Rank of the row read from its other end.
    std::uint32_t first_child;  ///< In `children`, the last of which belong to the next row.
    std::uint8_t later;         ///< Sowings at home that lead to rows which come later.
    bool at_home;               ///< There is a sowing that stays at home, and no other.
    bool leads;                 ///< The row comes before its reverse, or is the same.
  };

  HomeRows(const G& game, const Rows& rows, int seeds) {
    const auto count = static_cast<std::uint32_t>(rows.count(seeds));
    std::vector<std::uint32_t> begun(count, kNew);  // place in the order, once a row is done
    struct Open {
      std::uint32_t rank;
      std::vector<std::uint32_t> targets;
      std::size_t next;
      bool away;
    };
    std::vector<Open> path;
    const auto open = [&](std::uint32_t rank) {
      Open row{rank, {}, 0, false};
      for (const auto& sowing : game.beginnings(rows.row(seeds, rank))) {
        if (G::stays_home(sowing)) {
          row.targets.push_back(rows.rank(sowing.board.own));
        } else {
          row.away = true;
        }
      }
      begun[rank] = kOpen;
      path.push_back(std::move(row));
    };
    order_.reserve(count + std::size_t{1});
    for (std::uint32_t first = 0; first < count; ++first) {
      if (begun[first] != kNew) continue;
      open(first);
      while (!path.empty()) {
        Open& row = path.back();
        if (row.next < row.targets.size()) {
          const std::uint32_t target = row.targets[row.next++];
          if (begun[target] == kNew) open(target);
          continue;
        }
        finish(rows, seeds, begun, row.rank, row.targets, row.away);
        path.pop_back();
      }
    }
    order_.push_back({0, 0, static_cast<std::uint32_t>(children_.size()), 0, false, false});
  }

  /// In order.
  [[nodiscard]] std::span<const Row> order() const { return std::span(order_).first(order_.size() - 1); }
  /// Ranks of the rows before this one to which sowings at home lead.
  [[nodiscard]] std::span<const std::uint32_t> children(const Row& row) const {
    return std::span(children_).subspan(row.first_child, (&row)[1].first_child - row.first_child);
  }

  /// Memory for each row, more or less.
  static constexpr std::size_t kBytesARow = sizeof(Row) + 2 * sizeof(std::uint32_t);

 private:
  static constexpr std::uint32_t kNew = 0xffffffff;
  static constexpr std::uint32_t kOpen = 0xfffffffe;

  void finish(const Rows& rows, int seeds, std::vector<std::uint32_t>& begun, std::uint32_t rank, const std::vector<std::uint32_t>& targets,
              bool away) {
    const std::uint32_t reversed = rows.rank(row::reversed<G::kPits>(rows.row(seeds, rank)));
    Row done{rank, reversed, static_cast<std::uint32_t>(children_.size()), 0, !targets.empty() && !away, begun[reversed] >= kOpen};
    for (const std::uint32_t target : targets) {
      if (begun[target] >= kOpen) {
        ++done.later;
      } else {
        children_.push_back(target);
      }
    }
    begun[rank] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(done);
  }

  std::vector<Row> order_;               // and one behind the last
  std::vector<std::uint32_t> children_;  // of each row in order
};

}  // namespace uthi
