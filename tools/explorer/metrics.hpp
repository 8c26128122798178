// Counters of a server, in the text format of Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/explorer/problem.hpp"

namespace uthi::explorer {

class Metrics {
 public:
  /// Requests are counted by path, those to other paths than `paths` together.
  explicit Metrics(std::vector<std::string_view> paths);

  /// One reply: the path that took its request, its status, the bytes of its body, and the seconds that it took to make.
  void count(std::string_view path, int status, std::uint64_t bytes, double seconds);

  std::atomic<std::int64_t> connections{0};    ///< Open now.
  std::atomic<std::uint64_t> accepted{0};      ///< Connections so far.
  std::atomic<std::uint64_t> cut_off{0};       ///< Connections closed because of a time limit or a limit of size.
  std::atomic<std::uint64_t> kept_answers{0};  ///< Replies that took no work.
  std::atomic<std::int64_t> waiting{0};        ///< Requests that wait for a worker now, or are worked on.
  std::atomic<std::int64_t> solving{0};        ///< Searches that run now.

  [[nodiscard]] std::string text() const;

 private:
  static constexpr std::array kSeconds{0.0001, 0.001, 0.01, 0.1, 1.0, 10.0};
  struct Path {
    std::string_view name;
    std::array<std::atomic<std::uint64_t>, kStatuses.size() + 1> replies{};  // others last
  };

  std::vector<std::unique_ptr<Path>> paths_;
  std::array<std::atomic<std::uint64_t>, kSeconds.size() + 1> durations_{};
  std::atomic<std::uint64_t> nanoseconds_{0};
  std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace uthi::explorer
