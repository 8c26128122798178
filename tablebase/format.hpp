// The table file: this header is its specification. One file holds one layer of one rule set.
//
// Integers are little-endian, text is a byte of length and that many bytes of ASCII. Nothing in a file depends on when,
// where or by how many threads it was written: the same values give the same bytes (with the same release of zstd).
//
//   prologue   0   8  magic  89 55 54 48 49 0d 0a 1a  (".UTHI" and bytes that a transfer as text would spoil)
//              8   4  format version, 5
//             12   4  H, bytes of the header: prologue, body and block index
//             16   8  bytes of the whole file
//             24   8  xxh3-64 of header bytes 0..23 and 32..H-1
//   body      32      text  game, "giuthi"
//                  1  pits a row
//                     text  every rule option, alphabetical: "chain=through,empty=landing,origin=skip,repetition=draw";
//                           but for those that decide nothing once the opening of a game is over
//                  2  seeds of the layer
//                  2  marks of the layer
//                  8  positions stored
//                     text  codec of the values: "zstd", or "strips" (in tables without depths alone)
//                  1  level of zstd for the values, 1 to 22; that of the depths is the same, but no more than 15
//                  4  D, entries of the dictionary, then D times
//                     1  floor, signed, -128 for none
//                     1  ceiling, signed, -128 for none
//                  -  "strips" only: 4  bytes of the model, 4  M, then M bytes: a zstd frame that holds the model
//                     (tablebase/value_model.hpp)
//                 16  values digest: xxh3-128 (canonical byte order) of all floors, then all ceilings, a signed byte each
//                 16  depths digest: xxh3-128 of all floor depths, then all ceiling depths, two bytes each, ffff for none;
//                     zeros if there are no depths
//                  2  layers below, then for each, in ascending order of seeds and marks
//                     2 + 2 + 16  its seeds, its marks, its values digest
//                  1  columns: 1 (values) or 3 (values, floor depths, ceiling depths), then for each
//                     1  kind: 0 values, 1 floor depths, 2 ceiling depths
//                     1  bytes an entry, 1 or 2
//                     1  b: a block holds 2^b positions, 4 <= b <= 20 (the last block may be shorter); all columns alike;
//                        of "strips" a block is a strip (tablebase/strip_layout.hpp)
//                     -  "strips" only: 4  k, own rows of a segment at most, 1 to 2^20
//                     and for each block, in order
//                       4  bytes of the block in the file; 2 of strips where b <= 13 and k <= 2^13
//                       8  xxh3-64 of those bytes; of strips its low 4 bytes
//                     -  values only: for each 2^r blocks, in order, where r = max(0, 17 - b) (the last ones may be fewer)
//                       16 xxh3-128 of their digests one after the other, each 16 bytes: the digest of a block is xxh3-128 of
//                          the floors of its entries, then of their ceilings, a signed byte each, of strips in their order there
//   blocks     H      the blocks of the first column, then of the next, back to back to the end of the file
//
// Which values a file has is said once more by the root of those digests (tablebase/values_tree.hpp): xxh3-128 of
//
//   text  codec
//   1     b
//   4     k, 0 but of strips
//         the digests, 16 bytes each
//
// It is not in the file. Who knows the root of a file can tell from a few blocks whether an entry is the one that was meant; the
// values digest takes the whole layer. The root is that of a way of packing, the values digest that of the values alone.
//
// A block of "strips" holds what its own rules leave open (tablebase/strip_coder.hpp), each entry as the model says
// (tablebase/value_model.hpp), by rANS (tablebase/rans.hpp). The others are one zstd frame each. Decompressed it is a string of entries;
// those of two bytes are split: all low bytes first, then all high bytes.
// - values: for each position, in the order of the dense index (core/two_row_index.hpp), the number of its (floor, ceiling)
//   in the dictionary. The dictionary lists the pairs that occur, the most frequent first, then by floor and ceiling.
//   Entries take one byte if D <= 256.
// - depths: plies, for the positions of the block that have a floor (a ceiling) and no others, ordered by their entry in
//   the block of values with the same number, then by the index (tablebase/depth_order.hpp). Entries take one byte if no
//   depth of the column passes 255.
//
// No witness of how a bound is brought about is stored. With depths the depths are one; without them it is found again from
// the values by forward plies: that margins come to an end (tablebase/ranks.hpp), and under repetition=score on which rows
// play can stay for ever (tablebase/score_witness.hpp).
//
// Version history:
//   1  first version. It lacks the level; each column has a block size of its own; a block of depths has an entry for every
//      position in the order of the index, 0 where there is no floor (no ceiling).
//   2  depths grouped by value, larger blocks.
//   3  the codec "strips", all own rows in one segment, and a block index as of other files.
//   4  own rows of strips in segments, so that no strip is long to open; their block index takes half the bytes.
//   5  digests of the values of single blocks. Files of versions 1 to 4 are read as well; "uthi recompress" rewrites them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layer.hpp"
#include "core/rule_set.hpp"
#include "tablebase/digest.hpp"
#include "tablebase/sealed_header.hpp"

namespace uthi {

class StripLayout;
class ValueModel;

inline constexpr std::uint32_t kTableVersion = 5;        ///< Written.
inline constexpr std::uint32_t kOldestTableVersion = 1;  ///< The oldest that is read.
inline constexpr FileKind kTableFile{.name = "table",
                                     .magic = {0x89, 'U', 'T', 'H', 'I', '\r', '\n', 0x1a},
                                     .oldest_version = kOldestTableVersion,
                                     .version = kTableVersion,
                                     .most_header_bytes = 256U << 20,  // room for the block index of about 280,000 million positions
                                     .zeros = false};
inline constexpr int kMinBlockBits = 4;
inline constexpr int kMaxBlockBits = 20;
inline constexpr int kMaxLevel = 22;
inline constexpr std::string_view kZstdCodec = "zstd";
inline constexpr std::string_view kStripsCodec = "strips";
/// Depths gain nothing worth its time beyond this level.
inline constexpr int kMaxDepthLevel = 15;

/// A layer below, and the digest of its values when this table was built from it.
struct LowerDigest {
  LayerId layer;
  Digest values_digest;
  friend bool operator==(const LowerDigest&, const LowerDigest&) = default;
};

/// True if play can lead from `above` down to `layer`, and no way back: no more seeds, no more marks, and not the same.
[[nodiscard]] constexpr bool is_below(LayerId layer, LayerId above) {
  return layer != above && layer.seeds <= above.seeds && layer.marks <= above.marks;
}

/// An entry of the dictionary; kNoMargin where there is none.
struct ValuePair {
  std::int8_t floor = 0;
  std::int8_t ceiling = 0;
  friend auto operator<=>(const ValuePair&, const ValuePair&) = default;
};

enum class ColumnKind : std::uint8_t { values = 0, floor_depth = 1, ceiling_depth = 2 };
/// "values", "floor depths", "ceiling depths".
[[nodiscard]] std::string_view to_text(ColumnKind kind);

struct BlockEntry {
  std::uint64_t offset = 0;    ///< Byte of the file at which the block starts; not in the file, the blocks lie back to back.
  std::uint64_t checksum = 0;  ///< xxh3-64 of the block as it is in the file, or its low bytes (TableHeader::matches).
  std::uint32_t bytes = 0;     ///< In the file.
};

struct Column {
  ColumnKind kind = ColumnKind::values;
  int width = 1;       ///< Bytes an entry, 1 or 2.
  int block_bits = 0;  ///< A block holds 2^block_bits positions.
  std::vector<BlockEntry> blocks;

  [[nodiscard]] std::uint64_t block_positions() const { return std::uint64_t{1} << block_bits; }
  /// Bytes of all blocks in the file.
  [[nodiscard]] std::uint64_t stored_bytes() const;
};

/// What a header says. Every field has been validated when `parse_header` returns one.
struct TableHeader {
  RuleSet rules;  ///< Options of the opening at their default (RuleSet::for_tables).
  LayerId layer{};
  std::uint64_t positions = 0;  ///< Stored (mirror images folded).
  std::string codec{kZstdCodec};
  int level = 0;  ///< Of zstd, 1..22; 0 in files of version 1, which do not say.
  std::vector<ValuePair> dictionary{};
  std::vector<std::uint8_t> packed_model{};     ///< Of strips: the frame.
  std::size_t model_bytes = 0;                  ///< What it holds.
  std::shared_ptr<const ValueModel> model{};    ///< The same, ready for use; null unless the blocks are strips.
  std::shared_ptr<const StripLayout> strips{};  ///< Which positions the blocks hold; null unless they are strips.
  Digest values_digest{};
  Digest depths_digest{};  ///< Zeros without depths.
  std::vector<LowerDigest> lower{};
  std::vector<Digest> values_tree{};  ///< Of 2^r blocks of values each; empty before version 5.
  std::vector<Column> columns{};      ///< Values first; then, with depths, floor depths and ceiling depths.
  std::uint32_t version = kTableVersion;
  std::uint64_t header_bytes = 0;  ///< Block index included.
  std::uint64_t file_bytes = 0;

  [[nodiscard]] bool has_depths() const { return columns.size() == 3; }
  /// Blocks hold depths in the order of tablebase/depth_order.hpp, not in that of the index.
  [[nodiscard]] bool groups_depths() const { return version >= 2; }
  /// Values are known block by block.
  [[nodiscard]] bool has_values_tree() const { return version >= 5; }
  /// The root of the values; nothing before version 5.
  [[nodiscard]] std::optional<Digest> values_root() const;
  /// Blocks in a column.
  [[nodiscard]] std::uint64_t blocks_of(const Column& column) const;
  /// Entries in one block of a column: positions, and of strips those of palindromes twice.
  [[nodiscard]] std::uint64_t positions_in(const Column& column, std::uint64_t block) const;
  /// Bytes in the block index for the size of a block, and for its checksum: the low bytes of what `checksum_of` gives.
  [[nodiscard]] std::size_t block_size_bytes() const;
  [[nodiscard]] std::size_t checksum_bytes() const;
  /// True if these are the bytes of a block.
  [[nodiscard]] bool matches(const BlockEntry& entry, std::span<const std::uint8_t> bytes) const;
};

/// Reads and validates a whole header. Throws TableDamaged naming the field; `name` stands for the file in messages.
[[nodiscard]] TableHeader parse_header(std::span<const std::uint8_t> header, std::uint64_t file_bytes, std::string_view name);

/// Packs a model into a header of strips. Throws std::invalid_argument if the bytes are none.
void set_model(TableHeader& header, std::span<const std::uint8_t> model);

/// The header as bytes, checksum included; sets `header_bytes`, `file_bytes` and the offsets of the blocks from the rest.
/// Throws DoesNotFit if the block index is too long.
[[nodiscard]] std::vector<std::uint8_t> serialise_header(TableHeader& header);

/// The digest of the values of a block, given by their numbers in the dictionary.
[[nodiscard]] Digest digest_of_entries(std::span<const ValuePair> dictionary, std::span<const std::uint16_t> symbols);

/// xxh3-64, the checksum of blocks.
[[nodiscard]] std::uint64_t checksum_of(std::span<const std::uint8_t> bytes);

}  // namespace uthi
