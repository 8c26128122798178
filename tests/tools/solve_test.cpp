// `uthi solve` as a user runs it: answers, exit codes, JSON, proofs, limits, and what bad input gets.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Solve, DecidesTheOutcomeAtTheStores) {
  const Result draw = run({"solve", "giuthi:3,3,3,3/3,3,3,3_0_0_S", "--no-tables"});
  EXPECT_EQ(draw.code, 0) << draw.err;
  EXPECT_TRUE(contains(draw.out, "a draw")) << draw.out;
  const auto win = run({"solve", "giuthi:3,3,3,3/3,3,3,3_4_0_S", "--no-tables", "--json"}).json();
  EXPECT_EQ(win.at("outcome"), "win");
  EXPECT_EQ(win.at("status"), "proved");
  EXPECT_EQ(run({"solve", "giuthi:3,3,3,3/3,3,3,3_0_9_S", "--no-tables", "--json"}).json().at("outcome"), "loss");
}

TEST(Solve, GivesTheKnownValuesByEveryMethod) {
  for (const char* method : {"auto", "graph", "search"}) {
    const auto json = run({"solve", "giuthi:5,5,5/5,5,5", "--floor", "--ceiling", "--no-tables", "--method", method, "--json"}).json();
    EXPECT_EQ(json.at("floor"), 16) << method;
    EXPECT_EQ(json.at("ceiling"), 22) << method;
    EXPECT_EQ(json.at("outcome"), "win") << method;
    EXPECT_GT(json.at("nodes").to_number<double>(), 0) << method;
    if (std::string(method) != "auto") {
      EXPECT_EQ(json.at("method"), method);
    }
  }
  const auto none = run({"solve", "giuthi:2,2/2,2", "--floor", "--ceiling", "--no-tables", "--json"}).json();
  EXPECT_EQ(none.at("floor"), 8);
  EXPECT_TRUE(none.at("ceiling").is_null());
  EXPECT_EQ(none.at("bounds").at("ceiling").at("exact"), true);
}

TEST(Solve, DecidesClaims) {
  const std::string start = "giuthi:3,3,3,3/3,3,3,3";
  EXPECT_EQ(run({"solve", start, "--claim", "floor>=-2", "--no-tables"}).code, 0);
  const Result refuted = run({"solve", start, "--claim", "floor>=0", "--no-tables"});
  EXPECT_EQ(refuted.code, 1);
  EXPECT_TRUE(contains(refuted.out, "refuted")) << refuted.out;
  EXPECT_EQ(run({"solve", start, "--claim", "draw", "--no-tables"}).code, 0);
  EXPECT_EQ(run({"solve", start, "--claim", "win", "--no-tables"}).code, 1);
  EXPECT_EQ(run({"solve", start, "--claim", "ceiling<=8", "--no-tables"}).code, 0);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--claim", "ceiling=none", "--no-tables"}).code, 0);
  const auto json = run({"solve", start, "--claim", "ceiling <= 7", "--no-tables", "--json"}).json();
  EXPECT_EQ(json.at("status"), "refuted");
  EXPECT_EQ(json.at("claim"), "ceiling <= 7");
}

TEST(Solve, SaysUnknownWhereALimitEnds) {
  const Result result = run({"solve", "giuthi:4,4,4,4,4,4/4,4,4,4,4,4", "--nodes", "50000", "--no-tables", "--json"});
  EXPECT_EQ(result.code, 6);
  const auto json = result.json();
  EXPECT_EQ(json.at("status"), "unknown");
  EXPECT_TRUE(json.at("outcome").is_null());
  EXPECT_FALSE(json.contains("floor"));
  EXPECT_EQ(json.at("bounds").at("floor").at("exact"), false);
  EXPECT_TRUE(contains(std::string(json.at("stopped").as_string()), "--nodes"));
  EXPECT_EQ(run({"solve", "giuthi:4,4,4,4,4,4/4,4,4,4,4,4", "--time", "1", "--no-tables"}).code, 6);
  EXPECT_EQ(run({"solve", "giuthi:4,4,4,4,4,4/4,4,4,4,4,4", "--method", "graph", "--memory", "0.01", "--no-tables"}).code, 6);
}

TEST(Solve, WritesProofsThatTheCheckerAccepts) {
  const TemporaryFolder folder;
  const std::string file = folder.text() + "/start.proof";
  for (const std::vector<std::string>& question :
       {std::vector<std::string>{}, {"--floor"}, {"--ceiling"}, {"--floor", "--ceiling"}, {"--claim", "floor>=0"}, {"--claim", "draw"}}) {
    for (const char* method : {"graph", "search"}) {
      const bool graph = std::string_view(method) == "graph";
      std::vector<std::string> words{
          "solve", graph ? "giuthi:2,1,2,3/2,2,1,2" : "giuthi:3,3,3,3/3,3,3,3", "--no-tables", "--proof", file, "--force", "--method",
          method};
      words.insert(words.end(), question.begin(), question.end());
      const Result solved = run(words);
      ASSERT_TRUE(contains(solved.out, "proof: ")) << solved.out << solved.err;
      const Result checked = run({"check-proof", file, "--json"});
      ASSERT_EQ(checked.code, 0) << checked.out << checked.err;
      ASSERT_EQ(checked.json().at("proved"), true);
    }
  }
  const auto json = run({"check-proof", file, "--json"}).json();
  EXPECT_EQ(json.at("outcome"), "draw") << "of the last one, by search from the start with three a pit";
}

TEST(Solve, EndsProofsAtTablesOrAtTheEndsOfGames) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"build", "giuthi", "2x4", "--seeds", "10", "--no-depth", "--tables", folder.text()}).code, 0);
  const std::string file = folder.text() + "/start.proof";
  ASSERT_EQ(run({"solve", "giuthi:3,3,3,3/3,3,3,3", "--tables", folder.text(), "--proof", file}).code, 0);
  const auto with = run({"check-proof", file, "--tables", folder.text(), "--json"}).json();
  EXPECT_EQ(with.at("proved"), true);
  EXPECT_GT(with.at("leaves").to_number<int>(), 0);
  const TemporaryFolder none;
  EXPECT_EQ(run({"check-proof", file, "--tables", none.text()}).code, 4);
  ASSERT_EQ(run({"solve", "giuthi:3,3,3,3/3,3,3,3", "--tables", folder.text(), "--proof", file, "--force", "--proof-depth", "full"}).code,
            0);
  const auto full = run({"check-proof", file, "--tables", none.text(), "--json"}).json();
  EXPECT_EQ(full.at("proved"), true);
  EXPECT_EQ(full.at("leaves"), 0);
}

TEST(Solve, KnowsThePathFromItsPositionOnWhereThatDecides) {
  const auto json = run({"solve", "giuthi{repetition=score}:2,1,1/0,1,2", "--no-tables", "--json"}).json();
  EXPECT_EQ(json.at("method"), "path search");
  EXPECT_EQ(json.at("status"), "proved");
  EXPECT_EQ(json.at("bounds").at("floor").at("least"), json.at("bounds").at("ceiling").at("most"));
  EXPECT_EQ(run({"solve", "giuthi{repetition=score}:2,1,1/0,1,2", "--proof", "x"}).code, 2);
}

TEST(Solve, GivesTheBoundsSoFarWhenInterrupted) {
  const TemporaryFolder folder;
  const std::string out = folder.text() + "/answer.json";
  // In the foreground it signals once; else its whole group too, and a second signal stops the program at once.
  const std::string command = std::string("timeout --foreground --preserve-status -s INT 2 '") + UTHI_PROGRAM +
                              "' solve giuthi:4,4,4,4,4,4/4,4,4,4,4,4 --no-tables --json > '" + out + "' 2> /dev/null";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const auto answers = objects_of(out);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers.front().at("status"), "unknown");
  EXPECT_EQ(answers.front().at("stopped"), "interrupted");
}

TEST(Solve, RefusesWhatItCannotRead) {
  EXPECT_EQ(run({"solve"}).code, 2);
  EXPECT_EQ(run({"solve", "giuthi:3,3/3"}).code, 3);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--claim", "floor>>3"}).code, 2);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--claim", "floor>=x"}).code, 2);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--method", "magic"}).code, 2);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--proof-depth", "full"}).code, 2);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--proof-depth", "half", "--proof", "x"}).code, 2);
  EXPECT_EQ(run({"solve", "giuthi:2,2/2,2", "--time", "0"}).code, 2);
  EXPECT_EQ(run({"solve", "kiothi:0,0,0,0,5,5,5,5,5,5/5,5,5,5,5,5,0,0,0,0 0 0 S~2"}).code, 3);
  const Result nowhere = run({"solve", "giuthi:2,2/2,2", "--no-tables", "--proof", "/proc/no/such/file"});
  EXPECT_EQ(nowhere.code, 7);
  EXPECT_TRUE(contains(nowhere.err, "/proc/no/such")) << nowhere.err;
}

}  // namespace
}  // namespace uthi::test
