// The plies within a layer turned round: for every position the parents that a ply leads from.
//
// The look forward sows every ply anyway, so that keeping where it leads costs less than un-sowing it twice later, once
// for each node of the child. What it finds is filed by child in two steps, both of which write where the cache is warm:
//
//   1. EdgeFile       while looking forward: (child, parent) into a bucket, by the high bits of the child
//   2. Predecessors   bucket after bucket: counted and laid out by child, the bucket's memory given back
//
// All of these plies hand the move over; those after which the same player moves again are found by solver/home_edges.hpp.
// Eight bytes an edge at the peak, four an edge and one and a half a position then. Where that does not fit the solver un-sows.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/workers.hpp"
#include "solver/pages.hpp"

namespace uthi {

/// Edges by bucket. Threads file side by side, each by a Clerk of its own.
class EdgeFile {
 public:
  struct Edge {
    std::uint32_t child;
    std::uint32_t parent;
  };

  /// For layers of less than 2^32 positions and at most `most_edges` edges.
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

    void add(std::uint64_t child, std::uint64_t parent) {
      const std::uint64_t bucket = child >> file_->shift_;
      Open& open = open_[bucket];
      if (open.next == open.end) [[unlikely]]
        open_block(bucket);
      *open.next++ = {static_cast<std::uint32_t>(child), static_cast<std::uint32_t>(parent)};
    }

   private:
    friend class EdgeFile;
    struct Open {
      Edge* next = nullptr;
      Edge* end = nullptr;
    };
    [[gnu::noinline]] void open_block(std::uint64_t bucket) {
      Open& open = open_[bucket];
      open.next = file_->new_block();
      open.end = open.next + kBlock;
      blocks_[bucket].push_back(open.next);
    }
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

/// Eight children share a group: where the first list starts, and where the list of each ends. The lists stand apart, so
/// that whoever knows the group finds a list in one line of the cache, mostly, and need not look for an empty one.
class Predecessors {
 public:
  /// Empties `file`, in which `clerks` have filed the edges of `size` positions.
  Predecessors(std::uint64_t size, const EdgeFile& file, const std::vector<const EdgeFile::Clerk*>& clerks, Workers& workers)
      : shift_(file.shift()), groups_(size / kGroup + 1, true) {
    base_.resize(file.buckets() + 1, 0);
    for (std::uint64_t bucket = 0; bucket < file.buckets(); ++bucket) {
      base_[bucket + 1] = base_[bucket];
      for (const EdgeFile::Clerk* clerk : clerks) base_[bucket + 1] += EdgeFile::count(*clerk, bucket);
    }
    parents_ = Pages<std::uint32_t>(base_.back() + kReadBeyond, true);
    long_.resize(file.buckets());
    workers.for_ranges(file.buckets(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t bucket = begin; bucket < end; ++bucket) lay_out(bucket, size, file, clerks);
    });
  }

  /// Most bytes while `size` positions with so many edges each are filed and laid out.
  [[nodiscard]] static std::uint64_t peak_bytes(std::uint64_t size, double edges_each) {
    constexpr double kGroupEach = static_cast<double>(sizeof(Group)) / kGroup;
    const double each = std::max(sizeof(EdgeFile::Edge) * edges_each, sizeof(std::uint32_t) * edges_each + kGroupEach);
    return static_cast<std::uint64_t>(each * static_cast<double>(size)) + EdgeFile::kSlack;
  }

  void prefetch_group(std::uint64_t child) const { __builtin_prefetch(&groups_[child / kGroup]); }

  /// Numbers of the parents of `child`, one for each ply; `kReadBeyond` more may be read behind them.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint64_t child) const {
    const Group& group = groups_[child / kGroup];
    const std::size_t place = child % kGroup;
    const std::uint32_t* const first = parents_.data() + base_[child >> shift_] + group.first;
    if (group.ends.back() == kLong) [[unlikely]]
      return long_list(child, first);
    const std::uint32_t begin = place == 0 ? 0 : group.ends[place - 1];
    const std::uint32_t size = group.ends[place] - begin;
    // An empty list is nowhere in particular, so that nobody waits for memory that says nothing.
    return {size == 0 ? kNobody.data() : first + begin, size};
  }

  static constexpr std::uint64_t kReadBeyond = 4;

 private:
  static constexpr std::uint64_t kGroup = 8;
  static constexpr std::uint8_t kLong = 255;  // the ends do not fit; they stand in long_
  struct Group {
    std::uint32_t first;  // of the bucket's parents
    std::array<std::uint8_t, kGroup> ends;
  };
  static_assert(sizeof(Group) == 12);
  using LongEnds = std::array<std::uint32_t, kGroup>;
  static constexpr std::array<std::uint32_t, kReadBeyond> kNobody{};

  [[nodiscard]] std::span<const std::uint32_t> long_list(std::uint64_t child, const std::uint32_t* first) const {
    const LongEnds& ends = long_[child >> shift_].at(static_cast<std::uint32_t>(child / kGroup));
    const std::size_t place = child % kGroup;
    const std::uint32_t begin = place == 0 ? 0 : ends[place - 1];
    return {first + begin, ends[place] - begin};
  }

  void lay_out(std::uint64_t bucket, std::uint64_t size, const EdgeFile& file, const std::vector<const EdgeFile::Clerk*>& clerks) {
    const std::uint64_t first = bucket << shift_;
    const std::uint64_t count = std::min(size, (bucket + 1) << shift_) - first;
    std::uint32_t* const parents = parents_.data() + base_[bucket];
    std::vector<std::uint32_t> next((count + kGroup - 1) / kGroup * kGroup, 0);  // [child] its parents, then where the next one goes
    for (const EdgeFile::Clerk* clerk : clerks)
      EdgeFile::for_each(*clerk, bucket, [&](const EdgeFile::Edge& edge) { ++next[edge.child - first]; });
    std::uint32_t sum = 0;
    for (std::uint64_t i = 0; i < next.size(); i += kGroup) {
      Group& group = groups_[(first + i) / kGroup];
      group.first = sum;
      LongEnds ends;
      std::uint32_t end = 0;
      for (std::uint64_t k = 0; k < kGroup; ++k) {
        const std::uint32_t here = std::exchange(next[i + k], sum + end);
        ends[k] = end += here;
        group.ends[k] = static_cast<std::uint8_t>(end);
      }
      if (end >= kLong) {
        group.ends.back() = kLong;
        long_[bucket].emplace(static_cast<std::uint32_t>((first + i) / kGroup), ends);
      }
      sum += end;
    }
    for (const EdgeFile::Clerk* clerk : clerks) {
      EdgeFile::for_each(*clerk, bucket, [&](const EdgeFile::Edge& edge) { parents[next[edge.child - first]++] = edge.parent; });
      file.give_back(*clerk, bucket);
    }
  }

  int shift_;
  Pages<Group> groups_;
  std::vector<std::uint64_t> base_;  // [bucket] its first parent
  Pages<std::uint32_t> parents_;
  std::vector<std::unordered_map<std::uint32_t, LongEnds>> long_;  // [bucket] by group
};

}  // namespace uthi
