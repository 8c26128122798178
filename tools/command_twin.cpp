// uthi twin: what one seed changes.
#include <fmt/format.h>

#include <array>
#include <boost/json/array.hpp>
#include <utility>

#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/item_errors.hpp"
#include "tools/json.hpp"
#include "tools/probe_report.hpp"
#include "tools/workshop/neighbours.hpp"

namespace uthi {

namespace {

using workshop::Change;
using workshop::Neighbour;
using workshop::Neighbourhood;

std::string_view change_name(Change change) {
  constexpr std::string_view kNames[] = {"moved", "added", "removed"};
  return kNames[static_cast<std::size_t>(change)];
}

bool differs(const Neighbourhood& all, const Neighbour& neighbour) { return neighbour.outcome && *neighbour.outcome != all.here.outcome; }

boost::json::value pit_json(int ring, int pits) {
  if (ring < 0) return nullptr;
  return boost::json::string(std::string(1, ring < pits ? pit_name(Side::south, ring) : pit_name(Side::north, ring - pits)));
}

boost::json::object json_of(const Neighbourhood& all, const Neighbour& neighbour) {
  const int pits = all.here.position.rules.pits();
  boost::json::object object{{"position", to_text(neighbour.position)},
                             {"change", change_name(neighbour.change)},
                             {"from", pit_json(neighbour.from, pits)},
                             {"to", pit_json(neighbour.to, pits)},
                             {"outcome", nullptr},
                             {"margin", uthi::json_of(neighbour.margin)},
                             {"differs", differs(all, neighbour)}};
  if (neighbour.outcome) object["outcome"] = outcome_name(*neighbour.outcome);
  return object;
}

std::string verdict_text(const Neighbour& neighbour) {
  if (!neighbour.outcome) return "no table";
  std::string text(outcome_name(*neighbour.outcome));
  if (neighbour.margin && *neighbour.outcome != Outcome::draw) text += fmt::format(" by {}", std::abs(*neighbour.margin));
  return text;
}

std::string text_of(const Neighbourhood& all, bool every) {
  std::string text = fmt::format("{}\n{}.\n", to_text(all.here.position), sentence_of(all.here));
  for (const Change change : {Change::moved, Change::added, Change::removed}) {
    std::array<std::size_t, 3> counts{};
    std::size_t unknown = 0;
    std::size_t twins = 0;
    for (const Neighbour& neighbour : all.neighbours) {
      if (neighbour.change != change) continue;
      if (!neighbour.outcome) {
        ++unknown;
        continue;
      }
      ++counts[static_cast<std::size_t>(static_cast<int>(*neighbour.outcome) + 1)];
      twins += differs(all, neighbour) ? 1 : 0;
    }
    text += fmt::format("\none seed {}: {} won, {} drawn, {} lost{}; {} with another verdict\n", change_name(change), counts[2], counts[1],
                        counts[0], unknown > 0 ? fmt::format(", {} without a table", unknown) : std::string(), twins);
    for (const Neighbour& neighbour : all.neighbours) {
      if (neighbour.change != change || (!every && !differs(all, neighbour))) continue;
      text += fmt::format("  {:<8} {:<12} {}\n", workshop::change_text(neighbour, all.here.position.rules.pits()), verdict_text(neighbour),
                          to_text(neighbour.position));
    }
  }
  return text;
}

boost::json::object json_of(const Neighbourhood& all) {
  boost::json::array neighbours;
  for (const Neighbour& neighbour : all.neighbours) neighbours.push_back(json_of(all, neighbour));
  return {{"position", to_text(all.here.position)},
          {"outcome", outcome_name(all.here.outcomes)},
          {"margin", uthi::json_of(all.here.margin)},
          {"neighbours", std::move(neighbours)}};
}

ExitCode run(const Arguments& arguments) {
  Probers probers(folders_to_read(arguments));
  Output output;
  bool first = true;
  const auto answer = [&](const std::string& word) {
    const Position position = position_of(word);
    return workshop::neighbourhood_of(probers.for_rules(position.rules), position);
  };
  return answer_words(output, arguments.words(), arguments.has("json"), answer, [&](const Neighbourhood& all) {
    if (arguments.has("json")) {
      output.line(json_of(all));
      return;
    }
    if (!std::exchange(first, false)) output.line("");
    output.text(text_of(all, arguments.has("all")));
  });
}

}  // namespace

const Command& twin_command() {
  static const Command command{
      .name = "twin",
      .summary = "every position one seed away, and how the verdict changes",
      .usage = "uthi twin POSITION... [--all] [--tables DIR] [--json]",
      .description =
          "Moves one seed from pit to pit, adds one, removes one, and asks the tables about each position that results, for the\n"
          "same side to move at the same stores: twins, for composers. Those with another verdict are listed, with --all every\n"
          "one. A position that no table covers is counted apart.",
      .options = {kTablesOption, {"all", "", "list every neighbour, not only those with another verdict"}, kJsonOption},
      .examples =
          "  uthi twin 'giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S'\n"
          "  uthi twin 'giuthi:0,0,1,0,2/0,3,0,1,0' --all --json",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
