// Answers about the tables themselves: what there is, statistics, random positions; and the collection of problems.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <random>

#include "tablebase/statistics.hpp"
#include "tools/explorer/assets.hpp"
#include "tools/explorer/state.hpp"
#include "tools/info_report.hpp"
#include "tools/json.hpp"
#include "tools/stats_report.hpp"

namespace uthi::explorer {

namespace {

// Stored positions that are counted for one request: some seconds, and some hundred megabytes.
constexpr std::uint64_t kMostCounted = 20'000'000;
constexpr int kRandomTries = 3000;

std::string statistics_of(const State& state, const Table& table) {
  const TableHeader& header = table.header();
  const std::string name = fmt::format("{} {},{}", header.rules.full_text(), header.layer.seeds, header.layer.marks);
  {
    const std::lock_guard lock(state.statistics_mutex);
    if (const auto found = state.statistics.find(name); found != state.statistics.end()) return found->second;
  }
  std::string text = boost::json::serialize(json_of(layer_statistics(header.rules, table.load(), 1)));
  const std::lock_guard lock(state.statistics_mutex);
  return state.statistics.emplace(name, std::move(text)).first->second;
}

// The plies that keep the outcome of the position; of a loss those that lose by no more.
std::size_t best_plies(const Answer& answer) {
  std::size_t count = 0;
  for (const PlyAnswer& ply : answer.plies) {
    const bool keeps = ply.outcomes == answer.outcomes && (answer.outcome != Outcome::loss || ply.value.ceiling == answer.value.ceiling);
    count += keeps ? 1 : 0;
  }
  return count;
}

struct Wanted {
  std::string outcome;
  bool unique;
  int min_depth;

  [[nodiscard]] bool fits(const Answer& answer) const {
    if (answer.over || !answer.outcomes.decided()) return outcome.empty() && !unique && min_depth == 0 && !answer.over;
    if (!outcome.empty() && outcome != outcome_name(answer.outcome)) return false;
    if (unique && (answer.plies.size() < 2 || best_plies(answer) != 1)) return false;
    const auto& depth = answer.outcome == Outcome::loss ? answer.value.ceiling_depth : answer.value.floor_depth;
    return min_depth == 0 || depth.value_or(0) >= min_depth;
  }
};

}  // namespace

RuleSet rules_of(const Target& target, std::optional<int> pits) {
  try {
    const GameSpec& game = game_named(target.required("game", "game=giuthi"));
    RuleSet rules(game, pits ? *pits : parse_board(target.required("board", "board=2x5")));
    rules.set_all(target.text("rules").value_or(""));
    return rules;
  } catch (const Error& error) {
    throw problem_of(error, 400);
  }
}

const TableSet& set_of(const KnownTables& tables, const RuleSet& rules) {
  if (const TableSet* set = tables.set_of(rules)) return *set;
  throw Problem(404, "no-table", fmt::format("no tables of {} {}", rules.text(), rules.board_text()),
                fmt::format("one of {}", tables.text()),
                tables.sets().empty()
                    ? ""
                    : fmt::format("game={}&board={}", tables.sets().front().rules.game().name, tables.sets().front().rules.board_text()))
      .with("tables", tables.json());
}

Reply stats_reply(const Asked& asked) {
  asked.target.allow({"game", "board", "rules", "layer", "marks"});
  const RuleSet rules = rules_of(asked.target);
  const TableSet& set = set_of(asked.state.tables, rules);
  const auto seeds = asked.target.number("layer", 0, kMaxLayerSeeds);
  const auto marks = asked.target.number("marks", 0, 2 * kMaxPits);
  std::vector<std::shared_ptr<const Table>> tables;
  std::uint64_t positions = 0;
  for (const auto& [layer, table] : set.layers) {
    if ((seeds && layer.seeds != *seeds) || (marks && layer.marks != *marks)) continue;
    tables.push_back(table);
    positions += table->header().positions;
  }
  if (tables.empty()) {
    throw Problem(404, "no-table", fmt::format("no such layer of {} {}", rules.text(), rules.board_text()),
                  fmt::format("a layer that has a table: {}", asked.state.tables.text()))
        .with("tables", asked.state.tables.json());
  }
  if (positions > kMostCounted) {
    throw Problem(422, "too-much-work", fmt::format("these layers hold {} positions", positions),
                  fmt::format("at most {} stored positions; uthi stats counts any number", kMostCounted), "layer=8");
  }
  const std::string what = fmt::format("{} {} {}", rules.full_text(), seeds.value_or(-1), marks.value_or(-1));
  return asked.tagged(what, [&] {
    std::string text = "[";
    for (const auto& table : tables) {
      if (text.size() > 1) text += ',';
      text += statistics_of(asked.state, *table);
    }
    return text + "]\n";
  });
}

Reply tables_reply(const Asked& asked) {
  asked.target.allow({});
  return asked.tagged("", [&] {
    boost::json::array sets;
    for (const TableSet& set : asked.state.tables.sets()) {
      boost::json::array layers;
      boost::json::array files;
      for (const auto& [layer, table] : set.layers) {
        layers.push_back(boost::json::object{{"seeds", layer.seeds},
                                             {"marks", layer.marks},
                                             {"positions", all_positions(table->header())},
                                             {"stored", table->header().positions}});
        files.push_back(json_of(*table));
      }
      sets.push_back(boost::json::object{{"game", set.rules.game().name},
                                         {"board", set.rules.board_text()},
                                         {"rules", json_of(set.rules)},
                                         {"example", asked.state.tables.example(&set)},
                                         {"layers", std::move(layers)},
                                         {"tables", std::move(files)}});
    }
    return line_of({{"sets", std::move(sets)}, {"damaged", asked.state.tables.damaged().size()}});
  });
}

Reply random_reply(const Asked& asked) {
  const Target& target = asked.target;
  target.allow({"game", "board", "rules", "seeds", "marks", "outcome", "unique", "min_depth", "seed"});
  const RuleSet rules = rules_of(target);
  const TableSet& set = set_of(asked.state.tables, rules);
  const Wanted wanted{target.text("outcome").value_or(""), target.flag("unique"),
                      static_cast<int>(target.number("min_depth", 0, 9999).value_or(0))};
  if (!wanted.outcome.empty() && wanted.outcome != "win" && wanted.outcome != "draw" && wanted.outcome != "loss") {
    throw Problem(400, "syntax", fmt::format("outcome={}", wanted.outcome), "win, draw or loss", "outcome=win");
  }
  const auto most_seeds = set.layers.rbegin()->first.seeds;
  const LayerId layer{static_cast<int>(target.number("seeds", 0, kMaxLayerSeeds).value_or(most_seeds)),
                      static_cast<int>(target.number("marks", 0, 2 * kMaxPits).value_or(0))};
  if (!set.layers.contains(layer)) {
    throw Problem(404, "no-table", fmt::format("no table for {} {} with {}", rules.text(), rules.board_text(), to_text(layer)),
                  fmt::format("a layer that has a table: {}", asked.state.tables.text()))
        .with("tables", asked.state.tables.json());
  }
  const auto asked_seed = target.number("seed", 0, std::int64_t{1} << 52);
  const std::uint64_t seed = asked_seed ? static_cast<std::uint64_t>(*asked_seed) : std::random_device{}() & 0xffffffffU;
  const auto prober = asked.state.tables.prober(rules);
  const Referee& referee = prober->referee();
  std::mt19937_64 random(seed);
  const std::uint64_t count = referee.stored(layer);
  for (int i = 0; i < kRandomTries; ++i) {
    const auto number = static_cast<std::uint64_t>(static_cast<unsigned __int128>(random()) * count >> 64);
    const Position position = referee.at(layer, number);
    if (!wanted.fits(prober->answer(position))) continue;
    Reply reply = reply_of(line_of({{"position", to_text(position)}, {"seed", seed}}));
    reply.cache = "no-store";
    return reply;
  }
  throw Problem(404, "none-found", fmt::format("no such position among {} drawn at random", kRandomTries),
                "fewer conditions, or another seed");
}

Reply problems_reply(const Asked& asked) {
  asked.target.allow({});
  return asked.tagged("", [] {
    std::string text = "[";
    for (const EmbeddedFile& file : embedded_files()) {
      if (!file.name.ends_with(".jsonl")) continue;
      for (std::string_view rest = file.bytes; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.empty()) continue;
        text += text.size() > 1 ? ",\n" : "";
        text += line;
      }
    }
    return text + "]\n";
  });
}

}  // namespace uthi::explorer
