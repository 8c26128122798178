// Bytes by offset: a file read with pread, or a byte string in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
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

/// Opens a plain file to read and returns its descriptor. Never waits: folders, pipes, sockets and devices are refused. Every
/// file that the program reads is opened by this, but for texts that users name (`text_of_file`). Throws InputOutputError.
[[nodiscard]] int open_plain_file(const std::filesystem::path& path);
/// The same as a stream of bytes.
[[nodiscard]] std::ifstream open_plain_stream(const std::filesystem::path& path);
/// A whole text that the user named, of `most` bytes at most: pipes, <(...) of the shell and terminals are waited for. A signal
/// ends the waiting. Throws InputOutputError, DoesNotFit, Interrupted.
[[nodiscard]] std::string text_of_file(const std::filesystem::path& path, std::uint64_t most);

/// Throws InputOutputError if the file cannot be opened or is not a regular one.
[[nodiscard]] std::unique_ptr<const ByteSource> open_file(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<const ByteSource> in_memory(std::vector<std::uint8_t> bytes);

}  // namespace uthi
