// A hit of the miner written down as a problem, with its solution, difficulty and themes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/referee.hpp"
#include "tablebase/prober.hpp"
#include "tools/workshop/difficulty.hpp"
#include "tools/workshop/mine.hpp"
#include "tools/workshop/mine_line.hpp"

namespace uthi::workshop {

class MinedProblems {
 public:
  /// All of them must outlive this.
  MinedProblems(const Referee& referee, const Prober& prober, const MineFilters& filters)
      : referee_(referee), prober_(prober), filters_(filters) {}

  /// The problem of a position, number `number` of its layer, South to move at even stores; nothing where a filter that
  /// needs written positions (laps, chains, what is given, zugzwang) does not hold. Throws TableDamaged for a line that
  /// cannot be played.
  [[nodiscard]] std::optional<Problem> write(LayerId layer, std::uint64_t number, const Position& position, const Aiming& aiming,
                                             const FoundLine& line) const;

 private:
  [[nodiscard]] bool is_zugzwang(const Position& position) const;
  [[nodiscard]] std::vector<std::string> themes_of(const Position& position, const std::vector<LegalPly>& plies, const Hardness& hardness,
                                                   int chain, bool zugzwang) const;

  const Referee& referee_;
  const Prober& prober_;
  const MineFilters& filters_;
};

}  // namespace uthi::workshop
