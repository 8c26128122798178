// Can the solver still meet the stipulation? Asked of any point of play, answered exactly.
//
// Most aims are read from the tables: with `low` and `high` the final margins that the solver can force and be held to
// (floor and ceiling, seen from the solver, with the lead),
//
//   win             low > 0                 draw            not high < 0
//   win by K        low >= K                lose at most K  not high < -K
//   repetition      no high: the opponent can force no end at all
//
// Wins in so many turns or plies and one-warrior wins are not in tables: they are solved on the graph of the positions
// that play can reach, where tables say at once what is lost (tools/workshop/forced_search.hpp). A capture is searched within
// the turn, without tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tablebase/prober.hpp"
#include "tools/workshop/stipulation.hpp"

namespace uthi::workshop {

/// A point of play: the position, and what is left of the stipulation's number.
struct Node {
  Position position;
  int left = 0;            ///< Turns (plies) that the solver (both sides) may still make; else 0.
  int captured = 0;        ///< Seeds that the solver has captured so far, for `capture`.
  bool turn_over = false;  ///< The solver's first turn is over, for `capture`.
};

/// What makes two points of play the same.
[[nodiscard]] std::string key_of(const Node& node);

/// The final margins between which the solver stands, from the tables.
struct Margins {
  std::optional<int> low;   ///< That the solver can force.
  std::optional<int> high;  ///< To which the opponent can hold the solver.
};

class Goal {
 public:
  /// `prober` must outlive the goal and have the root's rules; the side to move there is the solver. Throws UsageError
  /// where the stipulation means nothing under these rules, TableMissing.
  Goal(const Prober& prober, const Stipulation& stipulation, const Position& root);

  [[nodiscard]] Side solver() const { return solver_; }
  [[nodiscard]] const Referee& referee() const { return prober_.referee(); }
  /// As given; "best margin" becomes what the tables say it is: win by K, draw or lose at most K.
  [[nodiscard]] const Stipulation& resolved() const { return stipulation_; }

  [[nodiscard]] Node root() const;
  [[nodiscard]] Node after(const Node& node, const LegalPly& ply) const;

  /// The solver can meet the stipulation from here. Throws TableMissing, TableDamaged, DoesNotFit where more positions than
  /// kMostNodes would have to be searched.
  [[nodiscard]] bool holds(const Node& node) const;
  /// Nothing is left to decide: the game, or the turn in which to capture, is over.
  [[nodiscard]] bool finished(const Node& node) const;
  /// From `node`, where `holds(node)`, the solver can meet the stipulation without coming back to `barred`. An aim that
  /// endless play meets too is met by coming back. Nothing where that is not settled within kMostBarredNodes positions.
  [[nodiscard]] std::optional<bool> holds_without(const Node& node, const Node& barred) const;
  /// A stipulation that asks for more and is met too (from the root), if there is one: U4.
  [[nodiscard]] std::optional<std::string> more_is_possible() const;
  /// Final margins for the solver.
  [[nodiscard]] Margins margins(const Position& position) const;

  static constexpr std::size_t kMostNodes = 2'000'000;
  static constexpr std::size_t kMostBarredNodes = 100'000;

 private:
  [[nodiscard]] bool holds_by_table(const Position& position) const;
  [[nodiscard]] int best_capture(const Node& node) const;
  [[nodiscard]] std::optional<bool> settled(const Node& node) const;
  [[nodiscard]] int lead(const Position& position) const;

  const Prober& prober_;
  Position root_;
  Side solver_;
  Stipulation stipulation_;
  mutable std::map<std::string, bool> known_;  // what searches have found out
};

}  // namespace uthi::workshop
