// Progress of long work on standard error: a bar on a terminal, else a plain line every ten seconds.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace uthi {

/// Says nothing in the first two seconds. Thread-safe.
class Progress {
 public:
  /// `unit` is what the rate counts: "boards".
  explicit Progress(std::string_view unit);
  /// Takes the bar off the terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of `all` units, of which `worked` were done by this run (the others were there before it).
  void update(double done, double all, double worked, std::string_view label);
  /// A line of text above the bar.
  void note(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  void clear();

  std::mutex mutex_;
  std::string unit_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
  bool terminal_;
  bool bar_shown_ = false;
};

/// "0:07", "12:34", "3:25:00"
[[nodiscard]] std::string time_text(double seconds);

}  // namespace uthi
