// What is asked before a file is read.
#include "tablebase/plain_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/error.hpp"

namespace uthi {

namespace {

[[noreturn]] void refused(const std::filesystem::path& path, const char* action, int error) {
  throw InputOutputError(fmt::format("{}: cannot {}: {}", path.string(), action, std::generic_category().message(error)));
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "folder";
  if (S_ISFIFO(mode)) return "pipe";
  if (S_ISSOCK(mode)) return "socket";
  return "device";
}

struct Descriptor {
  explicit Descriptor(int descriptor) : number(descriptor) {}
  ~Descriptor() { ::close(number); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number;
};

}  // namespace

int open_plain_file(const std::filesystem::path& path) {
  // Asked before opening, since opening alone can do something to a device (rewind a tape, say); a socket cannot be opened.
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) refused(path, "open", errno);
  int descriptor = -1;
  if (S_ISREG(status.st_mode)) {
    // O_NONBLOCK and asking again: another file may stand there by now.
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) refused(path, "open", errno);
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
    ::close(descriptor);
  }
  throw InputOutputError(fmt::format("{}: expected a regular file, this is a {}", path.string(), kind_of(status.st_mode)));
}

std::ifstream open_plain_stream(const std::filesystem::path& path) {
  const Descriptor checked(open_plain_file(path));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refused(path, "open", errno);
  return stream;
}

int open_text_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0 && errno == EINTR) throw Interrupted();
  if (descriptor < 0) refused(path, "read", errno);
  return descriptor;
}

}  // namespace uthi
