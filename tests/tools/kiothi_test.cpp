// Kiothi through the program: its start and opening, layers with marks, answers, and the name of a win by two.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tools/process.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

const std::string kStart = "kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S~2";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Start, IsPrintedForOtherCommandsToTake) {
  EXPECT_EQ(run({"start", "kiothi", "2x10"}).out, kStart + "\n");
  EXPECT_EQ(run({"start", "giuthi", "2x3", "--seeds", "4"}).out, "giuthi:4,4,4/4,4,4 0 0 S\n");
  EXPECT_EQ(run({"start", "giuthi", "2x3", "--seeds", "30", "--rules", "origin=sow"}).out, "giuthi{origin=sow}:30,30,30/30,30,30 0 0 S\n");
  const auto object = run({"start", "kiothi", "2x6", "--rules", "start=5x6", "--json"}).json();
  EXPECT_EQ(object.at("position"), "kiothi{start=5x6}:6,6,6,6,6,0/0,6,6,6,6,6 0 0 S~2");
  EXPECT_EQ(object.at("seeds"), 60);
  EXPECT_EQ(object.at("redistributions"), 2);
}

TEST(Start, SaysWhatIsWrong) {
  const std::pair<std::vector<std::string>, std::string> mistakes[] = {
      {{"start", "kiothi", "2x5"}, "--rules start=5x5"},
      {{"start", "kiothi", "2x4", "--rules", "start=5x6"}, "take a board of 2x5 or larger"},
      {{"start", "kiothi", "2x10", "--seeds", "5"}, "by its rule options"},
      {{"start", "giuthi", "2x6"}, "--seeds is missing"},
      {{"start", "giuthi", "2x6", "--seeds", "16"}, "expected 0 to 15"},
  };
  for (const auto& [words, expected] : mistakes) {
    const Result result = run(words);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, expected)) << result.err;
  }
}

TEST(Opening, IsCountedAndListedOnRequest) {
  const auto object = run({"moves", kStart, "--json"}).json();
  EXPECT_EQ(object.at("ways"), 300'450'150) << "15 pairs of pits, C(29, 19) boards each";
  EXPECT_FALSE(object.contains("moves"));
  EXPECT_TRUE(contains(run({"moves", kStart}).out, "South can redistribute in 300,450,150 ways."));

  const auto lines = run({"moves", "kiothi:1,1/1,1_0_0_S~2", "--list", "--json"}).json_lines();
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines[0].at("ways"), 10);
  EXPECT_EQ(lines[1].at("move"), "ab=a2");
  EXPECT_EQ(lines[10].at("move"), "ab=B2");
  EXPECT_EQ(lines[10].at("position"), "kiothi:3,1/0,0 0 0 N~1");
  EXPECT_EQ(lines[10].at("captures"), 0);
  // The list is written as it is found: the first ways of hundreds of millions come at once.
  EXPECT_EQ(run({"moves", kStart, "--list", "--limit", "1000", "--json"}).json_lines().size(), 1001U);
  EXPECT_TRUE(contains(run({"moves", kStart, "--list", "--limit", "1"}).out, "  ef=a10 "));

  // More than 64 bits count: the digits as text.
  const auto many = run({"moves", "kiothi:1,0,0,0,0,0,0,0,0,0/170,9,0,0,0,0,0,0,0,0_0_0_S~1", "--json"}).json();
  EXPECT_EQ(many.at("ways"), "145952664238252770457038480");
}

TEST(Opening, OfLinesOfPositionsIsCounted) {
  const Result result = run({"moves", "-"}, {.input = kStart + "\nkiothi:1,0/1,1 0 0 S~2\nkiothi:1*,0/1,0\n"});
  EXPECT_EQ(result.code, 3);
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].at("ways"), 300'450'150);
  EXPECT_TRUE(contains(std::string(lines[1].at("error").as_string()), "North has to empty two occupied pits"));
  EXPECT_TRUE(lines[2].as_object().contains("moves"));
}

TEST(Opening, ListsAreAskedForWhereThereAreSome) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"moves", "kiothi:1,1/1,1", "--list"},
                                                {"moves", kStart, "--limit", "3"},
                                                {"moves", "-", "--list"},
                                                {"moves", kStart, "--list", "--limit", "-1"}}) {
    const Result result = run(words);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(result.out, "");
  }
}

TEST(Opening, IsPlayedShownAndCountedDeep) {
  const auto game = run({"play", kStart, "ef=a4B6", "EF=E10", "g4", "--json"}).json();
  const auto& plies = game.at("plies").as_array();
  ASSERT_EQ(plies.size(), 3U);
  EXPECT_EQ(plies[0].at("position"), "kiothi:5,5,5,5,5,5,0,0,6,0/4,0,0,0,0,0,5,5,5,5 0 0 N~1");
  EXPECT_EQ(plies[1].at("position"), "kiothi:5*,5*,5*,5*,0,10*,0,0,6*,0/4*,0,0,0,0,0,5*,5*,5*,5* 0 0 S");
  EXPECT_EQ(plies[2].at("side"), "S");
  const Result half = run({"play", kStart, "ef=a4B6"});
  EXPECT_TRUE(contains(half.out, "◀ to redistribute")) << half.out;
  EXPECT_TRUE(contains(half.out, "North redistributes.")) << half.out;
  const Result wrong = run({"play", kStart, "ef=a4B6", "EF=E9"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_TRUE(contains(wrong.err, "ply 2: redistribution \"EF=E9\": expected pits for 1 more of the 10 warriors")) << wrong.err;

  EXPECT_TRUE(contains(run({"show", kStart}).out, "opening: South redistributes, then North"));
  const auto shown = run({"show", kStart, "--json"}).json();
  EXPECT_EQ(shown.at("redistributions"), 2);
  EXPECT_TRUE(shown.at("layer").is_null());
  EXPECT_EQ(run({"show", "kiothi:1,0/1,1_0_0_S~2"}).code, 3);

  EXPECT_EQ(run({"perft", kStart, "1", "--json"}).json().at("leaves"), 300'450'150);
  EXPECT_EQ(run({"perft", "kiothi:1,1/1,1_0_0_S~2", "2", "--json"}).json().at("leaves"), 215);
  const auto divided = run({"perft", "kiothi:1,1/1,1_0_0_S~2", "2", "--divide", "--json"}).json();
  EXPECT_EQ(divided.at("leaves"), 215);
  EXPECT_EQ(divided.at("divide").as_array().size(), 10U);
}

TEST(Opening, HasNoValue) {
  for (const char* command : {"probe", "line"}) {
    const Result result = run({command, kStart});
    EXPECT_EQ(result.code, 4);
    EXPECT_TRUE(contains(result.err, "its opening is still to come, and tables begin behind it")) << result.err;
  }
}

// One folder of small tables for all tests of this class: 2x3 to 6 seeds with up to three marks.
class KiothiTables : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    const Result result = run({"build", "kiothi", "2x3", "--seeds", "6", "--marks", "3", "--tables", folder(), "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    built_ = result.json();
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string folder() { return folder_->text(); }
  static const boost::json::object& built() { return built_; }
  static boost::json::object probe(const std::string& position) { return run({"probe", position, "--tables", folder(), "--json"}).json(); }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
  static inline boost::json::object built_;
};

TEST_F(KiothiTables, HoldEveryLayerUpToTheMarksAskedFor) {
  EXPECT_EQ(built().at("layers"), 22) << "1 + 2 + 3 + 4 * 4";
  EXPECT_EQ(built().at("marks"), 3);
  EXPECT_TRUE(fs::exists(fs::path(folder()) / "kiothi-2x3" / "006-03.uthi"));
  EXPECT_FALSE(fs::exists(fs::path(folder()) / "kiothi-2x3" / "006-04.uthi"));
  const auto info = run({"info", "--tables", folder(), "--json"}).json();
  ASSERT_EQ(info.at("tables").as_array().size(), 22U);
  const auto& tables = info.at("tables").as_array();
  const boost::json::object layer{{"seeds", 6}, {"marks", 3}};
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& table) { return table.at("layer") == layer; });
  ASSERT_NE(found, tables.end());
  const boost::json::value& top = *found;
  EXPECT_EQ(top.at("positions"), 1120) << "C(6, 3) * C(8, 5)";
  EXPECT_EQ(top.at("lower").as_array().size(), 21U);
  EXPECT_TRUE(contains(run({"info", "--tables", folder()}).out, "6 with 3 marks"));
}

TEST_F(KiothiTables, GiveTheValuesOfTheVectors) {
  std::string input;
  std::vector<boost::json::object> wanted;
  for (const auto& object : objects_of(fs::path(UTHI_TEST_DATA) / "kiothi-values.jsonl")) {
    const std::string text(object.at("position").as_string());
    if (std::count(text.begin(), text.end(), ',') != 4) continue;  // 2x3
    input += text + "\n";
    wanted.push_back(object);
  }
  ASSERT_GT(wanted.size(), 300U);
  const Result result = run({"probe", "-", "--tables", folder()}, {.input = input});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto got = result.json_lines();
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (const char* field : {"position", "floor", "ceiling", "floor_depth", "ceiling_depth"}) {
      EXPECT_EQ(got[i].at(field), wanted[i].at(field)) << wanted[i].at("position") << ' ' << field;
    }
  }
}

TEST_F(KiothiTables, ServeEveryStartAndRedistribution) {
  const auto plain = probe("kiothi:0,1,1*/0,2,1");
  auto other = probe("kiothi{redistribute=upto2,start=5x5}:0,1,1*/0,2,1");
  EXPECT_EQ(other.at("position"), "kiothi{redistribute=upto2,start=5x5}:0,1,1*/0,2,1 0 0 S");
  EXPECT_EQ(other.at("rules").at("start"), "5x5");
  for (const char* field : {"floor", "ceiling", "floor_depth", "ceiling_depth", "outcome", "layer"})
    EXPECT_EQ(other.at(field), plain.at(field));
  // A build for such rules makes, or keeps, the tables that all of them share.
  const auto again =
      run({"build", "kiothi", "2x3", "--seeds", "6", "--marks", "3", "--rules", "start=5x5", "--tables", folder(), "--json"}).json();
  EXPECT_EQ(again.at("layers_kept"), 22);
  EXPECT_EQ(run({"verify", "kiothi", "2x3", "--rules", "redistribute=upto2", "--tables", folder()}).code, 0);
}

TEST_F(KiothiTables, AWinByTwoIsNamed) {
  // Floor and ceiling are equal, so the stores can make it any margin.
  const auto even = probe("kiothi:0,0,0/1,0,0");
  ASSERT_EQ(even.at("margin"), 1);
  EXPECT_EQ(even.at("one_warrior"), false);
  const auto by_two = probe("kiothi:0,0,0/1,0,0 1 0 S");
  EXPECT_EQ(by_two.at("margin"), 2);
  EXPECT_EQ(by_two.at("one_warrior"), true);
  const auto lost = probe("kiothi:0,0,0/1,0,0 0 3 S");
  EXPECT_EQ(lost.at("margin"), -2);
  EXPECT_EQ(lost.at("one_warrior"), true);
  EXPECT_EQ(probe("kiothi:0,0,0/1,0,0 2 0 S").at("one_warrior"), false);
  EXPECT_TRUE(contains(run({"probe", "kiothi:0,0,0/1,0,0 1 0 S", "--tables", folder()}).out, ", a one-warrior win."));
  EXPECT_FALSE(contains(run({"probe", "kiothi:0,0,0/1,0,0", "--tables", folder()}).out, "one-warrior"));
  const Result line = run({"line", "kiothi:0,0,0/1,0,0 1 0 S", "--tables", folder()});
  EXPECT_TRUE(contains(line.out, "South wins by 2, a one-warrior win.")) << line.out;
  EXPECT_EQ(run({"line", "kiothi:0,0,0/1,0,0 1 0 S", "--tables", folder(), "--json"}).json().at("one_warrior"), true);
  // The game is over where nobody can move: each takes its own row.
  EXPECT_EQ(run({"play", "kiothi:0,0,0/0,0,0 4 2 S", "", "--json"}).json().at("one_warrior"), true);
  EXPECT_TRUE(contains(run({"play", "kiothi:0,0,0/0,0,0 29 31 S", ""}).out, "North wins by 2, a one-warrior win"));
}

TEST_F(KiothiTables, LinesEndAndCanBePlayed) {
  const std::string position = "kiothi:0,1,1*/1,0,2 0 0 S";
  const auto line = run({"line", position, "--tables", folder(), "--json"}).json();
  std::vector<std::string> words{"play", position};
  for (const auto& step : line.at("steps").as_array()) words.emplace_back(step.at("move").as_string());
  words.emplace_back("--json");
  EXPECT_EQ(run(words).json().at("position"), line.at("last"));
}

TEST_F(KiothiTables, StatisticsAreToldByMarks) {
  const auto all = run({"stats", "kiothi", "2x3", "--tables", folder(), "--json"}).json_lines();
  EXPECT_EQ(all.size(), 22U);
  const auto some = run({"stats", "kiothi", "2x3", "--tables", folder(), "--marks", "2", "--json"}).json_lines();
  ASSERT_EQ(some.size(), 5U);
  for (const auto& layer : some) EXPECT_EQ(layer.at("layer").at("marks"), 2);
  const auto one = run({"stats", "kiothi", "2x3", "--tables", folder(), "--layer", "5", "--marks", "1", "--json"}).json();
  EXPECT_EQ(one.at("positions"), 6 * 126) << "C(6, 1) * C(9, 5)";
  EXPECT_TRUE(contains(run({"stats", "kiothi", "2x3", "--tables", folder(), "--layer", "5", "--marks", "1"}).out, "Layer 5 with 1 mark"));
}

TEST_F(KiothiTables, WhatIsMissingIsNamedWithItsMarks) {
  const Result marks = run({"probe", "kiothi:0,1*,1*/1*,0,2*", "--tables", folder()});
  EXPECT_EQ(marks.code, 4);
  EXPECT_TRUE(contains(marks.err, "with 5 seeds and 4 marks")) << marks.err;
  EXPECT_TRUE(contains(marks.err, "0 to 6 seeds, 1 to 6 with 1 mark, 2 to 6 with 2 marks, 3 to 6 with 3 marks")) << marks.err;
  EXPECT_TRUE(contains(marks.err, "uthi build kiothi 2x3 --seeds 5 --marks 4")) << marks.err;

  TemporaryFolder holes;
  fs::copy(folder(), holes.path(), fs::copy_options::recursive);
  fs::remove(fs::path(holes.text()) / "kiothi-2x3" / "003-02.uthi");
  const Result verify = run({"verify", "--tables", holes.text()});
  EXPECT_EQ(verify.code, 4);
  EXPECT_TRUE(contains(verify.err, "layer 3 with 2 marks is missing")) << verify.err;
  EXPECT_TRUE(contains(verify.err, "uthi build kiothi 2x3 --seeds 3 --marks 3")) << verify.err;
}

TEST(Marks, AreForGamesThatHaveThem) {
  TemporaryFolder folder;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"build", "giuthi", "2x3", "--seeds", "3", "--marks", "1", "--tables", folder.text()},
        {"build", "kiothi", "2x3", "--seeds", "3", "--marks", "7", "--tables", folder.text()},
        {"stats", "giuthi", "2x5", "--marks", "1"},
        {"bench", "giuthi", "2x3", "--seeds", "3", "--marks", "1"}}) {
    const Result result = run(words);
    EXPECT_EQ(result.code, 2);
    EXPECT_TRUE(contains(result.err, "--marks")) << result.err;
  }
  const auto plan =
      run({"build", "kiothi", "2x10", "--seeds", "8", "--marks", "2", "--dry-run", "--json", "--tables", folder.text(), "--memory", "100"})
          .json();
  EXPECT_EQ(plan.at("layers").as_array().size(), 24U);
  EXPECT_EQ(plan.at("layers").as_array().back().at("positions"), 33'649'000) << "C(20, 2) * C(25, 19)";
  const Result small = run({"build", "kiothi", "2x10", "--seeds", "20", "--marks", "4", "--tables", folder.text(), "--memory", "0.1"});
  EXPECT_EQ(small.code, 6);
  EXPECT_TRUE(contains(small.err, " --marks 4 fits")) << small.err;
}

TEST(Bench, OfKiothiCoversMarkedLayers) {
  const auto bench = run({"bench", "kiothi", "2x4", "--seeds", "5", "--marks", "2", "--quick", "--threads", "1", "--json"}).json();
  EXPECT_EQ(bench.at("marks"), 2);
  EXPECT_EQ(bench.at("kernel_layer").at("marks"), 2);
  EXPECT_GT(bench.at("plies").at("count").to_number<int>(), 0);
}

// Forward moves alone find every value again: 2x10 without marks, and 2x6 with up to two.
TEST(Proof, OfKiothiIsWhole) {
  const bool small = twin::small_size();
  if (small) std::cout << "reduced size: 2x10 to 4 seeds and 2x6 to 4 instead of 7 and 8\n";
  TemporaryFolder folder;
  ASSERT_EQ(run({"build", "kiothi", "2x10", "--seeds", small ? "4" : "7", "--tables", folder.text()}).code, 0);
  ASSERT_EQ(run({"build", "kiothi", "2x6", "--seeds", small ? "4" : "8", "--marks", "2", "--tables", folder.text()}).code, 0);
  const auto sets = run({"verify", "--tables", folder.text(), "--json"}).json_lines();
  ASSERT_EQ(sets.size(), 2U);
  for (const auto& set : sets) {
    EXPECT_EQ(set.at("ok"), true);
    EXPECT_EQ(set.at("faults"), 0);
    EXPECT_EQ(set.at("depths"), true);
  }
  if (!small) {
    EXPECT_EQ(sets[0].at("checked"), 888'030) << "C(27, 20): boards of at most 7 seeds on 20 pits";
    EXPECT_EQ(sets[1].at("checked"), 1'955'850) << "the sum of C(12, m) * C(s - m + 11, 11)";
  }
}

}  // namespace
}  // namespace uthi::test
