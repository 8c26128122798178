// The literal rules, and layers of Awari as graphs of plies.
#include "tests/twin/awari.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tests/twin/values.hpp"

namespace uthi::twin::awari {

std::vector<Rules> all_rules() { return {{false}, {true}}; }

std::string rules_text(const Rules& rules) { return rules.grand_slam_takes_nothing ? "{grandslam=none}" : ""; }

int Position::seeds() const { return std::accumulate(pits.begin(), pits.end(), 0); }

namespace {

std::size_t at(int ring) { return static_cast<std::size_t>(ring); }

bool owns(const Position& position, int side, int ring) { return ring / position.row() == side; }

int row_sum(const Position& position, int side) {
  int sum = 0;
  for (int ring = 0; ring < 2 * position.row(); ++ring) sum += owns(position, side, ring) ? position.pits[at(ring)] : 0;
  return sum;
}

// A sowing of an occupied pit, whether or not it starves the opponent.
Ply sow(const Rules& rules, const Position& position, int pit) {
  const int mover = position.side;
  Position now = position;
  const int origin = mover * position.row() + pit;
  int ring = origin;
  for (int hand = std::exchange(now.pits[at(origin)], 0); hand > 0;) {
    ring = (ring + 1) % (2 * position.row());
    if (ring == origin) continue;
    ++now.pits[at(ring)];
    --hand;
  }
  const Position sown = now;
  int captures = 0;
  while (ring >= 0 && owns(now, 1 - mover, ring) && (now.pits[at(ring)] == 2 || now.pits[at(ring)] == 3)) {
    captures += std::exchange(now.pits[at(ring)], 0);
    --ring;
  }
  if (captures > 0 && rules.grand_slam_takes_nothing && row_sum(now, 1 - mover) == 0) {
    now = sown;
    captures = 0;
  }
  now.side = 1 - mover;
  return {pit, captures, now};
}

}  // namespace

std::vector<Ply> plies(const Rules& rules, const Position& position) {
  std::vector<Ply> feeding;
  std::vector<Ply> starving;
  for (int pit = 0; pit < position.row(); ++pit) {
    if (position.pits[at(position.side * position.row() + pit)] == 0) continue;
    Ply ply = sow(rules, position, pit);
    (row_sum(ply.after, ply.after.side) > 0 ? feeding : starving).push_back(std::move(ply));
  }
  return feeding.empty() ? starving : feeding;
}

std::string text(const Rules& rules, const Position& position) {
  std::string out = "awari" + rules_text(rules) + ":";
  const int row = position.row();
  for (int ring = 2 * row - 1; ring >= row; --ring) out.append(std::to_string(position.pits[at(ring)])).append(ring > row ? "," : "/");
  for (int ring = 0; ring < row; ++ring) out.append(std::to_string(position.pits[at(ring)])).append(ring + 1 < row ? "," : " ");
  return out + (position.side == 0 ? "0 0 S" : "0 0 N");
}

Values::Values(const Rules& rules, int row, int seeds, Endless endless)
    : layers_(static_cast<std::size_t>(seeds) + 1), iteration_(endless) {
  for (std::size_t s = 0; s < layers_.size(); ++s) {
    Layer& layer = layers_[s];
    layer.boards = all_boards(2 * row, static_cast<int>(s));
    for (std::size_t i = 0; i < layer.boards.size(); ++i) layer.number[layer.boards[i]] = i;
    std::vector<Node> nodes;
    for (const std::vector<int>& board : layer.boards) {
      // The opponent of a player who cannot move takes what remains.
      Node node{{}, -static_cast<int>(s)};
      for (const Ply& ply : plies(rules, {board, 0})) {
        // The position as its mover sees it when it plays South.
        std::vector<int> child = ply.after.pits;
        std::rotate(child.begin(), child.begin() + row, child.end());
        const std::size_t below = s - static_cast<std::size_t>(ply.captures);
        node.edges.push_back({below, layers_[below].number.at(child), ply.captures, false});
      }
      nodes.push_back(std::move(node));
    }
    iteration_.add_layer(std::move(nodes));
  }
}

}  // namespace uthi::twin::awari
