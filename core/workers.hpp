// Loops over ranges of numbers on a fixed number of threads.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace uthi {

/// Runs loops on `threads` threads; with one thread, or for little work, in the calling thread.
class Workers {
 public:
  explicit Workers(int threads)
      : threads_(std::max(1, threads)),
        limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads_)),
        arena_(threads_) {}

  [[nodiscard]] int threads() const { return threads_; }

  /// f(begin, end) for pieces of 0..size-1 of at least `grain` numbers, in any order.
  template <class F>
  void for_ranges(std::uint64_t size, std::uint64_t grain, F&& f) {
    if (threads_ == 1 || size <= grain) {
      for (std::uint64_t begin = 0; begin < size; begin += grain) f(begin, std::min(size, begin + grain));
      return;
    }
    arena_.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, size, grain), [&](const auto& range) { f(range.begin(), range.end()); });
    });
  }

 private:
  int threads_;
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

}  // namespace uthi
