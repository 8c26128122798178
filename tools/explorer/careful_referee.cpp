// Counting laps.
#include "tools/explorer/careful_referee.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace uthi::explorer {

namespace {

// How a game sows, as far as the length of a sowing goes. Awari's single lap is always short.
struct Manner {
  bool alternates;
  bool skips_origin;
};

// A sowing as a state that each lap changes.
struct Sowing {
  std::array<std::uint8_t, 2 * kMaxPits> board;
  int pit;
  int direction;

  friend bool operator==(const Sowing&, const Sowing&) = default;
};

// Lifts `hand` seeds of the pit and sows them; true if the sowing goes on from where the last one fell.
bool lap(Sowing& sowing, int ring, const Manner& manner, int hand) {
  const int origin = sowing.pit;
  const auto at = [&](int pit) -> std::uint8_t& { return sowing.board[static_cast<std::size_t>(pit)]; };
  at(origin) = static_cast<std::uint8_t>(at(origin) - hand);
  while (hand > 0) {
    sowing.pit += sowing.direction;
    if (sowing.pit == ring) sowing.pit = 0;
    if (sowing.pit < 0) sowing.pit = ring - 1;
    if (manner.skips_origin && sowing.pit == origin) continue;
    ++at(sowing.pit);
    --hand;
  }
  if (manner.alternates) sowing.direction = -sowing.direction;
  return at(sowing.pit) > 1;
}

// Brent's method: a state that comes back is met again before the kept one is replaced a second time.
bool is_short(Sowing sowing, int ring, const Manner& manner, int hand) {
  Sowing kept = sowing;
  unsigned next_kept = 2;
  for (unsigned laps = 1; lap(sowing, ring, manner, hand); ++laps) {
    if (sowing == kept) return true;
    if (laps == next_kept) {
      if (laps >= kMostLapsServed) return false;
      kept = sowing;
      next_kept *= 2;
    }
    hand = sowing.board[static_cast<std::size_t>(sowing.pit)];
  }
  return true;
}

}  // namespace

void require_short_sowings(const Position& position) {
  const std::string_view game = position.rules.game().name;
  if (game == "awari" || position.redistributions > 0) return;
  const bool lifts_some = game == "kiothi";
  const Manner manner{.alternates = game == "giuthi", .skips_origin = position.rules.get("origin") == "skip"};
  const int ring = 2 * position.rules.pits();
  for (int pit = 0; pit < ring; ++pit) {
    const int seeds = position.pits[static_cast<std::size_t>(pit)];
    for (int hand = lifts_some ? 1 : seeds; hand <= seeds && seeds > 0; ++hand) {
      for (const int direction : {1, -1}) {
        if (direction < 0 && lifts_some) continue;
        if (is_short({position.pits, pit, direction}, ring, manner, hand)) continue;
        throw DoesNotFit(fmt::format("a sowing of {} neither ends nor comes back within {} laps", to_text(position), kMostLapsServed));
      }
    }
  }
}

std::uint64_t CarefulReferee::perft(const Position& position, int) const {
  throw DoesNotFit(fmt::format("leaves of {} are not counted here", to_text(position)));
}

}  // namespace uthi::explorer
