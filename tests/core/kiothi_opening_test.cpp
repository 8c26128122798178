// Kiothi's opening: start positions, redistributions as positions and moves, and their number in closed form.
#include "core/kiothi_opening.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/error.hpp"
#include "core/kiothi.hpp"
#include "core/referee.hpp"
#include "tests/twin/kiothi_bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

namespace kiothi = twin::kiothi;

RuleSet rules_of(int pits, const char* options = "") {
  RuleSet rules(kiothi_spec(), pits);
  rules.set_all(options);
  return rules;
}

std::string move_error(const std::string& position_text, std::string_view move) {
  const Position position = parse_position(position_text);
  try {
    static_cast<void>(make_referee(position.rules)->play(position, move));
  } catch (const PositionError& error) {
    return error.what();
  }
  return "no error";
}

std::string position_error(std::string_view text) {
  try {
    static_cast<void>(parse_position(text));
  } catch (const PositionError& error) {
    return error.what();
  }
  return "no error";
}

std::uint64_t perft(const std::string& text, int plies) {
  const Position position = parse_position(text);
  return make_referee(position.rules)->perft(position, plies);
}

TEST(Start, FillsTheRightmostPitsOfEachRow) {
  const auto start = [](int pits, const char* options) { return to_text(make_referee(rules_of(pits, options))->start(std::nullopt)); };
  EXPECT_EQ(start(10, ""), "kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S~2");
  EXPECT_EQ(start(10, "start=5x5"), "kiothi{start=5x5}:5,5,5,5,5,0,0,0,0,0/0,0,0,0,0,5,5,5,5,5 0 0 S~2");
  EXPECT_EQ(start(10, "start=5x6"), "kiothi{start=5x6}:6,6,6,6,6,0,0,0,0,0/0,0,0,0,0,6,6,6,6,6 0 0 S~2");
  EXPECT_EQ(start(6, ""), "kiothi:5,5,5,5,5,5/5,5,5,5,5,5 0 0 S~2");
  EXPECT_EQ(start(5, "start=5x5"), "kiothi{start=5x5}:5,5,5,5,5/5,5,5,5,5 0 0 S~2");
}

TEST(Start, RefusesRowsThatAreTooShortAndNumbersThatAreNotAskedFor) {
  EXPECT_THROW(static_cast<void>(make_referee(rules_of(5))->start(std::nullopt)), UsageError);
  EXPECT_THROW(static_cast<void>(make_referee(rules_of(4, "start=5x6"))->start(std::nullopt)), UsageError);
  EXPECT_THROW(static_cast<void>(make_referee(rules_of(10))->start(5)), UsageError);
}

TEST(OpeningText, IsReadAndPrinted) {
  for (const char* text :
       {"kiothi:1,1/1,1 0 0 S~2", "kiothi:1,1/1,1 0 0 N~2", "kiothi:1,1/1,1 3 4 N~1", "kiothi{start=5x6}:1,1/1,1 0 0 S~1"}) {
    EXPECT_EQ(to_text(parse_position(text)), text);
  }
  EXPECT_EQ(parse_position("kiothi:1,1/1,1_S~2").redistributions, 2);
  EXPECT_EQ(parse_position("kiothi:1,1/1,1_S~1").redistributions, 1);
  EXPECT_EQ(parse_position("kiothi:1,1/1,1_S").redistributions, 0);
}

TEST(OpeningText, MistakesNameTheirCharacter) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"giuthi:1,1/1,1 0 0 S~2", "no opening ~: giuthi begins with a sowing at character 21"},
      {"kiothi:1*,1/1,1 0 0 S~2", "no opening ~ behind marked pits: pits are marked when it is over at character 22"},
      {"kiothi:1,1/1,1 0 0 S~", "how many redistributions are to come, 1 or 2 at character 22"},
      {"kiothi:1,1/1,1 0 0 S~0", "how many redistributions are to come, 1 or 2 at character 22"},
      {"kiothi:1,1/1,1 0 0 S~3", "how many redistributions are to come, 1 or 2 at character 22"},
      {"kiothi:1,1/1,1 0 0 S~22", "nothing behind the side to move at character 23"},
      {"kiothi:1,1/1,1 0 0 ~2", "the side to move, S or N at character 20"},
  };
  for (const auto& [text, expected] : mistakes) EXPECT_NE(position_error(text).find(expected), std::string::npos) << position_error(text);
}

TEST(Redistribution, MovesWarriorsAndHandsOver) {
  const auto referee = make_referee(rules_of(10));
  const Position start = referee->start(std::nullopt);
  const Position second = referee->play(start, "ef=c4D6");
  EXPECT_EQ(to_text(second), "kiothi:5,5,5,5,5,5,6,0,0,0/0,0,4,0,0,0,5,5,5,5 0 0 N~1");
  const Position first_sowing = referee->play(second, "DJ=a1A2B2J6");
  // Every pit that holds warriors is a nki, and the first player sows.
  EXPECT_EQ(to_text(first_sowing), "kiothi:6*,5*,5*,5*,5*,5*,0,0,2*,2*/1*,0,4*,0,0,0,5*,5*,5*,5* 0 0 S");
  EXPECT_EQ(referee->plies(first_sowing).empty(), false);
}

TEST(Redistribution, BeginsWithWhoeverIsToMove) {
  const Position north = parse_position("kiothi:1,2/3,4 0 0 N~2");
  const auto referee = make_referee(north.rules);
  EXPECT_EQ(to_text(referee->play(north, "AB=a1A2")), "kiothi:0,2/4,4 0 0 S~1");
  EXPECT_EQ(to_text(referee->play(parse_position("kiothi:0,2/4,4 0 0 S~1"), "ab=b8")), "kiothi:0,2*/0,8* 0 0 N");
}

TEST(Redistribution, MayBeWrittenInAnyOrderAndIsPrintedInOne) {
  const Position position = parse_position("kiothi:1,2/3,4 0 0 S~2");
  const LegalPly ply = make_referee(position.rules)->ply(position, "ba=B2A1b3a1");
  EXPECT_EQ(ply.text, "ab=a1b3A1B2");
  EXPECT_EQ(to_text(ply.position), "kiothi:3,3/1,3 0 0 N~1");
  EXPECT_EQ(ply.captures, 0);
  EXPECT_FALSE(ply.again || ply.pass);
}

TEST(Redistribution, MistakesNameTheirCharacter) {
  const std::string three = "kiothi:1,2,3/3,0,4 0 0 S~2";
  const std::pair<const char*, const char*> mistakes[] = {
      {"", "one of South's pits a..c to empty, or = at character 1"},
      {"a", "one of South's pits a..c to empty, or = at character 2"},
      {"c3", "one of South's pits a..c to empty, or = at character 2"},
      {"aC=", "one of South's pits a..c to empty, or = at character 2"},
      {"ad=", "one of South's pits a..c to empty, or = at character 2"},
      {"ab=", "occupied pits to empty, and b holds nothing at character 2"},
      {"aa=", "each emptied pit once, and a comes again at character 2"},
      {"a=a3", "two emptied pits in front of =, not 1 at character 2"},
      {"=", "two emptied pits in front of =, not 0 at character 1"},
      {"ac=", "pits for 7 more of the 7 warriors that the emptied pits hold at character 4"},
      {"ac=a6", "pits for 1 more of the 7 warriors that the emptied pits hold at character 6"},
      {"ac=a8", "at most 7 warriors for this pit, of 7 in the emptied pits at character 5"},
      {"ac=a6B2", "at most 1 warriors for this pit, of 7 in the emptied pits at character 7"},
      {"ac=a3a4", "each pit once, and a comes again at character 6"},
      {"ac=d7", "a pit a..c or A..C and how many warriors it gets at character 4"},
      {"ac=a", "how many warriors the pit gets, 1 or more at character 5"},
      {"ac=a0", "how many warriors the pit gets, 1 or more at character 5"},
      {"ac=a07", "how many warriors the pit gets, 1 or more at character 5"},
      {"ac=a-7", "how many warriors the pit gets, 1 or more at character 5"},
      {"ac=a99999999999", "how many warriors the pit gets, 1 or more at character 5"},
      {"ac=a7 ", "a pit a..c or A..C and how many warriors it gets at character 6"},
      {"ac=a7=", "a pit a..c or A..C and how many warriors it gets at character 6"},
  };
  for (const auto& [move, expected] : mistakes) {
    const std::string error = move_error(three, move);
    EXPECT_NE(error.find(std::string("expected ") + expected), std::string::npos) << move << ": " << error;
    EXPECT_NE(error.find("for example ab=c4D6"), std::string::npos) << error;
  }
  EXPECT_NE(move_error("kiothi:1,2,3/3,1,4 0 0 S~2", "abc=").find("= behind two emptied pits at character 3"), std::string::npos);
  EXPECT_NE(move_error("kiothi:1,2,3/3,1,4 0 0 N~1", "ab=a4").find("North's pits A..C"), std::string::npos);
  EXPECT_LT(move_error(three, std::string(100'000, 'x')).size(), 500U);
  // Sowings are none of the opening, and redistributions none of the time behind it.
  EXPECT_NE(move_error(three, "a1").find("expected"), std::string::npos);
  EXPECT_NE(move_error("kiothi:1,2,3/3,0,4 0 0 S", "ac=a7").find("expected"), std::string::npos);
}

TEST(Redistribution, UpToTwoPitsMayBeNoneOrOne) {
  const std::string start = "kiothi{redistribute=upto2}:1,2/3,0 0 0 S~2";
  const Position position = parse_position(start);
  const auto referee = make_referee(position.rules);
  EXPECT_EQ(to_text(referee->play(position, "=")), "kiothi{redistribute=upto2}:1,2/3,0 0 0 N~1");
  EXPECT_EQ(to_text(referee->play(position, "a=b1A2")), "kiothi{redistribute=upto2}:1,4/0,1 0 0 N~1");
  EXPECT_NE(move_error(start, "=a1").find("at most 0 warriors"), std::string::npos) << move_error(start, "=a1");
  // None, or a with three warriors into four pits.
  EXPECT_TRUE(referee->ways(position) == 1U + 20U);
}

TEST(Opening, NeedsTwoOccupiedPitsOfWhoeverHasToEmptyTwo) {
  for (const char* text : {"kiothi:1,1/1,0 0 0 S~2", "kiothi:1,0/1,1 0 0 S~2", "kiothi:0,1/1,1 0 0 N~1", "kiothi:0,0/0,0 0 0 S~2"}) {
    const Position position = parse_position(text);
    const auto referee = make_referee(position.rules);
    EXPECT_THROW(static_cast<void>(referee->ways(position)), PositionError) << text;
    EXPECT_THROW(static_cast<void>(referee->over(position)), PositionError) << text;
    EXPECT_THROW(static_cast<void>(referee->perft(position, 1)), PositionError) << text;
    EXPECT_THROW(static_cast<void>(referee->canonical(position)), PositionError) << text;
  }
  // Who has redistributed already may have put everything elsewhere.
  const Position second = parse_position("kiothi:1,1/0,0 0 0 N~1");
  EXPECT_TRUE(make_referee(second.rules)->ways(second) == 10U);
}

TEST(Opening, IsNoBoardOfALayer) {
  const Position position = parse_position("kiothi:1,1/1,1 0 0 N~2");
  const auto referee = make_referee(position.rules);
  EXPECT_THROW(static_cast<void>(referee->layer(position)), PositionError);
  EXPECT_THROW(static_cast<void>(referee->number(position)), PositionError);
  EXPECT_THROW(static_cast<void>(referee->plies(position)), PositionError);
  EXPECT_EQ(referee->over(position), std::nullopt);
  EXPECT_EQ(to_text(referee->canonical(position)), "kiothi:1,1/1,1 0 0 S~2");
  Position of_giuthi = parse_position("giuthi:1,1/1,1");
  of_giuthi.redistributions = 2;
  EXPECT_THROW(static_cast<void>(make_referee(of_giuthi.rules)->plies(of_giuthi)), PositionError);
}

// C(10 + 19, 19) = 20,030,010 for each pair of pits with five warriors each; C(12 + 19, 19) = 141,120,525 with six.
TEST(Ways, OfTheStartAreAChoiceOfPitsTimesAComposition) {
  const auto ways = [](const char* options) {
    const auto referee = make_referee(rules_of(10, options));
    return static_cast<std::uint64_t>(referee->ways(referee->start(std::nullopt)));
  };
  EXPECT_EQ(ways(""), 15U * 20'030'010U);
  EXPECT_EQ(ways("start=5x5"), 10U * 20'030'010U);
  EXPECT_EQ(ways("start=5x6"), 10ULL * 141'120'525U);
  EXPECT_EQ(ways("redistribute=upto2"), 1U + 6U * 42'504U + 15U * 20'030'010U) << "C(5 + 19, 19) = 42,504";
}

TEST(Ways, BeyondSixtyFourBitsAreCountedToo) {
  // C(180 + 19, 19), in another order of multiplication: each factor divides what is there.
  unsigned __int128 expected = 1;
  for (unsigned i = 1; i <= 19; ++i) expected = expected * (180 + i) / i;
  const Position position = parse_position("kiothi:1,0,0,0,0,0,0,0,0,0/170,9,0,0,0,0,0,0,0,0 0 0 S~1");
  const auto referee = make_referee(position.rules);
  // 179 warriors: C(198, 19) = C(199, 19) * 180 / 199.
  EXPECT_TRUE(referee->ways(position) == expected / 199 * 180) << fmt::format("{}", referee->ways(position));
  EXPECT_THROW(static_cast<void>(referee->perft(position, 1)), DoesNotFit);
}

// Every choice of pits and every board of the warriors lifted, made by hand.
std::map<std::string, int> by_hand(const Position& position, bool up_to_two) {
  const int pits = position.rules.pits();
  const int first = position.side == Side::south ? 0 : pits;
  std::map<std::string, int> boards;
  for (int choice = 0; choice < 1 << pits; ++choice) {
    Position rest = position;
    int lifted = 0;
    bool occupied = true;
    for (int pit = 0; pit < pits; ++pit) {
      if ((choice >> pit & 1) == 0) continue;
      std::uint8_t& seeds = rest.pits[static_cast<std::size_t>(first + pit)];
      occupied = occupied && seeds > 0;
      lifted += std::exchange(seeds, std::uint8_t{0});
    }
    const int emptied = std::popcount(static_cast<unsigned>(choice));
    if (!occupied || emptied > 2 || (emptied < 2 && !up_to_two)) continue;
    for (const std::vector<int>& placed : twin::all_boards(2 * pits, lifted)) {
      Position after = rest;
      for (std::size_t ring = 0; ring < placed.size(); ++ring)
        after.pits[ring] = static_cast<std::uint8_t>(after.pits[ring] + placed[ring]);
      after.side = other(position.side);
      after.redistributions = position.redistributions - 1;
      if (after.redistributions == 0) {
        for (std::size_t ring = 0; ring < placed.size(); ++ring) after.marks |= after.pits[ring] > 0 ? 1U << ring : 0U;
      }
      ++boards[to_text(after)];
    }
  }
  return boards;
}

TEST(Ways, AreListedOnceEachAndReadBack) {
  for (const char* text : {"kiothi:1,2/3,1 0 0 S~2", "kiothi:1,2/3,1 0 0 N~1", "kiothi:1,0,2/1,1,2 5 6 N~2", "kiothi:0,1,1/2,1,1 0 0 S~1",
                           "kiothi{redistribute=upto2}:1,0,2/1,1,2 0 0 S~1", "kiothi{redistribute=upto2}:0,0/0,0 0 0 S~2",
                           "kiothi{redistribute=upto2}:0,1,0,2/1,1,0,1 0 0 N~2"}) {
    const Position position = parse_position(text);
    const auto referee = make_referee(position.rules);
    std::set<std::string> texts;
    std::map<std::string, int> boards;
    referee->for_each_ply(position, [&](const LegalPly& ply) {
      EXPECT_TRUE(texts.insert(ply.text).second) << ply.text << " comes twice";
      EXPECT_EQ(referee->play(position, ply.text), ply.position) << ply.text;
      EXPECT_EQ(parse_position(to_text(ply.position)), ply.position);
      ++boards[to_text(ply.position)];
      return true;
    });
    EXPECT_TRUE(referee->ways(position) == texts.size()) << text;
    EXPECT_EQ(boards, by_hand(position, position.rules.get("redistribute") == "upto2")) << text;
  }
}

TEST(Ways, AreListedUntilEnoughAreSeen) {
  const auto referee = make_referee(rules_of(10));
  std::vector<std::string> texts;
  referee->for_each_ply(referee->start(std::nullopt), [&](const LegalPly& ply) {
    texts.push_back(ply.text);
    return texts.size() < 3;
  });
  EXPECT_EQ(texts, (std::vector<std::string>{"ef=a10", "ef=a9b1", "ef=a9c1"}));
}

// On 2x2 South lifts all its n warriors and North, who then holds m + k, all of its own. South can lay k of n into North's
// two pits and the rest into its own in (k+1)(n-k+1) ways, and North then has C(m+k+3, 3).
TEST(OpeningPerft, IsTheClosedFormOnTwoByTwo) {
  EXPECT_EQ(perft("kiothi:1,1/1,1 0 0 S~2", 0), 1U);
  EXPECT_EQ(perft("kiothi:1,1/1,1 0 0 S~2", 1), 10U) << "C(5, 3)";
  EXPECT_EQ(perft("kiothi:1,1/1,1 0 0 S~2", 2), 215U) << "3*10 + 4*20 + 3*35";
  EXPECT_EQ(perft("kiothi:1,2/2,3 0 0 S~2", 1), 56U) << "C(8, 3)";
  EXPECT_EQ(perft("kiothi:1,2/2,3 0 0 S~2", 2), 4340U);
  EXPECT_EQ(perft("kiothi:2,3/1,2 0 0 N~2", 2), 4340U) << "the same from the other side";
}

TEST(OpeningPerft, GoesOnWithTheSowingsOfTheTwin) {
  for (const kiothi::Rules& rules : kiothi::all_rules()) {
    Position position{.rules = kiothi::rule_set(rules, 2)};
    std::fill_n(position.pits.begin(), 4, std::uint8_t{1});
    position.redistributions = 2;
    const auto referee = make_referee(position.rules);
    std::uint64_t leaves = 0;
    referee->for_each_ply(position, [&](const LegalPly& first) {
      referee->for_each_ply(first.position, [&](const LegalPly& second) {
        const Position& sown = second.position;
        EXPECT_EQ(sown.redistributions, 0);
        EXPECT_EQ(sown.side, Side::south);
        kiothi::Position plain{{sown.pits.begin(), sown.pits.begin() + 4}, std::vector<bool>(4), 0};
        for (std::size_t ring = 0; ring < 4; ++ring) plain.nki[ring] = plain.pits[ring] > 0;
        leaves += kiothi::plies(rules, plain).size();
        return true;
      });
      return true;
    });
    EXPECT_EQ(referee->perft(position, 3), leaves) << position.rules.full_text();
    EXPECT_GT(leaves, 215U);
  }
}

TEST(RandomGames, FromTheStartKeepEveryWarriorAndAreReadBack) {
  std::mt19937_64 random(17);
  for (const char* options : {"", "start=5x5", "start=5x6", "redistribute=upto2,crossing=yes", "origin=skip,triple=run"}) {
    const auto referee = make_referee(rules_of(10, options));
    Position position = referee->start(std::nullopt);
    const int warriors = position.seeds();
    for (int ply = 0; ply < 200 && !referee->over(position); ++ply) {
      if (position.redistributions > 0) {
        // One of the first hundred thousand, so that a run stays short.
        std::uint64_t left = random() % 100'000;
        std::string move;
        referee->for_each_ply(position, [&](const LegalPly& legal) {
          move = legal.text;
          return left-- > 0;
        });
        position = referee->play(position, move);
      } else {
        const auto plies = referee->plies(position);
        position = plies[random() % plies.size()].position;
      }
      ASSERT_EQ(position.seeds() + position.stores[0] + position.stores[1], warriors);
      ASSERT_EQ(parse_position(to_text(position)), position);
    }
  }
}

TEST(RuleSet, OptionsOfTheOpeningAreNoneOfTables) {
  const RuleSet rules = rules_of(10, "start=5x5,redistribute=upto2,origin=skip");
  EXPECT_EQ(rules.text(), "kiothi{origin=skip,redistribute=upto2,start=5x5}");
  EXPECT_EQ(rules.for_tables().text(), "kiothi{origin=skip}");
  EXPECT_EQ(rules.for_tables(), rules_of(10, "origin=skip"));
  EXPECT_NE(rules, rules.for_tables());
}

}  // namespace
}  // namespace uthi
