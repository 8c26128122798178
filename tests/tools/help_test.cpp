// Help, version, and what is said to a mistyped command line.
#include <gtest/gtest.h>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

using testing::Test;

const std::vector<std::string>& commands() {
  static const std::vector<std::string> names{"bench",    "book",       "build",  "check-proof", "cook",  "explain", "export-site",
                                              "info",     "line",       "mine",   "moves",       "perft", "play",    "probe",
                                              "problems", "recompress", "render", "rules",       "serve", "show",    "similar",
                                              "start",    "stats",      "twin",   "verify"};
  return names;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Help, OfEveryCommandTeachesWithExamples) {
  for (const std::string& name : commands()) {
    const Result by_option = run({name, "--help"});
    EXPECT_EQ(by_option.code, 0) << name;
    EXPECT_TRUE(contains(by_option.out, "Examples:\n  uthi " + name)) << by_option.out;
    EXPECT_TRUE(contains(by_option.out, "Usage: uthi " + name)) << by_option.out;
    EXPECT_EQ(by_option.err, "");
    EXPECT_EQ(run({"help", name}).out, by_option.out);
    EXPECT_EQ(run({name, "-h"}).out, by_option.out);
  }
}

TEST(Help, OverviewNamesEveryCommand) {
  const Result overview = run({"--help"});
  EXPECT_EQ(overview.code, 0);
  EXPECT_TRUE(contains(overview.out, "Examples:"));
  for (const std::string& name : commands()) EXPECT_TRUE(contains(overview.out, "\n  " + name + " ")) << name;
  EXPECT_EQ(run({"help"}).out, overview.out);
  EXPECT_EQ(run({"-h"}).out, overview.out);
}

TEST(Help, WinsOverMissingArguments) { EXPECT_EQ(run({"build", "--seeds", "3", "--help"}).code, 0); }

TEST(Version, IsPrinted) {
  const Result version = run({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out.substr(0, 5), "uthi ");
}

struct Mistake {
  std::vector<std::string> words;
  std::string expected;
};

TEST(Usage, MistakesNameTheNearestAndExitWithTwo) {
  const std::vector<Mistake> mistakes{
      {{}, "a command is missing"},
      {{"prob"}, "did you mean \"probe\"?"},
      {{"biuld"}, "did you mean \"build\"?"},
      {{"help", "verfy"}, "did you mean \"verify\"?"},
      {{"--hepl"}, "did you mean \"--help\"?"},
      {{"xyzzy"}, "there is no command \"xyzzy\""},
      {{""}, "there is no command"},
      {{"moves", "giuthi:2,2/2,2", "--jsn"}, "did you mean \"--json\"?"},
      {{"build", "giuthi", "2x5", "--seed", "3"}, "did you mean \"--seeds\"?"},
      {{"build", "giuthi", "2x5", "--thread", "3", "--seeds", "3"}, "did you mean \"--threads\"?"},
      {{"build", "giuti", "2x5", "--seeds", "3"}, "did you mean \"giuthi\"?"},
      {{"build", "giuthi", "2x11", "--seeds", "3"}, "2x2 to 2x10"},
      {{"build", "giuthi", "2x5"}, "--seeds is missing"},
      {{"build", "giuthi", "--seeds", "3"}, "too few arguments"},
      {{"build", "giuthi", "2x5", "2x6", "--seeds", "3"}, "too many arguments"},
      {{"build", "giuthi", "2x5", "--seeds", "121"}, "whole number from 0 to 120"},
      {{"build", "giuthi", "2x5", "--seeds", "-1"}, "--seeds"},
      {{"build", "giuthi", "2x5", "--seeds", "3x"}, "whole number"},
      {{"build", "giuthi", "2x5", "--seeds", "99999999999999999999"}, "whole number"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--seeds", "4"}, "--seeds"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--threads", "0"}, "whole number from 1"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--memory", "nan"}, "number of GiB"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--memory", "-1"}, "--memory"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--rules", "orign=sow"}, "did you mean \"origin\"?"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--rules", "origin"}, "option=value"},
      {{"build", "giuthi", "2x5", "--seeds", "3", "--tables", "/nonexistent", "--level", "23"}, "whole number from 1 to 22"},
      {{"perft", "giuthi:2,2/2,2", "-1"}, ""},
      {{"perft", "giuthi:2,2/2,2", "x"}, "whole number"},
      {{"stats", "giuthi", "2x5", "--json", "--csv"}, "exclude"},
      {{"rules", "chess"}, "there is no game"},
      {{"rules", "owari"}, "did you mean \"awari\"?"},
      {{"probe"}, "too few arguments"},
  };
  for (const Mistake& mistake : mistakes) {
    const Result result = run(mistake.words);
    const std::string words = testing::PrintToString(mistake.words);
    EXPECT_EQ(result.code, 2) << words << result.err;
    EXPECT_EQ(result.out, "") << words;
    EXPECT_EQ(result.err.substr(0, 6), "uthi: ") << words;
    EXPECT_TRUE(contains(result.err, mistake.expected)) << words << result.err;
  }
}

TEST(Usage, ControlCharactersOfArgumentsDoNotReachTheTerminal) { EXPECT_FALSE(contains(run({"\x1b[31mred"}).err, "\x1b")); }

TEST(Rules, ShowTheOptionsInForce) {
  const Result text = run({"rules", "giuthi", "--rules", "origin=sow"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(contains(text.out, "origin=sow  [skip, sow]")) << text.out;
  EXPECT_TRUE(contains(text.out, "chain=through  [through, broken]"));
  const auto object = run({"rules", "giuthi", "--rules", "origin=sow,empty=none", "--json"}).json();
  EXPECT_EQ(object.at("rules").at("origin"), "sow");
  EXPECT_EQ(object.at("rules").at("empty"), "none");
  EXPECT_EQ(object.at("rules").at("chain"), "through");
}

}  // namespace
}  // namespace uthi::test
