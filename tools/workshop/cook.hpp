// Checks a problem against exact values: is it sound, and where not.
//
//   U1  second key        another first sowing meets the stipulation too
//   U2  cook later        another sowing does at a later move of the solver in the intended solution
//   U3  cannot be met     not from the position, or no longer after a ply of the intended solution
//   U4  more is possible  a stipulation that asks for more is met too: a win where a draw is asked for, more seeds, fewer turns
//   U5  illegal           no legal position or the game is over there, an illegal ply in the solution, a stipulation that means
//                         nothing under the rules, or (asked with --reachable) no game from the named start leads there
//
// A sowing of the solver other than the intended one is a *loss of time*, no defect, if the solver can then meet the
// stipulation only by coming back to the position before it. Otherwise it is a dual: U1 or U2. A problem without a solution is
// judged over all first sowings: there has to be one, others that only lose time aside. Its later moves are not checked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tablebase/prober.hpp"
#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

enum class DefectCode { u1 = 1, u2, u3, u4, u5 };

struct Defect {
  DefectCode code;
  int ply = 0;       ///< Of the solution, from 1; 0: the problem as a whole.
  std::string move;  ///< The sowing at fault, where it is one.
  std::string text;  ///< What is wrong, for people.
  friend bool operator==(const Defect&, const Defect&) = default;
};

/// The sowings of the solver whose uniqueness was looked at.
enum class Checked {
  nothing,   ///< None: there is nothing that could be unique.
  key,       ///< The first: no solution is given.
  solution,  ///< All of the given solution.
};

/// How unique the solver's sowings are, those that were looked at.
enum class Grade {
  absolute,      ///< Nothing else meets the stipulation at any of them.
  loss_of_time,  ///< Else only losses of time do.
  dual,          ///< Something else does.
  none,          ///< None was looked at: the stipulation cannot be met, or the solution cannot be played.
};

/// A first sowing that fails, and the replies that refute it.
struct Try {
  std::string move;
  std::vector<std::string> refutations;  ///< Sowings of the opponent; best first. Empty: the turn goes on, or the game is over.
};

/// What happens if the opponent were to move in the same position.
struct SetPlay {
  bool met = false;    ///< The solver would still get what is asked for.
  std::string reply;   ///< The opponent's best sowing; empty if the game is over.
  std::string answer;  ///< A sowing of the solver that then meets the stipulation; empty if there is none.
};

struct CookReport {
  std::string id;
  bool met = false;
  Grade grade = Grade::none;
  Checked checked = Checked::nothing;
  std::vector<Defect> defects{};
  std::vector<std::string> keys{};            ///< First sowings that meet the stipulation, in notation order.
  std::vector<std::string> losses_of_time{};  ///< Of these, those that only lose time.
  std::vector<Try> tries{};
  std::optional<SetPlay> set_play{};
  int solution_plies = 0;       ///< Of the main line.
  int uncovered = 0;            ///< Replies of the opponent that the solution does not treat.
  std::string open_question{};  ///< What could not be settled within its limit; empty if nothing.
  [[nodiscard]] bool has_defect(DefectCode code) const;
};

/// "U1".."U5"
[[nodiscard]] std::string_view code_name(DefectCode code);
/// "second key", ...
[[nodiscard]] std::string_view code_title(DefectCode code);
/// "absolute", "unique up to loss of time", "dual", "not checked"
[[nodiscard]] std::string_view grade_name(Grade grade);

/// "nothing", "key", "solution"
[[nodiscard]] std::string_view checked_name(Checked checked);

/// `prober` must be for the rules of the position where it has any. Throws TableMissing, TableDamaged, DoesNotFit.
[[nodiscard]] CookReport cook(const Problem& problem, const Prober& prober);

/// The report of a problem whose position cannot be read.
[[nodiscard]] CookReport cook_unreadable(const Problem& problem, const std::string& message);

}  // namespace uthi::workshop
