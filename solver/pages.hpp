// Large arrays straight from the system: zeroed, in huge pages where there are any, and given back piece by piece.
#pragma once

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace uthi {

/// Asks for huge pages for memory that is not touched yet: random accesses then miss the address translation less often.
inline void advise_huge_pages(void* begin, std::size_t bytes) {
  constexpr std::uintptr_t kHuge = std::uintptr_t{2} << 20;
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(begin) + kHuge - 1) & ~(kHuge - 1);
  const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) & ~(kHuge - 1);
  // Advice that the system does not take changes nothing but the speed.
  if (first < last) static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
}

/// A vector of `size` times `value` in huge pages.
template <class T>
[[nodiscard]] std::vector<T> huge_vector(std::uint64_t size, T value) {
  std::vector<T> vector;
  vector.reserve(size);
  advise_huge_pages(vector.data(), size * sizeof(T));
  vector.resize(size, value);
  return vector;
}

/// `size` zeros that take memory only where they are touched. Throws DoesNotFit where the system refuses them.
template <class T>
class Pages {
 public:
  Pages() = default;
  Pages(std::uint64_t size, bool huge) : bytes_(size * sizeof(T)) {
    if (bytes_ == 0) return;
    void* const got = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) throw DoesNotFit(fmt::format("the system does not give {} bytes of memory", bytes_));
    data_ = static_cast<T*>(got);
    if (huge) advise_huge_pages(data_, bytes_);
  }
  ~Pages() {
    if (data_ != nullptr) munmap(data_, bytes_);
  }
  Pages(Pages&& from) noexcept : data_(std::exchange(from.data_, nullptr)), bytes_(std::exchange(from.bytes_, 0)) {}
  Pages& operator=(Pages&& from) noexcept {
    std::swap(data_, from.data_);
    std::swap(bytes_, from.bytes_);
    return *this;
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] T& operator[](std::uint64_t i) const { return data_[i]; }

  /// Gives `count` elements from `first` back to the system, both multiples of a page.
  void give_back(std::uint64_t first, std::uint64_t count) const {
    static_cast<void>(madvise(data_ + first, count * sizeof(T), MADV_DONTNEED));
  }

 private:
  T* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace uthi
