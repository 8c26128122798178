// Stands in for oneTBB where there are no threads: runs at once.
#pragma once

namespace tbb {

class task_arena {
 public:
  explicit task_arena(int /*threads*/) {}
  template <class F>
  void execute(F&& f) {
    f();
  }
};

}  // namespace tbb
