// Ranks towards a forced margin: they exist, fall by one a ply, and lead to the promised margin whatever the other side does.
#include "tablebase/play_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/awari.hpp"
#include "core/error.hpp"
#include "tests/solver/layers.hpp"

namespace uthi {
namespace {

// Margin for the player to move, where `forcing` says whether it is that player who forces it.
std::optional<int> forced(const Value& value, bool forcing) { return forcing ? value.floor : value.ceiling; }

class Ranked {
 public:
  Ranked(const RuleSet& rules, LayerId bound)
      : rules_(rules), referee_(make_referee(rules)), solved_(rules, bound, with_threads(1, false)) {}

  [[nodiscard]] const Referee& referee() const { return *referee_; }
  [[nodiscard]] Value value(const Position& position) const { return solved_.value(*referee_, position); }
  [[nodiscard]] PlayRanks play_ranks(const Position& from, Side forcing, std::size_t most = PlayRanks::kMostPositions) const {
    return {*referee_, from, forcing, [&](LayerId layer, std::uint64_t number) { return solved_.layer(layer).at(number); }, most};
  }

  // The ranks of the plies that keep the margin; 0 for those that leave the layer, -1 where there is none.
  [[nodiscard]] std::vector<int> ranks_of_plies(const Position& position, Side forcing, const PlayRanks& play_ranks) const {
    std::vector<int> ranks;
    for (const LegalPly& ply : referee_->plies(position)) {
      const auto rest = forced(value(ply.position), ply.position.side == forcing);
      if (!rest || ply.captures + (ply.again ? *rest : -*rest) != forced(value(position), position.side == forcing)) continue;
      const bool leaves = referee_->layer(ply.position) != referee_->layer(position);
      ranks.push_back(leaves ? 0 : play_ranks.rank(ply.position).value_or(-1));
    }
    return ranks;
  }

 private:
  RuleSet rules_;
  std::unique_ptr<Referee> referee_;
  SolvedLayers solved_;
};

struct Case {
  RuleSet rules;
  LayerId bound;
};

TEST(PlayRanks, RanksFallByOneAPly) {
  for (const auto& [rules, bound] :
       {Case{rules_of(awari_spec(), 3, ""), {7, 0}}, Case{rules_of(giuthi_spec(), 3, ""), {6, 0}},
        Case{rules_of(giuthi_spec(), 3, "repetition=split"), {6, 0}}, Case{rules_of(kiothi_spec(), 3, ""), {4, 2}}}) {
    const Ranked ranked(rules, bound);
    const bool split = rules.get("repetition") == "split";
    std::size_t forced_positions = 0;
    int highest = 0;
    for (const LayerId layer : ranked.referee().layers_up_to(bound)) {
      for (std::uint64_t number = 0; number < ranked.referee().stored(layer); ++number) {
        const Position position = ranked.referee().at(layer, number);
        const Value value = ranked.value(position);
        for (const Side forcing : {Side::south, Side::north}) {
          const bool mover_forces = forcing == position.side;
          const auto margin = forced(value, mover_forces);
          // Under split only what is better than nothing has to be forced.
          if (!margin || (split && (mover_forces ? *margin <= 0 : *margin >= 0))) continue;
          const PlayRanks play_ranks = ranked.play_ranks(position, forcing);
          const auto rank = play_ranks.rank(position);
          ASSERT_TRUE(rank) << to_text(position);
          ++forced_positions;
          highest = std::max(highest, *rank);
          const std::vector<int> ranks = ranked.ranks_of_plies(position, forcing, play_ranks);
          if (*rank == 0) {
            EXPECT_TRUE(ranked.referee().over(position)) << to_text(position);
          } else if (mover_forces) {
            // Some ply is nearer; plies without a rank are those that circle.
            EXPECT_EQ(std::count(ranks.begin(), ranks.end(), *rank - 1) > 0, true) << to_text(position);
            EXPECT_TRUE(std::all_of(ranks.begin(), ranks.end(), [&](int other) { return other == -1 || other >= *rank - 1; }));
          } else {
            // No ply escapes, and one holds out as long.
            EXPECT_EQ(*std::max_element(ranks.begin(), ranks.end()), *rank - 1) << to_text(position);
            EXPECT_GE(*std::min_element(ranks.begin(), ranks.end()), 0) << to_text(position);
          }
        }
      }
    }
    EXPECT_GT(forced_positions, 300U) << rules.full_text();
    EXPECT_GT(highest, 5) << rules.full_text();
  }
}

TEST(PlayRanks, AMarginThatOnlyACircleHoldsUpHasNoRank) {
  // Two seeds that chase each other: worth nothing under split, and no play forces even that.
  const Ranked ranked(rules_of(awari_spec(), 2, ""), {2, 0});
  std::size_t without = 0;
  for (std::uint64_t number = 0; number < ranked.referee().stored({2, 0}); ++number) {
    const Position position = ranked.referee().at({2, 0}, number);
    if (ranked.value(position).floor != 0) continue;
    if (!ranked.play_ranks(position, position.side).rank(position)) ++without;
  }
  EXPECT_GT(without, 0U);
}

TEST(PlayRanks, SaysWhenTooManyPositionsKeepTheMargin) {
  const Ranked ranked(rules_of(awari_spec(), 3, ""), {8, 0});
  std::size_t refused = 0;
  for (std::uint64_t number = 0; number < ranked.referee().stored({8, 0}); number += 7) {
    const Position position = ranked.referee().at({8, 0}, number);
    if (*ranked.value(position).floor <= 0) continue;
    try {
      (void)ranked.play_ranks(position, position.side, 3);
    } catch (const DoesNotFit& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("more than 3 positions"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace uthi
