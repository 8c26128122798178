// Searches of fixed size, so that rates compare, and whole searches with and without tables.
#include "tools/bench_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <random>

#include "core/referee.hpp"
#include "core/repetition.hpp"
#include "solver/search/solve_position.hpp"
#include "solver/solve.hpp"
#include "tools/json.hpp"
#include "tools/memory_layers.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
constexpr std::uint64_t kNodes = 20'000'000;  // of a measured search that does not end before
constexpr std::uint64_t kQuickNodes = 1'000'000;
constexpr int kTableSeeds = 10;
constexpr int kQuickTableSeeds = 6;

struct StartRate {
  Position start;
  int threads = 1;
  std::uint64_t nodes = 0;
  double seconds = 0;  // median of the runs

  [[nodiscard]] double rate() const { return static_cast<double>(nodes) / std::max(seconds, 1e-9); }
};

struct Saving {
  Position position;
  Solution without;
  Solution with;
};

// The layers in memory stand for tables.
class LayersAsValues final : public ValueSource {
 public:
  LayersAsValues(const RuleSet& rules, int seeds, int threads) {
    const auto solver = make_layer_solver(rules, seeds);
    for (const LayerId layer : make_referee(rules)->layers_up_to({seeds, 0})) {
      SolveOptions options;
      options.threads = threads;
      options.depths = false;
      solved_.add(solver->solve(layer, solved_, options));
      layers_.push_back(layer);
    }
  }
  bool empty() const override { return false; }
  bool covers(LayerId layer) const override { return layer.marks == 0 && layer.seeds < static_cast<int>(layers_.size()); }
  RawValue value(LayerId layer, std::uint64_t number) const override { return solved_.layer(layer).raw(number); }
  [[nodiscard]] const std::vector<LayerId>& layers() const { return layers_; }

 private:
  MemoryLayers solved_;
  std::vector<LayerId> layers_;
};

StartRate rate_of(const Position& start, int threads, int runs, std::uint64_t nodes) {
  StartRate rate{.start = start, .threads = threads};
  std::vector<StartRate> all;
  for (int i = 0; i < runs; ++i) {
    const NoValues none;
    const SolveLimits limits{.method = Method::search, .threads = threads, .memory = kMemory, .nodes = nodes};
    const Solution found = make_position_solver(start, none, {}, limits)->solve({.floor = true, .ceiling = true});
    rate.nodes = found.nodes;
    rate.seconds = found.seconds;
    all.push_back(rate);
  }
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end(), [](const StartRate& a, const StartRate& b) { return a.rate() < b.rate(); });
  return *middle;
}

// Positions of some seeds more than the tables have, scattered by a fixed seed.
std::vector<Position> sample(const RuleSet& rules, int seeds) {
  std::mt19937_64 random(2026);
  std::vector<Position> list;
  for (int i = 0; i < 3; ++i) {
    Position position{.rules = rules};
    for (int seed = 0; seed < seeds; ++seed) ++position.pits[random() % static_cast<unsigned>(2 * rules.pits())];
    list.push_back(position);
  }
  return list;
}

boost::json::object json_of_solution(const Solution& solution) {
  return {{"nodes", solution.nodes}, {"seconds", solution.seconds}, {"solved", solution.stopped == Stopped::no}};
}

}  // namespace

ExitCode bench_search(const Arguments& arguments, const RuleSet& rules) {
  if (repetition_of(rules) == Repetition::score) throw UsageError("--search: under repetition=score there is no search to measure");
  const bool quick = arguments.has("quick");
  const int runs = static_cast<int>(arguments.number("runs", 1, 100).value_or(quick ? 1 : 3));
  const int table_seeds = static_cast<int>(arguments.number("seeds", 1, kMaxLayerSeeds).value_or(quick ? kQuickTableSeeds : kTableSeeds));
  const int threads = arguments.threads();
  const auto referee = make_referee(rules);
  std::vector<StartRate> rates;
  for (const int seeds : {2, 3, 4}) {
    Position start{.rules = rules};
    std::fill_n(start.pits.begin(), 2 * rules.pits(), static_cast<std::uint8_t>(seeds));
    for (const int used : threads == 1 ? std::vector<int>{1} : std::vector<int>{1, threads}) {
      rates.push_back(rate_of(start, used, runs, quick ? kQuickNodes : kNodes));
    }
  }
  const LayersAsValues tables(rules, table_seeds, threads);
  std::vector<Saving> savings;
  for (const Position& position : sample(rules, table_seeds + 4)) {
    Saving saving{.position = position, .without = {}, .with = {}};
    const SolveLimits limits{.method = Method::search, .memory = kMemory, .nodes = 10 * kNodes};
    saving.without = make_position_solver(position, NoValues(), {}, limits)->solve({.floor = true, .ceiling = true});
    saving.with = make_position_solver(position, tables, tables.layers(), limits)->solve({.floor = true, .ceiling = true});
    savings.push_back(saving);
  }
  Output output;
  if (arguments.has("json")) {
    boost::json::array searching;
    for (const StartRate& rate : rates) {
      searching.push_back(boost::json::object{{"start", to_text(rate.start)},
                                              {"threads", rate.threads},
                                              {"nodes", rate.nodes},
                                              {"seconds", rate.seconds},
                                              {"positions_per_second", rate.rate()}});
    }
    boost::json::array saved;
    for (const Saving& saving : savings) {
      saved.push_back(boost::json::object{{"position", to_text(saving.position)},
                                          {"without_tables", json_of_solution(saving.without)},
                                          {"with_tables", json_of_solution(saving.with)}});
    }
    output.line(boost::json::object{{"game", rules.game().name},
                                    {"board", rules.board_text()},
                                    {"rules", json_of(rules)},
                                    {"searching", std::move(searching)},
                                    {"table_seeds", table_seeds},
                                    {"savings", std::move(saved)}});
  } else {
    output.line(fmt::format("{}: search without tables, floor and ceiling of starts, median of {}\n", rules.full_text(),
                            counted(static_cast<std::uint64_t>(runs), "run", "runs")));
    for (const StartRate& rate : rates) {
      output.line(fmt::format("  {} a pit, {:<10}{:>8.2f} million positions/s  ({} in {:.2f} s)", static_cast<int>(rate.start.pits[0]),
                              counted(static_cast<std::uint64_t>(rate.threads), "thread", "threads"), rate.rate() / 1e6,
                              with_commas(rate.nodes), rate.seconds));
    }
    output.line(fmt::format("\nPositions looked at for floor and ceiling, without tables and with tables to {} seeds:\n", table_seeds));
    for (const Saving& saving : savings) {
      const auto one = [](const Solution& found) {
        return fmt::format("{}{} in {:.3f} s", with_commas(found.nodes), found.stopped == Stopped::no ? "" : " (not solved)",
                           found.seconds);
      };
      output.line(fmt::format("  {}\n    {}; {}", to_text(saving.position), one(saving.without), one(saving.with)));
    }
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace uthi
