// How much work each client may ask for: seconds of a processor, saved up while it asks for nothing.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace uthi::explorer {

class WorkLimits {
 public:
  using Clock = std::chrono::steady_clock;

  /// `rate` seconds of work each second, at most `burst` saved; no limit where `rate` is 0.
  WorkLimits(double rate, double burst) : rate_(rate), burst_(burst) {}

  /// Nothing if the client may ask for more; else the whole seconds after which it may. Thread-safe, as `charge`.
  [[nodiscard]] std::optional<int> must_wait(const std::string& client, Clock::time_point now = Clock::now());
  /// Work that was done; a client can owe work, and then waits.
  void charge(const std::string& client, double seconds, Clock::time_point now = Clock::now());

 private:
  static constexpr std::size_t kMostClients = 10'000;
  struct Account {
    double saved;
    Clock::time_point at;
  };
  Account& account(const std::string& client, Clock::time_point now);

  double rate_;
  double burst_;
  std::mutex mutex_;
  std::unordered_map<std::string, Account> accounts_;  // of clients that have not saved all they may
};

}  // namespace uthi::explorer
