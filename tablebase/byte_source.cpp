// Files and byte strings to read from.
#include "tablebase/byte_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/error.hpp"
#include "tablebase/plain_file.hpp"

namespace uthi {

namespace {

[[noreturn]] void refused(const std::filesystem::path& path, const char* action, int error) {
  throw InputOutputError(fmt::format("{}: cannot {}: {}", path.string(), action, std::generic_category().message(error)));
}

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::filesystem::path& path) : path_(path) {
    descriptor_ = open_plain_file(path);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) {
      const int error = errno;
      ::close(descriptor_);
      refused(path, "ask for the size", error);
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
  ~FileSource() override { ::close(descriptor_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::uint64_t size() const override { return size_; }

  std::size_t read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    std::size_t done = 0;
    while (done < out.size()) {
      const ssize_t count = ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) refused(path_, "read", errno);
      if (count == 0) break;
      done += static_cast<std::size_t>(count);
    }
    return done;
  }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  std::uint64_t size() const override { return bytes_.size(); }

  std::size_t read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset >= bytes_.size()) return 0;
    const auto there = std::span(bytes_).subspan(offset);
    const std::size_t count = std::min(out.size(), there.size());
    std::copy_n(there.begin(), count, out.begin());
    return count;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::unique_ptr<const ByteSource> open_file(const std::filesystem::path& path) { return std::make_unique<FileSource>(path); }

std::unique_ptr<const ByteSource> in_memory(std::vector<std::uint8_t> bytes) { return std::make_unique<MemorySource>(std::move(bytes)); }

}  // namespace uthi
