// Answers, their order, and best play.
#include "tablebase/prober.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "core/error.hpp"
#include "core/repetition.hpp"

namespace uthi {

namespace {

std::optional<int> plus(std::optional<int> number, int more) {
  if (number) *number += more;
  return number;
}

std::optional<int> taken_from(int captures, std::optional<int> margin) {
  if (!margin) return std::nullopt;
  return captures - *margin;
}

// What a ply is worth to the player who makes it, from the value of the position that it leads to.
Value before_ply(const Value& child, int captures, bool again) {
  if (again) {
    return {plus(child.floor, captures), plus(child.ceiling, captures), plus(child.floor_depth, 1), plus(child.ceiling_depth, 1)};
  }
  return {taken_from(captures, child.ceiling), taken_from(captures, child.floor), plus(child.ceiling_depth, 1), plus(child.floor_depth, 1)};
}

// Of a finished game; it takes no more plies, where plies are counted at all.
Value end_value(int margin, const RuleSet& rules) {
  if (have_depths(rules)) return {margin, margin, 0, 0};
  return {margin, margin, {}, {}};
}

// Larger is better for the mover.
std::tuple<int, int, int> rank_of(const PlyAnswer& answer, Repetition repetition) {
  const Value& value = answer.value;
  if (repetition == Repetition::score && value.floor && value.ceiling) return {0, *value.floor, *value.ceiling};
  const int outcome = static_cast<int>(answer.outcome);
  switch (answer.outcome) {
    case Outcome::win:
      return {outcome, *value.floor, -value.floor_depth.value_or(0)};
    case Outcome::loss:
      return {outcome, *value.ceiling, value.ceiling_depth.value_or(0)};
    case Outcome::draw:
      break;
  }
  return {outcome, value.ceiling.value_or(std::numeric_limits<int>::max()), value.floor.value_or(std::numeric_limits<int>::min())};
}

// A forced result as the player to move sees it: the margin that the forcing side gets, and the plies that it takes.
struct Forced {
  std::optional<int> margin;
  std::optional<int> depth;
};

// The forcing side forces its floor when it is on move, the other's ceiling when it is not.
Forced forced(const Value& value, bool forcing_side_moves) {
  if (forcing_side_moves) return {value.floor, value.floor_depth};
  return {value.ceiling, value.ceiling_depth};
}

[[noreturn]] void fail_to_progress(const Position& position) {
  throw TableDamaged(
      fmt::format("the tables disagree about {}: no sowing keeps its value and leads nearer to the end; uthi verify finds the fault",
                  to_text(position)));
}

// The ply that keeps the forced margin and is one nearer to its end by depth; null where some depth is not known.
const PlyAnswer* ply_by_depth(const Answer& here, bool forcing_side_moves) {
  const Forced wanted = forced(here.value, forcing_side_moves);
  if (!wanted.depth) return nullptr;
  for (const PlyAnswer& ply : here.plies) {
    const Forced got = forced(ply.value, forcing_side_moves);
    if (got.margin != wanted.margin) continue;
    if (got.depth == wanted.depth) return &ply;
    if (!got.depth) return nullptr;
  }
  fail_to_progress(here.position);
}

// South's stores less North's at the end, with `margin` still to come for the side to move.
int south_margin(const Position& last, int margin) { return last.side == Side::south ? last.lead() + margin : -(last.lead() + margin); }

}  // namespace

Prober::Prober(const RuleSet& rules, const Catalogue& catalogue)
    : referee_(make_referee(rules)), repetition_(repetition_of(rules)), catalogue_(catalogue) {}

void Prober::require_covered(const Position& position) const {
  if (position.redistributions > 0) {
    throw TableMissing(
        fmt::format("position {}: its opening is still to come, and tables begin behind it; \"uthi moves\" counts the redistributions, "
                    "and \"uthi play\" makes them",
                    to_text(position)));
  }
  if (position.rules == referee_->rules()) return;
  throw UsageError(fmt::format("position {} is of {}, the tables asked are of {}", to_text(position), position.rules.full_text(),
                               referee_->rules().full_text()));
}

std::shared_ptr<const Table> Prober::table(LayerId layer) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = tables_.find(layer); found != tables_.end()) return found->second;
  }
  auto table = catalogue_.find(referee_->rules(), layer);
  if (!table) return nullptr;
  const std::lock_guard lock(mutex_);
  return tables_.emplace(layer, std::move(table)).first->second;
}

Value Prober::value(const Position& position) const { return value(position, position); }

Value Prober::value(const Position& position, const Position& asked) const {
  require_covered(position);
  const LayerId layer = referee_->layer(position);
  if (const auto found = table(layer)) return found->value(referee_->number(position));
  if (const auto over = referee_->over(position)) return end_value(*over, referee_->rules());
  return catalogue_.get(referee_->rules(), layer, question(asked))->value(referee_->number(position));
}

Value Prober::stored_value(LayerId layer, std::uint64_t number, const Position& asked) const {
  if (const auto found = table(layer)) return found->value(number);
  return catalogue_.get(referee_->rules(), layer, question(asked))->value(number);
}

// Outcome, reason and final margin of an answer with its value.
void Prober::judge(Answer& answer) const {
  const Value& value = answer.value;
  const int lead = answer.position.lead();
  answer.outcomes = outcomes_of(value, lead, repetition_);
  if (!answer.outcomes.decided()) return;
  answer.outcome = outcome_of(value, lead);
  if (repetition_ == Repetition::score) {
    if (value.floor == value.ceiling) answer.margin = lead + *value.floor;
    if (answer.outcome == Outcome::draw) answer.reason = "score";
    return;
  }
  if (answer.outcome != Outcome::draw) {
    answer.margin = lead + (answer.outcome == Outcome::win ? *value.floor : *value.ceiling);
    return;
  }
  const bool by_score = drawn_by_score(value, lead);
  answer.reason = by_score ? "score" : "repetition";
  if (by_score) answer.margin = 0;
}

Answer Prober::answer(const Position& position) const {
  require_covered(position);
  Answer answer{.position = position, .canonical = referee_->canonical(position), .layer = referee_->layer(position)};
  const int lead = position.lead();
  answer.over = referee_->over(position);
  // A finished game takes no more plies under any rule.
  answer.value = answer.over ? Value{*answer.over, *answer.over, 0, 0} : value(position);
  judge(answer);
  for (LegalPly& ply : referee_->plies(position)) {
    const Value worth = before_ply(value(ply.position, position), ply.captures, ply.again);
    const Outcomes outcomes = outcomes_of(worth, lead, repetition_);
    answer.plies.push_back({std::move(ply), worth, outcomes.decided() ? outcome_of(worth, lead) : Outcome::draw, outcomes});
  }
  std::stable_sort(answer.plies.begin(), answer.plies.end(),
                   [&](const PlyAnswer& a, const PlyAnswer& b) { return rank_of(a, repetition_) > rank_of(b, repetition_); });
  return answer;
}

// As `ply_by_depth`, by ranks: those of `ranks`, which are found anew where it does not know the position.
const PlyAnswer& Prober::ply_by_rank(const Answer& here, Side forcing, std::optional<PlayRanks>& ranks) const {
  const Position& position = here.position;
  if (!ranks || ranks->forcing() != forcing || !ranks->rank(position)) {
    const auto look_up = [&](LayerId layer, std::uint64_t number) -> std::optional<Value> {
      const auto found = table(layer);
      if (!found) return std::nullopt;
      return found->value(number);
    };
    try {
      ranks.emplace(*referee_, position, forcing, look_up);
    } catch (const TableMissing& error) {  // which play ranks know, and not what is there and how to make it
      throw TableMissing(fmt::format("{}; {}", error.what(), catalogue_.advice(referee_->rules(), question(position))));
    }
  }
  const auto rank = ranks->rank(position);
  if (!rank) fail_to_progress(position);
  const bool forcing_side_moves = forcing == position.side;
  for (const PlyAnswer& ply : here.plies) {
    if (forced(ply.value, forcing_side_moves).margin != forced(here.value, forcing_side_moves).margin) continue;
    const bool leaves = referee_->layer(ply.ply.position) != here.layer;
    if ((leaves ? 0 : ranks->rank(ply.ply.position)) == *rank - 1) return ply;
  }
  fail_to_progress(position);
}

Line Prober::line(const Position& position) const {
  Line line{.start = answer(position), .steps = {}, .last = position, .repeats = {}, .final_margin = {}};
  const bool one_value = have_one_value(referee_->rules());
  const bool by_repetition = line.start.reason == "repetition";
  const Side winner = line.start.outcome == Outcome::loss ? other(position.side) : position.side;
  std::unordered_map<std::string, std::size_t> seen;  // position -> steps before it
  std::optional<PlayRanks> ranks;
  // Of the plies with the best bounds one that leaves the layer, so that what capturing at once gives is not put off until
  // a repetition takes it away; else one to rows that are worth the floor, if need be to a repetition; else a new position.
  const auto best_that_scores = [&](const Answer& here) -> const PlyAnswer& {
    const PlyAnswer* best = &here.plies.front();
    int best_kind = -1;
    for (const PlyAnswer& ply : here.plies) {
      if (rank_of(ply, repetition_) != rank_of(here.plies.front(), repetition_)) break;
      const int rows = referee_->row_margin(ply.ply.position);
      const bool good = (ply.ply.again ? rows : -rows) >= here.value.floor;
      const bool leaves = referee_->layer(ply.ply.position) != here.layer;
      const int kind = leaves ? 3 : good ? 2 : seen.contains(to_text(ply.ply.position)) ? 0 : 1;
      if (kind <= best_kind) continue;
      best = &ply;
      best_kind = kind;
    }
    return *best;
  };
  const auto best = [&](const Answer& here) -> const PlyAnswer& {
    if (repetition_ == Repetition::score) return best_that_scores(here);
    // A drawn position stays drawn by its best ply, since no ply of it wins; and one that is worth nothing where endless
    // play is worth that stays so.
    if (by_repetition || (one_value && here.value.floor == 0)) return here.plies.front();
    // Where endless play is worth nothing, whoever stands better must force it.
    const bool mover_forces = one_value ? here.value.floor > 0 : winner == here.position.side;
    if (const PlyAnswer* ply = ply_by_depth(here, mover_forces)) return *ply;
    return ply_by_rank(here, mover_forces ? here.position.side : other(here.position.side), ranks);
  };
  Answer here = line.start;
  while (!here.over) {
    if (!seen.emplace(to_text(line.last), line.steps.size()).second) {
      line.repeats = seen.at(to_text(line.last));
      if (one_value) line.final_margin = south_margin(line.last, 0);
      if (repetition_ == Repetition::score) line.final_margin = south_margin(line.last, referee_->row_margin(line.last));
      return line;
    }
    line.steps.push_back({best(here), line.last.side});
    line.last = line.steps.back().played.ply.position;
    here = answer(line.last);
  }
  line.final_margin = south_margin(line.last, *here.over);
  return line;
}

}  // namespace uthi
