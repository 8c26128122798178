// How an answer reads.
#include "tools/probe_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdlib>

#include "core/error.hpp"
#include "core/repetition.hpp"
#include "tools/board_drawing.hpp"
#include "tools/json.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

std::string in_plies(const std::optional<int>& depth) {
  if (!depth) return "";
  return fmt::format(" in {}", counted(static_cast<std::uint64_t>(*depth), "ply", "plies"));
}

// Floor and ceiling are one number, or bounds between which the path decides.
bool is_exact(const Value& value) { return value.floor == value.ceiling; }

bool has_bounds(const Position& position) { return repetition_of(position.rules) == Repetition::score; }

// "a win by 3", for the mover.
std::string result_text(int margin) {
  if (margin == 0) return "a draw";
  return fmt::format("a {} by {}", margin > 0 ? "win" : "loss", std::abs(margin));
}

// The mover's final margin between two numbers: "South wins by 1 to 5", "open for South: from a loss by 3 to a win by 5".
std::string between_text(std::string_view mover, int least, int largest) {
  if (least == largest) return least == 0 ? "a draw" : fmt::format("{} {} by {}", mover, least > 0 ? "wins" : "loses", std::abs(least));
  if (least > 0) return fmt::format("{} wins by {} to {}", mover, least, largest);
  if (largest < 0) return fmt::format("{} loses by {} to {}", mover, -largest, -least);
  return fmt::format("open for {}: from {} to {}", mover, result_text(least), result_text(largest));
}

std::string with_capital(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

Colour colour_of(const Outcomes& outcomes) {
  if (!outcomes.decided()) return Colour::none;
  return outcomes.win ? Colour::green : outcomes.loss ? Colour::red : Colour::yellow;
}

// `exact` and `outcomes` where they say something.
void add_bounds(boost::json::object& object, const Value& value, const Outcomes& outcomes) {
  object["exact"] = is_exact(value);
  boost::json::array list;
  if (outcomes.loss) list.emplace_back("loss");
  if (outcomes.draw) list.emplace_back("draw");
  if (outcomes.win) list.emplace_back("win");
  object["outcomes"] = std::move(list);
}

// The bounds of tables as the search beyond them reads them.
class TableBounds final : public BoundSource {
 public:
  TableBounds(const Prober& prober, const Position& asked) : prober_(prober), asked_(asked) {}
  Bounds bounds(LayerId layer, std::uint64_t number) const override {
    const Value value = prober_.stored_value(layer, number, asked_);
    if (!value.floor || !value.ceiling || *value.floor > *value.ceiling) {
      throw TableDamaged(fmt::format("layer {}, number {} of {}: expected a floor and a ceiling not below it; uthi verify finds the fault",
                                     to_text(layer), number, prober_.referee().rules().full_text()));
    }
    return {*value.floor, *value.ceiling};
  }

 private:
  const Prober& prober_;
  const Position& asked_;
};

}  // namespace

std::string_view outcome_name(const Outcomes& outcomes) {
  if (!outcomes.decided()) return "unknown";
  return outcome_name(outcomes.win ? Outcome::win : outcomes.loss ? Outcome::loss : Outcome::draw);
}

FirstRepetition exact_value_of(const Answer& answer, const Prober& prober, std::uint64_t most_nodes, const std::atomic<bool>& stop) {
  if (answer.over) return {.value = {*answer.over, *answer.over}};
  return first_repetition(answer.position, TableBounds(prober, answer.position), most_nodes, &stop);
}

void add_exact(boost::json::object& object, const Answer& answer, const FirstRepetition& found) {
  const int lead = answer.position.lead();
  object["exact_value"] = found.exact() ? boost::json::value(found.value.floor) : boost::json::value(nullptr);
  object["exact_floor"] = found.value.floor;
  object["exact_ceiling"] = found.value.ceiling;
  object["exact_outcome"] = outcome_name(outcomes_between(lead + found.value.floor, lead + found.value.ceiling));
  object["nodes"] = found.nodes;
}

std::string text_of(const Answer& answer, const FirstRepetition& found) {
  const int lead = answer.position.lead();
  const std::string result = between_text(side_name(answer.position.side), lead + found.value.floor, lead + found.value.ceiling);
  const std::string searched = counted(found.nodes, "position", "positions");
  if (found.exact()) {
    return fmt::format("Ending at the first repetition: {}; {} still to come, exact ({} searched).\n", result, found.value.floor, searched);
  }
  return fmt::format("Ending at the first repetition: {}; {} to {} still to come. Not settled after {}; --nodes allows more.\n", result,
                     found.value.floor, found.value.ceiling, searched);
}

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
  object["outcome"] = outcome_name(ply.outcomes);
  if (has_bounds(ply.ply.position)) add_bounds(object, ply.value, ply.outcomes);
  return object;
}

boost::json::object json_of(const Answer& answer) {
  const Position& position = answer.position;
  boost::json::object object{{"position", to_text(position)},      {"canonical", to_text(answer.canonical)},
                             {"game", position.rules.game().name}, {"board", position.rules.board_text()},
                             {"rules", json_of(position.rules)},   {"seeds", position.seeds()},
                             {"layer", json_of(answer.layer)},     {"outcome", outcome_name(answer.outcomes)}};
  object["reason"] = answer.reason.empty() ? boost::json::value(nullptr) : boost::json::value(answer.reason);
  add_value(object, answer.value);
  if (has_bounds(position)) add_bounds(object, answer.value, answer.outcomes);
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
  if (has_bounds(answer.position) && !is_exact(answer.value)) {
    const int lead = answer.position.lead();
    return with_capital(between_text(mover, lead + *answer.value.floor, lead + *answer.value.ceiling)) + ", by the bounds of endless play";
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

std::string coloured_outcome(const Outcomes& outcomes, std::size_t width) {
  return coloured(fmt::format("{:<{}}", outcome_name(outcomes), width), colour_of(outcomes));
}

std::string text_of(const Answer& answer) {
  std::string text = fmt::format("{}\n\n{}\n{}.\n", to_text(answer.position), drawn(answer.position),
                                 coloured(sentence_of(answer), colour_of(answer.outcomes)));
  const std::string_view kind = !has_bounds(answer.position) ? "" : is_exact(answer.value) ? ", exact" : ", bounds: the path decides";
  text += fmt::format("floor {}, ceiling {}{}\n", margin_text(answer.value.floor, answer.value.floor_depth),
                      margin_text(answer.value.ceiling, answer.value.ceiling_depth), kind);
  if (answer.plies.empty()) return text;
  text +=
      fmt::format("\n  {:<6}{:<8}{:>10}{:>10}{:>10}  {:<7}{}\n", "move", "outcome", "floor", "ceiling", "captures", "again", "position");
  for (const PlyAnswer& ply : answer.plies) {
    text += fmt::format("  {:<6}{}{:>10}{:>10}{:>10}  {:<7}{}\n", ply.ply.text, coloured_outcome(ply.outcomes, 8),
                        margin_text(ply.value.floor, ply.value.floor_depth), margin_text(ply.value.ceiling, ply.value.ceiling_depth),
                        ply.ply.captures, ply.ply.again ? "yes" : "", to_text(ply.ply.position));
  }
  const bool depths = answer.value.floor_depth || answer.value.ceiling_depth;
  return text + fmt::format("\nMargins still to come for {}{}.\n", side_name(answer.position.side), depths ? ", plies in parentheses" : "");
}

}  // namespace uthi
