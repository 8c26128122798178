// How an answer reads.
#include "tools/probe_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdlib>

#include "tools/board_drawing.hpp"
#include "tools/json.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

std::string in_plies(const std::optional<int>& depth) {
  if (!depth) return "";
  return fmt::format(" in {}", counted(static_cast<std::uint64_t>(*depth), "ply", "plies"));
}

}  // namespace

const Prober& Probers::for_rules(const RuleSet& rules) {
  auto& prober = probers_[rules.full_text()];
  if (!prober) prober = std::make_unique<Prober>(rules, catalogue_);
  return *prober;
}

boost::json::object json_of(const PlyAnswer& ply) {
  boost::json::object object{{"move", ply.ply.text},
                             {"captures", ply.ply.captures},
                             {"again", ply.ply.again},
                             {"pass", ply.ply.pass},
                             {"position", to_text(ply.ply.position)}};
  add_value(object, ply.value);
  object["outcome"] = outcome_name(ply.outcome);
  return object;
}

boost::json::object json_of(const Answer& answer) {
  const Position& position = answer.position;
  boost::json::object object{{"position", to_text(position)},      {"canonical", to_text(answer.canonical)},
                             {"game", position.rules.game().name}, {"board", position.rules.board_text()},
                             {"rules", json_of(position.rules)},   {"seeds", position.seeds()},
                             {"layer", json_of(answer.layer)},     {"outcome", outcome_name(answer.outcome)}};
  object["reason"] = answer.reason.empty() ? boost::json::value(nullptr) : boost::json::value(answer.reason);
  add_value(object, answer.value);
  object["margin"] = json_of(answer.margin);
  add_win_by_two(object, position.rules.game(), answer.margin);
  if (answer.over) object["over"] = *answer.over;
  boost::json::array plies;
  for (const PlyAnswer& ply : answer.plies) plies.push_back(json_of(ply));
  object["moves"] = std::move(plies);
  return object;
}

std::string sentence_of(const Answer& answer) {
  const std::string_view mover = side_name(answer.position.side);
  const int margin = std::abs(answer.margin.value_or(0));
  const std::string name = win_name(answer.position.rules.game(), margin);
  if (answer.over) {
    if (answer.outcome == Outcome::draw) return "The game is over: a draw";
    const Side winner = answer.outcome == Outcome::win ? answer.position.side : other(answer.position.side);
    return fmt::format("The game is over: {} has won by {}{}", side_name(winner), margin, name);
  }
  switch (answer.outcome) {
    case Outcome::win:
      return fmt::format("{} wins by {}{}{}", mover, margin, in_plies(answer.value.floor_depth), name);
    case Outcome::loss:
      return fmt::format("{} loses by {}{}{}", mover, margin, in_plies(answer.value.ceiling_depth), name);
    case Outcome::draw:
      break;
  }
  if (answer.reason == "score") return fmt::format("Draw by score{}", in_plies(answer.value.floor_depth));
  return "Draw by repetition";
}

std::string margin_text(const std::optional<int>& margin, const std::optional<int>& depth) {
  if (!margin) return "none";
  return depth ? fmt::format("{} ({})", *margin, *depth) : std::to_string(*margin);
}

std::string coloured_outcome(Outcome outcome, std::size_t width) {
  const Colour colour = outcome == Outcome::win ? Colour::green : outcome == Outcome::loss ? Colour::red : Colour::yellow;
  return coloured(fmt::format("{:<{}}", outcome_name(outcome), width), colour);
}

std::string text_of(const Answer& answer) {
  const Colour colour = answer.outcome == Outcome::win ? Colour::green : answer.outcome == Outcome::loss ? Colour::red : Colour::yellow;
  std::string text =
      fmt::format("{}\n\n{}\n{}.\n", to_text(answer.position), drawn(answer.position), coloured(sentence_of(answer), colour));
  text += fmt::format("floor {}, ceiling {}\n", margin_text(answer.value.floor, answer.value.floor_depth),
                      margin_text(answer.value.ceiling, answer.value.ceiling_depth));
  if (answer.plies.empty()) return text;
  text +=
      fmt::format("\n  {:<6}{:<8}{:>10}{:>10}{:>10}  {:<7}{}\n", "move", "outcome", "floor", "ceiling", "captures", "again", "position");
  for (const PlyAnswer& ply : answer.plies) {
    text += fmt::format("  {:<6}{}{:>10}{:>10}{:>10}  {:<7}{}\n", ply.ply.text, coloured_outcome(ply.outcome, 8),
                        margin_text(ply.value.floor, ply.value.floor_depth), margin_text(ply.value.ceiling, ply.value.ceiling_depth),
                        ply.ply.captures, ply.ply.again ? "yes" : "", to_text(ply.ply.position));
  }
  const bool depths = answer.value.floor_depth || answer.value.ceiling_depth;
  return text + fmt::format("\nMargins still to come for {}{}.\n", side_name(answer.position.side), depths ? ", plies in parentheses" : "");
}

}  // namespace uthi
