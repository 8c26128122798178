// Values at pits: +4 wins by four, = draws.
#include "tools/pit_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uthi {

std::vector<workshop::PitNote> values_by_pit(const Answer& answer) {
  const Position& position = answer.position;
  std::vector<workshop::PitNote> notes;
  for (const PlyAnswer& ply : answer.plies) {  // best first
    if (ply.ply.move.pit < 0) continue;
    const int pit = ply.ply.move.pit + (position.side == Side::south ? 0 : position.rules.pits());
    if (std::any_of(notes.begin(), notes.end(), [&](const workshop::PitNote& note) { return note.pit == pit; })) continue;
    std::string text = "=";
    if (ply.outcome == Outcome::win) text = fmt::format("+{}", position.lead() + *ply.value.floor);
    if (ply.outcome == Outcome::loss) text = fmt::format("\xe2\x88\x92{}", -(position.lead() + *ply.value.ceiling));
    const PlyAnswer& best = answer.plies.front();
    notes.push_back({pit, std::move(text), ply.outcome == best.outcome && ply.value == best.value});
  }
  return notes;
}

}  // namespace uthi
