// Stands in for oneTBB where there are no threads: nothing to limit.
#pragma once

#include <cstddef>

namespace tbb {

class global_control {
 public:
  enum parameter { max_allowed_parallelism };
  global_control(parameter /*what*/, std::size_t /*most*/) {}
};

}  // namespace tbb
