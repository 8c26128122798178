// Sweeps until nothing changes.
#include "tests/workshop/forward.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "tests/twin/values.hpp"

namespace uthi::twin {

namespace {

// A pit's name, and how it is sown from.
std::string move_text(int side, int pit, const std::string& how) {
  std::string text(1, static_cast<char>((side == 0 ? 'a' : 'A') + pit));
  text.append(how);
  return text;
}

}  // namespace

Forward Forward::giuthi(int row, int seeds) {
  Forward forward;
  forward.bound_ = seeds + 1;
  const Rules rules;
  std::vector<Position> positions;
  std::map<std::pair<std::vector<int>, int>, std::size_t> numbers;
  for (int s = 0; s <= seeds; ++s) {
    for (const auto& pits : all_boards(2 * row, s)) {
      for (const int side : {0, 1}) {
        numbers[{pits, side}] = positions.size();
        positions.push_back({pits, side});
      }
    }
  }
  for (const Position& position : positions) {
    ForwardNode node{.text = text(rules, position), .side = position.side};
    for (const int pit : position.pits) node.seeds += pit;
    const auto list = plies(rules, position);
    node.over = list.empty();
    node.end_margin = position.side == 0 ? row_margin(position) : -row_margin(position);
    for (const Ply& ply : list) {
      const std::string move = ply.pit < 0 ? "pass" : move_text(position.side, ply.pit, ply.direction > 0 ? "+" : "-");
      node.edges.push_back({numbers.at({ply.after.pits, ply.after.side}), position.side == 0 ? ply.captures : -ply.captures, move});
    }
    forward.nodes_.push_back(std::move(node));
  }
  forward.solve();
  return forward;
}

Forward Forward::kiothi(int row, int seeds, int marks) {
  Forward forward;
  forward.bound_ = seeds + 1;
  const kiothi::Rules rules;
  std::vector<kiothi::Position> positions;
  std::map<std::pair<std::pair<std::vector<int>, std::vector<bool>>, int>, std::size_t> numbers;
  for (int s = 0; s <= seeds; ++s) {
    for (int m = 0; m <= std::min(marks, s); ++m) {
      for (kiothi::Position position : kiothi::all_positions(row, s, m)) {
        for (const int side : {0, 1}) {
          position.side = side;
          numbers[{{position.pits, position.nki}, side}] = positions.size();
          positions.push_back(position);
        }
      }
    }
  }
  for (const kiothi::Position& position : positions) {
    std::string text = kiothi::text(rules, position);
    ForwardNode node{.text = std::move(text), .side = position.side, .seeds = position.seeds()};
    const auto list = kiothi::plies(rules, position);
    node.over = list.empty();
    if (node.over) node.end_margin = (position.side == 0 ? 1 : -1) * kiothi::end_margin(rules, position);
    for (const kiothi::Ply& ply : list) {
      node.edges.push_back({numbers.at({{ply.after.pits, ply.after.nki}, ply.after.side}),
                            position.side == 0 ? ply.captures : -ply.captures,
                            move_text(position.side, ply.pit, std::to_string(ply.lift))});
    }
    forward.nodes_.push_back(std::move(node));
  }
  forward.solve();
  return forward;
}

bool Forward::at(const Rows& rows, std::size_t node, int margin) const {
  return rows[static_cast<std::size_t>(std::clamp(margin, -bound_, bound_) + bound_)][node] != 0;
}

bool Forward::over_is_good(Kind kind, const ForwardNode& node, int margin) const {
  if (kind == Kind::at_least) return node.end_margin >= margin;
  return kind == Kind::exactly ? node.end_margin == margin : node.end_margin <= margin;
}

bool Forward::now_holds(Kind kind, const ForwardNode& node, int margin, const Child& child) const {
  if (node.over) return over_is_good(kind, node, margin);
  const auto holds = [&](const ForwardNode::Edge& edge) { return child(edge, margin - edge.gain); };
  const bool forcing_side_moves = (node.side == 0) == (kind != Kind::at_most);
  return forcing_side_moves ? std::any_of(node.edges.begin(), node.edges.end(), holds)
                            : std::all_of(node.edges.begin(), node.edges.end(), holds);
}

// The boards of `seeds` seeds are looked at again and again until nothing changes. Captures lead to fewer seeds, whose rows
// stand already.
void Forward::sweep_layer(Kind kind, int seeds, int margin, std::size_t barred, Row& row, const Rows& rows) const {
  const Child child = [&](const ForwardNode::Edge& edge, int left) {
    if (edge.gain == 0) return row[edge.to] != 0;
    if (kind == Kind::exactly && std::abs(left) > bound_) return false;
    return at(rows, edge.to, left);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].seeds != seeds || row[i] != 0 || i == barred || !now_holds(kind, nodes_[i], margin, child)) continue;
      row[i] = 1;
      changed = true;
    }
  }
}

Forward::Rows Forward::sweep(Kind kind) const {
  Rows rows(static_cast<std::size_t>(2 * bound_ + 1), Row(nodes_.size(), 0));
  for (int seeds = 0; seeds < bound_; ++seeds) {
    for (int margin = -bound_; margin <= bound_; ++margin) {
      sweep_layer(kind, seeds, margin, static_cast<std::size_t>(-1), rows[static_cast<std::size_t>(margin + bound_)], rows);
    }
  }
  return rows;
}

void Forward::solve() {
  ends_ = sweep(Kind::at_least);
  exact_ = sweep(Kind::exactly);
  held_ = sweep(Kind::at_most);
}

bool Forward::can_end_without(std::size_t node, int least, std::size_t barred) const {
  if (node == barred) return false;
  if (nodes_[node].seeds != nodes_[barred].seeds) return can_end(node, least);
  Row row(nodes_.size(), 0);
  sweep_layer(Kind::at_least, nodes_[node].seeds, least, barred, row, ends_);
  return row[node] != 0;
}

bool Forward::can_end_with_exactly(std::size_t node, int margin) const { return std::abs(margin) <= bound_ && at(exact_, node, margin); }

bool Forward::can_end_in_plies(std::size_t node, int least, int plies) const {
  while (plies_.size() <= static_cast<std::size_t>(plies)) {
    Rows rows(static_cast<std::size_t>(2 * bound_ + 1), Row(nodes_.size(), 0));
    for (int margin = -bound_; margin <= bound_; ++margin) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (plies_.empty() && !nodes_[i].over) continue;
        rows[static_cast<std::size_t>(margin + bound_)][i] = now_holds(
            Kind::at_least, nodes_[i], margin, [&](const ForwardNode::Edge& edge, int left) { return at(plies_.back(), edge.to, left); });
      }
    }
    plies_.push_back(std::move(rows));
  }
  return at(plies_[static_cast<std::size_t>(plies)], node, least);
}

bool Forward::can_end_in_turns(std::size_t node, int least, int turns) const {
  // turns_[n], where South moves: n turns are left, the one that begins or goes on here included; where North moves: n turns
  // are left behind North's.
  while (turns_.size() <= static_cast<std::size_t>(turns)) {
    const std::size_t n = turns_.size();
    Rows rows(static_cast<std::size_t>(2 * bound_ + 1), Row(nodes_.size(), 0));
    for (int seeds = 0; seeds < bound_; ++seeds) {
      for (int margin = -bound_; margin <= bound_; ++margin) {
        Row& row = rows[static_cast<std::size_t>(margin + bound_)];
        for (bool changed = true; changed;) {
          changed = false;
          for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const ForwardNode& from = nodes_[i];
            if (from.seeds != seeds || row[i] != 0 || (n == 0 && from.side == 0 && !from.over)) continue;
            const bool now = now_holds(Kind::at_least, from, margin, [&](const ForwardNode::Edge& edge, int left) {
              // South's turn ends: one less is left.
              if (from.side == 0 && nodes_[edge.to].side == 1) return at(turns_[n - 1], edge.to, left);
              return edge.gain == 0 ? row[edge.to] != 0 : at(rows, edge.to, left);
            });
            if (!now) continue;
            row[i] = 1;
            changed = true;
          }
        }
      }
    }
    turns_.push_back(std::move(rows));
  }
  return at(turns_[static_cast<std::size_t>(turns)], node, least);
}

int Forward::best_capture(std::size_t node) const {
  int best = 0;
  std::set<std::size_t> seen;
  std::vector<std::size_t> open{node};
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    if (!seen.insert(here).second) continue;
    for (const ForwardNode::Edge& edge : nodes_[here].edges) {
      best = std::max(best, edge.gain);
      if (nodes_[edge.to].side == 0) open.push_back(edge.to);
    }
  }
  return best;
}

}  // namespace uthi::twin
