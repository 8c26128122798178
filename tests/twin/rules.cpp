// The literal rules. Numbers in comments are those of the rules of Giuthi.
#include "tests/twin/rules.hpp"

#include <set>
#include <tuple>

namespace uthi::twin {

std::vector<Rules> all_rules() {
  std::vector<Rules> list;
  for (const bool sow : {false, true}) {
    for (const bool landing : {true, false}) {
      for (const bool through : {true, false}) list.push_back({sow, landing, through});
    }
  }
  return list;
}

std::string rules_text(const Rules& rules) {
  std::string text;
  const auto add = [&](const char* option) {
    text += text.empty() ? '{' : ',';
    text += option;
  };
  if (!rules.chain_through) add("chain=broken");
  if (!rules.take_landing) add("empty=none");
  if (rules.sow_origin) add("origin=sow");
  if (!text.empty()) text += '}';
  return text;
}

namespace {

bool owns(const Position& position, int ring) { return ring / position.row() == position.side; }

// Facing pits: a column of the drawn board holds South's pit i and North's P-1-i, which is ring pit P + (P-1-i).
int facing(const Position& position, int ring) { return 2 * position.row() - 1 - ring; }

int& at(Position& position, int ring) { return position.pits[static_cast<std::size_t>(ring)]; }

int next(const Position& position, int ring, int direction) {
  const int size = 2 * position.row();
  return (ring + direction + size) % size;
}

int take_all(Position& position, int ring) {
  const int seeds = at(position, ring);
  at(position, ring) = 0;
  return seeds;
}

// Rule 6, from an empty own pit in which the last seed now lies.
int capture(const Rules& rules, Position& position, int landing, int direction) {
  const int opposite = take_all(position, facing(position, landing));
  if (opposite == 0 && !rules.take_landing) return 0;
  int captures = opposite + take_all(position, landing);
  for (int pit = next(position, landing, direction); owns(position, pit) && pit != landing; pit = next(position, pit, direction)) {
    // A neighbour beyond the end of the row belongs to the opponent, so the loop stays in the own row.
    if (at(position, pit) != 0) break;
    const int seeds = take_all(position, facing(position, pit));
    if (seeds == 0 && !rules.chain_through) break;
    captures += seeds;
  }
  return captures;
}

bool can_sow(const Rules& rules, const Position& position) {
  for (int pit = 0; pit < position.row(); ++pit) {
    if (position.pits[static_cast<std::size_t>(position.side * position.row() + pit)] < 2) continue;
    if (!sow(rules, position, pit, 1).endless || !sow(rules, position, pit, -1).endless) return true;
  }
  return false;
}

}  // namespace

Sowing sow(const Rules& rules, const Position& position, int first_pit, int first_direction) {
  Position now = position;
  int pit = position.side * position.row() + first_pit;
  int direction = first_direction;
  bool visited = false;
  std::set<std::tuple<std::vector<int>, int, int>> states;
  Sowing sowing;
  sowing.ply.pit = first_pit;
  sowing.ply.direction = first_direction;
  for (;;) {
    if (!states.emplace(now.pits, pit, direction).second) {  // rule 7
      sowing.endless = true;
      return sowing;
    }
    ++sowing.laps;
    const int origin = pit;
    bool was_empty = false;
    for (int hand = take_all(now, pit); hand > 0;) {  // rule 2
      pit = next(now, pit, direction);
      if (pit == origin && !rules.sow_origin) continue;
      was_empty = at(now, pit) == 0;
      ++at(now, pit);
      --hand;
      if (!owns(now, pit)) visited = true;
    }
    if (was_empty) break;
    direction = -direction;  // rule 3
  }
  if (owns(now, pit)) {
    if (visited) {
      sowing.ply.captures = capture(rules, now, pit, direction);  // rule 6
    } else {
      sowing.ply.again = true;  // rule 5
    }
  }
  if (!sowing.ply.again) now.side = 1 - now.side;
  sowing.ply.after = now;
  return sowing;
}

std::vector<Ply> plies(const Rules& rules, const Position& position) {
  std::vector<Ply> list;
  for (int pit = 0; pit < position.row(); ++pit) {
    if (position.pits[static_cast<std::size_t>(position.side * position.row() + pit)] < 2) continue;  // rule 1
    for (const int direction : {1, -1}) {
      Sowing sowing = sow(rules, position, pit, direction);
      if (!sowing.endless) list.push_back(std::move(sowing.ply));
    }
  }
  if (list.empty()) {
    Ply pass;
    pass.after = {position.pits, 1 - position.side};
    if (can_sow(rules, pass.after)) list.push_back(std::move(pass));  // rules 8 and 9
  }
  return list;
}

int row_margin(const Position& position) {
  int margin = 0;
  for (int ring = 0; ring < 2 * position.row(); ++ring) {
    margin += (owns(position, ring) ? 1 : -1) * position.pits[static_cast<std::size_t>(ring)];
  }
  return margin;
}

std::string text(const Rules& rules, const Position& position) {
  std::string out = "giuthi";
  out += rules_text(rules);
  out += ':';
  const int row = position.row();
  const auto put = [&](int ring, char end) {
    out += std::to_string(position.pits[static_cast<std::size_t>(ring)]);
    out += end;
  };
  for (int ring = 2 * row - 1; ring >= row; --ring) put(ring, ring > row ? ',' : '/');
  for (int ring = 0; ring < row; ++ring) put(ring, ring + 1 < row ? ',' : ' ');
  out += position.side == 0 ? "0 0 S" : "0 0 N";
  return out;
}

}  // namespace uthi::twin
