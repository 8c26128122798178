// Nodes sorted, ranks numbered anew, blocks encoded one after the other.
#include "solver/proof/writer.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "solver/proof/block.hpp"
#include "solver/proof/numbering.hpp"
#include "tablebase/atomic_file.hpp"

namespace uthi {

namespace {

constexpr int kMostPly = 253;

// A node where it belongs in the file.
struct PlacedNode {
  LayerId layer;
  ProofNumber number;
  const ProofNode* node;

  [[nodiscard]] auto order() const { return std::tuple(layer, node->claimant_moves, number); }
};

std::vector<PlacedNode> placed(const ProofPart& part, const ProofNumbering& numbering) {
  std::vector<PlacedNode> nodes;
  nodes.reserve(part.nodes.size());
  for (const ProofNode& node : part.nodes) {
    const auto [layer, number] = numbering.place(node.key);
    nodes.push_back({layer, number, &node});
  }
  std::sort(nodes.begin(), nodes.end(), [](const PlacedNode& a, const PlacedNode& b) { return a.order() < b.order(); });
  const auto twice =
      std::adjacent_find(nodes.begin(), nodes.end(), [](const PlacedNode& a, const PlacedNode& b) { return a.order() == b.order(); });
  if (twice != nodes.end()) throw std::invalid_argument("a proof with a node that is there twice");
  return nodes;
}

// For each layer the ranks that count, ascending: the place of a rank is its new number.
using Ranks = std::map<LayerId, std::vector<std::uint32_t>>;

Ranks ranks_of(const std::vector<PlacedNode>& nodes, Repetition repetition, const Claim& claim) {
  Ranks ranks;
  for (const PlacedNode& placed : nodes) {
    if (!placed.node->leaf && rank_counts(repetition, claim, placed.node->target)) ranks[placed.layer].push_back(placed.node->rank);
  }
  for (auto& [layer, list] : ranks) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return ranks;
}

std::uint8_t action_of(const ProofNode& node) {
  if (node.leaf) return ProofColumns::kLeafAction;
  if (!node.claimant_moves) return 1;
  if (node.ply > kMostPly) throw std::invalid_argument("a proof with a ply that no position has");
  return static_cast<std::uint8_t>(node.ply + 1);
}

ProofColumns columns_of(std::span<const PlacedNode> nodes, const Ranks& ranks, Repetition repetition, const Claim& claim) {
  ProofColumns columns;
  for (const PlacedNode& placed : nodes) {
    const ProofNode& node = *placed.node;
    const bool same =
        !columns.runs.empty() && columns.runs.back().layer == placed.layer && columns.runs.back().claimant_moves == node.claimant_moves;
    if (!same) columns.runs.push_back({placed.layer, node.claimant_moves, 0});
    ++columns.runs.back().nodes;
    columns.numbers.push_back(placed.number);
    columns.actions.push_back(action_of(node));
    columns.targets.push_back(node.target);
    std::uint32_t rank = 0;
    if (!node.leaf && rank_counts(repetition, claim, node.target)) {
      const auto& list = ranks.at(placed.layer);
      rank = static_cast<std::uint32_t>(std::lower_bound(list.begin(), list.end(), node.rank) - list.begin());
    }
    columns.ranks.push_back(rank);
  }
  return columns;
}

// The blocks of a part, with 2^made.block_bits nodes each; false as soon as one has more nodes than its bytes may hold.
bool encode_blocks(std::span<const PlacedNode> nodes, const Ranks& ranks, Repetition repetition, int level, ProofPartHeader& made,
                   std::vector<std::uint8_t>& out) {
  made.blocks.clear();
  out.clear();
  const std::size_t step = std::size_t{1} << made.block_bits;
  for (std::size_t begin = 0; begin < nodes.size(); begin += step) {
    const auto piece = nodes.subspan(begin, std::min(step, nodes.size() - begin));
    const auto bytes = encode_proof_block(columns_of(piece, ranks, repetition, made.claim), level);
    if (piece.size() > kMostProofNodesAByte * bytes.size()) return false;
    made.blocks.push_back({.checksum = checksum_of(bytes), .bytes = static_cast<std::uint32_t>(bytes.size())});
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  return true;
}

void check_frame(const Proof& proof) {
  if (repetition_of(proof.root.rules) == Repetition::score) {
    throw UsageError("there are no proofs under repetition=score: what an endless game is worth depends on its path there");
  }
  if (proof.root.redistributions != 0) throw PositionError("a proof begins behind the opening, and this position has it to come");
  static_cast<void>(make_referee(proof.root.rules)->canonical(proof.root));
  if (proof.parts.empty() || proof.parts.size() > kMaxProofParts) throw std::invalid_argument("parts of a proof: expected 1 to 16");
  const int most = proof.root.seeds() + 1;
  for (const ProofPart& part : proof.parts) {
    if (part.claim.margin < -most || part.claim.margin > most) throw std::invalid_argument("a claim beyond what the board can give");
  }
}

}  // namespace

std::vector<std::uint8_t> encode_proof(const Proof& proof, const ProofWriteOptions& options) {
  check_frame(proof);
  if (options.block_bits < kMinProofBlockBits || options.block_bits > kMaxProofBlockBits) {
    throw std::invalid_argument("bits of a block of nodes: expected 4 to 20");
  }
  const Repetition repetition = repetition_of(proof.root.rules);
  const ProofNumbering numbering(proof.root.rules, proof.root.seeds());
  ProofHeader header{.root = proof.root, .tables = proof.tables};
  const bool roots = std::any_of(proof.tables.begin(), proof.tables.end(), [](const ProofTable& table) { return table.values_root; });
  header.version = roots ? kProofVersion : kOldestProofVersion;
  std::sort(header.tables.begin(), header.tables.end(), [](const ProofTable& a, const ProofTable& b) { return a.layer < b.layer; });
  std::vector<std::uint8_t> blocks;
  for (const ProofPart& part : proof.parts) {
    const std::vector<PlacedNode> nodes = placed(part, numbering);
    const Ranks ranks = ranks_of(nodes, repetition, part.claim);
    ProofPartHeader made{.claim = part.claim, .nodes = nodes.size(), .block_bits = options.block_bits};
    std::vector<std::uint8_t> bytes;
    // What is all alike compresses further than a reader believes, until blocks are so short that it does not come to that.
    for (; !encode_blocks(nodes, ranks, repetition, options.level, made, bytes); --made.block_bits) {
    }
    header.parts.push_back(std::move(made));
    blocks.insert(blocks.end(), bytes.begin(), bytes.end());
  }
  std::vector<std::uint8_t> out = serialise_proof_header(header);
  out.insert(out.end(), blocks.begin(), blocks.end());
  return out;
}

void write_proof(const std::filesystem::path& path, const Proof& proof, const ProofWriteOptions& options) {
  const std::vector<std::uint8_t> bytes = encode_proof(proof, options);
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace uthi
