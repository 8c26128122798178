// How a line of play reads.
#include "tools/line_report.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <cstdlib>

#include "core/repetition.hpp"
#include "tools/board_drawing.hpp"
#include "tools/json.hpp"
#include "tools/probe_report.hpp"

namespace uthi {

namespace {

// Turns as `uthi play` reads them.
std::string turns_of(const Line& line) {
  std::string turns;
  bool again = false;
  for (const LineStep& step : line.steps) {
    if (!turns.empty()) turns += again ? ',' : ' ';
    turns += step.played.ply.text;
    again = step.played.ply.again;
  }
  return turns;
}

// What a repetition is worth where it does not end the game as a draw.
std::string counted_text(const Position& last, int margin) {
  const std::string result =
      margin == 0 ? "a draw"
                  : fmt::format("{} wins by {}{}", margin > 0 ? "South" : "North", std::abs(margin), win_name(last.rules.game(), margin));
  if (repetition_of(last.rules) == Repetition::score) return fmt::format("each scores its store and its own row, {}", result);
  return fmt::format("the {} on the board {} split evenly, {} each, {}", counted(static_cast<std::uint64_t>(last.seeds()), "seed", "seeds"),
                     last.seeds() == 1 ? "is" : "are", half_text(last.seeds()), result);
}

}  // namespace

boost::json::object json_of(const Line& line) {
  boost::json::array steps;
  for (const LineStep& step : line.steps) {
    boost::json::object object{{"ply", steps.size() + 1}, {"side", step.side == Side::south ? "S" : "N"}};
    for (auto& field : json_of(step.played)) object.insert(field);
    steps.push_back(std::move(object));
  }
  boost::json::object object{{"position", to_text(line.start.position)}, {"outcome", outcome_name(line.start.outcomes)}};
  object["reason"] = line.start.reason.empty() ? boost::json::value(nullptr) : boost::json::value(line.start.reason);
  add_value(object, line.start.value);
  object["margin"] = json_of(line.start.margin);
  add_win_by_two(object, line.start.position.rules.game(), line.start.margin);
  object["steps"] = std::move(steps);
  object["last"] = to_text(line.last);
  object["repetition"] = line.repeats.has_value();
  object["repeats"] = line.repeats ? boost::json::value(*line.repeats) : boost::json::value(nullptr);
  object["final_margin"] = json_of(line.final_margin);  // South's less North's
  return object;
}

std::string text_of(const Line& line) {
  std::string text = fmt::format("{}\n\n{}\n{}.\n", to_text(line.start.position), drawn(line.start.position), sentence_of(line.start));
  if (!line.steps.empty()) {
    text += fmt::format("\n  {:>4}  {:<6}{:<6}{:>8}{:>10}{:>10}  {}\n", "ply", "side", "move", "captures", "floor", "ceiling", "position");
  }
  std::size_t ply = 0;
  for (const LineStep& step : line.steps) {
    text += fmt::format("  {:>4}  {:<6}{:<6}{:>8}{:>10}{:>10}  {}\n", ++ply, side_name(step.side), step.played.ply.text,
                        step.played.ply.captures, margin_text(step.played.value.floor, step.played.value.floor_depth),
                        margin_text(step.played.value.ceiling, step.played.value.ceiling_depth), to_text(step.played.ply.position));
  }
  if (line.repeats) {
    const std::string where = *line.repeats == 0 ? "at the start" : fmt::format("after ply {}", *line.repeats);
    text += fmt::format("\nThe position repeats the one {}: {}.\n", where,
                        line.final_margin ? counted_text(line.last, *line.final_margin) : "a draw by repetition");
  } else if (line.final_margin) {
    const int margin = *line.final_margin;
    text += margin == 0 ? std::string("\nThe game ends in a draw.\n")
                        : fmt::format("\nThe game ends: {} wins by {}{}.\n", margin > 0 ? "South" : "North", std::abs(margin),
                                      win_name(line.last.rules.game(), margin));
  }
  if (!line.start.outcomes.decided()) text += "The bounds of the start leave it open: other play can give either side more.\n";
  if (!line.steps.empty()) text += fmt::format("Moves: {}\n", turns_of(line));
  return text;
}

}  // namespace uthi
