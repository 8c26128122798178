// Answers from tables: the JSON contract, values of the vectors, lines of best play, colours.
#include <gtest/gtest.h>

#include <array>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

// One folder of small tables for all tests of this file.
class Probe : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    ASSERT_EQ(run({"build", "giuthi", "2x2", "--seeds", "8", "--tables", folder()}).code, 0);
    ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "8", "--tables", folder()}).code, 0);
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string folder() { return folder_->text(); }
  static Result probe(const std::vector<std::string>& positions, const Setting& setting = {}) {
    std::vector<std::string> words{"probe", "--tables", folder()};
    words.insert(words.end(), positions.begin(), positions.end());
    return run(words, setting);
  }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
};

TEST_F(Probe, GivesTheValuesOfTheVectors) {
  const auto wanted = objects_of(fs::path(UTHI_TEST_DATA) / "giuthi-values.jsonl");
  ASSERT_GT(wanted.size(), 600U);
  std::string input;
  for (const auto& object : wanted) input += std::string(object.at("position").as_string()) + "\n";
  const Result result = probe({"-"}, {.input = input});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto got = result.json_lines();
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (const auto& field : wanted[i]) EXPECT_EQ(got[i].at(field.key()), field.value()) << "line " << i + 1 << ": " << field.key();
  }
}

// Giuthi 2x2 with two a pit: floor 8, no ceiling (RULES of the game, known values).
TEST_F(Probe, HasEveryFieldOfItsContract) {
  const auto object = probe({"giuthi:2,2/2,2", "--json"}).json();
  EXPECT_EQ(object.at("position"), "giuthi:2,2/2,2 0 0 S");
  EXPECT_EQ(object.at("canonical"), "giuthi:2,2/2,2 0 0 S");
  EXPECT_EQ(object.at("game"), "giuthi");
  EXPECT_EQ(object.at("board"), "2x2");
  EXPECT_EQ(object.at("rules"),
            (boost::json::object{{"chain", "through"}, {"empty", "landing"}, {"origin", "skip"}, {"repetition", "draw"}}));
  EXPECT_EQ(object.at("seeds"), 8);
  EXPECT_EQ(object.at("outcome"), "win");
  EXPECT_TRUE(object.at("reason").is_null());
  EXPECT_EQ(object.at("floor"), 8);
  EXPECT_TRUE(object.at("ceiling").is_null());
  EXPECT_TRUE(object.at("floor_depth").is_int64());
  EXPECT_TRUE(object.at("ceiling_depth").is_null());
  EXPECT_EQ(object.at("margin"), 8);
  const auto& moves = object.at("moves").as_array();
  ASSERT_EQ(moves.size(), probe({"giuthi:2,2/2,2", "--json"}).json().at("moves").as_array().size());
  for (const auto& move : moves) {
    for (const char* field :
         {"move", "captures", "again", "pass", "position", "floor", "ceiling", "floor_depth", "ceiling_depth", "outcome"}) {
      EXPECT_TRUE(move.as_object().contains(field)) << field;
    }
  }
  // Best first: the first move attains the floor, in as many plies.
  EXPECT_EQ(moves.front().at("floor"), object.at("floor"));
  EXPECT_EQ(moves.front().at("floor_depth"), object.at("floor_depth"));
}

TEST_F(Probe, MovesAreThoseOfTheMovesCommandSeenFromTheRoot) {
  const auto answer = probe({"giuthi:1,0,2/0,3,1", "--json"}).json();
  const auto moves = run({"moves", "giuthi:1,0,2/0,3,1", "--json"}).json();
  ASSERT_EQ(answer.at("moves").as_array().size(), moves.at("moves").as_array().size());
  for (const auto& move : moves.at("moves").as_array()) {
    bool found = false;
    for (const auto& answered : answer.at("moves").as_array()) {
      if (answered.at("move") != move.at("move")) continue;
      found = true;
      EXPECT_EQ(answered.at("captures"), move.at("captures"));
      EXPECT_EQ(answered.at("position"), move.at("position"));
      // The position after it, asked about itself, has the same value from its own mover's side.
      const auto child = probe({std::string(move.at("position").as_string()), "--json"}).json();
      const std::int64_t captures = move.at("captures").as_int64();
      const bool again = move.at("again").as_bool();
      const auto& floor = again ? child.at("floor") : child.at("ceiling");
      if (floor.is_null()) {
        EXPECT_TRUE(answered.at("floor").is_null());
      } else {
        EXPECT_EQ(answered.at("floor").as_int64(), again ? floor.as_int64() : captures - floor.as_int64());
      }
    }
    EXPECT_TRUE(found);
  }
}

TEST_F(Probe, StoresDecideTheOutcome) {
  // One seed of South's own and no sowing: the margin is 1 still to come.
  const auto outcome = [&](const std::string& stores) { return probe({"giuthi:0,0/0,1_" + stores, "--json"}).json(); };
  EXPECT_EQ(outcome("0_0_S").at("outcome"), "win");
  EXPECT_EQ(outcome("0_0_S").at("margin"), 1);
  EXPECT_EQ(outcome("0_2_S").at("outcome"), "loss");
  EXPECT_EQ(outcome("0_1_S").at("outcome"), "draw");
  EXPECT_EQ(outcome("0_1_S").at("reason"), "score");
  EXPECT_EQ(outcome("0_1_S").at("margin"), 0);
  EXPECT_EQ(outcome("0_0_N").at("outcome"), "loss");
  EXPECT_TRUE(outcome("0_0_S").at("moves").as_array().empty());
  EXPECT_EQ(outcome("0_0_S").at("over"), 1);
}

TEST_F(Probe, LinesAreAnsweredInOrderAndBadOnesNamed) {
  const Result result = probe({"-"}, {.input = "giuthi:2,2/2,2\ngiuthi:2,2/2\n\ngiuthi:0,0/0,1\n"});
  EXPECT_EQ(result.code, 3);
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("position"), "giuthi:2,2/2,2 0 0 S");
  EXPECT_TRUE(lines[1].as_object().contains("error"));
  EXPECT_EQ(lines[1].at("line"), 2);
  EXPECT_EQ(lines[2].at("line"), 3);
  EXPECT_EQ(lines[3].at("position"), "giuthi:0,0/0,1 0 0 S");
  EXPECT_EQ(probe({"-"}).out, "");
}

TEST_F(Probe, ExitCodesTellWhatIsWrong) {
  EXPECT_EQ(probe({"giuthi:2,2/2"}).code, 3);
  const Result missing = probe({"giuthi:9,9/9,9"});
  EXPECT_EQ(missing.code, 4);
  EXPECT_NE(missing.err.find("uthi build giuthi 2x2 --seeds 36"), std::string::npos) << missing.err;
  EXPECT_EQ(probe({"giuthi{origin=sow}:2,2/2,2"}).code, 4) << "tables of other rules must never answer";
  EXPECT_EQ(probe({"giuthi:18,18,18,18,18/18,18,18,18,18"}).code, 4);
  EXPECT_EQ(probe({"-"}, {.input = "giuthi:9,9/9,9\n"}).code, 4);
  EXPECT_EQ(probe({"giuthi:2,2/2,2"}, {.output_file = "/dev/full"}).code, 7);
}

TEST_F(Probe, AClosedPipeIsQuiet) {
  const Result result = probe({"giuthi:2,2/2,2"}, {.close_output = true});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
}

TEST_F(Probe, TextNamesWinnerMarginAndPlies) {
  const std::string text = probe({"giuthi:2,2/2,2"}).out;
  EXPECT_NE(text.find("South wins by 8 in "), std::string::npos) << text;
  EXPECT_NE(text.find("floor 8 ("), std::string::npos);
  EXPECT_NE(text.find("ceiling none"), std::string::npos);
  EXPECT_NE(text.find("│ 2 │ 2 │"), std::string::npos);
}

TEST_F(Probe, ColoursOnlyOnATerminalAndNotAgainstNoColor) {
  const std::vector<std::string> words{"probe", "--tables", folder(), "giuthi:2,2/2,2"};
  EXPECT_NE(run_on_terminal(words).out.find("\x1b[32m"), std::string::npos);
  EXPECT_EQ(run_on_terminal(words, {.environment = {"NO_COLOR=1"}}).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(run_on_terminal(words, {.environment = {"TERM=dumb"}}).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(run(words).out.find('\x1b'), std::string::npos);
}

TEST_F(Probe, FindsTablesByTheEnvironment) {
  const Setting by_name{.environment = {"UTHI_TABLES=" + folder()}};
  EXPECT_EQ(run({"probe", "giuthi:2,2/2,2"}, by_name).code, 0);
  TemporaryFolder data;
  fs::create_directory_symlink(folder(), data.path() / "uthi");
  EXPECT_EQ(run({"probe", "giuthi:2,2/2,2"}, {.environment = {"XDG_DATA_HOME=" + data.text()}}).code, 0);
  fs::create_directories(data.path() / ".local" / "share");
  fs::create_directory_symlink(folder(), data.path() / ".local" / "share" / "uthi");
  EXPECT_EQ(run({"probe", "giuthi:2,2/2,2"}, {.environment = {"HOME=" + data.text()}}).code, 0);
  EXPECT_EQ(run({"probe", "giuthi:2,2/2,2"}, {.environment = {"UTHI_TABLES=/nonexistent"}}).code, 4);
}

TEST(Bundled, TablesAnswerWithoutAnythingBuilt) {
  const auto object = run({"probe", "giuthi:1,1,0,2,1/1,2,0,1,1", "--json"}).json();
  EXPECT_EQ(object.at("board"), "2x5");
  EXPECT_EQ(object.at("seeds"), 10);
  EXPECT_EQ(run({"probe", "giuthi:1,1,0,2,1/1,2,0,1,1", "--tables", "/nonexistent"}).code, 4) << "a folder asked for stands alone";
}

// Every line of play ends as its first position says, and its moves replay.
TEST_F(Probe, LinesOfBestPlayEndAsTheyPromise) {
  const auto vectors = objects_of(fs::path(UTHI_TEST_DATA) / "giuthi-values.jsonl");
  std::size_t wins = 0;
  std::size_t draws = 0;
  for (std::size_t i = 0; i < vectors.size(); i += 13) {
    const std::string position(vectors[i].at("position").as_string());
    const auto line = run({"line", position, "--tables", folder(), "--json"}).json();
    const auto& steps = line.at("steps").as_array();
    if (line.at("outcome") == "draw" && line.at("reason") == "repetition") {
      ++draws;
      EXPECT_TRUE(line.at("repetition").as_bool()) << position;
      EXPECT_TRUE(line.at("final_margin").is_null());
      continue;
    }
    EXPECT_FALSE(line.at("repetition").as_bool()) << position;
    EXPECT_EQ(line.at("final_margin"), line.at("margin")) << position;
    const bool win = line.at("outcome") == "win";
    const auto& depth = win ? line.at("floor_depth") : line.at("ceiling_depth");
    if (line.at("outcome") != "draw") {
      ++wins;
      EXPECT_EQ(steps.size(), depth.to_number<std::size_t>()) << position;
    }
  }
  EXPECT_GE(wins, 10U);
  EXPECT_GE(draws, 1U);
}

}  // namespace
}  // namespace uthi::test
