// The page as the server renders it: readable, and good for playing on, without JavaScript.
//
// page/index.html holds the placeholders {{title}} {{description}} {{position}} {{board}} {{verdict}} {{moves}} {{forms}}.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "tools/board_drawing.hpp"
#include "tools/explorer/assets.hpp"
#include "tools/explorer/careful_referee.hpp"
#include "tools/explorer/state.hpp"
#include "tools/output.hpp"
#include "tools/pit_values.hpp"
#include "tools/probe_report.hpp"
#include "tools/workshop/diagram.hpp"

namespace uthi::explorer {

namespace {

using workshop::escaped;

constexpr std::string_view kContentSecurity =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

// What is shown of one position; the rest of the page does not depend on it.
struct Shown {
  int status = 200;
  std::string title{};
  std::string description{};
  std::string position{};
  std::string board{};
  std::string verdict{};
  std::string moves{};
};

std::string link_to(std::string_view position) { return "?p=" + escaped(percent_encoded(position)); }

std::string in_plies(const std::optional<int>& depth) {
  return depth ? fmt::format(" in {}", counted(static_cast<std::uint64_t>(*depth), "ply", "plies")) : "";
}

// "wins by 5 in 7 plies", for the player to move at `lead`.
std::string result_words(const PlyAnswer& ply, int lead) {
  const Value& value = ply.value;
  if (!ply.outcomes.decided())
    return fmt::format("between {:+} and {:+}", lead + value.floor.value_or(0), lead + value.ceiling.value_or(0));
  switch (ply.outcome) {
    case Outcome::win:
      return fmt::format("wins by {}{}{}", lead + *value.floor, in_plies(value.floor_depth),
                         win_name(ply.ply.position.rules.game(), lead + *value.floor));
    case Outcome::loss:
      return fmt::format("loses by {}{}{}", -(lead + *value.ceiling), in_plies(value.ceiling_depth),
                         win_name(ply.ply.position.rules.game(), -(lead + *value.ceiling)));
    case Outcome::draw:
      break;
  }
  return drawn_by_score(value, lead) ? "a draw by score" + in_plies(value.floor_depth) : "a draw by repetition";
}

std::string deed_words(const LegalPly& ply) {
  std::string words;
  if (ply.captures > 0) words += fmt::format(", takes {}", ply.captures);
  if (ply.again) words += ", plays again";
  return words;
}

std::string item_of(const LegalPly& ply, const std::string& words) {
  return fmt::format("<li><a class=\"move\" href=\"{}\" data-move=\"{}\">{}</a> <span class=\"move-words\">{}</span></li>\n",
                     link_to(to_text(ply.position)), escaped(ply.text), escaped(ply.text), escaped(words));
}

std::string group_of(std::string_view kind, const std::string& heading, const std::string& items) {
  if (items.empty()) return "";
  return fmt::format("<section class=\"moves-group moves-{}\"><h3>{}</h3>\n<ul>\n{}</ul></section>\n", kind, heading, items);
}

std::string moves_of(const Answer& answer) {
  const std::string_view mover = side_name(answer.position.side);
  std::array<std::string, 4> items;            // win, draw, loss, not decided
  for (const PlyAnswer& ply : answer.plies) {  // best first
    const std::size_t group = !ply.outcomes.decided() ? 3 : ply.outcome == Outcome::win ? 0 : ply.outcome == Outcome::draw ? 1 : 2;
    items[group] += item_of(ply.ply, result_words(ply, answer.position.lead()) + deed_words(ply.ply));
  }
  return group_of("win", fmt::format("Wins for {}", mover), items[0]) + group_of("unknown", fmt::format("Open for {}", mover), items[3]) +
         group_of("draw", "Draws", items[1]) + group_of("loss", fmt::format("Losses for {}", mover), items[2]);
}

std::string moves_of(const std::vector<LegalPly>& plies) {
  std::string items;
  for (const LegalPly& ply : plies) {
    const std::string deed = deed_words(ply);
    items += item_of(ply, deed.empty() ? std::string("value not known") : deed.substr(2));
  }
  return group_of("plain", "Moves", items);
}

// A position that tables do not answer for: the rules still tell its moves.
void show_without_tables(const State& state, const Position& position, const Problem& problem, Shown& shown) {
  const auto prober = state.tables.prober(position.rules);
  const CarefulReferee referee(prober->referee());
  const workshop::Diagram diagram{.position = position};
  shown.board = workshop::svg_of(diagram);
  if (position.redistributions > 0) {
    shown.verdict =
        fmt::format("{} redistributes first, in one of {}.", side_name(position.side), counted(referee.ways(position), "way", "ways"));
    return;
  }
  shown.verdict = fmt::format("Not known: {}. There are tables for {}.", problem.detail(), state.tables.text());
  shown.moves = moves_of(referee.plies(position));
}

void show_position(const State& state, const Position& position, Shown& shown) {
  shown.position = to_text(position);
  shown.title = fmt::format("{} {}, {} to move", position.rules.game().title, position.rules.board_text(), side_name(position.side));
  try {
    const Answer answer = covered(state.tables, position)->answer(position);
    workshop::Diagram diagram{.position = position};
    diagram.notes = values_by_pit(answer);
    shown.board = workshop::svg_of(diagram);
    shown.verdict = sentence_of(answer) + ".";
    shown.moves = moves_of(answer);
  } catch (const Problem& problem) {
    show_without_tables(state, position, problem, shown);
  }
  shown.description = shown.verdict;
}

// The start with `each` seeds in every pit; nothing where the game would be over before it begins.
std::optional<std::string> start_of(const State& state, const TableSet& set, int each) {
  const auto prober = state.tables.prober(set.rules);
  const Position start = prober->referee().start(each);
  if (prober->referee().over(start)) return std::nullopt;
  return to_text(start);
}

std::string start_position(const State& state) {
  for (const TableSet& set : state.tables.sets()) {
    if (set.rules.game().has_opening) continue;
    const int ring = 2 * set.rules.pits();
    const int each = set.layers.rbegin()->first.seeds / ring;
    if (each == 0 || !set.layers.contains({each * ring, 0})) continue;
    if (const auto start = start_of(state, set, each)) return *start;
  }
  return state.tables.example();
}

// A form that needs no JavaScript, and positions to begin with.
std::string forms(const State& state, const std::string& position) {
  std::string text = fmt::format(
      "<form class=\"enter-position\" method=\"get\" action=\"./\">\n<label for=\"enter-p\">Position</label>\n"
      "<input id=\"enter-p\" name=\"p\" value=\"{}\" spellcheck=\"false\" autocomplete=\"off\">\n<button "
      "type=\"submit\">Show</button>\n</form>\n",
      escaped(position));
  std::string items;
  for (const TableSet& set : state.tables.sets()) {
    const std::string name = fmt::format("{} {}", set.rules.game().title, set.rules.board_text());
    std::map<std::string, std::string> links;  // position to words
    const int ring = 2 * set.rules.pits();
    for (int each = 1; !set.rules.game().has_opening && set.layers.contains({each * ring, 0}); ++each) {
      if (const auto start = start_of(state, set, each)) links.emplace(*start, fmt::format("{}, start with {} a pit", name, each));
    }
    links.emplace(state.tables.example(&set), fmt::format("{}, an end-game", name));
    for (const auto& [start, words] : links) items += fmt::format("<li><a href=\"{}\">{}</a></li>\n", link_to(start), escaped(words));
  }
  if (items.empty()) return text;
  return text + "<nav class=\"starts\" aria-label=\"Positions that tables cover\">\n<ul>\n" + items + "</ul>\n</nav>\n";
}

std::string filled(std::string_view page, const std::map<std::string_view, std::string>& values) {
  std::string text;
  while (!page.empty()) {
    const std::size_t open = page.find("{{");
    text += page.substr(0, open);
    if (open == std::string_view::npos) break;
    page.remove_prefix(open);
    const std::size_t close = page.find("}}");
    const auto value = close == std::string_view::npos ? values.end() : values.find(page.substr(2, close - 2));
    const std::size_t taken = value == values.end() ? 2 : close + 2;
    text += value == values.end() ? std::string(page.substr(0, taken)) : value->second;
    page.remove_prefix(taken);
  }
  return text;
}

}  // namespace

Reply page_reply(const Asked& asked) {
  const State& state = asked.state;
  const auto page = page_file("index.html", state.options.assets);
  if (!page) throw Problem(404, "not-found", "this program was built without a page");
  Shown shown;
  std::string entered = asked.target.text("p").value_or("");
  if (entered.empty()) entered = start_position(state);
  try {
    show_position(state, parse_position(entered), shown);
  } catch (const Error& error) {
    const Problem problem = problem_of(error, shown.position.empty() ? 400 : 422);
    const std::string example = state.tables.example();
    shown.status = problem.status();
    shown.title = "No such position";
    shown.verdict = problem.detail() + ". For example: " + (problem.example().empty() ? example : problem.example());
    shown.description = shown.verdict;
  }
  Reply reply = reply_of(filled(*page, {{"title", escaped(shown.title)},
                                        {"description", escaped(shown.description)},
                                        {"position", escaped(shown.position.empty() ? entered : shown.position)},
                                        {"board", shown.board},
                                        {"verdict", escaped(shown.verdict)},
                                        {"moves", shown.moves},
                                        {"forms", forms(state, shown.position.empty() ? entered : shown.position)}}),
                         "text/html; charset=utf-8");
  reply.status = shown.status;
  reply.headers = {{"Content-Security-Policy", std::string(kContentSecurity)}, {"Referrer-Policy", "no-referrer"}};
  return reply;
}

}  // namespace uthi::explorer
