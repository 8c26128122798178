// The nodes of one part of a proof file in memory, found by key: what checking and explaining work on.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "solver/proof/file.hpp"

namespace uthi {

class ProofNodes {
 public:
  /// Streams the blocks of part `part` (from 0). A node takes 16 bytes of memory, 24 where numbers pass 64 bits (large boards with
  /// many seeds), 4 less where no rank can count, and one block is held besides. `progress` is told the nodes read so far after each block;
  /// once `stop` is true Interrupted is thrown. Throws TableDamaged, also where blocks are out of order.
  ProofNodes(const ProofFile& file, std::size_t part, const std::function<void(std::uint64_t)>& progress = {},
             const std::atomic<bool>* stop = nullptr);

  /// Bytes of memory that the constructor uses at most.
  [[nodiscard]] static std::uint64_t memory(const ProofFile& file, std::size_t part);

  [[nodiscard]] std::uint64_t size() const { return targets_.size(); }
  /// Node `i` in the order of the file, 0..size()-1.
  [[nodiscard]] ProofNode node(std::uint64_t i) const;
  [[nodiscard]] LayerId layer(std::uint64_t i) const { return run_of(i).layer; }

  /// Nodes of each layer.
  [[nodiscard]] std::map<LayerId, std::uint64_t> layers() const;

  /// The place of a node in the file. `key` is one that the numbering of the file has (ProofNumbering::place).
  [[nodiscard]] std::optional<std::uint64_t> find(const Key<3>& key, bool claimant_moves) const;

  [[nodiscard]] int target(std::uint64_t i) const { return targets_[i]; }
  [[nodiscard]] std::uint32_t rank(std::uint64_t i) const { return ranks_.empty() ? 0 : ranks_[i]; }
  [[nodiscard]] bool is_leaf(std::uint64_t i) const { return actions_[i] == ProofColumns::kLeafAction; }

 private:
  struct Run {
    LayerId layer;
    bool claimant_moves = false;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    int shift = 0;
    std::vector<std::uint64_t> guide{};  // [b]: the first node with number >> shift at b or beyond; one more for the end
  };
  static bool keeps_ranks(const ProofFile& file, std::size_t part);
  void append(const ProofFile& file, std::size_t part, std::uint64_t block, const ProofColumns& columns);
  void make_guides();
  [[nodiscard]] const Run& run_of(std::uint64_t i) const;
  [[nodiscard]] ProofNumber number(std::uint64_t i) const;

  ProofNumbering numbering_;
  std::vector<Run> runs_;
  std::vector<std::uint64_t> low_;
  std::vector<std::uint64_t> high_;   // empty while no number needs it
  std::vector<std::uint32_t> ranks_;  // empty where none can count
  std::vector<std::int16_t> targets_;
  std::vector<std::uint8_t> actions_;
};

}  // namespace uthi
