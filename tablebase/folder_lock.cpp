// flock on a file that also says which process holds it.
#include "tablebase/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include "core/error.hpp"

namespace uthi {

namespace {

// " (process 123)" as written by the holder; nothing if it has not got round to it.
std::string holder(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  int process = 0;
  if (size <= 0 || std::from_chars(text.data(), text.data() + size, process).ec != std::errc{} || process <= 0) return "";
  return fmt::format(" (process {})", process);
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputOutputError(fmt::format("{}: cannot make this folder: {}", folder.string(), error.message()));
  const std::filesystem::path path = folder / ".uthi.lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor_ < 0) throw InputOutputError(fmt::format("{}: cannot open: {}", path.string(), std::generic_category().message(errno)));
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw InputOutputError(fmt::format("{}: expected a regular file", path.string()));
  }
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    const int reason = errno;
    const std::string who = holder(descriptor_);
    ::close(descriptor_);
    if (reason != EWOULDBLOCK) {
      throw InputOutputError(fmt::format("{}: cannot lock: {}", path.string(), std::generic_category().message(reason)));
    }
    throw InputOutputError(
        fmt::format("another build is at work in {}{}; wait until it is done, or name another folder with --tables", folder.string(), who));
  }
  // The number is for people only; a full disk must not stop a build here.
  const std::string process = fmt::format("{}\n", ::getpid());
  if (::ftruncate(descriptor_, 0) == 0) (void)!::pwrite(descriptor_, process.data(), process.size(), 0);
}

FolderLock::~FolderLock() {
  (void)!::ftruncate(descriptor_, 0);
  ::close(descriptor_);
}

}  // namespace uthi
