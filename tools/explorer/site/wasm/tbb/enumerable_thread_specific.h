// Stands in for oneTBB where there are no threads: the one thread's own copy.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>

namespace tbb {

template <class T>
class enumerable_thread_specific {
 public:
  enumerable_thread_specific() : make_([] { return T(); }) {}
  template <class First, class... More>
  requires(!std::is_same_v<std::remove_cvref_t<First>, enumerable_thread_specific>) explicit enumerable_thread_specific(First first,
                                                                                                                        More... more)
      : make_([=] {
          if constexpr (std::is_invocable_r_v<T, First> && sizeof...(More) == 0) {
            return first();
          } else {
            return T(first, more...);
          }
        }) {}

  T& local() {
    if (!value_) value_ = make_();
    return *value_;
  }
  T* begin() { return value_ ? &*value_ : nullptr; }
  T* end() { return value_ ? &*value_ + 1 : nullptr; }

 private:
  std::function<T()> make_;
  std::optional<T> value_{};
};

}  // namespace tbb
