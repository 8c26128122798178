// repetition=score: the solver against the literal fixpoint and the vectors, and the game that ends at the first repetition
// against playing it out.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>

#include "core/error.hpp"
#include "solver/first_repetition.hpp"
#include "tests/solver/layers.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/first_repetition.hpp"
#include "tests/twin/kiothi_bridge.hpp"
#include "tests/twin/score_values.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

RuleSet with_score(RuleSet rules) {
  rules.set("repetition", "score");
  return rules;
}

// Seeds to which a comparison goes; says so if it is reduced.
int reach(int row, int seeds, int less) {
  if (!twin::small_size()) return seeds;
  std::cout << "reduced size: 2x" << row << " to " << seeds - less << " seeds instead of " << seeds << '\n';
  return seeds - less;
}

class Layers final : public BoundSource {
 public:
  Layers(const RuleSet& rules, LayerId bound) : solved_(rules, bound, with_threads(2, false)) {}
  Bounds bounds(LayerId layer, std::uint64_t number) const override {
    return {solved_.layer(layer).floor[number], solved_.layer(layer).ceiling[number]};
  }
  [[nodiscard]] const SolvedLayers& solved() const { return solved_; }

 private:
  SolvedLayers solved_;
};

TEST(ScoreVectors, HaveTheirFloorsAndCeilings) {
  std::ifstream file(UTHI_TEST_DATA "/giuthi-score-values.jsonl");
  ASSERT_TRUE(file) << "the vectors are missing";
  std::map<std::string, std::vector<std::pair<Position, Bounds>>> by_rules;
  for (std::string text; std::getline(file, text);) {
    const boost::json::value line = boost::json::parse(text);
    const Position position = parse_position(line.at("position").as_string());
    by_rules[position.rules.full_text()].push_back({position, {line.at("floor").to_number<int>(), line.at("ceiling").to_number<int>()}});
  }
  std::size_t checked = 0;
  for (const auto& [rules, lines] : by_rules) {
    const auto referee = make_referee(lines.front().first.rules);
    int seeds = 0;
    for (const auto& [position, value] : lines) seeds = std::max(seeds, position.seeds());
    const Layers layers(lines.front().first.rules, {seeds, 0});
    for (const auto& [position, value] : lines) {
      EXPECT_EQ(layers.bounds(referee->layer(position), referee->number(position)), value) << to_text(position);
      ++checked;
    }
  }
  EXPECT_EQ(checked, 1049U);
}

TEST(ScoreTwin, HasTheBoundsOfTheLiteralFixpointInGiuthi) {
  for (const auto& [row, seeds] : {std::pair{2, reach(2, 10, 3)}, std::pair{3, reach(3, 9, 3)}, std::pair{4, reach(4, 8, 3)}}) {
    twin::with_row(row, [&, full = seeds]<int P>() {
      std::size_t open = 0;
      for (const twin::Rules& rules : twin::all_rules()) {
        const auto graphs = twin::giuthi_graphs(rules, P, full);
        const twin::ScoreValues expected(graphs);
        const Layers layers(with_score(twin::rule_set(rules, P)), {full, 0});
        const auto rows = std::make_shared<const RowTable<P>>(full);
        for (int s = 0; s <= full; ++s) {
          const typename Giuthi<P>::Index index(rows, {s, 0});
          const auto boards = twin::all_boards(2 * P, s);
          ASSERT_EQ(boards.size(), graphs[static_cast<std::size_t>(s)].nodes.size());
          for (std::size_t i = 0; i < boards.size(); ++i) {
            const Bounds want{expected.floor(static_cast<std::size_t>(s), i), expected.ceiling(static_cast<std::size_t>(s), i)};
            ASSERT_EQ(layers.bounds({s, 0}, index.slot(twin::board<P>(boards[i])).number), want) << twin::text(rules, {boards[i], 0});
            open += want.floor < want.ceiling ? 1 : 0;
          }
        }
      }
      EXPECT_GT(open, 0U) << "without open positions the comparison says little";
    });
  }
}

TEST(ScoreTwin, HasTheBoundsOfTheLiteralFixpointInKiothi) {
  namespace kiothi = twin::kiothi;
  const int seeds = reach(3, 5, 1);
  for (const kiothi::Rules& rules : kiothi::all_rules()) {
    const auto [layers, graphs] = twin::kiothi_graphs(rules, 3, seeds, seeds);
    const twin::ScoreValues expected(graphs);
    const Layers solved(with_score(kiothi::rule_set(rules, 3)), {seeds, seeds});
    const auto rows = std::make_shared<const RowTable<3>>(seeds);
    for (std::size_t l = 0; l < layers.size(); ++l) {
      const LayerId id{layers[l].first, layers[l].second};
      const Kiothi<3>::Index index(rows, id);
      const auto positions = kiothi::all_positions(3, id.seeds, id.marks);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const Bounds want{expected.floor(l, i), expected.ceiling(l, i)};
        ASSERT_EQ(solved.bounds(id, index.slot(kiothi::board<3>(positions[i])).number), want) << kiothi::text(rules, positions[i]);
      }
    }
  }
}

TEST(ScoreThreads, OneTwoAndSevenGiveTheSameColumns) {
  const bool small = twin::small_size();
  if (small) std::cout << "reduced size: 2x4 to 8 seeds and 2x6 to 6 instead of 11 and 9\n";
  for (const auto& [pits, seeds] : {std::pair{4, small ? 8 : 11}, std::pair{6, small ? 6 : 9}}) {
    const RuleSet rules = with_score(RuleSet(giuthi_spec(), pits));
    const SolvedLayers one(rules, seeds, with_threads(1, false));
    for (const int threads : {2, 7}) {
      const SolvedLayers several(rules, seeds, with_threads(threads, false));
      for (int s = 0; s <= seeds; ++s) EXPECT_TRUE(several.layer({s, 0}) == one.layer({s, 0})) << s << " seeds, " << threads << " threads";
    }
  }
}

TEST(FirstRepetition, IsWhatPlayingItOutGives) {
  for (const auto& [row, seeds] : {std::pair{2, reach(2, 12, 7)}, std::pair{3, reach(3, 6, 2)}}) {
    twin::with_row(row, [&, full = seeds]<int P>() {
      std::size_t open = 0;
      std::size_t inside = 0;
      for (const twin::Rules& rules : twin::all_rules()) {
        const RuleSet set = with_score(twin::rule_set(rules, P));
        const auto referee = make_referee(set);
        const auto graphs = twin::giuthi_graphs(rules, P, full);
        twin::FirstRepetitionGame game(graphs);
        const Layers layers(set, {full, 0});
        for (int s = 0; s <= full; ++s) {
          const auto boards = twin::all_boards(2 * P, s);
          for (std::size_t i = 0; i < boards.size(); ++i) {
            Position position{.rules = set};
            std::copy(boards[i].begin(), boards[i].end(), position.pits.begin());
            const int value = game.value(static_cast<std::size_t>(s), i);
            const Bounds bounds = layers.bounds({s, 0}, referee->number(position));
            EXPECT_LE(bounds.floor, value) << to_text(position);
            EXPECT_GE(bounds.ceiling, value) << to_text(position);
            const FirstRepetition found = first_repetition(position, layers, kNoLimit);
            ASSERT_EQ(found.value, (Bounds{value, value})) << to_text(position);
            if (bounds.floor == bounds.ceiling) {
              EXPECT_EQ(found.nodes, 0U) << to_text(position);
              continue;
            }
            ++open;
            inside += bounds.floor < value && value < bounds.ceiling ? 1 : 0;
          }
        }
      }
      std::cout << "2x" << P << ": " << open << " open positions, " << inside << " strictly between their bounds\n";
      EXPECT_GT(open, 0U);
    });
  }
}

TEST(FirstRepetition, StopsAtItsLimitWithRightBounds) {
  const RuleSet set = with_score(RuleSet(giuthi_spec(), 3));
  const auto referee = make_referee(set);
  const int seeds = 6;
  const Layers layers(set, {seeds, 0});
  std::size_t cut = 0;
  for (std::uint64_t number = 0; number < referee->stored({seeds, 0}); ++number) {
    const Position position = referee->at({seeds, 0}, number);
    const Bounds bounds = layers.bounds({seeds, 0}, number);
    const FirstRepetition right = first_repetition(position, layers, kNoLimit);
    for (const std::uint64_t limit : {0, 1, 5, 25}) {
      const FirstRepetition found = first_repetition(position, layers, limit);
      EXPECT_LE(found.nodes, limit);
      EXPECT_LE(bounds.floor, found.value.floor);
      EXPECT_LE(found.value.floor, right.value.floor) << to_text(position);
      EXPECT_GE(found.value.ceiling, right.value.ceiling) << to_text(position);
      EXPECT_GE(bounds.ceiling, found.value.ceiling);
      cut += found.exact() ? 0 : 1;
    }
  }
  EXPECT_GT(cut, 0U);
}

TEST(FirstRepetition, StopsWhenAskedAndKnowsItsRule) {
  const RuleSet set = with_score(RuleSet(giuthi_spec(), 3));
  const auto referee = make_referee(set);
  const Layers layers(set, {6, 0});
  const std::atomic<bool> stop{true};
  bool interrupted = false;
  for (std::uint64_t number = 0; number < referee->stored({6, 0}) && !interrupted; ++number) {
    const Bounds bounds = layers.bounds({6, 0}, number);
    if (bounds.floor == bounds.ceiling) continue;
    EXPECT_THROW(static_cast<void>(first_repetition(referee->at({6, 0}, number), layers, kNoLimit, &stop)), Interrupted);
    interrupted = true;
  }
  EXPECT_TRUE(interrupted);
  EXPECT_THROW(static_cast<void>(first_repetition(parse_position("giuthi:2,2,2/0,0,0"), layers, kNoLimit)), UsageError);
}

}  // namespace
}  // namespace uthi
