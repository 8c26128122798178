// What ProofNodes says it needs, against what there is.
#include "tools/proof_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "solver/proof/nodes.hpp"
#include "tools/machine.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

constexpr double kShareOfMemory = 0.8;

}  // namespace

std::optional<std::uint64_t> memory_for_proofs(const Arguments& arguments) {
  if (const auto asked = arguments.gibibytes("memory")) return asked;
  const auto available = available_memory();
  if (!available) return std::nullopt;
  return static_cast<std::uint64_t>(static_cast<double>(*available) * kShareOfMemory);
}

std::optional<std::uint64_t> memory_beside_nodes(const ProofFile& file, std::optional<std::uint64_t> allowed) {
  if (!allowed) return std::nullopt;
  std::uint64_t most = 0;
  for (std::size_t part = 0; part < file.header().parts.size(); ++part) {
    const std::uint64_t needed = ProofNodes::memory(file, part);
    if (needed > *allowed) {
      throw DoesNotFit(fmt::format("{}: the {} of part {} need {} of memory and {} may be used (--memory)", file.name(),
                                   counted(file.header().parts[part].nodes, "node", "nodes"), part + 1, byte_text(needed),
                                   byte_text(*allowed)));
    }
    most = std::max(most, needed);
  }
  return *allowed - most;
}

}  // namespace uthi
