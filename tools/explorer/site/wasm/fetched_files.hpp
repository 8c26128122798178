// Files of an exported site inside the browser: their beginnings are there from the start, the rest when it was fetched.
//
// Nothing can wait for the network in the middle of an answer. So a read of bytes that are not there yet fails, and is noted;
// whoever asked fetches the files that are wanted, whole, and asks again.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace uthi::explorer {

class FetchedFiles {
 public:
  /// Those of this module: open_file (tablebase/byte_source.hpp) finds them by path.
  static FetchedFiles& instance();

  /// A file of `bytes` bytes that begins with `head`.
  void add(const std::string& path, std::uint64_t bytes, std::span<const std::uint8_t> head);
  [[nodiscard]] bool has(const std::string& path) const { return files_.contains(path); }
  [[nodiscard]] std::uint64_t bytes(const std::string& path) const { return files_.at(path).bytes; }

  /// As ByteSource::read. Throws InputOutputError, and notes the file, where the bytes are not there yet.
  [[nodiscard]] std::size_t read(const std::string& path, std::uint64_t offset, std::span<std::uint8_t> out);

  /// Paths of files that reads have failed for since the last call.
  [[nodiscard]] std::set<std::string> take_wanted();

  /// Room for the whole file, to be filled and then declared as `arrived`.
  [[nodiscard]] std::span<std::uint8_t> room(const std::string& path);
  void arrived(const std::string& path);

 private:
  struct File {
    std::uint64_t bytes = 0;
    std::vector<std::uint8_t> there{};  ///< The beginning, or all.
    std::vector<std::uint8_t> room{};
  };

  std::map<std::string, File> files_{};
  std::set<std::string> wanted_{};
};

}  // namespace uthi::explorer
