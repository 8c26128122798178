// Grouping of listed tables.
#include "tools/table_sets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace uthi {

TableSets sets_of(const std::vector<Catalogue::Listed>& tables) {
  TableSets result;
  for (const Catalogue::Listed& listed : tables) {
    if (!listed.table) {
      result.damaged.push_back(listed.error);
      continue;
    }
    const TableHeader& header = listed.table->header();
    const auto folder = listed.path.parent_path().parent_path();
    auto set = std::find_if(result.sets.begin(), result.sets.end(),
                            [&](const TableSet& known) { return known.folder == folder && known.rules == header.rules; });
    if (set == result.sets.end()) set = result.sets.insert(set, TableSet{folder, header.rules, {}});
    set->layers.emplace(header.layer, listed.table);
  }
  return result;
}

std::optional<RuleSet> rules_asked_for(const Arguments& arguments) {
  const auto& words = arguments.words();
  if (words.empty() && !arguments.has("rules")) return std::nullopt;
  if (words.size() != 2) throw UsageError("expected a game and a board, for example giuthi 2x6");
  RuleSet rules(game_named(words[0]), parse_board(words[1]));
  rules.set_all(arguments.text("rules").value_or(""));
  return rules.for_tables();
}

std::optional<int> marks_asked_for(const Arguments& arguments, const RuleSet& rules) {
  if (!arguments.has("marks")) return std::nullopt;
  if (!rules.game().has_marks) throw UsageError(fmt::format("--marks: {} has no marked pits; leave it out", rules.game().name));
  return static_cast<int>(*arguments.number("marks", 0, 2 * rules.pits()));
}

void fail_no_tables(const std::vector<std::filesystem::path>& folders, const std::optional<RuleSet>& rules) {
  std::string places;
  for (const auto& folder : folders) places += fmt::format("{}{}", places.empty() ? "" : ", ", folder.string());
  const std::string what = rules ? fmt::format("no tables of {}", rules->full_text()) : "no tables";
  const std::string game = rules ? fmt::format("{} {}", rules->game().name, rules->board_text()) : "giuthi 2x6";
  throw TableMissing(
      fmt::format("{} in {}; build some, for example: uthi build {} --seeds 10", what, places.empty() ? "any folder" : places, game));
}

}  // namespace uthi
