// The tables of folders as the leaves of a proof: what a leaf is given is bound to what the proof names.
//
// A header can say anything about the values below it. So no leaf is read from a table before one of these holds:
//
//   digest   all values of the layer were read, and have the digest that the proof names
//   root     the table is larger than memory allows for, the proof names the root of its values too, and the blocks that a leaf
//            is read from have the digests of which that is the root. That root and digest belong together is then not known
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "solver/proof/check.hpp"
#include "tablebase/catalogue.hpp"

namespace uthi {

/// By what a table is known to be the one that a proof names.
enum class LeafBinding : std::uint8_t { digest, root };

struct ProofLeafOptions {
  int threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< For whole tables, bytes.
  const std::atomic<bool>* stop = nullptr;        ///< Throws Interrupted once true.
  std::function<void(double)> progress{};         ///< Share of the positions that were compared with digests, 0..1.
};

class ProofLeaves final : public LeafValues {
 public:
  /// Opens the tables that a proof names, and binds them to it where all are those that it names. Throws TableMissing, one for
  /// all that are not there; TableDamaged, also where values are not those that their header says; InputOutputError, Interrupted.
  ProofLeaves(const ProofHeader& header, Catalogue catalogue, const ProofLeafOptions& options = {});

  [[nodiscard]] std::optional<Digest> digest(LayerId layer) const override;
  [[nodiscard]] Value value(LayerId layer, std::uint64_t number) const override;

  /// Nothing for tables that are not there, or others than the proof names.
  [[nodiscard]] std::optional<LeafBinding> binding(LayerId layer) const;

 private:
  struct Leaf {
    std::shared_ptr<const Table> table;
    std::optional<LeafBinding> binding{};
    std::optional<LayerValues> values{};  // in memory, where there is room
  };
  void bind(const ProofHeader& header, const ProofLeafOptions& options);

  Catalogue catalogue_;
  std::map<LayerId, Leaf> leaves_;
};

}  // namespace uthi
