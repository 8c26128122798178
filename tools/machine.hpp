// What the machine has to give: memory, disk, and the signals that ask to stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace uthi {

/// Bytes of memory that can be used without swapping, limits of a control group counted. Nothing where Linux does not say.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

/// Most bytes of memory that this process has held so far (VmHWM); 0 where Linux does not say.
[[nodiscard]] std::uint64_t peak_memory();

/// Bytes free in the file system that holds `folder`, or will once it is made. Throws InputOutputError.
[[nodiscard]] std::uint64_t free_disk(const std::filesystem::path& folder);

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the program; a second one ends it at once.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] const std::atomic<bool>& flag() const;
};

}  // namespace uthi
