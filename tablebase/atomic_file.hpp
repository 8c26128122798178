// A file that appears under its name only when it is complete and on the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace uthi {

/// Behind the final name, followed by digits, in names of temporary files.
inline constexpr std::string_view kTemporaryMark = ".part-";

class AtomicFile {
 public:
  /// Makes a temporary file beside `path`, and the folder if need be. Throws InputOutputError, as all the others.
  explicit AtomicFile(std::filesystem::path path);
  /// Removes the temporary file unless `commit` has succeeded.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// At the end.
  void write(std::span<const std::uint8_t> bytes);
  /// Over bytes that were written before, from `offset` on.
  void write_over(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  /// Where the bytes are until `commit`; they can be read there.
  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }
  /// Syncs the file, renames it to its final name, and syncs the folder.
  void commit();

 private:
  [[noreturn]] void refused(std::string_view action, int error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  bool committed_ = false;
};

/// True for names that AtomicFile gives to temporary files.
[[nodiscard]] bool is_temporary(const std::filesystem::path& path);

}  // namespace uthi
