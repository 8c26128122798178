// The strategy of one part of a proof as a tree over written positions, from its root to a chosen depth.
//
// A proof knows stored images of positions, seen from the mover. Here they are played out on the real board: plies are named
// for the side that moves, stores count. A position that is met again is followed once, where it is nearest to the root.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "core/values.hpp"
#include "solver/proof/nodes.hpp"

namespace uthi {

/// How an entry of the tree holds, or why it goes no further.
enum class TreeState : std::uint8_t {
  followed,  ///< What comes after it stands below it.
  end,       ///< The game is over.
  leaf,      ///< Holds by a table entry.
  granted,   ///< No game can give the claimant less than is needed.
  again,     ///< The same position is followed elsewhere: `refers_to`.
  deeper,    ///< As many plies from the root as were asked for.
  cut,       ///< As many entries as were asked for.
  missing,   ///< The proof does not hold here: nothing covers the position, or its ply is not legal.
};

/// "followed", "end", ... as JSON has them.
[[nodiscard]] std::string_view to_text(TreeState state);

struct TreeEntry {
  Position position;
  bool claimant_moves = false;
  int depth = 0;       ///< Plies from the root.
  std::string ply{};   ///< That led here; empty at the root.
  Side mover{};        ///< Who played it.
  int captures = 0;    ///< Seeds.
  bool again = false;  ///< The same player moves next.
  TreeState state = TreeState::followed;
  int needed = 0;                          ///< Seeds still to come for the claimant that what stands above asks for.
  std::optional<int> target{};             ///< That the proof has for it; at an end what the board gives.
  std::optional<std::uint32_t> rank{};     ///< Where it counts.
  std::optional<std::uint64_t> node{};     ///< In the order of the file, from 0.
  std::optional<std::size_t> refers_to{};  ///< The entry that is followed, by its place in the tree.
  std::vector<std::size_t> below{};        ///< Entries that its plies lead to.
};

struct ProofTree {
  Claim claim;
  Side claimant{};
  std::vector<TreeEntry> entries;  ///< Each before those below it, in the order in which people read a tree; the root first.
  std::uint64_t deeper = 0;        ///< Entries in state `deeper`.
  std::uint64_t cut = 0;           ///< Entries in state `cut`.
};

/// To `depth` plies (0..) from the root, and about `most` entries: once there are so many, nothing more is followed.
[[nodiscard]] ProofTree proof_tree(const ProofFile& file, std::size_t part, int depth, std::size_t most);

/// The claim as a sentence: "South brings the game to an end with 3 seeds or more still to come for it".
[[nodiscard]] std::string sentence_of(const Claim& claim, const Position& root);

}  // namespace uthi
