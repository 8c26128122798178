// Laps seed by seed, as the games' rules say; what a capture takes is what is missing afterwards.
#include "tools/workshop/sowing_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/error.hpp"

namespace uthi::workshop {

namespace {

constexpr std::size_t kMostTracedLaps = 100'000;

// How a game sows: Giuthi turns round at each relay and Kiothi does not; awari has one lap, which passes over its origin.
struct Manner {
  bool relays;
  bool alternates;
  bool skips_origin;
};

Manner manner_of(const RuleSet& rules) {
  const std::string_view game = rules.game().name;
  if (game == "giuthi") return {true, true, rules.get("origin") == "skip"};
  if (game == "kiothi") return {true, false, rules.get("origin") == "skip"};
  return {false, false, true};
}

}  // namespace

int SowingTrace::captured_from(Side mover, int pits) const {
  return static_cast<int>(
      std::count_if(captured.begin(), captured.end(), [&](int pit) { return (pit < pits ? Side::south : Side::north) != mover; }));
}

SowingTrace trace_of(const Position& before, const LegalPly& ply) {
  SowingTrace trace;
  if (ply.pass || ply.move.pit < 0) return trace;
  const int pits = before.rules.pits();
  const int ring = 2 * pits;
  const Manner manner = manner_of(before.rules);
  const bool partial = before.rules.game().name == "kiothi";
  auto board = before.pits;
  const auto at = [&](int pit) -> std::uint8_t& { return board[static_cast<std::size_t>(pit)]; };
  int pit = ply.move.pit + (before.side == Side::south ? 0 : pits);
  int direction = !partial && ply.move.how < 0 ? -1 : 1;
  int hand = partial ? ply.move.how : at(pit);
  for (;;) {
    TracedLap lap{.from = pit, .seeds = hand, .direction = direction};
    at(pit) = static_cast<std::uint8_t>(at(pit) - hand);
    while (hand > 0) {
      pit = (pit + direction + ring) % ring;
      if (manner.skips_origin && pit == lap.from) continue;
      ++at(pit);
      --hand;
      lap.sown.push_back(pit);
    }
    trace.laps.push_back(std::move(lap));
    if (trace.laps.size() > kMostTracedLaps)
      throw DoesNotFit(fmt::format("{} at {}: more than {} laps", ply.text, to_text(before), kMostTracedLaps));
    if (!manner.relays || at(pit) == 1) break;
    hand = at(pit);
    if (manner.alternates) direction = -direction;
  }
  for (int i = 0; i < ring; ++i) {
    if (at(i) != ply.position.pits[static_cast<std::size_t>(i)]) trace.captured.push_back(i);
  }
  return trace;
}

int best_turn_capture(const Referee& referee, const Position& position) {
  int best = 0;
  std::set<std::string> seen;
  std::vector<Position> open{position};
  while (!open.empty()) {
    const Position here = open.back();
    open.pop_back();
    // A position that comes back within the turn ends the game; nothing is captured by that.
    if (!seen.insert(to_text(here)).second) continue;
    for (const LegalPly& ply : referee.plies(here)) {
      best = std::max(best, ply.captures);
      if (ply.again) open.push_back(ply.position);
    }
  }
  return best;
}

}  // namespace uthi::workshop
