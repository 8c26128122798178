// Answers for written positions from tables: outcome, margins, depths, and every ply best first.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/referee.hpp"
#include "core/values.hpp"
#include "tablebase/catalogue.hpp"

namespace uthi {

/// A legal ply with what it leads to: value and outcome for the root's mover, the ply itself included in depths.
struct PlyAnswer {
  LegalPly ply;
  Value value;
  Outcome outcome = Outcome::draw;
};

struct Answer {
  Position position;
  Position canonical;
  LayerId layer;
  Value value;
  Outcome outcome = Outcome::draw;
  /// For draws: "score" or "repetition"; else empty.
  std::string reason;
  /// Final difference for the mover, stores counted, where it is decided; absent for a draw by repetition.
  std::optional<int> margin;
  /// The game is over here: margin still to come.
  std::optional<int> over;
  std::vector<PlyAnswer> plies;  ///< Best first for the mover at these stores.
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
  /// Final difference, South's less North's, where the game came to an end.
  std::optional<int> final_margin;
};

class Prober {
 public:
  Prober(const RuleSet& rules, const Catalogue& catalogue);

  [[nodiscard]] const Referee& referee() const { return *referee_; }
  /// Value for the mover. Throws TableMissing, TableDamaged, PositionError.
  [[nodiscard]] Value value(const Position& position) const;
  [[nodiscard]] Answer answer(const Position& position) const;
  /// A forced result makes progress at every ply and ends; a drawn line stops at the repetition.
  [[nodiscard]] Line line(const Position& position) const;

 private:
  std::unique_ptr<Referee> referee_;
  const Catalogue& catalogue_;
};

}  // namespace uthi
