// Accesses to memory that other threads may change at the same time, or, where there are none, plain ones.
#pragma once

#include <atomic>

namespace uthi {

/// Accesses to memory that several threads may change at once if `kShared`, else plain ones.
template <bool kShared>
struct Memory {
  /// Sets `bit`; false if it was set.
  template <class T>
  static bool set(T& place, T bit) {
    if constexpr (kShared) {
      std::atomic_ref<T> shared(place);
      if ((shared.load(std::memory_order_relaxed) & bit) != 0) return false;
      return (shared.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    } else {
      const T found = place;
      place = static_cast<T>(found | bit);
      return (found & bit) == 0;
    }
  }

  /// Takes `amount` off and returns what is left.
  template <class T>
  static T subtract(T& place, T amount) {
    if constexpr (kShared) {
      return static_cast<T>(std::atomic_ref<T>(place).fetch_sub(amount, std::memory_order_acq_rel) - amount);
    } else {
      place = static_cast<T>(place - amount);
      return place;
    }
  }
};

}  // namespace uthi
