// The tables of folders as the leaves of a proof.
#pragma once

#include <map>
#include <memory>

#include "solver/proof/check.hpp"
#include "tablebase/catalogue.hpp"

namespace uthi {

/// Opens the tables that a proof names. Throws TableMissing, one for all that are not there, TableDamaged, InputOutputError.
class ProofLeaves final : public LeafValues {
 public:
  ProofLeaves(const ProofHeader& header, Catalogue catalogue);
  [[nodiscard]] std::optional<Digest> digest(LayerId layer) const override;
  [[nodiscard]] Value value(LayerId layer, std::uint64_t number) const override;

 private:
  Catalogue catalogue_;
  std::map<LayerId, std::shared_ptr<const Table>> tables_;
};

}  // namespace uthi
