// How every file of Uthi begins: what it is, how long its header and the file are, and a checksum of the header.
//
//      0   8  magic, of the kind of file
//      8   4  format version
//     12   4  H, bytes of the header, these 32 included
//     16   8  bytes of the whole file
//     24   8  xxh3-64 of header bytes 0..23 and 32..H-1, of some kinds with 8 zeros between
//     32      body of the header
//
// Little-endian.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tablebase/byte_source.hpp"

namespace uthi {

inline constexpr std::size_t kPrologueBytes = 32;

/// A kind of file.
struct FileKind {
  std::string_view name;  ///< "table"
  std::array<std::uint8_t, 8> magic;
  std::uint32_t oldest_version;  ///< That is read.
  std::uint32_t version;         ///< The newest, that is written.
  std::uint64_t most_header_bytes;
  bool zeros;  ///< The checksum is that of a header with zeros in its place.
};

struct SealedHeader {
  std::uint32_t version = 0;
  std::uint64_t header_bytes = 0;
  std::span<const std::uint8_t> body{};  ///< Of the bytes given.
};

/// Throws TableDamaged: "NAME: header, FIELD: WHAT".
[[noreturn]] void damaged_header(std::string_view name, std::string_view field, std::string_view what);

/// The bytes of the header of a file, as many as its prologue says or as there are. Throws TableDamaged naming the
/// field, InputOutputError; `name` stands for the file in messages, here and below.
[[nodiscard]] std::vector<std::uint8_t> read_header_bytes(const FileKind& kind, const ByteSource& source, std::string_view name);

/// Checks a whole header but for its body. Throws TableDamaged naming the field.
[[nodiscard]] SealedHeader open_header(const FileKind& kind, std::span<const std::uint8_t> header, std::uint64_t file_bytes,
                                       std::string_view name);

/// The beginning of a header, to which its body is to be appended.
[[nodiscard]] std::vector<std::uint8_t> begin_header(const FileKind& kind, std::uint32_t version);

/// Fills in lengths and checksum. Throws DoesNotFit if the header is too long, `content` ("a table of 9 positions") in its message.
void finish_header(const FileKind& kind, std::span<std::uint8_t> header, std::uint64_t file_bytes, std::string_view content);

/// Puts the checksum of a header of `header.size()` bytes (32 at least) into it.
void seal_header(const FileKind& kind, std::span<std::uint8_t> header);

}  // namespace uthi
