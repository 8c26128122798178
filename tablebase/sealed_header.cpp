// Reading and writing prologues.
#include "tablebase/sealed_header.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <new>

#include "core/error.hpp"
#include "tablebase/bytes.hpp"

namespace uthi {

namespace {

constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kLengthsAt = 12;
constexpr std::size_t kChecksumAt = 24;

std::uint64_t header_checksum(const FileKind& kind, std::span<const std::uint8_t> header) {
  constexpr std::array<std::uint8_t, kPrologueBytes - kChecksumAt> kZeros{};
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
  if (!state) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  XXH3_64bits_update(state.get(), header.data(), kChecksumAt);
  if (kind.zeros) XXH3_64bits_update(state.get(), kZeros.data(), kZeros.size());
  XXH3_64bits_update(state.get(), header.data() + kPrologueBytes, header.size() - kPrologueBytes);
  return XXH3_64bits_digest(state.get());
}

// Of bytes that are there.
std::uint64_t number_at(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t count) {
  return ByteReader(bytes.subspan(at), [](std::string_view) {}).number(count, "");
}

std::string versions_text(const FileKind& kind) {
  return kind.oldest_version == kind.version ? fmt::format("format {}", kind.version)
                                             : fmt::format("formats {} to {}", kind.oldest_version, kind.version);
}

// Bytes of the header, from the first lines of a file: 32 bytes, or the whole file if it is shorter.
std::uint64_t parse_prologue(const FileKind& kind, std::span<const std::uint8_t> start, std::uint64_t file_bytes, std::string_view name) {
  if (start.size() < kPrologueBytes) {
    damaged_header(name, "prologue", fmt::format("the file has {} bytes, a {} has more than {}", file_bytes, kind.name, kPrologueBytes));
  }
  if (!std::equal(kind.magic.begin(), kind.magic.end(), start.begin())) {
    damaged_header(name, "magic", fmt::format("this is no Uthi {}", kind.name));
  }
  const std::uint64_t version = number_at(start, kVersionAt, 4);
  if (version < kind.oldest_version || version > kind.version) {
    damaged_header(name, "version", fmt::format("format {}, this program reads {}", version, versions_text(kind)));
  }
  const std::uint64_t said = number_at(start, kLengthsAt + 4, 8);
  if (said != file_bytes) {
    damaged_header(name, "file length", fmt::format("the header says {} bytes, the file has {}", said, file_bytes));
  }
  const std::uint64_t header_bytes = number_at(start, kLengthsAt, 4);
  if (header_bytes <= kPrologueBytes || header_bytes > kind.most_header_bytes || header_bytes > file_bytes) {
    damaged_header(name, "header length", fmt::format("{} bytes cannot be", header_bytes));
  }
  return header_bytes;
}

}  // namespace

void damaged_header(std::string_view name, std::string_view field, std::string_view what) {
  throw TableDamaged(fmt::format("{}: header, {}: {}", name, field, what));
}

std::vector<std::uint8_t> read_header_bytes(const FileKind& kind, const ByteSource& source, std::string_view name) {
  std::vector<std::uint8_t> bytes(kPrologueBytes);
  bytes.resize(source.read(0, bytes));
  bytes.resize(parse_prologue(kind, bytes, source.size(), name));
  bytes.resize(source.read(0, bytes));
  return bytes;
}

SealedHeader open_header(const FileKind& kind, std::span<const std::uint8_t> header, std::uint64_t file_bytes, std::string_view name) {
  const std::uint64_t header_bytes = parse_prologue(kind, header.first(std::min(header.size(), kPrologueBytes)), file_bytes, name);
  if (header.size() < header_bytes) damaged_header(name, "header length", "the file ends within the header");
  header = header.first(header_bytes);
  if (number_at(header, kChecksumAt, 8) != header_checksum(kind, header)) {
    damaged_header(name, "checksum", "the header does not match it");
  }
  return {static_cast<std::uint32_t>(number_at(header, kVersionAt, 4)), header_bytes, header.subspan(kPrologueBytes)};
}

std::vector<std::uint8_t> begin_header(const FileKind& kind, std::uint32_t version) {
  std::vector<std::uint8_t> out(kind.magic.begin(), kind.magic.end());
  append_number(out, version, 4);
  out.resize(kPrologueBytes);
  return out;
}

void finish_header(const FileKind& kind, std::span<std::uint8_t> header, std::uint64_t file_bytes, std::string_view content) {
  if (header.size() > kind.most_header_bytes) {
    throw DoesNotFit(fmt::format("{} needs a block index of more than {} MiB", content, kind.most_header_bytes >> 20));
  }
  put_number(header.subspan(kLengthsAt, 4), header.size());
  put_number(header.subspan(kLengthsAt + 4, 8), file_bytes);
  seal_header(kind, header);
}

void seal_header(const FileKind& kind, std::span<std::uint8_t> header) {
  put_number(header.subspan(kChecksumAt, 8), header_checksum(kind, header));
}

}  // namespace uthi
