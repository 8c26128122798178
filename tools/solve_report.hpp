// What `uthi solve` found, as text for people and as JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "solver/proof/claim.hpp"
#include "solver/search/solve_position.hpp"
#include "tools/command.hpp"

namespace uthi {

/// What was asked: the goal, and the words of a single claim ("floor >= 3", "win").
struct SolveQuestion {
  Position position;
  Goal goal;
  std::string claim{};          ///< Empty unless one claim was asked about.
  std::vector<Claim> claims{};  ///< What that claim says; all of them must hold.
};

/// The question about a position whose opening is over: exact floor or ceiling, one claim ("win", "floor>=3"), or the outcome
/// where nothing is asked for. Throws PositionError, UsageError.
[[nodiscard]] SolveQuestion solve_question(const Position& position, bool floor, bool ceiling, const std::optional<std::string>& claim);

enum class SolveStatus { proved, refuted, unknown };

[[nodiscard]] SolveStatus status_of(const SolveQuestion& question, const Solution& solution);
/// ok, no for a refuted claim, does_not_fit or interrupted where the answer is unknown.
[[nodiscard]] ExitCode exit_code_of(const SolveQuestion& question, const Solution& solution);
/// Claims that together prove what was found: the answer to the question, or that a claim does not hold.
[[nodiscard]] std::vector<Claim> claims_to_prove(const SolveQuestion& question, const Solution& solution);

[[nodiscard]] std::string text_of(const SolveQuestion& question, const Solution& solution);
[[nodiscard]] boost::json::object json_of(const SolveQuestion& question, const Solution& solution);
/// {"floor": {"least", "most", "exact"}, "ceiling": ...}; null where there may be none.
[[nodiscard]] boost::json::object json_of(const ValueBounds& bounds);
/// "floor -2..6, ceiling 0 or more"
[[nodiscard]] std::string text_of(const ValueBounds& bounds);

}  // namespace uthi
