// Tables by layer, opened once and bound to the proof.
#include "tools/proof_leaves.hpp"

#include "core/error.hpp"

namespace uthi {

namespace {

// Bytes of a position in memory.
constexpr std::uint64_t kValueBytes = 2;

}  // namespace

ProofLeaves::ProofLeaves(const ProofHeader& header, Catalogue catalogue, const ProofLeafOptions& options)
    : catalogue_(std::move(catalogue)) {
  std::vector<LayerId> layers;
  for (const ProofTable& named : header.tables) layers.push_back(named.layer);
  catalogue_.require(header.root.rules, layers);
  bool all_here = true;
  for (const ProofTable& named : header.tables) {
    auto table = catalogue_.find(header.root.rules, named.layer);
    // Of a table that is another one the header is enough to say so.
    all_here = all_here && table && table->header().values_digest == named.values_digest;
    if (table) leaves_.emplace(named.layer, Leaf{.table = std::move(table)});
  }
  if (all_here) bind(header, options);
}

void ProofLeaves::bind(const ProofHeader& header, const ProofLeafOptions& options) {
  double all = 0;
  for (const auto& [layer, leaf] : leaves_) all += static_cast<double>(leaf.table->header().positions);
  double done = 0;
  std::uint64_t room = options.memory / kValueBytes;  // positions
  for (const ProofTable& named : header.tables) {
    if (options.stop != nullptr && *options.stop) throw Interrupted();
    Leaf& leaf = leaves_.at(named.layer);
    const Table& table = *leaf.table;
    const std::uint64_t positions = table.header().positions;
    const auto say = [&](double share) {
      if (options.progress) options.progress((done + share * static_cast<double>(positions)) / all);
    };
    if (positions <= room) {
      leaf.values = table.load(options.threads, false);
      leaf.binding = LeafBinding::digest;
      room -= positions;
    } else if (named.values_root && named.values_root == table.header().values_root()) {
      leaf.binding = LeafBinding::root;
    } else {
      table.check_digests(options.stop, say, false);
      leaf.binding = LeafBinding::digest;
    }
    done += static_cast<double>(positions);
    say(0);
  }
}

std::optional<Digest> ProofLeaves::digest(LayerId layer) const {
  const auto found = leaves_.find(layer);
  if (found == leaves_.end()) return std::nullopt;
  return found->second.table->header().values_digest;
}

Value ProofLeaves::value(LayerId layer, std::uint64_t number) const {
  const Leaf& leaf = leaves_.at(layer);
  if (leaf.values) return leaf.values->at(number);
  if (leaf.binding == LeafBinding::root) leaf.table->check_value(number);
  return leaf.table->value(number);
}

std::optional<LeafBinding> ProofLeaves::binding(LayerId layer) const {
  const auto found = leaves_.find(layer);
  return found == leaves_.end() ? std::nullopt : found->second.binding;
}

}  // namespace uthi
