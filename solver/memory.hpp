// Accesses to memory that other threads may change at the same time, or, where there are none, plain ones.
#pragma once

#include <atomic>

namespace uthi {

/// Accesses to memory that several threads may change at once if `kShared`, else plain ones.
template <bool kShared>
struct Memory {
  /// Replaces `expected` by `desired`; false if something else stands there.
  template <class T>
  static bool replace(T& place, T expected, T desired) {
    if constexpr (kShared) {
      std::atomic_ref<T> shared(place);
      if (shared.load(std::memory_order_relaxed) != expected) return false;
      return shared.compare_exchange_strong(expected, desired, std::memory_order_relaxed);
    } else {
      // Without a branch: whether it stands there cannot be foreseen.
      const T found = place;
      place = found == expected ? desired : found;
      return found == expected;
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
