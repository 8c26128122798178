// Stands in for oneTBB where there are no threads: a range of numbers.
#pragma once

#include <cstddef>

namespace tbb {

template <class T>
class blocked_range {
 public:
  blocked_range(T begin, T end, std::size_t /*grain*/ = 1) : begin_(begin), end_(end) {}
  [[nodiscard]] T begin() const { return begin_; }
  [[nodiscard]] T end() const { return end_; }

 private:
  T begin_;
  T end_;
};

}  // namespace tbb
