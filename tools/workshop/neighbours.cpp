// Moving, adding and removing one seed.
#include "tools/workshop/neighbours.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace uthi::workshop {

namespace {

std::string name_of(int ring, int pits) {
  return std::string(1, ring < pits ? pit_name(Side::south, ring) : pit_name(Side::north, ring - pits));
}

// One seed less in `pit`; false if there is none.
bool take(Position& position, int pit) {
  std::uint8_t& seeds = position.pits[static_cast<std::size_t>(pit)];
  if (seeds == 0) return false;
  --seeds;
  if (seeds == 0) position.marks &= ~(1U << pit);
  return true;
}

void judge(const Prober& prober, Neighbour& neighbour) {
  try {
    const Answer answer = prober.answer(neighbour.position);
    if (!answer.outcomes.decided()) return;
    neighbour.outcome = answer.outcome;
    neighbour.margin = answer.margin;
  } catch (const TableMissing&) {
    // Said by the missing outcome.
  }
}

}  // namespace

Neighbourhood neighbourhood_of(const Prober& prober, const Position& position) {
  Neighbourhood all{.here = prober.answer(position)};
  const int ring = 2 * position.rules.pits();
  const auto add = [&](Change change, int from, int to) {
    Neighbour neighbour{.change = change, .from = from, .to = to, .position = position};
    if (from >= 0 && !take(neighbour.position, from)) return;
    if (to >= 0) ++neighbour.position.pits[static_cast<std::size_t>(to)];
    if (neighbour.position.seeds() > kMaxSeeds) return;
    judge(prober, neighbour);
    all.neighbours.push_back(std::move(neighbour));
  };
  for (int from = 0; from < ring; ++from) {
    for (int to = 0; to < ring; ++to) {
      if (to != from) add(Change::moved, from, to);
    }
  }
  for (int to = 0; to < ring; ++to) add(Change::added, -1, to);
  for (int from = 0; from < ring; ++from) add(Change::removed, from, -1);
  return all;
}

std::string change_text(const Neighbour& neighbour, int pits) {
  switch (neighbour.change) {
    case Change::moved:
      return fmt::format("{} to {}", name_of(neighbour.from, pits), name_of(neighbour.to, pits));
    case Change::added:
      return fmt::format("+1 at {}", name_of(neighbour.to, pits));
    case Change::removed:
      break;
  }
  return fmt::format("-1 at {}", name_of(neighbour.from, pits));
}

}  // namespace uthi::workshop
