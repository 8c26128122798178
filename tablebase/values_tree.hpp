// Digests of the values of single blocks, so that one entry of a table can be checked without reading the others.
//
//     root                          one number that says which values the whole file has
//      |  digests in the header     one of each 2^r blocks that follow each other
//      |    |  digest of a block    its floors, then its ceilings
//
// A file of strips has many small blocks: r is such that 2^r of them have about 2^17 entries, and takes 16 bytes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tablebase/digest.hpp"

namespace uthi {

/// 2^r: blocks that a digest of the header stands for, where a block holds 2^block_bits positions.
[[nodiscard]] constexpr std::uint64_t blocks_a_digest(int block_bits) {
  constexpr int kBits = 17;
  return std::uint64_t{1} << (block_bits < kBits ? kBits - block_bits : 0);
}

/// Digests that stand for so many blocks.
[[nodiscard]] constexpr std::uint64_t digests_of(std::uint64_t blocks, int block_bits) {
  return (blocks + blocks_a_digest(block_bits) - 1) / blocks_a_digest(block_bits);
}

/// Puts the digests of blocks together, from the first block to the last.
class ValuesTree {
 public:
  explicit ValuesTree(int block_bits) : together_(blocks_a_digest(block_bits)) {}

  void add(const Digest& block) {
    open_.add(block);
    if (++blocks_ % together_ == 0) close();
  }

  /// The digests of the header, once all blocks were added.
  [[nodiscard]] std::vector<Digest> finish() {
    if (blocks_ % together_ != 0) close();
    return std::move(digests_);
  }

 private:
  void close() {
    digests_.push_back(open_.digest());
    open_.restart();
  }

  std::uint64_t together_;
  std::uint64_t blocks_ = 0;
  DigestStream open_;
  std::vector<Digest> digests_;
};

}  // namespace uthi
