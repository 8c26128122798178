// What stands at a name, and writing there.
#include "tools/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>

#include "core/error.hpp"
#include "tablebase/atomic_file.hpp"

namespace uthi {

namespace {

using Status = struct stat;

bool same_file(const Status& a, const Status& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

std::optional<Status> status_at(const std::filesystem::path& path) {
  Status status{};
  if (::stat(path.c_str(), &status) == 0) return status;
  if (errno == ENOENT) return std::nullopt;
  throw InputOutputError(fmt::format("{}: cannot be written: {}", path.string(), std::generic_category().message(errno)));
}

std::optional<Status> status_of_input(const std::string& input) {
  Status status{};
  const bool there = input == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(input.c_str(), &status) == 0;
  return there ? std::optional(status) : std::nullopt;
}

// /dev/stdout of a shell's "> file" is that plain file, but what is in it already is not to be replaced.
int standard_descriptor(const Status& status) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    Status standard{};
    if (::fstat(descriptor, &standard) == 0 && same_file(standard, status)) return descriptor;
  }
  return -1;
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path, bool force, const std::vector<std::string>& inputs) : place_(path) {
  if (path.empty()) throw UsageError("expected the name of a file to write, not an empty one");
  const auto status = status_at(path);
  if (!status) {
    place_ = followed(path);
    return;
  }
  if (S_ISDIR(status->st_mode)) throw UsageError(fmt::format("{}: expected a file to write, this is a folder", path.string()));
  if (S_ISREG(status->st_mode)) {
    for (const std::string& input : inputs) {
      const auto read = status_of_input(input);
      if (read && same_file(*read, *status)) {
        throw UsageError(fmt::format("{}: it is read (as {}), so it cannot be written; name another file", path.string(), input));
      }
    }
  }
  standard_ = standard_descriptor(*status);
  through_ = standard_ >= 0 || !S_ISREG(status->st_mode);
  if (through_) return;
  if (!force) throw UsageError(fmt::format("{}: there is such a file already; --force replaces it", path.string()));
  place_ = followed(path);
}

void OutputFile::write(std::string_view contents) const {
  write(std::span(reinterpret_cast<const std::uint8_t*>(contents.data()), contents.size()));
}

void OutputFile::write(std::span<const std::uint8_t> contents) const {
  if (through_) return write_through(contents);
  AtomicFile file(place_);
  file.write(contents);
  file.commit();
}

void OutputFile::write_through(std::span<const std::uint8_t> contents) const {
  const auto refused = [&](int error) {
    return InputOutputError(fmt::format("{}: cannot be written: {}", place_.string(), std::generic_category().message(error)));
  };
  const int descriptor = standard_ >= 0 ? ::dup(standard_) : ::open(place_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0 && errno == EINTR) throw Interrupted();
  if (descriptor < 0) throw refused(errno);
  while (!contents.empty()) {
    const ssize_t count = ::write(descriptor, contents.data(), contents.size());
    if (count < 0) {
      const int error = errno;
      ::close(descriptor);
      if (error == EINTR) throw Interrupted();
      throw refused(error);
    }
    contents = contents.subspan(static_cast<std::size_t>(count));
  }
  if (::close(descriptor) != 0) throw refused(errno);
}

}  // namespace uthi
