// A file that appears under its name only when it is complete and on the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace uthi {

/// Behind the final name, followed by digits, in names of temporary files.
inline constexpr std::string_view kTemporaryMark = ".part-";

class AtomicFile {
 public:
  /// Makes a temporary file beside `path`, and the folder if need be. A symbolic link is followed: what it names is replaced
  /// and the link stays. What stands there and is no plain file is refused. Throws InputOutputError, as all the others.
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
  /// Gives the file the permissions of the one that it replaces, syncs it, renames it to its final name, and syncs the folder.
  void commit();

 private:
  [[noreturn]] void refused(std::string_view action, int error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::optional<unsigned> mode_;  // of the file to be replaced
  int descriptor_ = -1;
  bool committed_ = false;
};

/// What `path` names in the end when symbolic links are followed, whether or not it exists. Throws InputOutputError if links go
/// round in a circle.
[[nodiscard]] std::filesystem::path followed(std::filesystem::path path);

/// True for names that AtomicFile gives to temporary files.
[[nodiscard]] bool is_temporary(const std::filesystem::path& path);

}  // namespace uthi
