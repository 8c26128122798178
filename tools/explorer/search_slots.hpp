// Turns at searching: a few searches at a time, one of each client, and whoever waits is served in the order of arrival.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace uthi::explorer {

/// All of it is thread-safe.
class SearchSlots {
 public:
  explicit SearchSlots(int slots) : slots_(slots) {}

  /// A place in the queue; `leave` gives it back.
  [[nodiscard]] std::uint64_t enter(const std::string& client);
  /// True if it is this one's turn, which then lasts until `leave`. A client that has a turn waits for its end; a slot that is
  /// free goes to clients that came before first, each counted once however often it asks.
  [[nodiscard]] bool take(std::uint64_t place);
  /// Does nothing for a place that was left.
  void leave(std::uint64_t place);
  /// True if a search of this client runs.
  [[nodiscard]] bool has_turn(const std::string& client) const;

 private:
  struct Place {
    std::string client;
    bool runs = false;
  };
  [[nodiscard]] bool runs(const std::string& client) const;  // with the lock held

  int slots_;
  mutable std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Place> places_;  // in the order of arrival
};

}  // namespace uthi::explorer
