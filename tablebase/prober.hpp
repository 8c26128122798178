// Answers for written positions from tables: outcome, margins, depths, and every ply best first.
//
// Best first for the mover at the position's stores: wins before draws before losses; among wins the larger final margin,
// then fewer plies; among losses the larger final margin, then more plies; among draws the larger ceiling (none is the
// highest), then the larger floor (none is the lowest); equals in notation order. Under repetition=score the larger floor
// comes first, whatever the stores, then the larger ceiling.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/referee.hpp"
#include "core/values.hpp"
#include "tablebase/catalogue.hpp"
#include "tablebase/outcomes.hpp"
#include "tablebase/play_ranks.hpp"

namespace uthi {

/// A legal ply with what it leads to: value and outcome for the root's mover, the ply itself included in depths.
struct PlyAnswer {
  LegalPly ply;
  Value value;
  Outcome outcome = Outcome::draw;  ///< As in Answer.
  Outcomes outcomes{};
};

struct Answer {
  Position position;
  Position canonical;
  LayerId layer{};
  Value value{};
  /// The outcome where `outcomes` leaves but one possible; else a draw, which says nothing then.
  Outcome outcome = Outcome::draw;
  Outcomes outcomes{};
  /// For draws: "score" or "repetition"; else empty.
  std::string reason{};
  /// Final difference for the mover, stores counted, where it is decided; absent for a draw by repetition, and where
  /// bounds stand apart.
  std::optional<int> margin{};
  /// The game is over here: margin still to come.
  std::optional<int> over{};
  std::vector<PlyAnswer> plies{};  ///< Best first for the mover at these stores.
};

/// One step of best play.
struct LineStep {
  PlyAnswer played;
  Side side;  ///< Who played it.
};

/// Best play from a position to the end of the game or to a repetition.
struct Line {
  Answer start;
  std::vector<LineStep> steps;
  Position last;
  /// Index of the step before which the last position stood already (0 = the start), where play repeats.
  std::optional<std::size_t> repeats;
  /// Final difference, South's less North's, where the game came to an end, or where a repetition has a value too.
  std::optional<int> final_margin;
};

class Prober {
 public:
  /// `catalogue` must outlive the prober.
  Prober(const RuleSet& rules, const Catalogue& catalogue);

  [[nodiscard]] const Referee& referee() const { return *referee_; }
  /// Value for the mover. Thread-safe, as all of these. Throws TableMissing, also while an opening is to come;
  /// TableDamaged, PositionError; UsageError for a
  /// position of other rules than the prober's.
  [[nodiscard]] Value value(const Position& position) const;
  /// Value of a stored position that the question about `asked` leads to; throws as `value`.
  [[nodiscard]] Value stored_value(LayerId layer, std::uint64_t number, const Position& asked) const;
  [[nodiscard]] Answer answer(const Position& position) const;
  /// A forced result makes progress at every ply and ends; a drawn line stops at the repetition. Where endless play is
  /// worth nothing, so does one that is worth nothing. Depths show the way; without them ranks do (tablebase/play_ranks.hpp),
  /// and that throws DoesNotFit where too many positions keep the value. Under repetition=score both sides play their
  /// best plies, of equal ones those that capture, until the end or the first repetition, which counts.
  [[nodiscard]] Line line(const Position& position) const;

 private:
  [[nodiscard]] std::shared_ptr<const Table> table(LayerId layer) const;
  // Value of `position`, to which the question about `asked` leads.
  [[nodiscard]] Value value(const Position& position, const Position& asked) const;
  [[nodiscard]] TableQuestion question(const Position& asked) const { return {.top = referee_->layer(asked), .position = &asked}; }
  void require_covered(const Position& position) const;
  void judge(Answer& answer) const;
  [[nodiscard]] const PlyAnswer& ply_by_rank(const Answer& here, Side forcing, std::optional<PlayRanks>& ranks) const;

  std::unique_ptr<Referee> referee_;
  Repetition repetition_;
  const Catalogue& catalogue_;
  mutable std::mutex mutex_;
  mutable std::map<LayerId, std::shared_ptr<const Table>> tables_;  // of these rules, as far as they were needed
};

}  // namespace uthi
