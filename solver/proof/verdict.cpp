// Bounds joined, and put in words.
#include "solver/proof/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "core/repetition.hpp"

namespace uthi {

namespace {

void raise(std::optional<int>& bound, int to) { bound = bound ? std::max(*bound, to) : to; }
void lower(std::optional<int>& bound, int to) { bound = bound ? std::min(*bound, to) : to; }

// One beyond the seeds on the board stands for none, which no lead outweighs.
bool ceiling_reaches(const Verdict& verdict, int margin) {
  return verdict.ceiling_least && (*verdict.ceiling_least >= margin || verdict.no_ceiling());
}
bool floor_stays_at(const Verdict& verdict, int margin) {
  return verdict.floor_most && (*verdict.floor_most <= margin || verdict.no_floor());
}

std::string_view name_of(Side side) { return side == Side::south ? "South" : "North"; }

std::string bounds_text(std::string_view name, const std::optional<int>& least, const std::optional<int>& most, int seeds, bool none) {
  if (none) return fmt::format("no {}", name);
  if (least && most && *least == *most) return fmt::format("{} = {}", name, *least);
  if (least && most) return fmt::format("{} from {} to {}", name, *least, *most);
  if (least && *least >= -seeds) return fmt::format("{} >= {}", name, *least);
  if (most && *most <= seeds) return fmt::format("{} <= {}", name, *most);
  return {};
}

// The outcome, or what of it is known: "South wins", "South does not lose"; empty where the bounds leave it open.
std::string outcome_text(const Position& position, const Verdict& verdict, bool split) {
  const std::string_view mover = name_of(position.side);
  const std::string_view opponent = name_of(other(position.side));
  if (verdict.outcome == Outcome::win) return fmt::format("{} wins", mover);
  if (verdict.outcome == Outcome::loss) return fmt::format("{} wins", opponent);
  const int even = -position.lead();
  if (verdict.outcome == Outcome::draw) {
    // Both floor and ceiling at even scores end the game so; where one of them is elsewhere, only a repetition draws.
    const bool apart = verdict.no_floor() || verdict.no_ceiling() || (verdict.floor_most && *verdict.floor_most < even) ||
                       (verdict.ceiling_least && *verdict.ceiling_least > even);
    return verdict.by_score ? "a draw by score" : apart && !split ? "a draw by repetition" : "a draw";
  }
  if (ceiling_reaches(verdict, even)) return fmt::format("{} does not lose", mover);
  if (floor_stays_at(verdict, even)) return fmt::format("{} does not win", mover);
  return {};
}

}  // namespace

std::optional<int> Verdict::floor() const { return floor_least == floor_most && !no_floor() ? floor_least : std::nullopt; }
std::optional<int> Verdict::ceiling() const { return ceiling_least == ceiling_most && !no_ceiling() ? ceiling_least : std::nullopt; }

Verdict verdict_of(const Position& position, std::span<const Claim> claims) {
  Verdict verdict;
  verdict.seeds = position.seeds();
  const bool one_value = have_one_value(position.rules);
  for (const Claim& claim : claims) {
    switch (claim.kind) {
      case ClaimKind::floor_at_least:
        raise(verdict.floor_least, claim.margin);
        raise(verdict.ceiling_least, claim.margin);
        break;
      case ClaimKind::floor_at_most:
        lower(verdict.floor_most, claim.margin);
        if (one_value) lower(verdict.ceiling_most, claim.margin);
        break;
      case ClaimKind::ceiling_at_least:
        raise(verdict.ceiling_least, claim.margin);
        if (one_value) raise(verdict.floor_least, claim.margin);
        break;
      case ClaimKind::ceiling_at_most:
        lower(verdict.floor_most, claim.margin);
        lower(verdict.ceiling_most, claim.margin);
        break;
    }
  }
  const int even = -position.lead();
  if (verdict.floor_least && *verdict.floor_least > even) {
    verdict.outcome = Outcome::win;
  } else if (verdict.ceiling_most && *verdict.ceiling_most < even) {
    verdict.outcome = Outcome::loss;
  } else if (floor_stays_at(verdict, even) && ceiling_reaches(verdict, even)) {
    verdict.outcome = Outcome::draw;
    // A value of nothing can come of endless play where that is worth nothing.
    verdict.by_score = !one_value && verdict.floor() == even && verdict.ceiling() == even;
  }
  return verdict;
}

std::string sentence_of(const Position& position, std::span<const Claim> claims) {
  const Verdict verdict = verdict_of(position, claims);
  std::vector<std::string> bounds;
  const bool one_value = have_one_value(position.rules);
  const auto add = [&](std::string text) {
    if (!text.empty()) bounds.push_back(std::move(text));
  };
  add(bounds_text(one_value ? "value" : "floor", verdict.floor_least, verdict.floor_most, verdict.seeds, verdict.no_floor()));
  // What follows from the floor alone is not said twice.
  const bool ceiling_claimed = std::any_of(claims.begin(), claims.end(), [](const Claim& claim) {
    return claim.kind == ClaimKind::ceiling_at_least || claim.kind == ClaimKind::ceiling_at_most;
  });
  if (!one_value && ceiling_claimed) {
    if (!std::any_of(claims.begin(), claims.end(), [](const Claim& claim) {
          return claim.kind == ClaimKind::floor_at_least || claim.kind == ClaimKind::floor_at_most;
        })) {
      bounds.clear();
    }
    add(bounds_text("ceiling", verdict.ceiling_least, verdict.ceiling_most, verdict.seeds, verdict.no_ceiling()));
  }
  const std::string outcome = outcome_text(position, verdict, one_value);
  const std::string all = fmt::format("{}", fmt::join(bounds, ", "));
  if (outcome.empty()) return all.empty() ? "nothing that every game would not give" : all;
  return all.empty() ? outcome : fmt::format("{}: {}", outcome, all);
}

}  // namespace uthi
