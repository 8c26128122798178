// One block of a proof file: nodes in the order of the file to bytes, and back with every field checked (solver/proof/format.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solver/proof/numbering.hpp"

namespace uthi {

/// Neighbouring nodes of one layer with the same player to move.
struct ProofRun {
  LayerId layer;
  bool claimant_moves = false;
  std::uint64_t nodes = 0;
  friend bool operator==(const ProofRun&, const ProofRun&) = default;
};

/// Nodes column by column, in the order of the file.
struct ProofColumns {
  std::vector<ProofRun> runs;  ///< In order; their nodes add up to `size()`.
  std::vector<ProofNumber> numbers;
  std::vector<std::uint8_t> actions;  ///< kLeafAction, or 1 + the number of the ply (1 where the opponent moves).
  std::vector<std::int16_t> targets;
  std::vector<std::uint32_t> ranks;

  static constexpr std::uint8_t kLeafAction = 0;
  [[nodiscard]] std::size_t size() const { return numbers.size(); }
  friend bool operator==(const ProofColumns&, const ProofColumns&) = default;
};

/// `level` is that of zstd, 1..22.
[[nodiscard]] std::vector<std::uint8_t> encode_proof_block(const ProofColumns& columns, int level);

/// The `nodes` nodes of a block. Throws TableDamaged beginning with `where`, which names file and block, and naming the field.
[[nodiscard]] ProofColumns decode_proof_block(std::span<const std::uint8_t> bytes, std::uint64_t nodes, const ProofNumbering& numbering,
                                              const std::string& where);

}  // namespace uthi
