// Opening files to read, so that no pipe or device under the name of a file makes the program wait.
#pragma once

#include <filesystem>
#include <fstream>

namespace uthi {

/// Opens a plain file to read and returns its descriptor. Never waits: folders, pipes, sockets and devices are refused. Every
/// file that the program reads is opened by this, but for texts that users name (`open_text_file`). Throws InputOutputError.
[[nodiscard]] int open_plain_file(const std::filesystem::path& path);
/// The same as a stream of bytes.
[[nodiscard]] std::ifstream open_plain_stream(const std::filesystem::path& path);
/// A text that the user named: pipes, <(...) of the shell and terminals are waited for, and a signal ends the waiting. What
/// comes of it is limited by whoever reads (tools/text_reader.hpp). Throws InputOutputError, Interrupted.
[[nodiscard]] int open_text_file(const std::filesystem::path& path);

}  // namespace uthi
