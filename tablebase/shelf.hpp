// Things that open tables of the same rules have in common, made when first asked for and kept as long as the shelf.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace uthi {

class Shelf {
 public:
  /// The thing called `name`, always of the same type T; `make()` makes it, one at a time, where it is not there. Thread-safe.
  template <class T, class F>
  [[nodiscard]] std::shared_ptr<const T> get(const std::string& name, F&& make) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const void>& thing = things_[name];
    if (!thing) thing = std::make_shared<const T>(std::forward<F>(make)());
    return std::static_pointer_cast<const T>(thing);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const void>> things_;
};

}  // namespace uthi
