// Writing and reading the state of a layer half solved.
#include "tools/checkpoint_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/error.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/plain_file.hpp"

namespace uthi {

namespace {

constexpr std::array<char, 8> kMagic{'U', 'T', 'H', 'I', 'C', 'K', 'P', '1'};
constexpr double kShareOfSaving = 1.0 / 40;  // of the time, at most
constexpr std::uint64_t kMostParts = 64;
constexpr std::uint64_t kMostFingerprint = 1U << 20;

using Checksum = std::array<std::uint8_t, sizeof(XXH128_canonical_t)>;

Checksum checksum_of(std::span<const std::uint8_t> bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  Checksum checksum;
  std::memcpy(checksum.data(), canonical.digest, checksum.size());
  return checksum;
}

void append(std::vector<std::uint8_t>& bytes, const void* data, std::size_t size) {
  const auto* const first = static_cast<const std::uint8_t*>(data);
  bytes.insert(bytes.end(), first, first + size);
}

void append_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) { append(bytes, &number, sizeof(number)); }

bool read(std::ifstream& file, void* into, std::uint64_t size) {
  file.read(static_cast<char*>(into), static_cast<std::streamsize>(size));
  return static_cast<std::uint64_t>(file.gcount()) == size;
}

// From where the next byte is read to the end.
std::uint64_t bytes_left(std::ifstream& file) {
  const std::ifstream::pos_type here = file.tellg();
  const std::ifstream::pos_type end = file.seekg(0, std::ios::end).tellg();
  file.seekg(here);
  return here < 0 || end < here ? 0 : static_cast<std::uint64_t>(end - here);
}

// What stands before the parts, without its checksum.
std::vector<std::uint8_t> head_of(const std::string& fingerprint, const std::vector<std::uint64_t>& sizes) {
  std::vector<std::uint8_t> head;
  append(head, kMagic.data(), kMagic.size());
  append_number(head, fingerprint.size());
  append_number(head, sizes.size());
  append(head, fingerprint.data(), fingerprint.size());
  for (const std::uint64_t size : sizes) append_number(head, size);
  return head;
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& table) { return table.string() + ".checkpoint"; }

CheckpointFile::CheckpointFile(std::filesystem::path path, std::string fingerprint, Options options)
    : path_(std::move(path)), fingerprint_(std::move(fingerprint)), options_(std::move(options)) {}

bool CheckpointFile::due() {
  const std::chrono::duration<double> passed = Clock::now() - last_;
  return options_.interval.count() <= 0 || passed >= std::max(options_.interval, took_ / kShareOfSaving);
}

void CheckpointFile::save(const std::vector<StatePart>& parts) {
  const auto start = Clock::now();
  std::vector<std::uint64_t> sizes;
  for (const StatePart part : parts) sizes.push_back(part.size());
  const auto head = head_of(fingerprint_, sizes);
  try {
    AtomicFile file(path_);
    file.write(head);
    file.write(checksum_of(head));
    for (const StatePart part : parts) {
      file.write(part);
      file.write(checksum_of(part));
    }
    file.commit();
  } catch (const InputOutputError& error) {  // a full disk, say; the layer can be solved without
    options_.note(fmt::format("no checkpoint: {}", error.what()));
  }
  last_ = Clock::now();
  took_ = last_ - start;
}

bool CheckpointFile::load(const PartRoom& room, const PartsFault& fault) {
  std::error_code error;
  if (put_aside_ || !std::filesystem::exists(path_, error)) return false;
  std::string why = "it is no plain file";
  if (std::filesystem::is_regular_file(path_, error)) {
    std::ifstream file = open_plain_stream(path_);
    why = read_parts(file, room, fault);
  }
  if (!why.empty()) {
    put_aside(why);
    return false;
  }
  options_.note(fmt::format("{}: going on from this checkpoint", path_.string()));
  went_on_ = true;
  return true;
}

std::string CheckpointFile::read_parts(std::ifstream& file, const PartRoom& room, const PartsFault& fault) const {
  std::array<char, 8> magic{};
  std::array<std::uint64_t, 2> lengths{};
  if (!read(file, magic.data(), magic.size()) || magic != kMagic) return "it is no checkpoint of this program";
  if (!read(file, lengths.data(), sizeof(lengths)) || lengths[0] > kMostFingerprint || lengths[1] > kMostParts) {
    return "its head is damaged";
  }
  std::string fingerprint(lengths[0], ' ');
  std::vector<std::uint64_t> sizes(lengths[1]);
  Checksum checksum{};
  if (!read(file, fingerprint.data(), fingerprint.size()) || !read(file, sizes.data(), sizes.size() * sizeof(std::uint64_t)) ||
      !read(file, checksum.data(), checksum.size()) || checksum != checksum_of(head_of(fingerprint, sizes))) {
    return "its head is damaged";
  }
  if (fingerprint != fingerprint_) return "it is of another build";
  // Before anything is asked to make room for parts that are not there.
  std::uint64_t left = bytes_left(file);
  for (const std::uint64_t size : sizes) {
    if (left < checksum.size() || size > left - checksum.size()) return "it is cut short";
    left -= size + checksum.size();
  }
  if (left > 0) return "something follows its end";
  for (std::size_t part = 0; part < sizes.size(); ++part) {
    const std::span<std::uint8_t> into = room(part, sizes[part]);
    if (into.size() != sizes[part]) return fmt::format("its part {} has {} bytes", part, sizes[part]);
    if (!read(file, into.data(), into.size()) || !read(file, checksum.data(), checksum.size()) || checksum != checksum_of(into)) {
      return fmt::format("its part {} is damaged", part);
    }
  }
  return fault();
}

void CheckpointFile::put_aside(const std::string& why) {
  went_on_ = false;
  put_aside_ = true;
  const std::filesystem::path aside = path_.string() + ".refused";
  std::error_code error;
  std::filesystem::rename(path_, aside, error);
  const std::string kept = error ? "" : fmt::format("; it is kept as {}", aside.filename().string());
  options_.note(fmt::format("{}: {}; this layer starts anew{}", path_.string(), why, kept));
}

void CheckpointFile::remove() const {
  std::error_code error;
  std::filesystem::remove(path_, error);
  if (error) throw InputOutputError(fmt::format("{}: cannot remove this file: {}", path_.string(), error.message()));
}

}  // namespace uthi
