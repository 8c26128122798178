// Tables by layer, opened once.
#include "tools/proof_leaves.hpp"

namespace uthi {

ProofLeaves::ProofLeaves(const ProofHeader& header, Catalogue catalogue) : catalogue_(std::move(catalogue)) {
  std::vector<LayerId> layers;
  for (const ProofTable& named : header.tables) layers.push_back(named.layer);
  catalogue_.require(header.root.rules, layers);
  for (const LayerId layer : layers) tables_.emplace(layer, catalogue_.find(header.root.rules, layer));
}

std::optional<Digest> ProofLeaves::digest(LayerId layer) const {
  const auto found = tables_.find(layer);
  if (found == tables_.end()) return std::nullopt;
  return found->second->header().values_digest;
}

Value ProofLeaves::value(LayerId layer, std::uint64_t number) const { return tables_.at(layer)->value(number); }

}  // namespace uthi
