// A proof file taken apart into its nodes, and sealed again: every length, count and checksum is right, whatever was changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/proof/file.hpp"

namespace uthi {

/// One node as the file has it; nothing stops a forger from putting in what no writer does.
struct ForgedNode {
  LayerId layer;
  bool claimant_moves = false;
  ProofNumber number = 0;
  std::uint8_t action = 0;
  std::int16_t target = 0;
  std::uint32_t rank = 0;
};

struct ForgedPart {
  Claim claim;
  std::vector<ForgedNode> nodes;  ///< In the order of the file.
  std::int64_t count_off = 0;     ///< Nodes that the header says too many, or too few.
};

struct ForgedProof {
  Position root;
  std::vector<ProofTable> tables;
  std::vector<ForgedPart> parts;

  static constexpr int kBlockBits = 4;  // so that proofs of a hundred nodes have several blocks

  [[nodiscard]] static ForgedProof of(const std::vector<std::uint8_t>& bytes) {
    const ProofFile file("honest", bytes);
    ForgedProof proof{.root = file.header().root, .tables = file.header().tables, .parts = {}};
    for (std::size_t part = 0; part < file.header().parts.size(); ++part) {
      ForgedPart& opened = proof.parts.emplace_back(ForgedPart{.claim = file.header().parts[part].claim, .nodes = {}});
      for (std::uint64_t block = 0; block < file.header().parts[part].blocks.size(); ++block) {
        const ProofColumns columns = file.block(part, block);
        std::size_t at = 0;
        for (const ProofRun& run : columns.runs) {
          for (std::uint64_t i = 0; i < run.nodes; ++i, ++at) {
            opened.nodes.push_back(
                {run.layer, run.claimant_moves, columns.numbers[at], columns.actions[at], columns.targets[at], columns.ranks[at]});
          }
        }
      }
    }
    return proof;
  }

  [[nodiscard]] std::vector<std::uint8_t> sealed() const {
    ProofHeader header{.root = root, .tables = tables};
    std::vector<std::uint8_t> blocks;
    for (const ForgedPart& part : parts) {
      ProofPartHeader& made = header.parts.emplace_back();
      made.claim = part.claim;
      made.block_bits = kBlockBits;
      made.nodes = part.nodes.size() + static_cast<std::uint64_t>(part.count_off);
      constexpr std::size_t kStep = std::size_t{1} << kBlockBits;
      for (std::size_t begin = 0; begin < part.nodes.size(); begin += kStep) {
        const auto piece = std::span(part.nodes).subspan(begin, std::min(kStep, part.nodes.size() - begin));
        const auto bytes = encode_proof_block(columns_of(piece), 1);
        made.blocks.push_back({.checksum = checksum_of(bytes), .bytes = static_cast<std::uint32_t>(bytes.size())});
        blocks.insert(blocks.end(), bytes.begin(), bytes.end());
      }
    }
    std::vector<std::uint8_t> out = serialise_proof_header(header);
    out.insert(out.end(), blocks.begin(), blocks.end());
    return out;
  }

 private:
  static ProofColumns columns_of(std::span<const ForgedNode> nodes) {
    ProofColumns columns;
    for (const ForgedNode& node : nodes) {
      const bool same =
          !columns.runs.empty() && columns.runs.back().layer == node.layer && columns.runs.back().claimant_moves == node.claimant_moves;
      if (!same) columns.runs.push_back({node.layer, node.claimant_moves, 0});
      ++columns.runs.back().nodes;
      columns.numbers.push_back(node.number);
      columns.actions.push_back(node.action);
      columns.targets.push_back(node.target);
      columns.ranks.push_back(node.rank);
    }
    return columns;
  }
};

}  // namespace uthi
