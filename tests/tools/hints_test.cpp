// Advice about missing tables: typed into a shell as it stands, it answers the question that was asked.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tablebase/catalogue.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The command that a message ends with.
std::string advised(const std::string& message) {
  const std::size_t at = message.find("uthi build ");
  return at == std::string::npos ? "" : message.substr(at, message.find('\n', at) - at);
}

class Hints : public testing::Test {
 protected:
  // Runs `line` as somebody would who copied it into a shell; returns the exit code.
  int type(const std::string& line, const std::string& tables_variable = "") const {
    const fs::path bin = folder_.path() / "bin";
    if (!fs::exists(bin)) {
      fs::create_directories(bin);
      fs::create_symlink(UTHI_PROGRAM, bin / "uthi");
    }
    const fs::path script = folder_.path() / "script";
    std::ofstream(script) << "export PATH='" << bin.string() << "':/usr/bin:/bin HOME=/nonexistent\nunset XDG_DATA_HOME UTHI_TABLES\n"
                          << (tables_variable.empty() ? "" : "export UTHI_TABLES='" + tables_variable + "'\n") << line
                          << " >/dev/null 2>&1\n";
    const int status = std::system(("sh '" + script.string() + "'").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // A question that lacks tables is answered once its advice was followed, without a second piece of advice.
  void expect_answer_after_advice(const std::vector<std::string>& question, const Setting& setting = {},
                                  const std::string& tables_variable = "") const {
    const Result before = run(question, setting);
    EXPECT_EQ(before.code, 4) << question.front() << "\n" << before.out << before.err;
    const std::string command = advised(before.err);
    ASSERT_NE(command, "") << before.err;
    EXPECT_EQ(type(command, tables_variable), 0) << command;
    const Result after = run(question, setting);
    EXPECT_EQ(after.code, 0) << question.front() << ": " << command << "\n" << after.err;
  }

  [[nodiscard]] std::string in(const std::string& name) const { return folder_.text() + "/" + name; }

  TemporaryFolder folder_;
};

TEST_F(Hints, RepeatTheFolderAndTheRulesOfThePosition) {
  int number = 0;
  for (const std::string& position :
       {std::string("giuthi:2,1,1/0,1,1"), std::string("giuthi{origin=sow,chain=broken}:2,1,1/0,1,1"), std::string("kiothi:0,1*,1*/1*,0,1"),
        std::string("awari:2,1,1/0,1,1"), std::string("giuthi{repetition=score}:2,1,0/0,1,0")}) {
    for (std::vector<std::string> question :
         {std::vector<std::string>{"probe", position}, {"line", position}, {"twin", position}, {"render", position, "--values"}}) {
      question.insert(question.end(), {"--tables", in("t" + std::to_string(number++))});
      expect_answer_after_advice(question);
      if (HasFailure()) return;
    }
  }
  expect_answer_after_advice({"probe", "giuthi{repetition=score}:2,1,0/0,1,0", "--exact", "--tables", in("exact")});
}

TEST_F(Hints, QuoteNamesOfFoldersForTheShell) {
  const std::string position = "giuthi:2,0,0/1,0,0";
  for (const std::string name : {"with space", "it's", "$HOME`x`", "a;b&c", "{x}*?", "\xc3\xa9"}) {
    expect_answer_after_advice({"probe", position, "--tables", in(name)});
    EXPECT_TRUE(fs::is_directory(in(name) + "/giuthi-2x3")) << name;
  }
}

TEST_F(Hints, NameNoFolderThatTheEnvironmentNames) {
  const std::string list = in("first") + ":" + in("second");
  expect_answer_after_advice({"probe", "giuthi:2,0,0/1,0,0"}, {.environment = {"UTHI_TABLES=" + list}}, list);
  EXPECT_TRUE(fs::is_directory(in("first") + "/giuthi-2x3"));
}

TEST_F(Hints, OfSeveralFoldersNameTheOneToWriteTo) {
  fs::create_directories(in("a"));
  fs::create_directories(in("b"));
  expect_answer_after_advice({"probe", "giuthi:2,0,0/1,0,0", "--tables", in("a"), "--tables", in("b")});
  EXPECT_TRUE(fs::is_directory(in("a") + "/giuthi-2x3"));
}

TEST_F(Hints, OfMiningMakeAllLayersAtOnce) {
  const Result result = run({"mine", "giuthi", "2x3", "--seeds", "3..5", "--tables", in("m")});
  EXPECT_TRUE(contains(result.err, "0 to 5 seeds")) << result.err;
  EXPECT_TRUE(contains(result.err, "uthi build giuthi 2x3 --seeds 5 --tables " + in("m"))) << result.err;
  expect_answer_after_advice({"mine", "giuthi", "2x3", "--seeds", "3..5", "--tables", in("m")});
  expect_answer_after_advice({"mine", "kiothi", "2x3", "--seeds", "3", "--marks", "2", "--tables", in("m")});
}

TEST_F(Hints, OfALowerLayerMakeAllThatTheQuestionNeeds) {
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "6", "--tables", in("h")}).code, 0);
  for (const int seeds : {1, 2, 3, 4, 5}) fs::remove(table_path(in("h"), RuleSet(game_named("giuthi"), 3), {seeds, 0}));
  // A capture leads from the layer that is there to one that is not.
  std::string question;
  for (const std::string position : {"giuthi:0,0,1/3,1,1", "giuthi:2,1,1/0,1,1", "giuthi:0,1,0/1,1,3", "giuthi:2,1,0/1,1,1"}) {
    if (run({"line", position, "--tables", in("h")}).code == 4) question = position;
  }
  ASSERT_NE(question, "");
  expect_answer_after_advice({"line", question, "--tables", in("h")});
}

TEST_F(Hints, OfCommandsWithoutAPositionAnswerToo) {
  for (const std::vector<std::string>& question : {std::vector<std::string>{"verify", "giuthi", "2x3", "--rules", "origin=sow"},
                                                   {"stats", "giuthi", "2x2", "--rules", "origin=sow"},
                                                   {"stats", "giuthi", "2x3", "--layer", "4"},
                                                   {"stats", "kiothi", "2x3", "--layer", "4", "--marks", "2"},
                                                   {"export-site", in("site"), "giuthi", "2x3", "--rules", "origin=sow", "--seeds", "4"}}) {
    auto words = question;
    const TemporaryFolder tables;
    words.insert(words.end(), {"--tables", tables.text() + "/new"});
    expect_answer_after_advice(words);
  }
  const TemporaryFolder none;
  const Result recompress = run({"recompress", none.text()});
  EXPECT_EQ(recompress.code, 4);
  EXPECT_TRUE(contains(recompress.err, "uthi build giuthi 2x6 --seeds 10 --tables " + none.text())) << recompress.err;
  const Result info = run({"info", "--tables", none.text()});
  EXPECT_TRUE(contains(info.out, "uthi build giuthi 2x6 --seeds 12 --tables " + none.text())) << info.out;
}

TEST_F(Hints, OfVerifyRepeatTheRulesAndNameAllMissingLayers) {
  RuleSet rules(game_named("giuthi"), 3);
  rules.set("origin", "sow");
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--rules", "origin=sow", "--seeds", "6", "--tables", in("v")}).code, 0);
  for (const int seeds : {2, 5}) fs::remove(table_path(in("v"), rules, {seeds, 0}));
  const Result result = run({"verify", "--tables", in("v")});
  EXPECT_TRUE(contains(result.err, "layers 2, 5 are missing")) << result.err;
  expect_answer_after_advice({"verify", "--tables", in("v")});
}

TEST_F(Hints, OfProofsMakeTheTablesThatTheyRelyOn) {
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "6", "--tables", in("full")}).code, 0);
  const std::string proof = in("p.proof");
  ASSERT_EQ(run({"solve", "giuthi:2,2,2/1,1,1", "--proof", proof, "--tables", in("full")}).code, 0);
  expect_answer_after_advice({"check-proof", proof, "--tables", in("proofs")});
}

TEST_F(Hints, OfCookMakeTheTables) {
  const std::string problems = in("problems.jsonl");
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "5", "--tables", in("full")}).code, 0);
  const Result mined = run({"mine", "giuthi", "2x3", "--seeds", "5", "--tables", in("full")});
  ASSERT_NE(mined.out, "");
  std::ofstream(problems) << mined.out;
  expect_answer_after_advice({"cook", problems, "--tables", in("cook")});
}

TEST_F(Hints, SayWhetherTheFolderOrTheTablesAreMissing) {
  const Result absent = run({"probe", "giuthi:2,0,0/1,0,0", "--tables", in("absent")});
  EXPECT_TRUE(contains(absent.err, in("absent") + " (there is no such folder)")) << absent.err;
  EXPECT_FALSE(contains(absent.err, "none for these rules")) << absent.err;
  const Result empty = run({"probe", "giuthi:2,0,0/1,0,0", "--tables", folder_.text()});
  EXPECT_FALSE(contains(empty.err, "no such folder")) << empty.err;
  EXPECT_TRUE(contains(empty.err, "none for these rules")) << empty.err;
}

// 96 seeds on 2x8 are 10^21 positions.
TEST_F(Hints, AdviseNoBuildThatCannotBe) {
  for (const std::string position : {"giuthi:6,6,6,6,6,6,6,6/6,6,6,6,6,6,6,6", "giuthi{origin=sow}:6,6,6,6,6,6,6,6/6,6,6,6,6,6,6,6",
                                     "giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9"}) {
    const Result result = run({"probe", position, "--tables", in("start")});
    EXPECT_EQ(result.code, 4);
    EXPECT_FALSE(contains(result.err, "uthi build")) << result.err;
    EXPECT_TRUE(contains(result.err, std::string("uthi solve '") + position + " 0 0 S' --no-tables")) << result.err;
  }
  const Result stats = run({"stats", "giuthi", "2x8", "--layer", "96", "--tables", folder_.text()});
  EXPECT_FALSE(contains(stats.err, "uthi build")) << stats.err;
  EXPECT_TRUE(contains(stats.err, "uthi solve")) << stats.err;
  const Result mine = run({"mine", "giuthi", "2x8", "--seeds", "96", "--tables", folder_.text()});
  EXPECT_EQ(mine.code, 4) << mine.err;
  EXPECT_FALSE(contains(mine.err, "uthi build")) << mine.err;
}

// The search may well be a long one: it starts, and ends at its limit at the latest.
TEST_F(Hints, OfSolvingIsUnderstood) {
  const Result result = run({"probe", "giuthi{origin=sow}:6,6,6,6,6,6,6,6/6,6,6,6,6,6,6,6 0 0 S", "--tables", folder_.text()});
  const std::size_t at = result.err.find("uthi solve ");
  ASSERT_NE(at, std::string::npos) << result.err;
  const std::string command = result.err.substr(at, result.err.find('\n', at) - at);
  EXPECT_TRUE(contains(command, " --tables " + folder_.text())) << command;
  const int code = type(command + " --time 1");
  EXPECT_TRUE(code == 0 || code == 6) << command << ": " << code;
}

}  // namespace
}  // namespace uthi::test
