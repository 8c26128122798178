// The plies within a layer turned round: for every position the parents that a ply leads from.
//
// The look forward sows every ply anyway, so that keeping where it leads costs less than un-sowing it twice later, once
// for each node of the child. What it finds is filed by child in two steps, both of which write where the cache is warm:
//
//   1. EdgeFile       while looking forward: (child, parent) into a bucket, by the high bits of the child
//   2. Predecessors   bucket after bucket: counted and laid out by child, the bucket's memory given back
//
// Eight bytes an edge at the peak, four an edge and four a position then. Where that does not fit the solver un-sows.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/workers.hpp"
#include "solver/pages.hpp"

namespace uthi {

/// A parent: its number, and whether the same player moves again after the ply.
class Parent {
 public:
  Parent() = default;
  Parent(std::uint64_t number, bool again) : packed_(static_cast<std::uint32_t>(number << 1 | (again ? 1U : 0U))) {}
  [[nodiscard]] std::uint32_t number() const { return packed_ >> 1; }
  [[nodiscard]] bool again() const { return (packed_ & 1U) != 0; }

  static constexpr std::uint64_t kMost = std::uint64_t{1} << 31;  ///< Positions that can be numbered.

 private:
  std::uint32_t packed_ = 0;
};

/// Edges by bucket. Threads file side by side, each by a Clerk of its own.
class EdgeFile {
 public:
  struct Edge {
    std::uint32_t child;
    Parent parent;
  };

  /// For layers of up to Parent::kMost positions and at most `most_edges` edges.
  EdgeFile(std::uint64_t size, std::uint64_t most_edges, int threads)
      : shift_(std::max(kSmallestShift, static_cast<int>(std::bit_width(size)) - kMostBucketBits)),
        buckets_((size >> shift_) + 1),
        // Every thread may leave one block of each bucket partly filled.
        pool_((most_edges / kBlock + 1 + static_cast<std::uint64_t>(threads + 1) * buckets_) * kBlock, true) {}

  /// Bytes of blocks that a thread may leave partly filled.
  static constexpr std::uint64_t kSlack = std::uint64_t{2} << 20;

  class Clerk {
   public:
    explicit Clerk(EdgeFile& file) : file_(&file), open_(file.buckets_), blocks_(file.buckets_) {}

    void add(std::uint64_t child, Parent parent) {
      Open& open = open_[child >> file_->shift_];
      if (open.next == open.end) {
        open.next = file_->new_block();
        open.end = open.next + kBlock;
        blocks_[child >> file_->shift_].push_back(open.next);
      }
      *open.next++ = {static_cast<std::uint32_t>(child), parent};
    }

   private:
    friend class EdgeFile;
    struct Open {
      Edge* next = nullptr;
      Edge* end = nullptr;
    };
    EdgeFile* file_;
    std::vector<Open> open_;
    std::vector<std::vector<Edge*>> blocks_;
  };

  [[nodiscard]] std::uint64_t buckets() const { return buckets_; }
  [[nodiscard]] int shift() const { return shift_; }

  [[nodiscard]] static std::uint64_t count(const Clerk& clerk, std::uint64_t bucket) {
    const auto& blocks = clerk.blocks_[bucket];
    if (blocks.empty()) return 0;
    return blocks.size() * kBlock - static_cast<std::uint64_t>(clerk.open_[bucket].end - clerk.open_[bucket].next);
  }

  /// f(edge) for what `clerk` filed in `bucket`.
  template <class F>
  static void for_each(const Clerk& clerk, std::uint64_t bucket, F&& f) {
    std::uint64_t left = count(clerk, bucket);
    for (const Edge* block : clerk.blocks_[bucket]) {
      const std::uint64_t here = std::min<std::uint64_t>(left, kBlock);
      for (std::uint64_t i = 0; i < here; ++i) f(block[i]);
      left -= here;
    }
  }

  void give_back(const Clerk& clerk, std::uint64_t bucket) const {
    for (const Edge* block : clerk.blocks_[bucket]) pool_.give_back(static_cast<std::uint64_t>(block - pool_.data()), kBlock);
  }

 private:
  static constexpr int kSmallestShift = 15;  // positions of a bucket whose lists fit the second-level cache
  static constexpr int kMostBucketBits = 10;
  static constexpr std::uint64_t kBlock = 1024;  // edges; two pages

  Edge* new_block() { return pool_.data() + used_.fetch_add(kBlock, std::memory_order_relaxed); }

  int shift_;
  std::uint64_t buckets_;
  Pages<Edge> pool_;
  std::atomic<std::uint64_t> used_{0};
};

/// Four children share a group: where the list of each ends, and behind that the lists, mostly in one cache line.
class Predecessors {
 public:
  /// Empties `file`, in which `clerks` have filed the edges of `size` positions.
  Predecessors(std::uint64_t size, const EdgeFile& file, const std::vector<const EdgeFile::Clerk*>& clerks, Workers& workers)
      : shift_(file.shift()), groups_(size / kGroup + 1, true) {
    base_.resize(file.buckets() + 1, 0);
    const std::uint64_t headers = (std::uint64_t{1} << shift_) / kGroup * kHeader;
    for (std::uint64_t bucket = 0; bucket < file.buckets(); ++bucket) {
      base_[bucket + 1] = base_[bucket] + headers;
      for (const EdgeFile::Clerk* clerk : clerks) base_[bucket + 1] += EdgeFile::count(*clerk, bucket);
    }
    words_ = Pages<Parent>(base_.back() + kHeader, true);
    workers.for_ranges(file.buckets(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t bucket = begin; bucket < end; ++bucket) lay_out(bucket, size, file, clerks);
    });
  }

  /// Most bytes while `size` positions with so many edges each are filed and laid out.
  [[nodiscard]] static std::uint64_t peak_bytes(std::uint64_t size, double edges_each) {
    const double each = std::max(sizeof(EdgeFile::Edge) * edges_each, sizeof(Parent) * (edges_each + 0.75));
    return static_cast<std::uint64_t>(each * static_cast<double>(size)) + EdgeFile::kSlack;
  }

  /// False if some lists are longer than a group can say; nothing may be asked then.
  [[nodiscard]] bool usable() const { return !overflow_; }

  void prefetch_group(std::uint64_t child) const { __builtin_prefetch(&groups_[child / kGroup]); }
  void prefetch(std::uint64_t child) const {
    __builtin_prefetch(group(child));
    __builtin_prefetch(group(child) + 12);
  }

  /// Parents of `child`, one for each ply.
  [[nodiscard]] std::span<const Parent> of(std::uint64_t child) const {
    const Parent* const group_words = group(child);
    Ends ends;
    std::memcpy(&ends, group_words, sizeof(ends));
    const std::uint32_t place = child % kGroup;
    const std::uint32_t first = place == 0 ? 0 : ends[place - 1];
    return {group_words + kHeader + first, ends[place] - first};
  }

 private:
  static constexpr std::uint64_t kGroup = 4;
  using Ends = std::array<std::uint16_t, kGroup>;
  static constexpr std::uint64_t kHeader = sizeof(Ends) / sizeof(Parent);

  [[nodiscard]] const Parent* group(std::uint64_t child) const { return words_.data() + base_[child >> shift_] + groups_[child / kGroup]; }

  void lay_out(std::uint64_t bucket, std::uint64_t size, const EdgeFile& file, const std::vector<const EdgeFile::Clerk*>& clerks) {
    const std::uint64_t first = bucket << shift_;
    const std::uint64_t count = std::min(size, (bucket + 1) << shift_) - first;
    Parent* const words = words_.data() + base_[bucket];
    std::vector<std::uint32_t> next((count + kGroup - 1) / kGroup * kGroup, 0);  // [child] its parents, then where the next one goes
    for (const EdgeFile::Clerk* clerk : clerks)
      EdgeFile::for_each(*clerk, bucket, [&](const EdgeFile::Edge& edge) { ++next[edge.child - first]; });
    std::uint32_t word = 0;
    for (std::uint64_t i = 0; i < next.size(); i += kGroup) {
      groups_[(first + i) / kGroup] = word;
      Ends ends;
      std::uint32_t end = 0;
      for (std::uint64_t k = 0; k < kGroup; ++k) {
        const std::uint32_t here = std::exchange(next[i + k], static_cast<std::uint32_t>(word + kHeader + end));
        ends[k] = static_cast<std::uint16_t>(end += here);
      }
      if (end > std::numeric_limits<std::uint16_t>::max()) overflow_ = true;
      std::memcpy(static_cast<void*>(words + word), &ends, sizeof(ends));
      word += static_cast<std::uint32_t>(kHeader) + end;
    }
    for (const EdgeFile::Clerk* clerk : clerks) {
      EdgeFile::for_each(*clerk, bucket, [&](const EdgeFile::Edge& edge) { words[next[edge.child - first]++] = edge.parent; });
      file.give_back(*clerk, bucket);
    }
  }

  int shift_;
  Pages<std::uint32_t> groups_;      // [group] its first word, within the bucket
  std::vector<std::uint64_t> base_;  // [bucket] first word
  Pages<Parent> words_;
  std::atomic<bool> overflow_{false};
};

}  // namespace uthi
