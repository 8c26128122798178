// What follows from nodes that are settled: their parents are told, and some of those are settled by it.
//
// Telling a parent is a few instructions, but its node, and before that the list in which it stands, may be anywhere in
// memory. So the nodes to spread come in rounds of 32, and every round is worked on in steps that lie a round apart:
//
//   1. where is it?        prefetch where its lists of parents are said to be
//   2. its lists           prefetch them
//   3. its parents         copy their numbers, prefetch their nodes
//   4. tell the parents    A nodes: settled, unless they are; B nodes: one successor less to wait for
//   5. news                prefetched in 4: depths, and what B nodes get
//
// Numbers are copied four at a time and told apart without branches, since how many parents a node has, and which of them
// make news, cannot be foreseen.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/values.hpp"
#include "core/workers.hpp"
#include "solver/home_edges.hpp"
#include "solver/layer_nodes.hpp"
#include "solver/memory.hpp"
#include "solver/predecessors.hpp"
#include "solver/waves.hpp"

namespace uthi {

/// Up to `kMost` numbers, put in without a branch.
template <std::size_t kMost>
class Room {
 public:
  static constexpr std::size_t kWidth = 4;  // numbers that `put_all` reads and writes at a time

  /// Puts `number` behind the others if `wanted`; there is always room for one to be tried.
  void put(std::uint32_t number, bool wanted) {
    numbers_[size_] = number;
    size_ += wanted ? 1 : 0;
  }
  /// Puts all of them in, each with `add` added. Up to four behind them are read.
  void put_all(std::span<const std::uint32_t> numbers, std::uint32_t add) {
    const std::uint32_t* from = numbers.data();
    std::uint32_t* to = &numbers_[size_];
    std::size_t i = 0;
    do {
      std::array<std::uint32_t, kWidth> some;
      for (std::size_t k = 0; k < kWidth; ++k) some[k] = from[i + k] + add;
      for (std::size_t k = 0; k < kWidth; ++k) to[i + k] = some[k];
      i += kWidth;
    } while (i < numbers.size());
    size_ += numbers.size();
  }
  [[nodiscard]] bool has_room_for(std::size_t more) const { return size_ + more <= kMost; }
  [[nodiscard]] std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  [[nodiscard]] const std::uint32_t* begin() const { return numbers_.data(); }
  [[nodiscard]] const std::uint32_t* end() const { return numbers_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<std::uint32_t, kMost + kWidth> numbers_;
};

template <Game G>
class Spread {
 public:
  using Board = typename G::Board;

  Spread(const G& game, const typename G::Index& index, LayerNodes& nodes, const Workers& workers)
      : game_(game), index_(index), nodes_(nodes), threads_(workers.threads()) {
    if constexpr (SharesBeginnings<G>) home_.emplace(game, index);
  }

  /// Plies that were filed are followed back from here on, instead of being un-sown.
  void keep(const EdgeFile& file, const std::vector<const EdgeFile::Clerk*>& clerks, Workers& workers) {
    predecessors_.emplace(index_.size(), file, clerks, workers);
  }

  /// Tells the parents of list[begin..end-1], nodes of `role` settled at `g` in the wave `depth`. What is settled by it
  /// stands in the result until it is taken away or the same thread comes again. Thread-safe.
  [[nodiscard]] FoundNodes& tell(Role role, const NodeList& list, std::uint64_t begin, std::uint64_t end, int g, std::uint32_t depth) {
    Locals& mine = locals_.local();
    const Wave wave{role, static_cast<std::int8_t>(g), depth};
    if constexpr (SharesBeginnings<G>) {
      if (predecessors_) {
        follow(mine, wave, list, begin, end);
        return mine.found;
      }
    }
    for_each_node(list, begin, end, [&](std::uint32_t number) {
      unmove(mine, wave, number);
      if (mine.to_a.size() + mine.to_b.size() < kBatch) return;
      prefetch_parents(mine);
      tell_all(mine, wave);
    });
    prefetch_parents(mine);
    finish(mine, wave);
    return mine.found;
  }

 private:
  static constexpr std::size_t kRound = 32;   // nodes
  static constexpr std::size_t kBatch = 256;  // parents by un-moves
  static constexpr std::size_t kRoom = 1024;

  struct Wave {
    Role role;
    std::int8_t g;
    std::uint32_t depth;
  };
  struct Found {
    Board board;
    bool again;
  };
  struct Child {
    std::uint32_t number;
    typename HomeEdgesOf<G>::type::Place place;
    std::span<const std::uint32_t> parents;  // that hand the move over
  };
  struct Round {
    std::size_t size = 0;
    std::array<Child, kRound> children;
  };
  struct Locals {
    std::array<Round, 3> rounds;
    std::vector<Found> parents;
    Room<kRoom> to_a;  // parents whose nodes are told
    Room<kRoom> to_b;
    Room<kRoom> news_a;  // of them those that are settled by it
    Room<kRoom> news_b;  // of them those that wait for no other successor
    FoundNodes found;
  };

  void follow(Locals& mine, const Wave& wave, const NodeList& list, std::uint64_t begin, std::uint64_t end) {
    auto node = list.cbegin() + static_cast<std::ptrdiff_t>(begin);
    std::uint64_t left = end - begin;
    for (Round& round : mine.rounds) round.size = 0;
    for (std::size_t turn = 0, idle = 0; idle < mine.rounds.size(); ++turn) {
      Round& first = mine.rounds[turn % 3];
      first.size = std::min<std::uint64_t>(left, kRound);
      left -= first.size;
      idle = first.size == 0 ? idle + 1 : 0;
      for (std::size_t i = 0; i < first.size; ++i, ++node) locate(first.children[i], *node);
      Round& second = mine.rounds[(turn + 2) % 3];
      for (std::size_t i = 0; i < second.size; ++i) fetch_lists(second.children[i]);
      tell_all(mine, wave);
      const Round& third = mine.rounds[(turn + 1) % 3];
      for (std::size_t i = 0; i < third.size; ++i) take_parents(mine, wave, third.children[i]);
      prefetch_parents(mine);
    }
    finish(mine, wave);
  }

  void locate(Child& child, std::uint32_t number) {
    child.number = number;
    child.place = index_.place(number);
    predecessors_->prefetch_group(number);
    home_->prefetch(child.place);
  }

  void fetch_lists(Child& child) {
    child.parents = predecessors_->of(child.number);
    __builtin_prefetch(child.parents.data());
    home_->prefetch_parents(child.place);
  }

  // Same player again: the parent's node has the same role as the child's; else the other one.
  void take_parents(Locals& mine, const Wave& wave, const Child& child) {
    Room<kRoom>& mates = wave.role == Role::a ? mine.to_a : mine.to_b;
    Room<kRoom>& others = wave.role == Role::a ? mine.to_b : mine.to_a;
    const auto home = home_->of(child.place);
    put(mine, wave, mates, home.straight, home.place);
    put(mine, wave, mates, home.images, home.image);
    if (!home.any.empty()) {
      home_->for_each_other(child.place, home.any, [&](std::uint64_t parent) {
        if (!mates.has_room_for(1)) tell_all(mine, wave);
        mates.put(static_cast<std::uint32_t>(parent), true);
      });
    }
    put(mine, wave, others, child.parents, 0);
  }

  void put(Locals& mine, const Wave& wave, Room<kRoom>& room, std::span<const std::uint32_t> numbers, std::uint32_t add) {
    if (!room.has_room_for(numbers.size())) [[unlikely]] {
      for (; numbers.size() > kRoom; numbers = numbers.subspan(kRoom)) {
        tell_all(mine, wave);
        room.put_all(numbers.first(kRoom), add);
      }
      tell_all(mine, wave);
    }
    room.put_all(numbers, add);
  }

  void unmove(Locals& mine, const Wave& wave, std::uint32_t number) {
    const Board board = index_.board(number);
    const bool palindrome = index_.is_palindrome(board);
    // Two steps, so that the long code behind a parent stands once and its loop runs without a branch between parents.
    mine.parents.clear();
    const auto collect = [&](const Board& parent, bool again) { mine.parents.push_back({parent, again}); };
    if constexpr (SharesBeginnings<G>) {
      Room<kRoom>& mates = wave.role == Role::a ? mine.to_a : mine.to_b;
      home_->for_each(index_.place(number), [&](std::uint64_t parent) {
        if (!mates.has_room_for(1)) tell_all(mine, wave);
        mates.put(static_cast<std::uint32_t>(parent), true);
      });
      game_.for_each_unply_handed_over(board, collect);
    } else {
      game_.for_each_unply(board, collect);
    }
    for (const auto& [parent, again] : mine.parents) {
      const Slot slot = index_.slot(parent);
      Room<kRoom>& room = (wave.role == Role::a) == again ? mine.to_a : mine.to_b;
      unsigned weight = unmove_weight(palindrome, slot);
      if (!room.has_room_for(weight)) tell_all(mine, wave);
      for (; weight > 0; --weight) room.put(static_cast<std::uint32_t>(slot.number), true);
    }
  }

  void prefetch_parents(const Locals& mine) const {
    for (const std::uint32_t number : mine.to_a) nodes_.prefetch_mark_a(number);
    for (const std::uint32_t number : mine.to_b) __builtin_prefetch(&nodes_.b_open[number], 1);
  }

  void tell_all(Locals& mine, const Wave& wave) {
    if (threads_ > 1) {
      tell_with<true>(mine, wave);
    } else {
      tell_with<false>(mine, wave);
    }
  }

  template <bool kShared>
  void tell_with(Locals& mine, const Wave& wave) {
    take_news(mine, wave);
    for (const std::uint32_t number : mine.to_a) mine.news_a.put(number, nodes_.mark_a<kShared>(number));
    mine.to_a.clear();
    for (const std::uint32_t number : mine.to_b) {
      mine.news_b.put(number, Memory<kShared>::subtract(nodes_.b_open[number], std::uint8_t{1}) == 0);
    }
    mine.to_b.clear();
    if (nodes_.has_depths()) {
      for (const std::uint32_t number : mine.news_a) __builtin_prefetch(&nodes_.a_depth[number], 1);
      for (const std::uint32_t number : mine.news_b) __builtin_prefetch(&nodes_.b_depth[number], 1);
    }
    for (const std::uint32_t number : mine.news_a) __builtin_prefetch(&nodes_.a_value[number], 1);
    for (const std::uint32_t number : mine.news_b) {
      __builtin_prefetch(&nodes_.b_value[number], 1);
      __builtin_prefetch(&nodes_.b_candidate[number]);
    }
  }

  void take_news(Locals& mine, const Wave& wave) {
    mine.found.settled_a.insert(mine.found.settled_a.end(), mine.news_a.begin(), mine.news_a.end());
    for (const std::uint32_t number : mine.news_a) nodes_.a_value[number] = wave.g;
    if (nodes_.has_depths()) {
      for (const std::uint32_t number : mine.news_a) nodes_.a_depth[number] = static_cast<std::uint16_t>(wave.depth + 1);
    }
    mine.news_a.clear();
    for (const std::uint32_t number : mine.news_b) {
      // Nobody else touches the node from here on: its last successor is settled. The safe region may have settled it.
      if (nodes_.b_value[number] != kNoMargin) continue;
      const std::int8_t below = nodes_.b_candidate[number];
      if (below < wave.g) continue;  // that candidate comes later, or is "no value"
      const std::uint32_t known = below == wave.g && nodes_.has_depths() ? nodes_.b_depth[number] : 0;
      const std::uint32_t at = std::max(known, wave.depth + 1);
      nodes_.b_value[number] = wave.g;
      if (nodes_.has_depths()) nodes_.b_depth[number] = static_cast<std::uint16_t>(at);
      mine.found.b.push_back({at, number});
    }
    mine.news_b.clear();
  }

  // Whatever is still on its way.
  void finish(Locals& mine, const Wave& wave) {
    tell_all(mine, wave);
    take_news(mine, wave);
  }

  const G& game_;
  const typename G::Index& index_;
  LayerNodes& nodes_;
  int threads_;
  std::optional<typename HomeEdgesOf<G>::type> home_;
  std::optional<Predecessors> predecessors_;
  tbb::enumerable_thread_specific<Locals> locals_;
};

}  // namespace uthi
