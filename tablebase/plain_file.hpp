// Opening files to read, so that no pipe or device under the name of a file makes the program wait.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace uthi {

/// Opens a plain file to read and returns its descriptor. Never waits: folders, pipes, sockets and devices are refused. Every
/// file that the program reads is opened by this, but for texts that users name (`text_of_file`). Throws InputOutputError.
[[nodiscard]] int open_plain_file(const std::filesystem::path& path);
/// The same as a stream of bytes.
[[nodiscard]] std::ifstream open_plain_stream(const std::filesystem::path& path);
/// A whole text that the user named, of `most` bytes at most: pipes, <(...) of the shell and terminals are waited for. A signal
/// ends the waiting. Throws InputOutputError, DoesNotFit, Interrupted.
[[nodiscard]] std::string text_of_file(const std::filesystem::path& path, std::uint64_t most);

}  // namespace uthi
