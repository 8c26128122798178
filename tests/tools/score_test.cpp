// repetition=score from the command line: bounds and exact answers, open outcomes, lines and games that a repetition ends,
// the search of the first repetition.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/referee.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

// One folder of small tables for all tests of this file.
class Score : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    for (const char* board : {"2x2", "2x3"}) {
      ASSERT_EQ(run({"build", "giuthi", board, "--seeds", "8", "--rules", "repetition=score", "--tables", folder()}).code, 0);
    }
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string folder() { return folder_->text(); }
  static Result with_tables(std::vector<std::string> words, const Setting& setting = {}) {
    words.insert(words.end(), {"--tables", folder()});
    return run(words, setting);
  }
  static std::string six_seeds() {
    std::string lines;
    for (int code = 0; code < 117649; ++code) {
      std::vector<int> pits;
      for (int i = 0, rest = code; i < 6; ++i, rest /= 7) pits.push_back(rest % 7);
      int sum = 0;
      for (const int seeds : pits) sum += seeds;
      if (sum != 6) continue;
      lines += "giuthi{repetition=score}:";
      for (std::size_t i = 0; i < 6; ++i) lines += std::to_string(pits[i]) + (i == 5 ? " 3 2 S\n" : i == 2 ? "/" : ",");
    }
    return lines;
  }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
};

TEST_F(Score, GivesTheValuesOfTheVectors) {
  std::vector<boost::json::object> wanted;
  std::string input;
  for (const auto& object : objects_of(fs::path(UTHI_TEST_DATA) / "giuthi-score-values.jsonl")) {
    const Position position = parse_position(std::string_view(object.at("position").as_string()));
    if (position.rules.pits() > 3 || position.seeds() > 8 || !to_text(position).starts_with("giuthi{repetition=score}:")) continue;
    wanted.push_back(object);
    input += to_text(position) + "\n";
  }
  ASSERT_GT(wanted.size(), 400U);
  const Result result = with_tables({"probe", "-"}, {.input = input});
  EXPECT_EQ(result.code, 0) << result.err;
  const auto got = result.json_lines();
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (const auto& field : wanted[i]) EXPECT_EQ(got[i].at(field.key()), field.value()) << wanted[i] << ": " << field.key();
    EXPECT_EQ(got[i].at("exact"), wanted[i].at("floor") == wanted[i].at("ceiling"));
  }
}

// South leads by one with six seeds on the board: no final margin is even, so no draw is possible.
TEST_F(Score, SaysWhichOutcomesAreOpen) {
  const auto answers = with_tables({"probe", "-"}, {.input = six_seeds()}).json_lines();
  ASSERT_EQ(answers.size(), 462U);
  std::size_t unknown = 0;
  for (const auto& answer : answers) {
    const auto least = answer.at("floor").to_number<int>() + 1;
    const auto largest = answer.at("ceiling").to_number<int>() + 1;
    std::set<std::string> want;
    for (int margin = least; margin <= largest; margin += 2) want.insert(margin > 0 ? "win" : margin < 0 ? "loss" : "draw");
    std::set<std::string> got;
    for (const auto& outcome : answer.at("outcomes").as_array()) got.insert(std::string(outcome.as_string()));
    EXPECT_EQ(got, want) << answer;
    EXPECT_FALSE(got.contains("draw"));
    EXPECT_EQ(std::string(answer.at("outcome").as_string()), want.size() == 1 ? *want.begin() : "unknown");
    EXPECT_EQ(answer.at("margin").is_null(), least != largest);
    if (least == largest) {
      EXPECT_EQ(answer.at("margin"), least);
    }
    unknown += want.size() > 1 ? 1 : 0;
    // Plies stand by floor, then by ceiling, and the first has the position's floor.
    const auto& moves = answer.at("moves").as_array();
    const auto key = [](const boost::json::value& move) {
      return std::pair{-move.at("floor").to_number<int>(), -move.at("ceiling").to_number<int>()};
    };
    EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); }));
    if (!moves.empty()) {
      EXPECT_EQ(moves.front().at("floor"), answer.at("floor"));
    }
  }
  EXPECT_GT(unknown, 5U);
}

TEST_F(Score, LinesEndWithWhatAnExactPositionIsWorthAndCountRepetitions) {
  const auto answers = with_tables({"probe", "-"}, {.input = six_seeds()}).json_lines();
  std::size_t exact = 0;
  std::size_t repetitions = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool is_exact = answers[i].at("exact").as_bool();
    if (is_exact && i % 8 != 0) continue;
    const std::string start(answers[i].at("position").as_string());
    const auto line = with_tables({"line", start, "--json"}).json();
    const int final_margin = line.at("final_margin").to_number<int>();
    if (is_exact) {
      EXPECT_EQ(final_margin, answers[i].at("margin").to_number<int>()) << start;
    }
    exact += is_exact ? 1 : 0;
    if (!line.at("repetition").as_bool()) continue;
    ++repetitions;
    // The last position's stores and rows, added up here.
    const Position last = parse_position(std::string_view(line.at("last").as_string()));
    int margin = last.stores[0] - last.stores[1];
    for (std::size_t pit = 0; pit < 6; ++pit) margin += (pit < 3 ? 1 : -1) * last.pits[pit];
    EXPECT_EQ(final_margin, margin) << start;
    const Result text = with_tables({"line", start});
    EXPECT_NE(text.out.find("each scores its store and its own row"), std::string::npos) << text.out;
  }
  EXPECT_GT(exact, 40U);
  EXPECT_GT(repetitions, 5U);
}

TEST_F(Score, AGamePlayedToItsRepetitionScores) {
  const Result played = run({"play", "giuthi{repetition=score}:0,0,1/0,4,1", "b- B+ a+,b+ A+", "--json"});
  ASSERT_EQ(played.code, 0) << played.err;
  const auto game = played.json();
  EXPECT_EQ(game.at("repetition"), true);
  EXPECT_EQ(game.at("scores").at("south"), 2);
  EXPECT_EQ(game.at("scores").at("north"), 4);
}

TEST_F(Score, ExactSettlesOpenPositionsOrSaysHowFarItCame) {
  std::string open;
  const auto answers = with_tables({"probe", "-"}, {.input = six_seeds()}).json_lines();
  for (const auto& answer : answers) {
    if (!answer.at("exact").as_bool()) open += std::string(answer.at("position").as_string()) + "\n";
  }
  const Result settled = with_tables({"probe", "-", "--exact"}, {.input = open});
  EXPECT_EQ(settled.code, 0) << settled.err;
  std::size_t searched = 0;
  for (const auto& answer : settled.json_lines()) {
    const int value = answer.at("exact_value").to_number<int>();
    EXPECT_LE(answer.at("floor").to_number<int>(), value);
    EXPECT_GE(answer.at("ceiling").to_number<int>(), value);
    EXPECT_EQ(answer.at("exact_outcome"), value + 1 > 0 ? "win" : "loss");
    EXPECT_GT(answer.at("nodes").to_number<int>(), 0);
    ++searched;
  }
  EXPECT_GT(searched, 5U);

  const std::string position = "giuthi{repetition=score}:0,0,1/0,4,1";
  const Result text = with_tables({"probe", position, "--exact"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("Ending at the first repetition: South loses by 2"), std::string::npos) << text.out;
  const Result cut = with_tables({"probe", position, "--exact", "--nodes", "1", "--json"});
  EXPECT_EQ(cut.code, 6);
  EXPECT_TRUE(cut.json().at("exact_value").is_null());
  EXPECT_EQ(cut.json().at("exact_floor"), -2);
  EXPECT_EQ(cut.json().at("exact_ceiling"), 2);
  EXPECT_EQ(with_tables({"probe", "-", "--exact", "--nodes", "1"}, {.input = open}).code, 6);
  EXPECT_EQ(with_tables({"probe", position, "--nodes", "5"}).code, 2);
  EXPECT_EQ(run({"probe", "giuthi:2,1,0,0,0/0,0,0,0,0", "--exact"}).code, 2);
}

TEST_F(Score, StatisticsInfoAndVerifyKnowTheRule) {
  const auto layers = with_tables({"stats", "giuthi", "2x3", "--rules", "repetition=score", "--json"}).json_lines();
  ASSERT_EQ(layers.size(), 9U);
  for (const auto& layer : layers) {
    const auto number = [&](const char* field) { return layer.at(field).to_number<std::uint64_t>(); };
    EXPECT_EQ(number("draws_by_repetition"), 0U);
    EXPECT_EQ(number("wins") + number("losses") + number("draws_by_score") + number("undecided"), number("positions"));
    EXPECT_DOUBLE_EQ(layer.at("exact_share").to_number<double>(),
                     1 - static_cast<double>(number("open")) / static_cast<double>(number("positions")));
  }
  const auto answers = with_tables({"probe", "-"}, {.input = six_seeds()}).json_lines();
  const auto open = std::count_if(answers.begin(), answers.end(), [](const auto& answer) { return !answer.at("exact").as_bool(); });
  EXPECT_EQ(layers[6].at("open").to_number<std::int64_t>(), open);
  const auto info = with_tables({"info", "--json"}).json();
  for (const auto& table : info.at("tables").as_array()) {
    EXPECT_EQ(table.at("rules").at("repetition"), "score");
    EXPECT_EQ(table.at("depths"), false);
  }
  EXPECT_NE(with_tables({"info"}).out.find("repetition=score"), std::string::npos);
  const Result verified = with_tables({"verify"});
  EXPECT_EQ(verified.code, 0) << verified.out;
  EXPECT_NE(verified.out.find("all proved"), std::string::npos) << verified.out;
}

}  // namespace
}  // namespace uthi::test
