// What is known for good of positions met: a table of fixed size, shared by all threads of a search.
//
// A node is a position and who of the two, mover or opponent, must bring the game to an end: its guarantee is the margin
// still to come that this prover can force. The table keeps for both nodes of a position
//
//     least   a guarantee that is proved          most   no guarantee above it is possible
//
// Both never depend on the way to a position, and hold for ever. Whole keys are compared, so that no two positions are ever taken for each
// other.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "core/packed_key.hpp"

namespace uthi {

/// Who must bring the game to an end.
enum class Prover : std::uint8_t { mover = 0, opponent = 1 };

[[nodiscard]] constexpr Prover other(Prover prover) { return prover == Prover::mover ? Prover::opponent : Prover::mover; }

/// A position and who of the two must bring the game to an end, in hash maps.
template <int W>
struct NodeHash {
  using is_avalanching = void;
  std::size_t operator()(const std::pair<Key<W>, Prover>& node) const {
    return hash_of(node.first) ^ (node.second == Prover::mover ? 0 : 0x9e3779b97f4a7c15U);
  }
};

struct Known {
  static constexpr std::int16_t kNothing = std::numeric_limits<std::int16_t>::min();
  static constexpr std::int16_t kAnything = std::numeric_limits<std::int16_t>::max();

  std::array<std::int16_t, 2> least{kNothing, kNothing};   ///< By Prover, seeds.
  std::array<std::int16_t, 2> most{kAnything, kAnything};  ///< By Prover, seeds.

  [[nodiscard]] bool proves(Prover prover, int wanted) const { return least[static_cast<std::size_t>(prover)] >= wanted; }
  /// What one player can force the other cannot prevent: the floor is never above the ceiling.
  [[nodiscard]] bool refutes(Prover prover, int wanted) const {
    const std::int16_t others = least[static_cast<std::size_t>(other(prover))];
    return most[static_cast<std::size_t>(prover)] < wanted || (others != kNothing && -others < wanted);
  }
};

template <int W>
class Transpositions {
 public:
  /// As many entries as `bytes` hold, at least a few.
  explicit Transpositions(std::uint64_t bytes) { make(bytes); }

  /// A larger table with all that this one holds; as long as nobody else uses it.
  void grow(std::uint64_t bytes) {
    const std::unique_ptr<Bucket[], Unmap> old = std::move(buckets_);
    const std::uint64_t count = mask_ + 1;
    make(bytes);
    for (std::uint64_t i = 0; i < count; ++i) {
      for (const Entry& entry : old[i].entries) {
        if (entry.used) update(entry.key, entry.cost, [&](Known& known) { known = entry.known; });
      }
    }
  }

  [[nodiscard]] std::uint64_t entries() const { return (mask_ + 1) * kEntries; }
  [[nodiscard]] std::uint64_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  void prefetch(const Key<W>& key) const { __builtin_prefetch(&buckets_[hash_of(key) & mask_]); }

  [[nodiscard]] Known find(const Key<W>& key) const {
    Bucket& bucket = buckets_[hash_of(key) & mask_];
    const Guard guard(bucket.lock);
    for (const Entry& entry : bucket.entries) {
      if (entry.used && entry.key == key) return entry.known;
    }
    return {};
  }

  /// f(Known&) on the entry of a position; a new one takes the place of the one that cost least. `cost` is what it took to
  /// find out, as the logarithm of nodes.
  template <class F>
  void update(const Key<W>& key, int cost, F&& f) {
    Bucket& bucket = buckets_[hash_of(key) & mask_];
    const Guard guard(bucket.lock);
    Entry* place = &bucket.entries[0];
    for (Entry& entry : bucket.entries) {
      if (entry.used && entry.key == key) {
        entry.cost = static_cast<std::uint8_t>(std::max<int>(entry.cost, cost));
        f(entry.known);
        return;
      }
      if (!entry.used || (place->used && entry.cost < place->cost)) place = &entry;
    }
    // A costly entry that nobody asks for must go some day.
    for (Entry& entry : bucket.entries) {
      if (&entry != place && entry.cost > 0 && place->used) --entry.cost;
    }
    *place = Entry{key, {}, static_cast<std::uint8_t>(cost), true};
    f(place->known);
  }

 private:
  struct Entry {
    Key<W> key;
    Known known;
    std::uint8_t cost;
    bool used;
  };
  static constexpr std::size_t kEntries = W == 1 ? 2 : 3;
  static constexpr std::size_t kBucketBytes = W == 1 ? 64 : 128;
  struct Bucket {
    std::array<Entry, kEntries> entries;
    bool lock;
    std::array<char, kBucketBytes - kEntries * sizeof(Entry) - 1> filling;
  };
  static_assert(sizeof(Bucket) == kBucketBytes);
#ifdef __EMSCRIPTEN__
  // One thread, and a library without atomic_ref.
  struct Guard {
    explicit Guard(bool& /*lock*/) {}
  };
#else
  class Guard {
   public:
    explicit Guard(bool& lock) : lock_(lock) {
      while (lock_.exchange(true, std::memory_order_acquire)) {
        while (lock_.load(std::memory_order_relaxed)) __builtin_ia32_pause();
      }
    }
    ~Guard() { lock_.store(false, std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    std::atomic_ref<bool> lock_;
  };
#endif
  struct Unmap {
    std::size_t size = 0;
    void operator()(Bucket* buckets) const { munmap(buckets, size); }
  };

  void make(std::uint64_t bytes) {
    std::uint64_t buckets = 64;
    while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
    mask_ = buckets - 1;
    // Zero bytes are empty buckets. Large pages: nearly every look-up is a miss, and would be one of the address
    // translation, too.
    const std::size_t size = buckets * sizeof(Bucket);
    void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, size, MADV_HUGEPAGE);
    buckets_ = {static_cast<Bucket*>(memory), Unmap{size}};
  }

  std::uint64_t mask_ = 0;
  std::unique_ptr<Bucket[], Unmap> buckets_;
};

}  // namespace uthi
