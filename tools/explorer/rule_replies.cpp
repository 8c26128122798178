// Answers by the rules alone: moves with their laps, games, pictures, rules.
#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "tools/explorer/careful_referee.hpp"
#include "tools/explorer/state.hpp"
#include "tools/game_record.hpp"
#include "tools/json.hpp"
#include "tools/moves_report.hpp"
#include "tools/pit_values.hpp"
#include "tools/play_report.hpp"
#include "tools/rules_report.hpp"
#include "tools/workshop/diagram.hpp"
#include "tools/workshop/sowing_trace.hpp"

namespace uthi::explorer {

namespace {

// Nobody watches a longer sowing seed by seed.
constexpr std::size_t kMostSownSeeds = 5000;

std::string name_of(int pit, int pits) { return {pit_name(pit < pits ? Side::south : Side::north, pit < pits ? pit : pit - pits)}; }

// Adds what an animation needs: `laps` and, of a capture, `taken`; both null for sowings that are too long to be shown.
void add_laps(boost::json::object& move, const Position& before, const LegalPly& ply) {
  move["laps"] = nullptr;
  move["taken"] = nullptr;
  workshop::SowingTrace trace;
  try {
    trace = workshop::trace_of(before, ply);
  } catch (const DoesNotFit&) {
    return;
  }
  const int pits = before.rules.pits();
  auto board = before.pits;
  const auto at = [&](int pit) -> std::uint8_t& { return board[static_cast<std::size_t>(pit)]; };
  boost::json::array laps;
  std::size_t sown = 0;
  for (const workshop::TracedLap& lap : trace.laps) {
    sown += lap.sown.size();
    if (sown > kMostSownSeeds) return;
    at(lap.from) = static_cast<std::uint8_t>(at(lap.from) - lap.seeds);
    boost::json::array names;
    for (const int pit : lap.sown) {
      ++at(pit);
      names.emplace_back(name_of(pit, pits));
    }
    laps.push_back(boost::json::object{{"from", name_of(lap.from, pits)}, {"seeds", lap.seeds}, {"pits", std::move(names)}});
  }
  boost::json::array taken;
  for (const int pit : trace.captured) {
    const int seeds = at(pit) - ply.position.pits[static_cast<std::size_t>(pit)];
    taken.push_back(boost::json::object{{"pit", name_of(pit, pits)}, {"seeds", seeds}});
  }
  move["laps"] = std::move(laps);
  move["taken"] = std::move(taken);
}

}  // namespace

Reply moves_reply(const Asked& asked) {
  asked.target.allow({"p"});
  const Position position = asked.target.position();
  return asked.tagged(to_text(position), [&] {
    const auto prober = asked.state.tables.prober(position.rules);
    const CarefulReferee referee(prober->referee());
    boost::json::object object = json_of_moves(referee, position);
    if (boost::json::value* moves = object.if_contains("moves")) {
      std::size_t i = 0;
      for (const LegalPly& ply : prober->referee().plies(position)) add_laps(moves->get_array()[i++].get_object(), position, ply);
    }
    return line_of(object);
  });
}

Reply play_reply(const Asked& asked) {
  asked.target.allow({"p", "moves"});
  const Position position = asked.target.position();
  const std::string moves = asked.target.moves("moves", position.rules, "moves=b%2B,c- A%2B");
  return asked.tagged(to_text(position) + " " + moves, [&] {
    const auto prober = asked.state.tables.prober(position.rules);
    const CarefulReferee referee(prober->referee());
    return line_of(json_of(play_game(referee, position, {moves}), referee));
  });
}

Reply board_reply(const Asked& asked) {
  asked.target.allow({"p", "move", "values", "palette"});
  const Position position = asked.target.position();
  const bool values = asked.target.flag("values");
  const std::string palette = asked.target.text("palette").value_or("wood");
  if (palette != "wood" && palette != "print")
    throw Problem(400, "syntax", fmt::format("palette={}", palette), "wood or print", "palette=wood");
  const std::string move = asked.target.text("move") ? asked.target.moves("move", position.rules, "move=b%2B") : "";
  const auto prober = values ? covered(asked.state.tables, position) : asked.state.tables.prober(position.rules);
  return asked.tagged(
      fmt::format("{} {} {} {}", to_text(position), move, values, palette),
      [&] {
        workshop::Diagram diagram{.position = position};
        if (palette == "print") diagram.style.palette = workshop::Palette::print;
        if (!move.empty()) diagram.trace = workshop::trace_of(position, CarefulReferee(prober->referee()).ply(position, move));
        if (values) diagram.notes = values_by_pit(prober->answer(position));
        return workshop::svg_of(diagram);
      },
      "image/svg+xml");
}

Reply rules_reply(const Asked& asked) {
  constexpr int kAnyBoard = 6;  // options do not depend on the board
  asked.target.allow({"game", "rules"});
  const RuleSet rules = rules_of(asked.target, kAnyBoard);
  return asked.tagged(rules.text(), [&] { return line_of(json_of_rules(rules)); });
}

}  // namespace uthi::explorer
