// The referee: moves as text, ends, images, numbers, and leaf counts against the twin.
#include "core/referee.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

const Position kExample = parse_position("giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S");

std::string error_of(const Position& position, std::string_view move) {
  try {
    static_cast<void>(make_referee(position.rules)->play(position, move));
  } catch (const PositionError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Referee, PlaysForBothSides) {
  const Position south = parse_position("giuthi:1,0,1,0,0/0,2,0,0,1 3 4 S");
  const auto referee = make_referee(south.rules);
  EXPECT_EQ(to_text(referee->play(south, "b+")), "giuthi:1,0,1,0,0/0,0,1,1,1 3 4 S");
  EXPECT_EQ(to_text(referee->play(south, "b-")), "giuthi:0,0,0,0,0/2,0,0,0,1 5 4 N");
  // The same board turned round, North to move.
  const Position north = parse_position("giuthi:1,0,0,2,0/0,0,1,0,1 3 4 N");
  EXPECT_EQ(to_text(referee->play(north, "B+")), "giuthi:1,1,1,0,0/0,0,1,0,1 3 4 N");
  EXPECT_EQ(to_text(referee->play(north, "B-")), "giuthi:1,0,0,0,2/0,0,0,0,0 3 6 S");
}

TEST(Referee, RefusesMovesAndNamesTheLegalOnes) {
  EXPECT_NE(error_of(kExample, "a+").find("move \"a+\" is not legal at giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S; legal: b+"), std::string::npos)
      << error_of(kExample, "a+");
  for (const char* text : {"", "b", "B+", "f+", "b*", "b++", "b+ ", "+b", "pas", "b3"}) {
    const std::string error = error_of(kExample, text);
    EXPECT_NE(error.find("expected one of South's pits a..e and a direction"), std::string::npos) << text << ": " << error;
  }
  EXPECT_NE(error_of(kExample, "pass").find("not legal"), std::string::npos);
  const Position over = parse_position("giuthi:1,0/0,1");
  EXPECT_NE(error_of(over, "a+").find("the game is over"), std::string::npos);
}

TEST(Referee, EndsTheGameWhenNeitherCanSow) {
  const auto referee = make_referee(RuleSet(giuthi_spec(), 3));
  EXPECT_EQ(referee->over(parse_position("giuthi:1,0,1/1,1,1 4 9 S")), 1);
  EXPECT_EQ(referee->over(parse_position("giuthi:1,0,1/1,1,1 4 9 N")), -1);
  EXPECT_EQ(referee->over(parse_position("giuthi:2,0,1/1,1,1 S")), std::nullopt) << "South passes, North can sow";
  const auto plies = referee->plies(parse_position("giuthi:2,0,1/1,1,1 S"));
  ASSERT_EQ(plies.size(), 1U);
  EXPECT_TRUE(plies.front().pass);
  EXPECT_EQ(plies.front().text, "pass");
  EXPECT_EQ(to_text(plies.front().position), "giuthi:2,0,1/1,1,1 0 0 N");
  EXPECT_EQ(referee->row_margin(parse_position("giuthi:2,0,1/5,1,1 N")), -4);
}

TEST(Referee, GivesEveryImageTheSameNumberAndCanonicalForm) {
  const auto referee = make_referee(RuleSet(giuthi_spec(), 3));
  const Position south = parse_position("giuthi:5,0,1/1,2,4 7 8 S");
  const Position mirror = parse_position("giuthi:1,0,5/4,2,1 7 8 S");
  const Position north = parse_position("giuthi:4,2,1/1,0,5 8 7 N");
  const Position canonical = referee->canonical(south);
  EXPECT_TRUE(canonical == south || canonical == mirror) << to_text(canonical);
  EXPECT_EQ(referee->canonical(mirror), canonical);
  EXPECT_EQ(referee->canonical(north), canonical);
  EXPECT_EQ(referee->canonical(canonical), canonical);
  EXPECT_EQ(referee->number(south), referee->number(mirror));
  EXPECT_EQ(referee->number(south), referee->number(north));
  EXPECT_EQ(referee->layer(south), (LayerId{13, 0}));
}

TEST(Referee, NumbersAndPositionsAreInverse) {
  const auto referee = make_referee(RuleSet(giuthi_spec(), 4));
  for (int seeds = 0; seeds <= 6; ++seeds) {
    for (std::uint64_t number = 0; number < referee->stored({seeds, 0}); ++number) {
      const Position position = referee->at({seeds, 0}, number);
      ASSERT_EQ(referee->number(position), number);
      ASSERT_EQ(referee->canonical(position), position);
      ASSERT_EQ(position.side, Side::south);
    }
  }
  EXPECT_EQ(referee->positions({6, 0}), 1716U) << "C(13, 7)";
}

TEST(Referee, ServesEveryBoardWithUpTo180Seeds) {
  for (int row = 2; row <= 10; ++row) {
    Position position{.rules = RuleSet(giuthi_spec(), row)};
    position.pits[0] = 180;
    const auto referee = make_referee(position.rules);
    EXPECT_NO_THROW(static_cast<void>(referee->plies(position)));
    EXPECT_EQ(referee->row_margin(position), 180);
    EXPECT_THROW(static_cast<void>(referee->number(position)), DoesNotFit);
  }
}

TEST(Referee, ListsLayersFromBelow) {
  const auto layers = make_referee(RuleSet(giuthi_spec(), 2))->layers_up_to({3, 0});
  EXPECT_EQ(layers, (std::vector<LayerId>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
}

std::uint64_t leaves(const twin::Rules& rules, const twin::Position& position, int plies) {
  if (plies == 0) return 1;
  std::uint64_t sum = 0;
  for (const twin::Ply& ply : twin::plies(rules, position)) sum += leaves(rules, ply.after, plies - 1);
  return sum;
}

TEST(Perft, CountsTheLeavesOfTheTwin) {
  for (const twin::Rules& rules : twin::all_rules()) {
    for (const int row : {2, 3, 6}) {
      const RuleSet set = twin::rule_set(rules, row);
      const std::vector<int> pits(static_cast<std::size_t>(2 * row), 3);
      Position position{.rules = set};
      std::fill_n(position.pits.begin(), 2 * row, static_cast<std::uint8_t>(3));
      for (int plies = 0; plies <= (twin::small_size() ? 2 : 4); ++plies) {
        EXPECT_EQ(make_referee(set)->perft(position, plies), leaves(rules, {pits, 0}, plies)) << set.full_text() << ' ' << plies;
      }
    }
  }
}

}  // namespace
}  // namespace uthi
