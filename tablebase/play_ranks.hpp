// The way to a forced margin where tables hold no depths: how near to its end each position of the layer is.
//
// Only plies that keep the margin count, of the side that forces it as of the other. Within one layer they give ranks:
//
//   0                    the game is over, or the layer has been left
//   forcing side moves   one more than the least rank that its plies lead to
//   other side moves     one more than the largest
//
// Ranks fall by one a ply when the forcing side goes for the least and the other for the largest, so that play ends or
// reaches a lower layer. Found from one position by a search of what such plies can reach, backwards from rank 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "core/referee.hpp"
#include "core/values.hpp"

namespace uthi {

class PlayRanks {
 public:
  /// Value by layer and number; nothing where there is no table.
  using LookUp = std::function<std::optional<Value>(LayerId, std::uint64_t)>;
  /// Positions that a search may reach: some 100 bytes each, a few seconds in all.
  static constexpr std::size_t kMostPositions = std::size_t{1} << 21;

  /// Ranks of what can be reached from `from`, where `forcing` forces a margin. `referee` must outlive this. Throws
  /// DoesNotFit beyond `most` positions, TableMissing, TableDamaged.
  PlayRanks(const Referee& referee, const Position& from, Side forcing, const LookUp& values, std::size_t most = kMostPositions);

  [[nodiscard]] Side forcing() const { return forcing_; }
  /// Rank of a position; nothing where it was not reached, or where no play brings the margin about.
  [[nodiscard]] std::optional<int> rank(const Position& position) const;

 private:
  // Two nodes a position: whose turn it is beside who forces.
  [[nodiscard]] static std::uint64_t key(std::uint64_t number, bool forcing_moves) { return number * 2 + (forcing_moves ? 1 : 0); }

  const Referee& referee_;
  LayerId layer_;
  Side forcing_;
  std::unordered_map<std::uint64_t, int> ranks_;
};

}  // namespace uthi
