// What a search may use, and what it has used: shared by all its threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

namespace uthi {

/// Why a search ended before its answer.
enum class Stopped : std::uint8_t { no, time, nodes, memory, interrupted };

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// Without a limit where one is left out; `stop` is the user's wish to stop.
  Budget(std::optional<double> seconds, std::optional<std::uint64_t> nodes, const std::atomic<bool>* stop)
      : start_(Clock::now()),
        end_(seconds ? start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds))
                     : Clock::time_point::max()),
        most_nodes_(nodes.value_or(std::numeric_limits<std::uint64_t>::max())),
        stop_(stop) {}

  /// `tick` is called about once a second from whichever thread spends, one call at a time.
  void on_tick(std::function<void()> tick) { tick_ = std::move(tick); }

  /// Adds positions looked at. Call it every few thousand nodes of a thread, and look at the answer: true to go on.
  bool spend(std::uint64_t nodes) {
    if (nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes >= most_nodes_) return give_up(Stopped::nodes);
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return give_up(Stopped::interrupted);
    const auto now = Clock::now();
    if (now >= end_) return give_up(Stopped::time);
    tick_if_due(now);
    return stopped() == Stopped::no;
  }
  /// Ends the search; the first reason stays. Returns false.
  bool give_up(Stopped why) {
    Stopped none = Stopped::no;
    stopped_.compare_exchange_strong(none, why, std::memory_order_relaxed);
    return false;
  }

  /// One way was too large; another may be tried.
  void forgive_memory() {
    Stopped memory = Stopped::memory;
    stopped_.compare_exchange_strong(memory, Stopped::no, std::memory_order_relaxed);
  }

  [[nodiscard]] Stopped stopped() const { return stopped_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  void tick_if_due(Clock::time_point now) {
    if (!tick_) return;
    const std::unique_lock lock(tick_mutex_, std::try_to_lock);
    if (!lock.owns_lock() || now - last_tick_ < std::chrono::seconds(1)) return;
    last_tick_ = now;
    tick_();
  }

  Clock::time_point start_;
  Clock::time_point end_;
  std::uint64_t most_nodes_;
  const std::atomic<bool>* stop_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<Stopped> stopped_{Stopped::no};
  std::function<void()> tick_;
  std::mutex tick_mutex_;
  Clock::time_point last_tick_ = start_;
};

}  // namespace uthi
