// Playing the line on written positions.
#include "tools/workshop/mined_problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "tools/workshop/solution_walk.hpp"
#include "tools/workshop/sowing_trace.hpp"

namespace uthi::workshop {

namespace {

Stipulation stipulation_of(const Aiming& aiming) {
  if (aiming.aim == Aim::win_by) return {Aim::win_by, aiming.least};
  return {aiming.aim, 0};
}

// How the key stands among the first sowings.
void judge_key(const std::vector<LegalPly>& legal, const LegalPly& key, Hardness& hardness) {
  int most = 0;
  for (const LegalPly& ply : legal) most = std::max(most, ply.captures);
  hardness.quiet_among_captures = most > 0 && key.captures == 0;
  hardness.greedy_fails = key.captures < most;
}

}  // namespace

std::optional<Problem> MinedProblems::write(LayerId layer, std::uint64_t number, const Position& position, const Aiming& aiming,
                                            const FoundLine& line) const {
  const RuleSet& rules = position.rules;
  Problem problem{.id = fmt::format("{}-{}-{}-{}", rules.game().name, rules.board_text(),
                                    layer.marks > 0 ? fmt::format("{}-{}", layer.seeds, layer.marks) : std::to_string(layer.seeds), number),
                  .position = to_text(position),
                  .stipulation = stipulation_of(aiming)};
  problem.source = "mined by uthi from tables";
  std::vector<LegalPly> plies;
  Hardness hardness{.bits = line.bits, .passes = line.passes};
  int chain = 0;
  Position at = position;
  int gives = 0;
  bool first_turn = true;
  bool zugzwang = is_zugzwang(position);
  for (const Move move : line.moves) {
    const auto legal = referee_.plies(at);
    const auto played = std::find_if(legal.begin(), legal.end(), [&](const LegalPly& ply) { return ply.move == move; });
    if (played == legal.end()) throw TableDamaged(fmt::format("{}: its line cannot be played", to_text(position)));
    const SowingTrace trace = trace_of(at, *played);
    if (at.side == Side::south) chain = std::max(chain, trace.captured_from(Side::south, rules.pits()));
    if (plies.empty()) {
      hardness.key_laps = static_cast<int>(trace.laps.size());
      judge_key(legal, *played, hardness);
      if (filters_.quiet && played->captures > 0) return std::nullopt;
    }
    if (first_turn && !played->again) {
      gives = best_turn_capture(referee_, played->position);
      zugzwang = zugzwang || is_zugzwang(played->position);
      first_turn = false;
    }
    at = played->position;
    plies.push_back(*played);
  }
  hardness.gives = gives > 0;
  if (hardness.key_laps < filters_.laps || chain < filters_.chain || gives < filters_.gives) return std::nullopt;
  if (filters_.zugzwang && !zugzwang) return std::nullopt;
  problem.solution.turns = turns_of(plies);
  problem.difficulty = difficulty_of(hardness);
  problem.themes = themes_of(position, plies, hardness, chain, zugzwang);
  fill_in_rules(problem);
  return problem;
}

// Mutual zugzwang at these stores: either side would do better if it were the other's move.
bool MinedProblems::is_zugzwang(const Position& position) const {
  Position turned = position;
  turned.side = other(position.side);
  const Outcome outcome = outcome_of(prober_.value(position), position.lead());
  return static_cast<int>(outcome) + static_cast<int>(outcome_of(prober_.value(turned), turned.lead())) < 0;
}

std::vector<std::string> MinedProblems::themes_of(const Position& position, const std::vector<LegalPly>& plies, const Hardness& hardness,
                                                  int chain, bool zugzwang) const {
  std::vector<std::string> themes;
  if (plies.front().captures == 0) themes.emplace_back("quiet key");
  if (hardness.greedy_fails) themes.emplace_back("greed punished");
  if (hardness.gives) themes.emplace_back("seeds offered");
  if (hardness.passes) themes.emplace_back("saving pass");
  if (chain >= 3) themes.push_back(fmt::format("chain of {}", chain));
  if (hardness.key_laps >= 4) themes.push_back(fmt::format("key of {} laps", hardness.key_laps));
  const Value value = prober_.value(position);
  if (outcome_of(value, 0) == Outcome::draw && !drawn_by_score(value, 0)) themes.emplace_back("perpetual");
  if (zugzwang) themes.emplace_back("mutual zugzwang");
  return themes;
}

}  // namespace uthi::workshop
