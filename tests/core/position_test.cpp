// Positions as text: what is read, what is printed, and what is said of a mistake.
#include "core/position.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/error.hpp"
#include "core/giuthi.hpp"

namespace uthi {
namespace {

std::string error_of(std::string_view text) {
  try {
    static_cast<void>(parse_position(text));
  } catch (const PositionError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Position, IsReadInRingOrder) {
  const Position position = parse_position("giuthi:2,0,0,1,4/0,3,0,1,2 6 5 N");
  const std::array<std::uint8_t, 20> ring{0, 3, 0, 1, 2, 4, 1, 0, 0, 2};
  EXPECT_EQ(position.pits, ring);
  EXPECT_EQ(position.stores, (std::array{6, 5}));
  EXPECT_EQ(position.side, Side::north);
  EXPECT_EQ(position.rules, RuleSet(giuthi_spec(), 5));
  EXPECT_EQ(position.seeds(), 13);
  EXPECT_EQ(position.lead(), -1);
  EXPECT_EQ(position.marks, 0U);
}

TEST(Position, MayLeaveOutStoresAndSide) {
  const std::pair<const char*, const char*> texts[] = {
      {"giuthi:2,0/0,3", "giuthi:2,0/0,3 0 0 S"},
      {"giuthi:2,0/0,3 N", "giuthi:2,0/0,3 0 0 N"},
      {"giuthi:2,0/0,3 7 8", "giuthi:2,0/0,3 7 8 S"},
      {"giuthi:2,0/0,3_7_8_N", "giuthi:2,0/0,3 7 8 N"},
      {"giuthi:2,0/0,3_7 8_S", "giuthi:2,0/0,3 7 8 S"},
      {"giuthi{origin=sow}:2,0/0,3_N", "giuthi{origin=sow}:2,0/0,3 0 0 N"},
      {"giuthi{origin=skip}:2,0/0,3", "giuthi:2,0/0,3 0 0 S"},
      {"giuthi{repetition=draw}:2,0/0,3", "giuthi:2,0/0,3 0 0 S"},
      {"giuthi{origin=sow,chain=broken}:2,0/0,3", "giuthi{chain=broken,origin=sow}:2,0/0,3 0 0 S"},
      {"giuthi{origin=sow,empty=none,chain=broken}:2,0/0,3", "giuthi{chain=broken,empty=none,origin=sow}:2,0/0,3 0 0 S"},
      {"giuthi:180,0/0,0 9999 9999 N", "giuthi:180,0/0,0 9999 9999 N"},
      {"giuthi:0,0/0,0", "giuthi:0,0/0,0 0 0 S"},
      {"giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9", "giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 0 0 S"},
  };
  for (const auto& [written, printed] : texts) EXPECT_EQ(to_text(parse_position(written)), printed) << written;
}

TEST(Position, WrittenAndReadBackIsTheSame) {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (int i = 0; i < 20'000; ++i) {
    const int row = 2 + static_cast<int>(below(9));
    Position position{.rules = RuleSet(giuthi_spec(), row)};
    for (const OptionSpec& option : giuthi_spec().options) position.rules.set(option.name, option.values[below(option.values.size())]);
    for (std::size_t left = below(181); left > 0;) {
      const std::size_t heap = 1 + below(left);
      position.pits[below(static_cast<std::size_t>(2 * row))] += static_cast<std::uint8_t>(heap);
      left -= heap;
    }
    position.stores = {static_cast<int>(below(kMaxStore + 1)), static_cast<int>(below(kMaxStore + 1))};
    position.side = below(2) == 0 ? Side::south : Side::north;
    std::string text = to_text(position);
    ASSERT_EQ(parse_position(text), position) << text;
    std::replace(text.begin(), text.end(), ' ', '_');
    ASSERT_EQ(parse_position(text), position) << text;
  }
}

TEST(Position, MistakesNameTheirCharacterAndWhatWasExpected) {
  struct Mistake {
    std::string_view text;
    std::string_view expected;
    int character;  // from 1
  };
  const Mistake mistakes[] = {
      {"", "a game, a colon and two rows", 1},
      {"giuthi", "a game, a colon and two rows", 1},
      {"giuthi:", "a number of seeds from 0 to 180", 8},
      {"giuthi:1", "a slash between the rows", 9},
      {"giuthi:1,2", "a slash between the rows", 11},
      {"giuthi:1,2/", "a number of seeds from 0 to 180", 12},
      {"giuthi:1,x/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1,-1/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1,+1/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1, 1/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1,181/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1,99999999999999999999/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1,,1/1,2", "a number of seeds from 0 to 180", 10},
      {"giuthi:1,2/1", "two rows of the same length, not 2 and 1 pits", 13},
      {"giuthi:1/1", "two pits a row at least", 11},
      {"giuthi:1,1,1,1,1,1,1,1,1,1,1/1", "at most ten pits a row", 28},
      {"giuthi:100,80/1,0", "at most 180 seeds on the board, not 181", 18},
      {"giuthi:1,3*/1,2", "no mark *: giuthi has no marked pits", 11},
      {"giuthi:1,2/1,2x", "a blank or underscore", 15},
      {"giuthi:1,2/1,2 ", "South's store, 0 to 9999", 16},
      {"giuthi:1,2/1,2 5", "a blank or underscore", 17},
      {"giuthi:1,2/1,2 5 ", "North's store, 0 to 9999", 18},
      {"giuthi:1,2/1,2 10000 0", "South's store, 0 to 9999", 16},
      {"giuthi:1,2/1,2 0 10000", "North's store, 0 to 9999", 18},
      {"giuthi:1,2/1,2 -1 0", "South's store, 0 to 9999", 16},
      {"giuthi:1,2/1,2 5 6 X", "the side to move, S or N", 20},
      {"giuthi:1,2/1,2 5 6 s", "the side to move, S or N", 20},
      {"giuthi:1,2/1,2 5 6 S ", "nothing behind the side to move", 21},
      {"giuthi:1,2/1,2 S 5 6", "nothing behind the side to move", 17},
      {"giuthi{origin=sow:1,2/1,2", "a closing brace behind the rule options", 7},
      {"giuthi{}:1,2/1,2", "rule options between the braces", 7},
      {"giuthi{origin=sow}1,2/1,2", "a colon behind the game", 19},
  };
  for (const Mistake& mistake : mistakes) {
    const std::string error = error_of(mistake.text);
    const std::string where =
        std::string("expected ").append(mistake.expected) + " at character " + std::to_string(mistake.character) + ";";
    EXPECT_NE(error.find(where), std::string::npos) << error << "\nlacks: " << where;
    EXPECT_NE(error.find("for example giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S"), std::string::npos) << error;
  }
}

TEST(Position, WrongGamesAndRulesAreNamed) {
  EXPECT_NE(error_of("giuti:1,2/1,2").find("did you mean \"giuthi\"?"), std::string::npos) << error_of("giuti:1,2/1,2");
  EXPECT_NE(error_of("chess:1,2/1,2").find("there is no game \"chess\""), std::string::npos);
  EXPECT_NE(error_of("giuthi{orign=sow}:1,2/1,2").find("did you mean \"origin\"?"), std::string::npos);
  EXPECT_NE(error_of("giuthi{origin=sew}:1,2/1,2").find("did you mean \"sow\"?"), std::string::npos);
  EXPECT_NE(error_of("giuthi{origin}:1,2/1,2").find("expected option=value"), std::string::npos);
}

TEST(Position, TextsThatAreTooLongAreRefused) {
  const std::string error = error_of(std::string(100'000, 'a'));
  EXPECT_NE(error.find("at most 400 characters"), std::string::npos);
  EXPECT_LT(error.size(), 1000U);
}

TEST(Position, ExamplesInMessagesAreLegal) {
  for (const GameSpec* game : all_games()) EXPECT_EQ(to_text(parse_position(game->example)), game->example);
}

TEST(PitName, CountsFromItsOwnersLeft) {
  EXPECT_EQ(pit_name(Side::south, 0), 'a');
  EXPECT_EQ(pit_name(Side::south, 9), 'j');
  EXPECT_EQ(pit_name(Side::north, 0), 'A');
}

}  // namespace
}  // namespace uthi
