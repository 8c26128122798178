// The file that an option of a command (--output, --proof) writes: one set of rules for all of them.
//
// - An existing file is replaced only with --force; a folder never.
// - It is replaced whole, when everything is written, and keeps its permissions; on failure what was there stays.
// - Symbolic links are followed: what they name is replaced, the links stay.
// - What is no plain file (a device, a pipe, standard output as /dev/stdout) is written through and stays what it is.
// - A file that the command reads, under whatever name, is never the one that it writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/command.hpp"

namespace uthi {

inline constexpr OptionHelp kForceOption{"force", "", "replace the file if it exists"};

class OutputFile {
 public:
  /// Looks at what stands at `path` before any work is done; `inputs` are the files that the command reads.
  /// Throws UsageError by the rules above, InputOutputError.
  OutputFile(const std::filesystem::path& path, bool force, const std::vector<std::string>& inputs = {});

  /// Where the file is in the end, links followed.
  [[nodiscard]] const std::filesystem::path& place() const { return place_; }
  [[nodiscard]] bool written_through() const { return through_; }

  /// Writes it all. Throws InputOutputError, Interrupted while it waits for the reader of a pipe.
  void write(std::span<const std::uint8_t> contents) const;
  void write(std::string_view contents) const;

 private:
  void write_through(std::span<const std::uint8_t> contents) const;

  std::filesystem::path place_;
  bool through_ = false;
  int standard_ = -1;  // the descriptor, if it is standard output or error
};

}  // namespace uthi
