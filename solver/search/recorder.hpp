// How a search came by its answers: every answer that holds for good, with the ply that brings it about.
//
// A search that records takes nothing on trust from the table of transpositions: it uses that only to choose what to try
// first. So the answers kept here support each other, and the strategy behind an answer can be read off (strategy.hpp).
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "solver/search/transpositions.hpp"

namespace uthi {

/// "The prover of this node has its target", or "it has not", for one target.
struct Fact {
  std::int16_t target = 0;
  std::uint8_t ply = 0;  ///< Of the player whom the answer favours, if it moves.
  bool proved = false;
  bool leaf = false;        ///< A table says so.
  std::uint32_t order = 0;  ///< Facts in the order in which they were found; each relies on earlier ones, or on a circle.
};

template <int W>
class Recorder {
 public:
  /// The first fact that proves (refutes) the target; null if there is none.
  [[nodiscard]] const Fact* find(const Key<W>& key, Prover prover, bool proved, int target) const {
    const auto found = facts_.find(std::pair(key, prover));
    if (found == facts_.end()) return nullptr;
    const Fact* first = nullptr;
    for (const Fact& fact : found->second) {
      const bool answers = fact.proved == proved && (proved ? fact.target >= target : fact.target <= target);
      if (answers && (first == nullptr || fact.order < first->order)) first = &fact;
    }
    return first;
  }

  void add(const Key<W>& key, Prover prover, Fact fact) {
    if (find(key, prover, fact.proved, fact.target) != nullptr) return;
    fact.order = next_++;
    facts_[std::pair(key, prover)].push_back(fact);
  }

  /// About as many bytes as it holds.
  [[nodiscard]] std::uint64_t bytes() const { return facts_.bucket_count() * (sizeof(Key<W>) + 40) + next_ * 2 * sizeof(Fact); }

 private:
  boost::unordered_flat_map<std::pair<Key<W>, Prover>, std::vector<Fact>, NodeHash<W>> facts_;
  std::uint32_t next_ = 1;
};

}  // namespace uthi
