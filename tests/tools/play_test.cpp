// Games played move by move.
#include <gtest/gtest.h>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

// giuthi:1,0,1,0,0/0,2,0,0,1: b+ sows again and leaves no sowing to either; b- takes two.
constexpr const char* kStart = "giuthi:1,0,1,0,0/0,2,0,0,1 0 0 S";

TEST(Play, GivesThePositionAfterTheMoves) {
  const auto object = run({"play", kStart, "b-", "--json"}).json();
  EXPECT_EQ(object.at("position"), "giuthi:0,0,0,0,0/2,0,0,0,1 2 0 N");
  EXPECT_EQ(object.at("plies").as_array().size(), 1U);
  EXPECT_EQ(object.at("repetition"), false);
}

TEST(Play, ScoresAFinishedGame) {
  const auto object = run({"play", kStart, "b+", "--json"}).json();
  EXPECT_EQ(object.at("over"), 1);  // South 3 on its row, North 2
  EXPECT_EQ(object.at("scores").at("south"), 3);
  EXPECT_EQ(object.at("scores").at("north"), 2);
}

TEST(Play, TakesTurnsFromOneOrSeveralArguments) {
  const std::string start = "giuthi:4,4,4,4,4/4,4,4,4,4";
  const auto one = run({"play", start, "c+ A-", "--json"}).json();
  const auto two = run({"play", start, "c+", "A-", "--json"}).json();
  EXPECT_EQ(one, two);
  EXPECT_EQ(one.at("plies").as_array().size(), 2U);
}

void expect_error(const std::string& start, const std::vector<std::string>& moves, const std::string& expected) {
  std::vector<std::string> words{"play", start};
  words.insert(words.end(), moves.begin(), moves.end());
  const Result result = run(words);
  EXPECT_EQ(result.code, 3) << result.out;
  EXPECT_NE(result.err.find(expected), std::string::npos) << result.err;
}

TEST(Play, ErrorsNameThePly) {
  // b+ of giuthi:2,0,0,1,4/0,3,0,1,2 lets South sow again; b- hands over to North.
  const std::string start = "giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S";
  expect_error(start, {"b-", "e+"}, "ply 2");
  expect_error(start, {"b+ d+"}, "ply 2 (d+): South's turn goes on after b+");
  expect_error(start, {"b-,C+"}, "ply 2 (C+): the turn ended with b-");
  expect_error(start, {"a+"}, "ply 1: move \"a+\" is not legal");
  expect_error(start, {"q+"}, "ply 1");
  expect_error(start, {"b+,"}, "both sides of a comma");
  expect_error(start, {",b+"}, "both sides of a comma");
  expect_error(start, {"b+,,e-"}, "both sides of a comma");
  expect_error(kStart, {"b+,a+"}, "ply 2 (a+): the game is over");
  expect_error("giuthi:0,0/0,1", {"b+"}, "ply 1 (b+): the game is over");
}

TEST(Play, AnUnfinishedTurnIsSaid) {
  const std::string start = "giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S";
  EXPECT_EQ(run({"play", start, "b+", "--json"}).json().at("turn_open"), true);
  EXPECT_NE(run({"play", start, "b+"}).out.find("South sows again"), std::string::npos);
  EXPECT_EQ(run({"play", start, "b-", "--json"}).json().at("turn_open"), false);
}

// A drawn line from the tables goes on until a position comes back; as a game it must end at that very ply.
TEST(Play, ARepetitionEndsTheGameAsADraw) {
  TemporaryFolder folder;
  ASSERT_EQ(run({"build", "giuthi", "2x2", "--seeds", "6", "--tables", folder.text()}).code, 0);
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "5", "--tables", folder.text()}).code, 0);
  std::string input;
  for (const auto& object : objects_of(std::filesystem::path(UTHI_TEST_DATA) / "giuthi-values.jsonl")) {
    input += std::string(object.at("position").as_string()) + "\n";
  }
  const Result answers = run({"probe", "-", "--tables", folder.text()}, {.input = input});
  std::size_t repetitions = 0;
  for (const auto& answer : answers.json_lines()) {
    if (answer.at("reason") != "repetition" || repetitions == 12) continue;
    ++repetitions;
    const std::string position(answer.at("position").as_string());
    const auto line = run({"line", position, "--tables", folder.text(), "--json"}).json();
    ASSERT_TRUE(line.at("repetition").as_bool()) << position;
    std::string moves;
    bool again = false;
    for (const auto& step : line.at("steps").as_array()) {
      if (!moves.empty()) moves += again ? "," : " ";
      moves += step.at("move").as_string();
      again = step.at("again").as_bool();
    }
    const auto game = run({"play", position, moves, "--json"}).json();
    EXPECT_EQ(game.at("repetition"), true);
    EXPECT_EQ(game.at("repeats"), line.at("repeats"));
    EXPECT_EQ(game.at("position"), line.at("last"));
    EXPECT_NE(run({"play", position, moves}).out.find("The position repeats: draw"), std::string::npos);
    const std::string next = again ? "," : " ";
    const Result beyond = run({"play", position, moves + next + "a+"});
    EXPECT_EQ(beyond.code, 3);
    EXPECT_NE(beyond.err.find("the position repeats"), std::string::npos) << beyond.err;
  }
  EXPECT_GE(repetitions, 10U);
}

}  // namespace
}  // namespace uthi::test
