// Memory for proof files, planned before it is used.
#pragma once

#include <cstdint>
#include <optional>

#include "solver/proof/file.hpp"
#include "tools/command.hpp"

namespace uthi {

inline constexpr OptionHelp kProofMemoryOption{"memory", "GIB", "most memory to use; default: 80 of 100 of what is available"};

/// Bytes that --memory says, or the share of what is available; nothing where Linux does not say. Throws UsageError.
[[nodiscard]] std::optional<std::uint64_t> memory_for_proofs(const Arguments& arguments);

/// Makes sure that the nodes of each part of `file` (one part is held at a time) fit into `allowed`. Returns the bytes that are
/// left beside the largest part; nothing if there is no limit. Throws DoesNotFit saying how much is needed.
std::optional<std::uint64_t> memory_beside_nodes(const ProofFile& file, std::optional<std::uint64_t> allowed);

}  // namespace uthi
