// A proof: for each claim a strategy of its claimant, as a set of positions with the ply to play, closed under all replies.
//
// A node says: with this player to move at this position, the claimant has at least `target` still to come. It holds if
//
//   the game is over       the margin on the board, seen from the claimant, is the target at least
//   a leaf                 the table entry says so (a table that the proof names by the digest of its values)
//   the claimant moves     the ply leads to a node (or an end) that has at least the target less the captures
//   the opponent moves     every ply leads to a node (or an end) that has at least the target and the captures
//
// Finished games need no node, and where no end need be forced neither does a target of minus the seeds on the board or less:
// no game can give less. Where a claim holds ends, a target above the seeds on the board says that no game ends, and stands
// for any higher one. Within a layer play can go round: where that would not do for the claimant, the rank of each
// node is larger than those of the nodes of the same layer that it relies on, leaves apart, so that play leaves the layer or ends.
// Going round does where the claim only holds ends (ClaimKind), and under repetition=split where the target is 0 or less.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/layer.hpp"
#include "core/packed_key.hpp"
#include "core/position.hpp"
#include "solver/proof/claim.hpp"
#include "tablebase/format.hpp"

namespace uthi {

struct ProofNode {
  Key<3> key;               ///< As KeyedGame<3> gives it for the root's seeds.
  std::uint32_t rank = 0;   ///< 0 where it does not count.
  std::int16_t target = 0;  ///< Seeds still to come for the claimant, at least.
  std::uint8_t ply = 0;     ///< Number of the ply to play, if the claimant moves and this is no leaf.
  bool claimant_moves = true;
  bool leaf = false;  ///< Holds by a table entry.
  friend bool operator==(const ProofNode&, const ProofNode&) = default;
};

struct ProofPart {
  Claim claim;
  std::vector<ProofNode> nodes;  ///< Each (key, claimant_moves) once; in any order.
};

/// A table on which leaves rely.
struct ProofTable {
  LayerId layer;
  Digest values_digest;
  std::optional<Digest> values_root{};  ///< Of the file that was read (tablebase/format.hpp), where it has one.
  friend bool operator==(const ProofTable&, const ProofTable&) = default;
};

struct Proof {
  Position root;
  std::vector<ProofPart> parts;
  std::vector<ProofTable> tables;
};

}  // namespace uthi
