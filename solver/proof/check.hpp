// Checking proofs with moves alone: nothing of the solver or the search is used, and nothing that wrote the file is believed.
//
// All nodes of a part are read into memory (ProofNodes: 16 to 24 bytes a node), then each is checked by itself:
//
//   its key            is the stored image of a position that the rules know, with no more seeds than the root
//   a leaf             lies in a layer whose table the proof names, and the table entry gives the target at least
//   the game is over   the margin on the board gives the target at least
//   the claimant moves the ply is legal and what it leads to has at least the target less the captures
//   the opponent moves what every ply leads to has at least the target and the captures
//
// where what a ply leads to is a node of the file, or without one a finished game, or (where no end need be forced) so little
// to ask for that no game can give less: minus the seeds on the board. Of a claim that holds ends, a target above the seeds
// on the board says that no game ends, and is as good as any higher one. A node whose rank counts (rank_counts) has a larger
// one than the nodes of its layer that it relies on, leaves apart. The root is there with the target that the claim asks for.
//
// Together that proves the claims, if the tables on which leaves rely are right ("uthi verify" shows that).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/values.hpp"
#include "solver/proof/file.hpp"

namespace uthi {

/// The tables on which leaves rely; called from several threads. Values must be those that the digest stands for: whoever
/// gives them sees to that.
class LeafValues {
 public:
  virtual ~LeafValues() = default;
  /// Digest of the values of a layer's table; nothing if there is no table.
  [[nodiscard]] virtual std::optional<Digest> digest(LayerId layer) const = 0;
  /// Value of a stored position by its number in the dense index of its layer.
  [[nodiscard]] virtual Value value(LayerId layer, std::uint64_t number) const = 0;
};

/// For proofs that go to the ends of games.
class NoLeafValues final : public LeafValues {
 public:
  [[nodiscard]] std::optional<Digest> digest(LayerId) const override { return std::nullopt; }
  [[nodiscard]] Value value(LayerId, std::uint64_t) const override { return {}; }
};

struct ProofCheckOptions {
  int threads = 1;
  std::function<void(double share)> progress{};  ///< Share done, 0..1, one call at a time.
  const std::atomic<bool>* stop = nullptr;       ///< Throws Interrupted once true.
};

/// What does not hold, the first by part and then in the order of the file.
struct ProofFault {
  std::optional<std::size_t> part{};     ///< From 0; none for a table that is another one.
  std::optional<std::uint64_t> node{};   ///< In the order of the file, from 0; none where the root is missing.
  std::optional<Position> position{};    ///< Of that node, as tables store it: South to move, no stores.
  std::optional<bool> claimant_moves{};  ///< South there is the claimant.
  std::string what;
};

struct ProofPartCheck {
  Claim claim;
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
  std::uint64_t ends = 0;                     ///< Plies that end the game.
  std::map<LayerId, std::uint64_t> layers{};  ///< Nodes of each layer.
};

struct ProofCheck {
  std::optional<ProofFault> fault;
  std::vector<ProofPartCheck> parts;  ///< Those that hold: all of them, unless there is a fault.
  [[nodiscard]] bool proved() const { return !fault.has_value(); }
};

/// The same for any number of threads. Throws TableMissing naming all tables that are not there, TableDamaged for file and
/// tables, InputOutputError, Interrupted.
[[nodiscard]] ProofCheck check_proof(const ProofFile& file, const LeafValues& leaves, const ProofCheckOptions& options = {});

/// "part 1 (floor >= 3), node 17, giuthi:..., the claimant to move: ply c+ is not legal"
[[nodiscard]] std::string to_text(const ProofFault& fault, const ProofHeader& header);

}  // namespace uthi
