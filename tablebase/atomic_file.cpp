// Temporary name, sync, rename, sync of the folder.
#include "tablebase/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/error.hpp"

namespace uthi {

namespace {

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// Syncs a folder, so that the names in it survive a power cut. Returns the error, 0 if none.
int sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems cannot sync a folder; they keep names in their own way.
  return error == EINVAL ? 0 : error;
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(followed(std::move(path))) {
  std::error_code error;
  std::filesystem::create_directories(folder_of(path_), error);
  if (error) throw InputOutputError(fmt::format("{}: cannot make this folder: {}", folder_of(path_).string(), error.message()));
  struct stat there {};
  if (::stat(path_.c_str(), &there) == 0) {
    if (!S_ISREG(there.st_mode)) throw InputOutputError(fmt::format("{}: expected a plain file or none, to be replaced", path_.string()));
    mode_ = there.st_mode & 07777;
  }
  const std::string start = path_.string() + std::string(kTemporaryMark) + std::to_string(::getpid());
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    temporary_ = start + "-" + std::to_string(attempt);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && (errno != EEXIST || attempt > 1000)) refused("make", errno);
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!committed_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refused("write", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void AtomicFile::write_over(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refused("write", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

void AtomicFile::commit() {
  if (mode_ && ::fchmod(descriptor_, *mode_) != 0) refused("set the permissions of", errno);
  if (::fsync(descriptor_) != 0) refused("sync", errno);
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) refused("close", errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) refused("rename to its final name", errno);
  committed_ = true;
  if (const int error = sync_folder(folder_of(path_)); error != 0) {
    throw InputOutputError(
        fmt::format("{}: cannot sync this folder: {}", folder_of(path_).string(), std::generic_category().message(error)));
  }
}

void AtomicFile::refused(std::string_view action, int error) const {
  throw InputOutputError(fmt::format("{}: cannot {} the file (as {}): {}", path_.string(), action, temporary_.filename().string(),
                                     std::generic_category().message(error)));
}

std::filesystem::path followed(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as the kernel has it
  std::error_code error;
  for (int links = 0; std::filesystem::is_symlink(path, error); ++links) {
    if (links == kMostLinks) throw InputOutputError(fmt::format("{}: symbolic links go round in a circle", path.string()));
    const std::filesystem::path target = std::filesystem::read_symlink(path, error);
    if (error) throw InputOutputError(fmt::format("{}: cannot follow this link: {}", path.string(), error.message()));
    path = folder_of(path) / target;  // an absolute target stands alone
  }
  return path;
}

bool is_temporary(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::size_t mark = name.rfind(kTemporaryMark);
  if (mark == std::string::npos || mark == 0) return false;
  const std::string_view rest = std::string_view(name).substr(mark + kTemporaryMark.size());
  return !rest.empty() && std::all_of(rest.begin(), rest.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace uthi
