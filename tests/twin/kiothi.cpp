// The literal rules. Numbers in comments are those of the rules of Kiothi.
#include "tests/twin/kiothi.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "tests/twin/values.hpp"

namespace uthi::twin::kiothi {

std::vector<Rules> all_rules() {
  std::vector<Rules> list;
  for (const bool skip : {false, true}) {
    for (const bool crossing : {false, true}) {
      for (const bool run : {false, true}) list.push_back({skip, crossing, run});
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
  if (rules.needs_crossing) add("crossing=yes");
  if (rules.skip_origin) add("origin=skip");
  if (rules.triple_run) add("triple=run");
  if (!text.empty()) text += '}';
  return text;
}

int Position::seeds() const { return std::accumulate(pits.begin(), pits.end(), 0); }

int Position::marks() const { return static_cast<int>(std::count(nki.begin(), nki.end(), true)); }

namespace {

std::size_t at(int ring) { return static_cast<std::size_t>(ring); }

bool owns(const Position& position, int ring) { return ring / position.row() == position.side; }

int facing(const Position& position, int ring) { return 2 * position.row() - 1 - ring; }

bool can_be_captured(const Position& position, int ring) { return position.pits[at(ring)] > 0 && !position.nki[at(ring)]; }

int take_all(Position& position, int ring) { return std::exchange(position.pits[at(ring)], 0); }

// Rules 7 and 8, from an empty own pit in which the last warrior now lies.
int capture(const Rules& rules, Position& position, int landing) {
  if (!can_be_captured(position, facing(position, landing))) return 0;
  int captures = take_all(position, facing(position, landing)) + take_all(position, landing);
  const int row = position.row();
  const bool leftmost = landing % row == 0;
  if (!leftmost) return captures;
  // The enemy pits beyond the captured one, towards the mover's right, face the mover's second, third and fourth pit.
  std::vector<int> bonus;
  for (int pit = 1; pit <= 3 && pit < row; ++pit) {
    const int enemy = facing(position, landing + pit);
    if (!can_be_captured(position, enemy)) break;
    bonus.push_back(enemy);
  }
  if (!rules.triple_run && bonus.size() < 3) return captures;
  for (const int enemy : bonus) captures += take_all(position, enemy);
  return captures;
}

// One turn; nothing if the rules forbid it.
std::optional<Ply> sow(const Rules& rules, const Position& position, int first_pit, int lift) {
  Position now = position;
  int pit = position.side * position.row() + first_pit;
  int hand = lift;
  bool first_lap = true;
  bool visited = false;
  std::set<std::pair<std::vector<int>, int>> relays;
  for (;;) {
    const int origin = pit;
    now.pits[at(origin)] -= hand;
    now.nki[at(origin)] = false;  // rules 3 and 6
    bool was_empty = false;
    while (hand > 0) {  // rule 4
      pit = (pit + 1) % (2 * position.row());
      if (pit == origin && rules.skip_origin) continue;
      was_empty = now.pits[at(pit)] == 0;
      ++now.pits[at(pit)];
      --hand;
      if (!owns(now, pit)) visited = true;
    }
    if (was_empty) break;
    if (first_lap && owns(now, pit)) return std::nullopt;            // rule 5
    if (!relays.emplace(now.pits, pit).second) return std::nullopt;  // rule 9
    first_lap = false;
    hand = now.pits[at(pit)];
  }
  Ply ply{first_pit, lift, 0, {}};
  if (owns(now, pit) && (visited || !rules.needs_crossing)) ply.captures = capture(rules, now, pit);
  now.side = 1 - now.side;
  ply.after = now;
  return ply;
}

}  // namespace

std::vector<Ply> plies(const Rules& rules, const Position& position) {
  std::vector<Ply> list;
  for (int pit = 0; pit < position.row(); ++pit) {
    for (int lift = 1; lift <= position.pits[at(position.side * position.row() + pit)]; ++lift) {
      if (auto ply = sow(rules, position, pit, lift)) list.push_back(std::move(*ply));
    }
  }
  return list;
}

int end_margin(const Rules& rules, const Position& position) {  // rule 10
  Position turned = position;
  turned.side = 1 - position.side;
  if (!plies(rules, turned).empty()) return -position.seeds();
  int margin = 0;
  for (int ring = 0; ring < 2 * position.row(); ++ring) margin += (owns(position, ring) ? 1 : -1) * position.pits[at(ring)];
  return margin;
}

std::string text(const Rules& rules, const Position& position) {
  std::string out = "kiothi" + rules_text(rules) + ":";
  const int row = position.row();
  const auto put = [&](int ring, char end) {
    out += std::to_string(position.pits[at(ring)]);
    if (position.nki[at(ring)]) out += '*';
    out += end;
  };
  for (int ring = 2 * row - 1; ring >= row; --ring) put(ring, ring > row ? ',' : '/');
  for (int ring = 0; ring < row; ++ring) put(ring, ring + 1 < row ? ',' : ' ');
  out += position.side == 0 ? "0 0 S" : "0 0 N";
  return out;
}

std::vector<Position> all_positions(int row, int seeds, int marks) {
  std::vector<Position> list;
  for (const std::vector<int>& pits : all_boards(2 * row, seeds)) {
    std::vector<bool> nki(at(2 * row));
    std::fill(nki.end() - marks, nki.end(), true);
    do {
      bool possible = true;  // a nki is always occupied
      for (std::size_t ring = 0; ring < pits.size(); ++ring) possible = possible && (!nki[ring] || pits[ring] > 0);
      if (possible) list.push_back({pits, nki, 0});
    } while (std::next_permutation(nki.begin(), nki.end()));
  }
  return list;
}

Values::Values(const Rules& rules, int row, int seeds, int marks, Endless endless) : iteration_(endless) {
  std::map<std::pair<int, int>, std::size_t> layer_number;
  for (int s = 0; s <= seeds; ++s) {
    for (int m = 0; m <= std::min({s, marks, 2 * row}); ++m) {
      layer_number[{s, m}] = order_.size();
      order_.emplace_back(s, m);
      Layer& layer = layers_.emplace_back();
      layer.positions = all_positions(row, s, m);
      for (std::size_t i = 0; i < layer.positions.size(); ++i) {
        layer.number[{layer.positions[i].pits, layer.positions[i].nki}] = i;
      }
      std::vector<Node> nodes;
      for (const Position& position : layer.positions) {
        Node node{{}, end_margin(rules, position)};
        for (const Ply& ply : plies(rules, position)) {
          // The position as its mover sees it when it plays South.
          Key child{ply.after.pits, ply.after.nki};
          std::rotate(child.first.begin(), child.first.begin() + row, child.first.end());
          std::rotate(child.second.begin(), child.second.begin() + row, child.second.end());
          const std::size_t below = layer_number.at({ply.after.seeds(), ply.after.marks()});
          node.edges.push_back({below, layers_[below].number.at(child), ply.captures, false});
        }
        nodes.push_back(std::move(node));
      }
      iteration_.add_layer(std::move(nodes));
    }
  }
}

}  // namespace uthi::twin::kiothi
