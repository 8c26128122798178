// A referee that answers soon or not at all: sowings of a hundred seeds can take seconds each, and nobody waits so long.
#pragma once

#include "core/referee.hpp"

namespace uthi::explorer {

/// Laps that a sowing may take here; then it is given up. Some milliseconds.
inline constexpr unsigned kMostLapsServed = 1U << 17;

/// Throws DoesNotFit if a sowing of either side neither ends nor comes back within kMostLapsServed laps. Sowings are walked
/// through pit by pit, with the rules of games about laps alone.
void require_short_sowings(const Position& position);

/// Asks another referee once the sowings of a position are known to be short.
class CarefulReferee final : public Referee {
 public:
  /// `referee` must outlive it.
  explicit CarefulReferee(const Referee& referee) : referee_(referee) {}

  const RuleSet& rules() const override { return referee_.rules(); }
  Position start(std::optional<int> seeds) const override { return referee_.start(seeds); }
  std::vector<LegalPly> plies(const Position& position) const override { return checked(position).plies(position); }
  void for_each_ply(const Position& position, const std::function<bool(const LegalPly&)>& f) const override {
    checked(position).for_each_ply(position, f);
  }
  unsigned __int128 ways(const Position& position) const override { return checked(position).ways(position); }
  std::optional<int> over(const Position& position) const override { return checked(position).over(position); }
  LegalPly ply(const Position& position, std::string_view move) const override { return checked(position).ply(position, move); }
  int row_margin(const Position& position) const override { return referee_.row_margin(position); }
  Position canonical(const Position& position) const override { return referee_.canonical(position); }
  LayerId layer(const Position& position) const override { return referee_.layer(position); }
  std::uint64_t number(const Position& position) const override { return referee_.number(position); }
  Position at(LayerId layer, std::uint64_t number) const override { return referee_.at(layer, number); }
  std::uint64_t stored(LayerId layer) const override { return referee_.stored(layer); }
  std::uint64_t positions(LayerId layer) const override { return referee_.positions(layer); }
  std::vector<LayerId> layers_up_to(LayerId bound) const override { return referee_.layers_up_to(bound); }
  /// Throws DoesNotFit: it would look at positions that nobody has checked.
  std::uint64_t perft(const Position& position, int plies) const override;

 private:
  [[nodiscard]] const Referee& checked(const Position& position) const {
    require_short_sowings(position);
    return referee_;
  }

  const Referee& referee_;
};

}  // namespace uthi::explorer
