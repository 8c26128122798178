// Stands in for oneTBB where there are no threads: the whole range at once.
#pragma once

namespace tbb {

template <class Range, class F>
void parallel_for(const Range& range, F&& f) {
  f(range);
}

}  // namespace tbb
