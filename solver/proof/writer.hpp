// Proofs to files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "solver/proof/format.hpp"

namespace uthi {

struct ProofWriteOptions {
  int level = 19;                           ///< Of zstd, 1..22.
  int block_bits = kDefaultProofBlockBits;  ///< A block holds 2^block_bits nodes, 4..20.
};

/// The bytes of the file that holds `proof` (solver/proof/format.hpp). Nodes may be in any order, tables too. Ranks are numbered
/// anew in each layer of a part, their order kept, and left out where they do not count; so is the ply of nodes that play none.
/// Nothing is checked that `check_proof` finds. Throws UsageError for repetition=score, PositionError for a root that the rules
/// forbid or whose opening is to come, std::invalid_argument for what no file can hold: no part or more than 16, a claim beyond
/// one seed more than the board has, a node twice, keys that cannot follow from the root, a ply beyond 253.
[[nodiscard]] std::vector<std::uint8_t> encode_proof(const Proof& proof, const ProofWriteOptions& options = {});

/// Writes them to a file that appears whole or not at all. Throws InputOutputError too.
void write_proof(const std::filesystem::path& path, const Proof& proof, const ProofWriteOptions& options = {});

}  // namespace uthi
