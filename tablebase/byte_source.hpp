// Bytes by offset: a file read with pread, or a byte string in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace uthi {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Bytes when it was opened.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `out` from byte `offset` on; returns how many bytes there were, fewer only at the end. Thread-safe.
  /// Throws InputOutputError.
  [[nodiscard]] virtual std::size_t read(std::uint64_t offset, std::span<std::uint8_t> out) const = 0;
};

/// Throws InputOutputError if the file cannot be opened or is not a regular one.
[[nodiscard]] std::unique_ptr<const ByteSource> open_file(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<const ByteSource> in_memory(std::vector<std::uint8_t> bytes);

}  // namespace uthi
