// Moves, perft and drawings: answers that need no tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

void expect_same_as(const fs::path& vectors) {
  const auto wanted = objects_of(vectors);
  ASSERT_GT(wanted.size(), 40U);
  std::string input;
  for (const auto& object : wanted) input += std::string(object.at("position").as_string()) + "\n";
  const Result result = run({"moves", "-"}, {.input = input});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto got = result.json_lines();
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(got[i], boost::json::value(wanted[i])) << "line " << i + 1;
}

TEST(Moves, AreThoseOfTheVectors) { expect_same_as(fs::path(UTHI_TEST_DATA) / "giuthi-moves.jsonl"); }

TEST(Moves, OfKiothiAreThoseOfTheVectors) { expect_same_as(fs::path(UTHI_TEST_DATA) / "kiothi-moves.jsonl"); }

TEST(Moves, EndlessSowingsAreLeftOutAsInTheVectors) { expect_same_as(fs::path(UTHI_TEST_DATA) / "giuthi-endless-moves.jsonl"); }

TEST(Moves, OfSeveralPositionsAreOneObjectALine) {
  const Result result = run({"moves", "giuthi:2,2/2,2", "giuthi:0,0/0,1", "--json"});
  EXPECT_EQ(result.code, 0);
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("position"), "giuthi:2,2/2,2 0 0 S");
  EXPECT_EQ(lines[1].at("over"), 1);
  EXPECT_TRUE(lines[1].at("moves").as_array().empty());
}

TEST(Moves, BadLinesAreNamedAndTheRunGoesOn) {
  const Result result = run({"moves", "-"}, {.input = "giuthi:2,2/2,2\nnonsense\r\n\n\xff\xfe\ngiuthi:0,1/0,0 1 2 N"});
  EXPECT_EQ(result.code, 3);
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].at("position"), "giuthi:2,2/2,2 0 0 S");
  EXPECT_EQ(lines[1].at("line"), 2);
  EXPECT_EQ(lines[1].at("input"), "nonsense");
  EXPECT_TRUE(lines[1].as_object().contains("error"));
  EXPECT_EQ(lines[2].at("line"), 3);
  EXPECT_EQ(lines[3].at("input"), "\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(lines[4].at("position"), "giuthi:0,1/0,0 1 2 N");
}

TEST(Moves, OverlongLinesAreCutNotSwallowed) {
  const Result result = run({"moves", "-"}, {.input = std::string(1'000'000, 'x') + "\ngiuthi:2,2/2,2\n"});
  EXPECT_EQ(result.code, 3);
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_LE(lines[0].at("input").as_string().size(), 400U);
  EXPECT_EQ(lines[1].at("position"), "giuthi:2,2/2,2 0 0 S");
}

TEST(Moves, BadPositionsExitWithThreeAndSayWhere) {
  for (const char* bad : {"giuthi:1,2/3", "giuthi:1,2/3,x", "giuthi:1,2/3,181", "giuthi:1,2/3,4 0 0 W", "2,2/2,2", "0", "",
                          "giuthi{origin=swo}:2,2/2,2", "giuthix:2,2/2,2"}) {
    const Result result = run({"moves", bad});
    EXPECT_EQ(result.code, 3) << bad;
    EXPECT_EQ(result.out, "") << bad;
    EXPECT_NE(result.err.find("giuthi"), std::string::npos) << result.err;
  }
}

// What the mover can take in one turn, all its sowings: captures end a turn, so the last sowing takes them.
struct Turns {
  std::int64_t most = 0;
  std::set<std::string> after_most;  // positions after the turns that take the most
};

Turns turns_from(const std::string& position) {
  Turns turns;
  std::set<std::string> seen{position};
  std::vector<std::string> wave{position};
  while (!wave.empty()) {
    std::string input;
    for (const std::string& text : wave) input += text + "\n";
    wave.clear();
    for (const auto& object : run({"moves", "-"}, {.input = input}).json_lines()) {
      for (const auto& move : object.at("moves").as_array()) {
        const std::string after(move.at("position").as_string());
        if (move.at("again").as_bool()) {
          if (seen.insert(after).second) wave.push_back(after);
          continue;
        }
        const std::int64_t captures = move.at("captures").as_int64();
        if (captures > turns.most) turns.after_most.clear();
        turns.most = std::max(turns.most, captures);
        if (captures == turns.most) turns.after_most.insert(after);
      }
    }
  }
  return turns;
}

std::int64_t least_best_reply(const Turns& turns) {
  std::int64_t least = 1000;
  for (const std::string& position : turns.after_most) least = std::min(least, turns_from(position).most);
  return least;
}

// The recorded handicap start: the first player takes ten in its first turn without being threatened in the next.
TEST(StartFacts, NineAPitOnTwoByTenTakesTenInTheFirstTurn) {
  const std::string rows = ":9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 0 0 S";
  const Turns skip = turns_from("giuthi" + rows);
  EXPECT_EQ(skip.most, 10);
  EXPECT_EQ(least_best_reply(skip), 4);
  const Turns sow = turns_from("giuthi{origin=sow}" + rows);
  EXPECT_EQ(sow.most, 10);
  EXPECT_EQ(least_best_reply(sow), 20);
}

TEST(Perft, CountsLeavesAndDividesThem) {
  // One ply deep the leaves are the moves of the vectors.
  const auto wanted = objects_of(fs::path(UTHI_TEST_DATA) / "giuthi-moves.jsonl");
  for (std::size_t i = 0; i < wanted.size(); i += 40) {
    const auto object = run({"perft", std::string(wanted[i].at("position").as_string()), "1", "--json"}).json();
    EXPECT_EQ(object.at("leaves").to_number<std::size_t>(), wanted[i].at("moves").as_array().size());
  }
  const std::string start = "giuthi:4,4,4,4,4/4,4,4,4,4";
  const auto whole = run({"perft", start, "4", "--json"}).json();
  const auto parts = run({"perft", start, "4", "--divide", "--json"}).json();
  EXPECT_EQ(whole.at("leaves"), parts.at("leaves"));
  // Added up by hand from the tree of moves, ply by ply.
  std::vector<std::string> wave{start};
  for (int ply = 0; ply < 4; ++ply) {
    std::string input;
    for (const std::string& text : wave) input += text + "\n";
    wave.clear();
    for (const auto& object : run({"moves", "-"}, {.input = input}).json_lines()) {
      for (const auto& move : object.at("moves").as_array()) wave.emplace_back(move.at("position").as_string());
    }
  }
  EXPECT_EQ(whole.at("leaves").to_number<std::size_t>(), wave.size());
  EXPECT_EQ(run({"perft", start, "0", "--json"}).json().at("leaves"), 1);
}

TEST(Show, DrawsFacingPitsOneAboveTheOther) {
  const Result result = run({"show", "giuthi:2,0,0,11,4/0,103,0,1,2_6_5_N"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out,
            "giuthi:2,0,0,11,4/0,103,0,1,2 6 5 N\n"
            "\n"
            "     E     D     C     B     A\n"
            "  ┌─────┬─────┬─────┬─────┬─────┐\n"
            "  │   2 │   · │   · │  11 │   4 │  North  store 5  ◀ to move\n"
            "  ├─────┼─────┼─────┼─────┼─────┤\n"
            "  │   · │ 103 │   · │   1 │   2 │  South  store 6\n"
            "  └─────┴─────┴─────┴─────┴─────┘\n"
            "     a     b     c     d     e\n"
            "  counter-clockwise: South sows to the right, North to the left\n");
  for (const char* board : {"giuthi:1,2/3,4", "giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9"}) EXPECT_EQ(run({"show", board}).code, 0);
}

TEST(Show, GivesTheStoredImage) {
  const auto object = run({"show", "giuthi:2,0,0,1,4/0,3,0,1,2 6 5 N", "--json"}).json();
  EXPECT_EQ(object.at("seeds"), 13);
  EXPECT_EQ(object.at("side"), "N");
  // North's view: A.. = 4,1,0,0,2 below, South's row above; of it and its mirror image one is stored.
  const auto canonical = object.at("canonical").as_string();
  EXPECT_TRUE(canonical == "giuthi:2,1,0,3,0/4,1,0,0,2 5 6 S" || canonical == "giuthi:0,3,0,1,2/2,0,0,1,4 5 6 S") << canonical;
}

}  // namespace
}  // namespace uthi::test
