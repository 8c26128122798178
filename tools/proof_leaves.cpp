// Tables by layer, opened once.
#include "tools/proof_leaves.hpp"

namespace uthi {

ProofLeaves::ProofLeaves(const ProofHeader& header, std::vector<std::filesystem::path> folders) : catalogue_(std::move(folders)) {
  for (const ProofTable& named : header.tables) {
    if (auto table = catalogue_.find(header.root.rules, named.layer)) tables_.emplace(named.layer, std::move(table));
  }
}

std::optional<Digest> ProofLeaves::digest(LayerId layer) const {
  const auto found = tables_.find(layer);
  if (found == tables_.end()) return std::nullopt;
  return found->second->header().values_digest;
}

Value ProofLeaves::value(LayerId layer, std::uint64_t number) const { return tables_.at(layer)->value(number); }

}  // namespace uthi
