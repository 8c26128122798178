// The progress bar.
#include "tools/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tools/output.hpp"

namespace uthi {

namespace {

using namespace std::chrono_literals;

constexpr auto kSilentFor = 2s;
constexpr auto kBarEvery = 100ms;
constexpr auto kLineEvery = 10s;
constexpr int kBarWidth = 24;

// Progress is not worth an error: a closed standard error is passed over.
void write_error(std::string_view text) { [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size()); }

bool on_terminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

Progress::Progress(std::string_view unit) : unit_(unit), last_(start_ + kSilentFor - kLineEvery), terminal_(on_terminal()) {}

Progress::~Progress() { clear(); }

void Progress::update(double done, double all, double worked, std::string_view label) {
  const auto now = Clock::now();
  const std::lock_guard lock(mutex_);
  if (now - start_ < kSilentFor || now - last_ < (terminal_ ? Clock::duration(kBarEvery) : Clock::duration(kLineEvery))) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double share = all > 0 ? std::clamp(done / all, 0.0, 1.0) : 0;
  const double rate = worked / seconds;
  const std::string left = rate > 0 ? fmt::format(", {} left", time_text((all - done) / rate)) : "";
  const std::string figures = fmt::format("{:.0f}%, {:.2f} million {}/s{}", std::floor(100 * share), rate / 1e6, unit_, left);
  if (!terminal_) {
    write_error(fmt::format("{}: {}\n", printable(label), figures));
    return;
  }
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  const std::string bar = std::string(filled, '#') + std::string(kBarWidth - filled, '.');
  write_error(fmt::format("\r{} [{}] {}\x1b[K", printable(label), bar, figures));
  bar_shown_ = true;
}

void Progress::note(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear();
  write_error(fmt::format("{}\n", printable(text)));
}

void Progress::clear() {
  if (bar_shown_) write_error("\r\x1b[K");
  bar_shown_ = false;
}

std::string time_text(double seconds) {
  constexpr double kMost = 1e9;
  const auto whole = static_cast<long long>(std::clamp(std::ceil(seconds), 0.0, kMost));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace uthi
