// Memory and disk as Linux reports them; signals.
#include "tools/machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fstream>
#include <string>
#include <system_error>

#include "core/error.hpp"

namespace uthi {

namespace {

// The number behind `key` in a file of lines "Key:   123 kB", in bytes.
std::optional<std::uint64_t> kibibytes_of(const char* file, const std::string& key) {
  std::ifstream lines(file);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t digit = line.find_first_of("0123456789");
    if (digit == std::string::npos) return std::nullopt;
    std::from_chars(line.data() + digit, line.data() + line.size(), number);
    return number * 1024;
  }
  return std::nullopt;
}

// A signal handler can only reach what has static storage.
std::atomic<bool>& stop_flag() {
  static std::atomic<bool> flag{false};
  static_assert(std::atomic<bool>::is_always_lock_free);
  return flag;
}

void ask_to_stop(int) {
  if (stop_flag().exchange(true)) _exit(static_cast<int>(ExitCode::interrupted));
}

void stop_at_once(int) { _exit(static_cast<int>(ExitCode::interrupted)); }

void handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

std::optional<std::uint64_t> available_memory() {
  auto available = kibibytes_of("/proc/meminfo", "MemAvailable:");
  std::ifstream limit("/sys/fs/cgroup/memory.max");
  if (std::uint64_t bytes = 0; limit >> bytes) available = std::min(available.value_or(bytes), bytes);
  return available;
}

std::uint64_t peak_memory() { return kibibytes_of("/proc/self/status", "VmHWM:").value_or(0); }

std::uint64_t free_disk(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(folder, error);
  while (!error && place.has_relative_path() && !std::filesystem::exists(place, error)) place = place.parent_path();
  const auto space = std::filesystem::space(place, error);
  if (error) throw InputOutputError(fmt::format("{}: cannot tell the free space: {}", place.string(), error.message()));
  return space.available;
}

StopSignals::StopSignals() {
  stop_flag() = false;
  handle(ask_to_stop);
}

StopSignals::~StopSignals() { handle(stop_at_once); }

const std::atomic<bool>& StopSignals::flag() const { return stop_flag(); }

}  // namespace uthi
