// Rule sets: defaults, text, and errors that name the nearest right word.
#include "core/rule_set.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/giuthi.hpp"
#include "core/nearest.hpp"

namespace uthi {
namespace {

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(RuleSet, StartsFromTheDefaultsOfTheRules) {
  const RuleSet rules(giuthi_spec(), 6);
  EXPECT_EQ(rules.get("origin"), "skip");
  EXPECT_EQ(rules.get("empty"), "landing");
  EXPECT_EQ(rules.get("chain"), "through");
  EXPECT_EQ(rules.get("repetition"), "draw");
  EXPECT_EQ(rules.text(), "giuthi");
  EXPECT_EQ(rules.board_text(), "2x6");
  EXPECT_EQ(rules.full_text(), "giuthi-2x6");
}

TEST(RuleSet, PrintsWhatDiffersInAlphabeticalOrder) {
  RuleSet rules(giuthi_spec(), 10);
  rules.set_all("origin=sow,empty=none,chain=broken");
  EXPECT_EQ(rules.text(), "giuthi{chain=broken,empty=none,origin=sow}");
  EXPECT_EQ(rules.full_text(), "giuthi{chain=broken,empty=none,origin=sow}-2x10");
  rules.set("empty", "landing");
  EXPECT_EQ(rules.text(), "giuthi{chain=broken,origin=sow}");
  rules.set_all("");
  EXPECT_EQ(rules.text(), "giuthi{chain=broken,origin=sow}");
}

TEST(RuleSet, IsEqualWhereGameBoardAndEveryOptionAre) {
  RuleSet a(giuthi_spec(), 6);
  RuleSet b(giuthi_spec(), 6);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, RuleSet(giuthi_spec(), 7));
  b.set("origin", "sow");
  EXPECT_NE(a, b);
  a.set("origin", "sow");
  EXPECT_EQ(a, b);
}

TEST(RuleSet, RefusesWhatTheGameDoesNotHave) {
  RuleSet rules(giuthi_spec(), 6);
  const std::string option = error_of([&] { rules.set("orgin", "sow"); });
  EXPECT_NE(option.find("no rule option \"orgin\" (did you mean \"origin\"?)"), std::string::npos) << option;
  EXPECT_NE(option.find("chain, empty, origin, repetition"), std::string::npos) << option;
  const std::string value = error_of([&] { rules.set("empty", "landin"); });
  EXPECT_NE(value.find("did you mean \"landing\"?"), std::string::npos) << value;
  EXPECT_NE(value.find("empty can be landing, none"), std::string::npos) << value;
  EXPECT_NE(error_of([&] { rules.set_all("origin"); }).find("expected option=value"), std::string::npos);
  EXPECT_NE(error_of([&] { rules.set_all("origin=sow,,chain=broken"); }).find("expected option=value"), std::string::npos);
  EXPECT_NE(error_of([&] { rules.set_all("origin=sow,"); }).find("expected option=value"), std::string::npos);
  EXPECT_NE(error_of([&] { rules.set_all("origin=sow,origin=skip"); }).find("expected each option once"), std::string::npos);
  EXPECT_NE(error_of([&] { rules.set_all("=sow"); }).find("no rule option \"\""), std::string::npos);
}

TEST(RuleSet, RefusesBoardsThatDoNotExist) {
  for (const int pits : {-1, 0, 1, 11, 1000}) EXPECT_THROW(RuleSet(giuthi_spec(), pits), UsageError) << pits;
  for (const char* text : {"", "2x", "2x1", "2x11", "3x6", "2x6x", "2x-6", "2x 6", "x6", "26", "2x99999999999999"}) {
    EXPECT_THROW(static_cast<void>(parse_board(text)), UsageError) << text;
  }
  for (int pits = 2; pits <= 10; ++pits) EXPECT_EQ(parse_board(std::string("2x").append(std::to_string(pits))), pits);
}

TEST(GameNamed, FindsGamesAndNamesTheNearest) {
  EXPECT_EQ(&game_named("giuthi"), &giuthi_spec());
  EXPECT_NE(error_of([] { static_cast<void>(game_named("guithi")); }).find("did you mean \"giuthi\"?"), std::string::npos);
  EXPECT_THROW(static_cast<void>(game_named("")), UsageError);
  EXPECT_THROW(static_cast<void>(game_named("Giuthi")), UsageError);
}

TEST(GameSpecs, ListOptionsInAlphabeticalOrderWithTheirValues) {
  for (const GameSpec* game : all_games()) {
    EXPECT_TRUE(std::is_sorted(game->options.begin(), game->options.end(), [](auto& a, auto& b) { return a.name < b.name; }));
    for (const OptionSpec& option : game->options) {
      EXPECT_FALSE(option.values.empty());
      EXPECT_FALSE(option.meaning.empty());
    }
  }
}

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("build", "build"), 0U);
  EXPECT_EQ(edit_distance("biuld", "build"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("sunday", "saturday"), 3U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U) << "a swapped pair is not edited again";
}

TEST(DidYouMean, ProposesOnlyWhatIsNear) {
  EXPECT_EQ(did_you_mean("biuld", {"probe", "build", "verify"}), " (did you mean \"build\"?)");
  EXPECT_EQ(did_you_mean("xyzzy", {"probe", "build", "verify"}), "");
  EXPECT_EQ(did_you_mean("build", {}), "");
  EXPECT_EQ(did_you_mean(std::string(100'000, 'x'), {"build"}), "");
}

}  // namespace
}  // namespace uthi
