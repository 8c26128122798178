// How a game reads: its plies, its end, its scores.
#include "tools/play_report.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "tools/board_drawing.hpp"
#include "tools/json.hpp"

namespace uthi {

namespace {

// South's and North's scores in half seeds: seeds that are split can be odd in number.
using HalfSeeds = std::array<int, 2>;

// The final scores, where the game has ended; a repetition is worth what the rule option says.
std::optional<HalfSeeds> final_scores(const GameRecord& game, const Referee& referee) {
  if (game.over) {
    const std::array<int, 2> scores = *game.scores();
    return HalfSeeds{2 * scores[0], 2 * scores[1]};
  }
  const std::string_view repetition = game.last.rules.get("repetition");
  if (!game.repeats || repetition == "draw") return std::nullopt;
  HalfSeeds scores{2 * game.last.stores[0], 2 * game.last.stores[1]};
  // Split evenly, or each its own row.
  const int margin = repetition == "score" ? referee.row_margin(game.last) : 0;
  scores[static_cast<std::size_t>(game.last.side)] += game.last.seeds() + margin;
  scores[static_cast<std::size_t>(other(game.last.side))] += game.last.seeds() - margin;
  return scores;
}

boost::json::value json_of_half_seeds(int half_seeds) {
  if (half_seeds % 2 == 0) return half_seeds / 2;
  return half_seeds / 2.0;
}

// What a repetition does with the seeds on the board.
std::string_view end_of_repetition(const RuleSet& rules) {
  const std::string_view repetition = rules.get("repetition");
  if (repetition == "split") return "the seeds on the board are split evenly";
  return repetition == "score" ? "each takes its own row" : "draw";
}

std::string text_of_scores(const GameSpec& game, const HalfSeeds& scores) {
  const int margin = (scores[0] - scores[1]) / 2;
  const std::string result =
      margin == 0 ? "a draw" : fmt::format("{} wins by {}{}", margin > 0 ? "South" : "North", std::abs(margin), win_name(game, margin));
  return fmt::format("South {}, North {}: {}", half_text(scores[0]), half_text(scores[1]), result);
}

}  // namespace

boost::json::object json_of(const GameRecord& game, const Referee& referee) {
  boost::json::array plies;
  for (const GameRecord::Step& step : game.steps) {
    plies.push_back(boost::json::object{{"ply", plies.size() + 1},
                                        {"side", step.side == Side::south ? "S" : "N"},
                                        {"move", step.ply.text},
                                        {"captures", step.ply.captures},
                                        {"again", step.ply.again},
                                        {"position", to_text(step.ply.position)}});
  }
  boost::json::object object{{"start", to_text(game.start)},
                             {"position", to_text(game.last)},
                             {"plies", std::move(plies)},
                             {"turn_open", game.turn_open},
                             {"repetition", game.repeats.has_value()}};
  if (game.over) object["over"] = *game.over;
  if (game.repeats) object["repeats"] = *game.repeats;
  if (const auto scores = final_scores(game, referee)) {
    object["scores"] = boost::json::object{{"south", json_of_half_seeds((*scores)[0])}, {"north", json_of_half_seeds((*scores)[1])}};
    add_win_by_two(object, game.last.rules.game(), ((*scores)[0] - (*scores)[1]) / 2);
  }
  return object;
}

std::string text_of(const GameRecord& game, const Referee& referee) {
  std::string text = fmt::format("{}\n\n{}", to_text(game.last), drawn(game.last));
  const auto scores = final_scores(game, referee);
  if (game.over) {
    text += fmt::format("\nThe game is over. {}.\n", text_of_scores(game.last.rules.game(), *scores));
  } else if (game.repeats) {
    const std::string where = *game.repeats == 0 ? "the start" : fmt::format("that after ply {}", *game.repeats);
    text += fmt::format("\nThe position repeats: {}{}. It is the same as {}.\n", end_of_repetition(game.last.rules),
                        scores ? "; " + text_of_scores(game.last.rules.game(), *scores) : "", where);
  } else if (game.last.redistributions > 0) {
    text += fmt::format("\n{} redistributes.\n", side_name(game.last.side));
  } else if (game.turn_open) {
    text += fmt::format("\n{} sows again.\n", side_name(game.last.side));
  }
  return text;
}

}  // namespace uthi
