// Awari and repetition=split from the command line: every command as a user meets it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A line's moves as `uthi play` takes them.
std::string moves_of(const boost::json::object& line) {
  std::string moves;
  bool again = false;
  for (const auto& step : line.at("steps").as_array()) {
    if (!moves.empty()) moves += again ? "," : " ";
    moves += step.at("move").as_string();
    again = step.at("again").as_bool();
  }
  return moves;
}

// Rows of a published table up to a layer, as CSV.
std::string published(int most) {
  std::ifstream file(UTHI_DATA "/published/awari-lincke-2002.tsv");
  std::string rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || std::stoi(line) > most) continue;
    for (char& c : line) c = c == '\t' ? ',' : c;
    rows += line + "\n";
  }
  return rows;
}

TEST(Awari, HasThePublishedHistogramsToTwelveSeeds) {
  const TemporaryFolder folder;
  const Result build = run({"build", "awari", "2x6", "--seeds", "12", "--level", "3", "--tables", folder.text(), "--json"});
  ASSERT_EQ(build.code, 0) << build.err;
  EXPECT_EQ(build.json().at("depths"), false);
  EXPECT_TRUE(contains(build.err, "without depths")) << build.err;
  const Result stats = run({"stats", "awari", "2x6", "--histogram", "--csv", "--tables", folder.text()});
  EXPECT_EQ(stats.code, 0) << stats.err;
  EXPECT_GT(published(12).size(), 1000U);
  EXPECT_EQ(stats.out, "layer,value,positions\n" + published(12));
}

class SplitTables : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    build({"build", "awari", "2x3", "--seeds", "9"});
    build({"build", "awari", "2x3", "--seeds", "7", "--rules", "grandslam=none,repetition=draw"});
    build({"build", "giuthi", "2x3", "--seeds", "8", "--rules", "repetition=split"});
    build({"build", "kiothi", "2x3", "--seeds", "6", "--marks", "2", "--rules", "repetition=split"});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static void build(const std::vector<std::string>& words) { ASSERT_EQ(run(in_folder(words)).code, 0); }
  static std::vector<std::string> in_folder(const std::vector<std::string>& words) { return with(words, {"--tables", folder_->text()}); }
  static Result ask(const std::vector<std::string>& words) { return run(in_folder(words)); }

  static inline TemporaryFolder* folder_ = nullptr;
};

TEST_F(SplitTables, AreProvedAndListed) {
  const Result verify = ask({"verify"});
  EXPECT_EQ(verify.code, 0) << verify.out << verify.err;
  for (const char* set :
       {"awari-2x3", "awari{grandslam=none,repetition=draw}-2x3", "giuthi{repetition=split}-2x3", "kiothi{repetition=split}-2x3"})
    EXPECT_TRUE(contains(verify.out, set)) << verify.out;
  const auto info = ask({"info", "--json"}).json();
  for (const auto& table : info.at("tables").as_array()) {
    EXPECT_EQ(table.at("depths"), table.at("rules").at("repetition") == "draw") << table;
  }
  EXPECT_EQ(ask({"verify", "awari", "2x3", "--sample", "50"}).code, 0);
}

TEST_F(SplitTables, AnswersHaveOneValueAndNoDepths) {
  for (const std::string position : {"awari:1,0,2/1,2,1 4 2 S", "awari:0,0,0/1,2,1 4 2 N", "giuthi{repetition=split}:1,2,0/1,0,2 0 0 N",
                                     "kiothi{repetition=split}:1,2*,0/1,0,1 0 0 S"}) {
    const auto answer = ask({"probe", position, "--json"}).json();
    EXPECT_TRUE(answer.at("floor").is_int64()) << position;
    EXPECT_EQ(answer.at("floor"), answer.at("ceiling")) << position;
    // A finished game takes no more plies; elsewhere they are not counted.
    EXPECT_EQ(answer.at("floor_depth").is_null(), !answer.contains("over")) << position;
    EXPECT_EQ(answer.at("ceiling_depth").is_null(), !answer.contains("over")) << position;
    for (const auto& move : answer.at("moves").as_array()) {
      EXPECT_EQ(move.at("floor"), move.at("ceiling"));
      EXPECT_TRUE(move.at("floor_depth").is_null());
      EXPECT_LE(move.at("floor").as_int64(), answer.at("floor").as_int64());
    }
    EXPECT_TRUE(answer.at("margin").is_int64()) << "every position has a final margin";
    EXPECT_EQ(ask({"probe", position}).code, 0);
  }
  // With depths where the rules have them.
  EXPECT_TRUE(ask({"probe", "awari{grandslam=none,repetition=draw}:1,0,1/1,1,1 0 0 S", "--json"}).json().at("floor_depth").is_int64());
}

// Whoever plays a line out by the rules alone comes to the margin that the tables promise, by an end or a repetition.
TEST_F(SplitTables, LinesComeToTheMarginOfTheirStart) {
  std::size_t ended = 0;
  std::size_t repeated = 0;
  std::size_t halves = 0;
  const std::vector<std::string> boards{"1,2,0/1,0,2", "0,1,1/2,1,1", "1,0,1/0,1,0", "1,1,1/1,1,1", "2,2,1/0,0,1",
                                        "0,0,1/1,0,0", "1,0,0/0,0,1", "2,0,1/1,0,1", "1,1,0/0,1,1", "0,2,1/1,1,0",
                                        "1,0,1/1,0,1", "0,1,0/1,2,1", "1,1,0/1,1,1", "2,1,0/0,1,1"};
  for (const std::string game : {"awari", "giuthi{repetition=split}", "kiothi{repetition=split}"}) {
    for (const std::string& board : boards) {
      for (const std::string stores : {" 3 4 S", " 9 0 N"}) {
        const std::string position = game + ":" + board + stores;
        const auto answer = ask({"probe", position, "--json"}).json();
        const Result result = ask({"line", position, "--json"});
        ASSERT_EQ(result.code, 0) << position << result.err;
        const auto line = result.json();
        const std::int64_t margin = answer.at("margin").as_int64() * (stores.back() == 'S' ? 1 : -1);
        EXPECT_EQ(line.at("final_margin").as_int64(), margin) << position;
        if (line.at("steps").as_array().empty()) continue;
        const auto played = run({"play", position, moves_of(line), "--json"}).json();
        EXPECT_EQ(played.at("position"), line.at("last"));
        const auto& scores = played.at("scores");
        const double south = scores.at("south").to_number<double>();
        const double north = scores.at("north").to_number<double>();
        EXPECT_EQ(south - north, static_cast<double>(margin)) << position;
        EXPECT_EQ(played.at("repetition"), line.at("repetition"));
        const Result text = ask({"line", position});
        if (!line.at("repetition").as_bool()) {
          ++ended;
          continue;
        }
        ++repeated;
        EXPECT_TRUE(contains(text.out, "split evenly")) << text.out;
        if (south != static_cast<double>(static_cast<int>(south))) {
          ++halves;
          EXPECT_TRUE(contains(text.out, "½ each")) << text.out;
          EXPECT_TRUE(contains(run({"play", position, moves_of(line)}).out, "½, North")) << text.out;
        }
      }
    }
  }
  EXPECT_GT(ended, 10U);
  EXPECT_GT(repeated, 5U);
  EXPECT_GT(halves, 0U);
}

TEST_F(SplitTables, HistogramsHoldEveryPosition) {
  // C(s + 5, 5) positions of s seeds on six pits; Giuthi's mirror images are counted.
  const std::array<std::uint64_t, 9> positions{1, 6, 21, 56, 126, 252, 462, 792, 1287};
  for (const std::string game : {"awari", "giuthi"}) {
    std::vector<std::string> words{"stats", game, "2x3", "--histogram"};
    if (game == "giuthi") words = with(words, {"--rules", "repetition=split"});
    const auto lines = ask(with(words, {"--json"})).json_lines();
    ASSERT_GE(lines.size(), positions.size());
    for (std::size_t s = 0; s < positions.size(); ++s) {
      std::uint64_t sum = 0;
      for (const auto& row : lines[s].at("histogram").as_array()) {
        EXPECT_GT(row.at("positions").to_number<std::uint64_t>(), 0U);
        EXPECT_TRUE(row.at("value").is_int64());
        sum += row.at("positions").to_number<std::uint64_t>();
      }
      EXPECT_EQ(sum, positions[s]) << game << ' ' << s;
    }
    EXPECT_TRUE(contains(ask(words).out, "Layer 8"));
  }
}

TEST_F(SplitTables, HistogramsOfBoundsHaveBoth) {
  const Result csv = ask({"stats", "awari", "2x3", "--rules", "grandslam=none,repetition=draw", "--histogram", "--csv"});
  std::istringstream lines(csv.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "layer,floor,ceiling,positions");
  std::uint64_t sum = 0;
  bool open = false;
  while (std::getline(lines, line)) {
    const std::size_t last = line.rfind(',');
    sum += std::stoull(line.substr(last + 1));
    open = open || contains(line, ",,");
  }
  EXPECT_EQ(sum, 1716U);  // C(13, 6): boards of at most 7 seeds on 6 pits
  EXPECT_TRUE(open) << "some position has no floor or no ceiling";
  const Result marked = ask({"stats", "kiothi", "2x3", "--rules", "repetition=split", "--histogram", "--csv"});
  EXPECT_EQ(marked.out.substr(0, marked.out.find('\n')), "layer,marks,value,positions");
}

TEST(Awari, PlaysFromItsStart) {
  const Result start = run({"start", "awari", "2x6", "--seeds", "4"});
  EXPECT_EQ(start.out, "awari:4,4,4,4,4,4/4,4,4,4,4,4 0 0 S\n");
  const std::string position = start.out.substr(0, start.out.size() - 1);
  EXPECT_EQ(run({"moves", position, "--json"}).json().at("moves").as_array().size(), 6U);
  EXPECT_EQ(run({"play", position, "c D", "--json"}).json().at("position"), "awari:5,5,0,4,4,5/5,5,0,5,5,5 0 0 S");
  EXPECT_TRUE(contains(run({"play", position, "c d"}).err, "North"));
  EXPECT_EQ(run({"play", position, "c c"}).code, 3);
  EXPECT_EQ(run({"show", position}).code, 0);
  EXPECT_EQ(run({"perft", position, "2", "--json"}).code, 0);
  const Result rules = run({"rules", "awari"});
  EXPECT_TRUE(contains(rules.out, "repetition=split")) << rules.out;
  EXPECT_EQ(run({"start", "awari", "2x6"}).code, 2);
}

TEST(Awari, IsMeasuredByBench) {
  const auto bench = run({"bench", "awari", "2x4", "--seeds", "7", "--quick", "--threads", "1", "--json"}).json();
  EXPECT_EQ(bench.at("positions").to_number<int>(), 6435);  // C(15, 8)
  EXPECT_TRUE(bench.at("compression_depths").is_null());
  EXPECT_TRUE(bench.at("signature").at("depths_digest").is_null());
  const Result text = run({"bench", "giuthi", "2x3", "--seeds", "6", "--quick", "--rules", "repetition=split"});
  EXPECT_EQ(text.code, 0);
  EXPECT_FALSE(contains(text.out, "depths")) << text.out;
}

}  // namespace
}  // namespace uthi::test
