// Loops over ranges of numbers on a fixed number of threads.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
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
    handed_over_.fetch_add(1, std::memory_order_release);
    arena_.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, size, grain), [&](const auto& range) {
        static_cast<void>(handed_over_.load(std::memory_order_acquire));
        f(range.begin(), range.end());
        handed_over_.fetch_add(1, std::memory_order_release);
      });
    });
    static_cast<void>(handed_over_.load(std::memory_order_acquire));
  }

 private:
  int threads_;
  tbb::global_control limit_;
  tbb::task_arena arena_;
  // oneTBB orders a loop's pieces after what came before it and before what comes after it, but inside its library,
  // where the thread sanitizer does not look. This counter says the same where it does; a piece is large beside it.
  std::atomic<std::uint64_t> handed_over_{0};
};

}  // namespace uthi
