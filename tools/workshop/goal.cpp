// The aims, one by one.
#include "tools/workshop/goal.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/repetition.hpp"
#include "tools/workshop/forced_search.hpp"
#include "tools/workshop/sowing_trace.hpp"

namespace uthi::workshop {

std::string key_of(const Node& node) {
  const Position& position = node.position;
  std::string key(position.pits.begin(), position.pits.begin() + 2 * position.rules.pits());
  const auto put = [&](std::uint32_t number) {
    for (int i = 0; i < 4; ++i) key += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
  };
  put(position.marks);
  put(static_cast<std::uint32_t>(position.stores[0]) | (static_cast<std::uint32_t>(position.stores[1]) << 16U));
  put(static_cast<std::uint32_t>(node.left));
  key += static_cast<char>('0' + (position.side == Side::north ? 1 : 0) + (node.turn_over ? 2 : 0));
  return key;
}

Goal::Goal(const Prober& prober, const Stipulation& stipulation, const Position& root)
    : prober_(prober), root_(root), solver_(root.side), stipulation_(stipulation) {
  require_meaningful(stipulation, root.rules);
  if (stipulation.aim != Aim::best_margin) return;
  const Margins margins = this->margins(root);
  if (margins.low && *margins.low > 0) {
    stipulation_ = {Aim::win_by, *margins.low};
  } else if (margins.high && *margins.high < 0) {
    stipulation_ = {Aim::lose_at_most, -*margins.high};
  } else {
    stipulation_ = {Aim::draw, 0};
  }
}

int Goal::lead(const Position& position) const { return position.side == solver_ ? position.lead() : -position.lead(); }

Margins Goal::margins(const Position& position) const {
  const Value value = prober_.value(position);
  const int lead = this->lead(position);
  const auto plus_lead = [&](std::optional<int> margin, int sign) -> std::optional<int> {
    if (!margin) return std::nullopt;
    return lead + sign * *margin;
  };
  if (position.side == solver_) return {plus_lead(value.floor, 1), plus_lead(value.ceiling, 1)};
  return {plus_lead(value.ceiling, -1), plus_lead(value.floor, -1)};
}

Node Goal::root() const {
  const bool counts = stipulation_.aim == Aim::win_in_turns || stipulation_.aim == Aim::win_in_plies;
  Node node{.position = root_, .left = counts ? stipulation_.number : 0};
  if (stipulation_.aim == Aim::win_in_turns) --node.left;  // the turn that begins here is one of them
  return node;
}

Node Goal::after(const Node& node, const LegalPly& ply) const {
  Node next{.position = ply.position, .left = node.left, .captured = node.captured, .turn_over = node.turn_over};
  if (stipulation_.aim == Aim::win_in_plies) --next.left;
  // A turn of the solver begins.
  if (stipulation_.aim == Aim::win_in_turns && !ply.again && next.position.side == solver_) --next.left;
  if (stipulation_.aim == Aim::capture && !node.turn_over) {
    next.captured += ply.captures;
    next.turn_over = !ply.again;
  }
  return next;
}

bool Goal::finished(const Node& node) const {
  if (stipulation_.aim == Aim::capture && node.turn_over) return true;
  return referee().over(node.position).has_value();
}

bool Goal::holds_by_table(const Position& position) const {
  const Margins margins = this->margins(position);
  const int k = stipulation_.number;
  switch (stipulation_.aim) {
    case Aim::win:
      return margins.low && *margins.low > 0;
    case Aim::win_by:
      return margins.low && *margins.low >= k;
    case Aim::draw:
      return !margins.high || *margins.high >= 0;
    case Aim::lose_at_most:
      return !margins.high || *margins.high >= -k;
    default:  // repetition: the others are searched
      return !margins.high;
  }
}

// The most seeds that the rest of the solver's turn can capture, those of the turn so far included.
int Goal::best_capture(const Node& node) const {
  return node.captured + (node.turn_over ? 0 : best_turn_capture(referee(), node.position));
}

// What a search for a win in so many turns or plies, or for a one-warrior win, need not look into.
std::optional<bool> Goal::settled(const Node& node) const {
  const bool one_warrior = stipulation_.aim == Aim::one_warrior;
  if (const auto over = referee().over(node.position)) {
    const int margin = lead(node.position) + (node.position.side == solver_ ? *over : -*over);
    return one_warrior ? margin == 2 : margin > 0;
  }
  if (const auto known = known_.find(key_of(node)); known != known_.end()) return known->second;
  const Margins margins = this->margins(node.position);
  if (one_warrior) {
    // Who forces exactly two forces two at least, and cannot be held to less.
    if (!margins.low || *margins.low < 2) return false;
    return std::nullopt;
  }
  const bool budget_gone = stipulation_.aim == Aim::win_in_plies ? node.left <= 0 : node.left < 0;
  if (budget_gone || !margins.low || *margins.low <= 0) return false;
  return std::nullopt;
}

bool Goal::holds(const Node& node) const {
  switch (stipulation_.aim) {
    case Aim::capture:
      return best_capture(node) >= stipulation_.number;
    case Aim::win_in_turns:
    case Aim::win_in_plies:
    case Aim::one_warrior: {
      const ForcedSearch search{referee(),
                                solver_,
                                [&](const Node& at) { return settled(at); },
                                [&](const Node& at, const LegalPly& ply) { return after(at, ply); },
                                {},
                                kMostNodes};
      return can_force(search, node, &known_);
    }
    default:
      return holds_by_table(node.position);
  }
}

std::optional<bool> Goal::holds_without(const Node& node, const Node& barred) const {
  if (!must_come_about(stipulation_.aim)) return true;
  const LayerId layer = referee().layer(barred.position);
  ForcedSearch search{referee(),
                      solver_,
                      [&](const Node& at) -> std::optional<bool> {
                        if (at.position == barred.position) return false;
                        if (!holds(at)) return false;
                        if (finished(at) || referee().layer(at.position) != layer) return true;
                        return std::nullopt;
                      },
                      [&](const Node& at, const LegalPly& ply) { return after(at, ply); },
                      {},
                      kMostBarredNodes};
  try {
    // Mostly the play that tables call best does not come back, and that is quickly seen.
    if (stipulation_.aim == Aim::win || stipulation_.aim == Aim::win_by) {
      search.choice = [&](const Node& at) { return std::vector{prober_.answer(at.position).plies.front().ply}; };
      if (can_force(search, node, nullptr)) return true;
      search.choice = {};
    }
    return can_force(search, node, nullptr);
  } catch (const DoesNotFit&) {
    return std::nullopt;
  }
}

std::optional<std::string> Goal::more_is_possible() const {
  const auto larger = [&](Aim aim, int number) { return fmt::format("\"{}\" is possible", to_text(Stipulation{aim, number})); };
  const int k = stipulation_.number;
  switch (stipulation_.aim) {
    case Aim::win_by:
      if (const auto low = margins(root_).low; low && *low > k) return larger(Aim::win_by, *low);
      break;
    case Aim::win_in_turns:
    case Aim::win_in_plies:
      for (int n = 1; n < k; ++n) {
        const Goal faster(prober_, {stipulation_.aim, n}, root_);
        if (faster.holds(faster.root())) return larger(stipulation_.aim, n);
      }
      break;
    case Aim::draw:
    case Aim::repetition:
      if (const auto low = margins(root_).low; low && *low > 0) return larger(Aim::win_by, *low);
      break;
    case Aim::lose_at_most: {
      const Margins margins = this->margins(root_);
      if (margins.low && *margins.low > 0) return larger(Aim::win_by, *margins.low);
      // "Lose at most 0" is no less than a draw.
      if ((!margins.high || *margins.high >= 0) && k > 0) return larger(Aim::draw, 0);
      if (margins.high && *margins.high < 0 && *margins.high > -k) return larger(Aim::lose_at_most, -*margins.high);
      break;
    }
    case Aim::capture:
      if (const int most = best_capture(root()); most > k) return larger(Aim::capture, most);
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace uthi::workshop
