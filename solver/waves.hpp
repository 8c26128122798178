// Which nodes of the current guarantee are due at which depth.
#pragma once

#include <boost/container/deque.hpp>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace uthi {

/// Node numbers; grows by blocks, without ever holding a second copy of what it has.
using NodeList = boost::container::deque<std::uint32_t, void, boost::container::deque_options_t<boost::container::block_size<4096>>>;

/// f(number) for the entries begin..end-1.
template <class F>
void for_each_node(const NodeList& list, std::uint64_t begin, std::uint64_t end, F&& f) {
  // Iterators, since each index into a deque costs a division.
  auto node = list.cbegin() + static_cast<std::ptrdiff_t>(begin);
  for (std::uint64_t i = begin; i < end; ++i, ++node) f(*node);
}

/// Nodes of one role that one thread found due.
struct FoundNodes {
  struct Due {
    std::uint32_t depth;
    std::uint32_t number;
  };
  std::vector<Due> a;                    ///< A nodes by their candidate; some may be settled before their depth.
  std::vector<Due> b;                    ///< B nodes, each once.
  std::vector<std::uint32_t> settled_a;  ///< A nodes settled by a successor of the current wave: due in the next.
};

struct Wave {
  NodeList a;             ///< Settled A nodes, to spread.
  NodeList a_candidates;  ///< Still to be settled when their wave comes.
  NodeList b;             ///< Settled B nodes, to spread.

  [[nodiscard]] bool empty() const { return a.empty() && a_candidates.empty() && b.empty(); }
};

class Waves {
 public:
  [[nodiscard]] bool more(std::uint32_t depth) {
    while (last_ > depth && waves_[last_ - 1].empty()) --last_;
    return depth < last_;
  }

  /// The wave of this depth; what is added later goes to deeper ones.
  [[nodiscard]] Wave take(std::uint32_t depth) {
    next_ = depth + 1;
    return std::exchange(waves_[depth], Wave{});
  }

  /// Moves the nodes in; `found` is empty afterwards. Thread-safe.
  void add(FoundNodes& found) {
    const std::lock_guard lock(mutex_);
    for (const auto& due : found.a) at(due.depth).a_candidates.push_back(due.number);
    for (const auto& due : found.b) at(due.depth).b.push_back(due.number);
    if (!found.settled_a.empty()) {
      auto& settled = at(next_).a;
      settled.insert(settled.end(), found.settled_a.begin(), found.settled_a.end());
    }
    found.a.clear();
    found.b.clear();
    found.settled_a.clear();
  }

  /// The waves from `depth` on: for each the lengths of its three lists (`a`, `a_candidates`, `b`), each followed by the list.
  [[nodiscard]] std::vector<std::uint32_t> to_words(std::uint32_t depth) const;

  /// Takes over what `to_words` gave; what comes from elsewhere must have passed solver/checkpoint_check.hpp.
  void take_words(std::span<const std::uint32_t> words, std::uint32_t depth);

  void clear() {
    waves_.clear();
    last_ = 0;
    next_ = 0;
  }

 private:
  Wave& at(std::uint32_t depth) {
    if (depth >= waves_.size()) waves_.resize(depth + 1);
    if (depth >= last_) last_ = depth + 1;
    return waves_[depth];
  }

  std::mutex mutex_;
  std::vector<Wave> waves_;  // by depth
  std::uint32_t last_ = 0;   // waves from here on are empty
  std::uint32_t next_ = 0;
};

}  // namespace uthi
