// Reading what is there, noting what is not.
#include "fetched_files.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "tablebase/byte_source.hpp"

namespace uthi {

namespace explorer {

FetchedFiles& FetchedFiles::instance() {
  static FetchedFiles files;
  return files;
}

void FetchedFiles::add(const std::string& path, std::uint64_t bytes, std::span<const std::uint8_t> head) {
  files_[path] = {bytes, {head.begin(), head.end()}, {}};
}

std::size_t FetchedFiles::read(const std::string& path, std::uint64_t offset, std::span<std::uint8_t> out) {
  const File& file = files_.at(path);
  if (offset >= file.bytes) return 0;
  const std::size_t count = std::min<std::uint64_t>(out.size(), file.bytes - offset);
  if (offset + count > file.there.size()) {
    wanted_.insert(path);
    throw InputOutputError(path + ": not fetched yet");
  }
  std::copy_n(file.there.begin() + static_cast<std::ptrdiff_t>(offset), count, out.begin());
  return count;
}

std::set<std::string> FetchedFiles::take_wanted() { return std::exchange(wanted_, {}); }

std::span<std::uint8_t> FetchedFiles::room(const std::string& path) {
  File& file = files_.at(path);
  file.room.resize(file.bytes);
  return file.room;
}

void FetchedFiles::arrived(const std::string& path) {
  File& file = files_.at(path);
  file.there = std::move(file.room);
}

namespace {

class FetchedSource final : public ByteSource {
 public:
  explicit FetchedSource(std::string path) : path_(std::move(path)), size_(FetchedFiles::instance().bytes(path_)) {}
  std::uint64_t size() const override { return size_; }
  std::size_t read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    return FetchedFiles::instance().read(path_, offset, out);
  }

 private:
  std::string path_;
  std::uint64_t size_;
};

}  // namespace

}  // namespace explorer

std::unique_ptr<const ByteSource> open_file(const std::filesystem::path& path) {
  if (!explorer::FetchedFiles::instance().has(path.string())) throw InputOutputError(path.string() + ": cannot open: no such file");
  return std::make_unique<explorer::FetchedSource>(path.string());
}

}  // namespace uthi
