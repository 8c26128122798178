// The proof file: this header is its specification. One file holds what is claimed of one position, and why it is so
// (solver/proof/proof.hpp says what makes it hold).
//
// Integers are little-endian. Nothing in a file depends on when, where or by how many threads it was written, nor on the order
// in which nodes were handed over: the same proof gives the same bytes (with the same release of zstd).
//
//   prologue   0   8  magic  89 55 54 50 46 0d 0a 1a  (".UTPF" and bytes that a transfer as text would spoil)
//              8   4  format version, 1, or 2 where the root of a table is named
//             12   4  H, bytes of the header: prologue, body and block index
//             16   8  bytes of the whole file
//             24   8  xxh3-64 of header bytes 0..H-1 with zeros in the place of this field
//   body      32   2 + n  bytes of text, and the position that the claims are about as it is printed, stores and side included;
//                     its opening is over, and its rules are not repetition=score
//                  2 + n  every rule option of its game, alphabetical: "chain=through,empty=landing,origin=skip,repetition=draw"
//                  2  tables on which leaves rely, then for each, in ascending order of seeds and marks
//                     2 + 2 + 16  its seeds, its marks, the digest of its values (tablebase/format.hpp)
//                     version 2:  1  1 if the root of its values is named, else 0; then that root, 16 bytes
//                  1  parts, 1..16, then for each
//                     1  kind of claim: 0 floor >=, 1 floor <=, 2 ceiling >=, 3 ceiling <=
//                     2  its margin in seeds, signed, for the mover of the position: -s-1..s+1 with s seeds on the board
//                     8  n, nodes: no more than two for each position that can follow
//                     1  b: a block holds 2^b nodes, 4 <= b <= 20 (the last one of the part may be shorter)
//                     and for each block, in order
//                       4  bytes of the block in the file
//                       8  xxh3-64 of those bytes
//   blocks     H      the blocks of the first part, then of the next, back to back to the end of the file
//
// A block has a byte for 64 nodes at least. Strategies come nowhere near (about a byte a node), and so a small file cannot ask
// for much memory; what does compress better is written in smaller blocks.
//
// Nodes are ordered by layer (seeds, then marks), in a layer those with the opponent of the claimant to move before those with
// the claimant to move, and then by the number of the position (solver/proof/numbering.hpp); no two are the same in all that.
// A block of c nodes is
//
//   2         runs, then for each, in order
//             2 + 2 + 1 + 4  seeds, marks, 1 if the claimant moves (else 0), nodes that follow with these three (1 at least)
//   4 + n     a frame: for each node the bits of its step, one byte each. A step leads from the number of the node before it in
//             the run to its own, from -1 for the first: it is 1 at least
//   4 + n     the steps without their highest bit, one after the other, each from its lowest bit on, filled up with zeros to
//             whole bytes; not compressed
//   4 + n     a frame: what to do, one byte a node: 0 a leaf, which holds by its table entry; else 1 + the number of the ply
//             that the claimant plays, or 1 where its opponent moves
//   4 + n     a frame: targets in seeds, signed: the low bytes of all nodes, then the high bytes
//   1         w, 0..4: bytes of a rank
//   4 + n     a frame: ranks: the lowest bytes of all nodes, then the next ones, w times; not there for w = 0, when all are 0
//
// where "4 + n" are bytes in the file and those bytes, and a frame is zstd. The number of a ply is its place in notation order
// of the stored image. In each layer of a part ranks are numbered from 0 without a gap, and leaves and nodes whose rank does
// not count have 0.
//
// Version history:
//   1  first version. It is still written where no root is named
//   2  the roots of the values of tables, so that single leaves can be checked in tables too large to be read as a whole
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/repetition.hpp"
#include "solver/proof/proof.hpp"
#include "tablebase/sealed_header.hpp"

namespace uthi {

inline constexpr std::uint32_t kProofVersion = 2;        ///< The newest.
inline constexpr std::uint32_t kOldestProofVersion = 1;  ///< The oldest that is read; it names no roots.
inline constexpr FileKind kProofFile{.name = "proof",
                                     .magic = {0x89, 'U', 'T', 'P', 'F', '\r', '\n', 0x1a},
                                     .oldest_version = kOldestProofVersion,
                                     .version = kProofVersion,
                                     .most_header_bytes = 64U << 20,  // room for the block index of more than 300,000 million nodes
                                     .zeros = true};
inline constexpr int kMinProofBlockBits = 4;
inline constexpr int kMaxProofBlockBits = 20;
inline constexpr int kDefaultProofBlockBits = 16;
inline constexpr std::size_t kMaxProofParts = 16;
inline constexpr std::uint64_t kMostProofNodesAByte = 64;  ///< Of a block in the file.

struct ProofBlockEntry {
  std::uint64_t offset = 0;    ///< Byte of the file at which the block starts; not in the file, the blocks lie back to back.
  std::uint64_t checksum = 0;  ///< xxh3-64 of the block.
  std::uint32_t bytes = 0;
};

struct ProofPartHeader {
  Claim claim;
  std::uint64_t nodes = 0;
  int block_bits = kDefaultProofBlockBits;
  std::vector<ProofBlockEntry> blocks{};

  [[nodiscard]] std::uint64_t nodes_in(std::uint64_t block) const;
  /// Bytes of all its blocks.
  [[nodiscard]] std::uint64_t stored_bytes() const;
};

/// What a header says. Every field has been validated when `parse_proof_header` returns one.
struct ProofHeader {
  Position root;
  std::vector<ProofTable> tables{};
  std::vector<ProofPartHeader> parts{};
  std::uint32_t version = kOldestProofVersion;
  std::uint64_t header_bytes = 0;
  std::uint64_t file_bytes = 0;

  [[nodiscard]] std::uint64_t nodes() const;
};

/// True where a node leans on ranks: going round in its layer would not do for the claimant.
[[nodiscard]] constexpr bool rank_counts(Repetition repetition, const Claim& claim, int target) {
  return repetition == Repetition::split ? target > 0 : claim.forces();
}

/// Reads and validates a whole header. Throws TableDamaged naming the field; `name` stands for the file in messages.
[[nodiscard]] ProofHeader parse_proof_header(std::span<const std::uint8_t> header, std::uint64_t file_bytes, std::string_view name);

/// The header as bytes, checksum included; sets `header_bytes`, `file_bytes` and the offsets of the blocks from the rest.
/// Throws DoesNotFit if the block index is too long.
[[nodiscard]] std::vector<std::uint8_t> serialise_proof_header(ProofHeader& header);

}  // namespace uthi
