// What a page needs of all tables before it fetches any: one file, tables.bin, that `uthi export-site` writes.
//
// Integers are little-endian.
//   0   8  magic "UTHISITE"
//   8   4  format, 1
//  12   4  entries, and for each
//           1  kind: 0 a table, 1 a file of the program (the collection of problems, openapi.json)
//           2  L, then L bytes: its name, of a table with its folder ("giuthi-2x5/010.uthi")
//           8  bytes of the whole file
//           4  H, then H bytes: how it begins; of a table its header with the block index, of other files all
//   -   8  xxh3-64 of all bytes before
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace uthi::explorer {

enum class BundledKind : std::uint8_t { table = 0, file = 1 };

struct BundleEntry {
  BundledKind kind = BundledKind::table;
  std::string name{};
  std::uint64_t bytes = 0;
  std::vector<std::uint8_t> head{};

  /// Another one if anything in the file changes: block indexes hold checksums of all blocks.
  [[nodiscard]] std::string version() const;
  friend bool operator==(const BundleEntry&, const BundleEntry&) = default;
};

[[nodiscard]] std::vector<std::uint8_t> write_bundle(std::span<const BundleEntry> entries);

/// Throws TableDamaged naming the field.
[[nodiscard]] std::vector<BundleEntry> read_bundle(std::span<const std::uint8_t> bytes);

}  // namespace uthi::explorer
