// A segment of the own rows of t seeds, in an order in which most come after the rows that their sowings at home lead to.
//
// A sowing that stays at home changes the own row alone, and the same player sows again: what it attains, the board before
// it attains too. The order is that of the ends of a depth-first search: from the rows by rank, along the sowings in the
// order of `beginnings`. What a row leads to then stands before it, but for rows that lead back to it and those of other
// segments (tablebase/strip_layout.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"

namespace uthi {

template <SharesBeginnings G>
class HomeRows {
 public:
  using Rows = typename G::Rows;
  using Word = typename G::Board::Word;

  struct Row {
    Word word;
    std::uint32_t place;        ///< In the segment, where rows stand by rank.
    std::uint32_t first_child;  ///< In `children`, the last of which belong to the next row.
    std::uint8_t later;         ///< Sowings at home that lead to rows which come later or stand in other segments.
    bool at_home;               ///< There is a sowing that stays at home, and no other.
  };

  /// The `count` rows of `seeds` seeds from rank `first` on.
  HomeRows(const G& game, const Rows& rows, int seeds, std::uint64_t first, std::uint64_t count) {
    std::vector<Word> words(count);
    for (std::uint64_t place = 0; place < count; ++place) words[place] = rows.row(seeds, first + place);
    const typename G::HomeSowings sowings = game.home_sowings(words);
    std::vector<std::uint32_t> targets(sowings.targets.size());  // places; at or behind `count` in other segments
    for (std::size_t i = 0; i < targets.size(); ++i) {
      // Wraps below the first.
      targets[i] = rows.rank(sowings.targets[i]) - static_cast<std::uint32_t>(first);
    }
    const auto first_target = [&](std::uint32_t place) { return place == 0 ? 0 : sowings.behind[place - 1]; };

    // A turn for each place, and one for all other segments that never comes.
    turns_.assign(count + 1, kNew);
    turns_[count] = kOpen;
    for (std::uint32_t& target : targets) target = std::min(target, static_cast<std::uint32_t>(count));
    order_.resize(count + 1);
    children_.resize(targets.size() + 1);
    std::uint32_t turn = 0;
    std::uint32_t child = 0;
    const auto finish = [&](std::uint32_t place) {
      const std::uint32_t begin = child;
      const std::uint32_t from = first_target(place);
      const std::uint32_t to = sowings.behind[place];
      for (std::uint32_t i = from; i < to; ++i) {
        children_[child] = targets[i];
        child += turns_[targets[i]] < kOpen ? 1 : 0;
      }
      const std::uint32_t later = to - from - (child - begin);
      order_[turn] = {words[place], place, begin, static_cast<std::uint8_t>(later), to > from && sowings.away[place] == 0};
      turns_[place] = turn++;
    };
    struct Open {
      std::uint32_t place;
      std::uint32_t next;  // of its targets
    };
    std::vector<Open> path;
    for (std::uint32_t start = 0; start < count; ++start) {
      if (turns_[start] != kNew) continue;
      turns_[start] = kOpen;
      path.push_back({start, first_target(start)});
      while (!path.empty()) {
        Open& row = path.back();
        const std::uint32_t to = sowings.behind[row.place];
        while (row.next < to && turns_[targets[row.next]] != kNew) ++row.next;
        if (row.next < to) {
          const std::uint32_t target = targets[row.next++];
          turns_[target] = kOpen;
          path.push_back({target, first_target(target)});
        } else {
          finish(row.place);
          path.pop_back();
        }
      }
    }
    order_[turn] = {0, 0, child, 0, false};
  }

  /// In order.
  [[nodiscard]] std::span<const Row> order() const { return std::span(order_).first(order_.size() - 1); }
  /// Places of the rows before this one to which sowings at home lead.
  [[nodiscard]] std::span<const std::uint32_t> children(const Row& row) const {
    return std::span(children_).subspan(row.first_child, (&row)[1].first_child - row.first_child);
  }
  /// When the row in a place comes in the order.
  [[nodiscard]] std::uint32_t turn(std::uint64_t place) const { return turns_[place]; }

 private:
  static constexpr std::uint32_t kNew = 0xffffffff;
  static constexpr std::uint32_t kOpen = 0xfffffffe;

  std::vector<Row> order_;               // and one behind the last
  std::vector<std::uint32_t> children_;  // of each row in order
  std::vector<std::uint32_t> turns_;     // by place
};

}  // namespace uthi
