// The collection that comes with the project: every problem is sound, complete, and like no other one.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>

#include "tests/tools/process.hpp"
#include "tools/workshop/cook.hpp"
#include "tools/workshop/problem_file.hpp"
#include "tools/workshop/similar.hpp"

namespace uthi::workshop {
namespace {

namespace fs = std::filesystem;

std::vector<Problem> collection() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(UTHI_DATA) / "problems")) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Problem> all;
  for (const fs::path& file : files) {
    auto problems = read_problems(file.string());
    std::move(problems.begin(), problems.end(), std::back_inserter(all));
  }
  return all;
}

TEST(Collection, IsLargeAndComplete) {
  const auto problems = collection();
  EXPECT_GE(problems.size(), 60U);
  std::map<std::string, std::size_t> boards;
  std::set<Aim> aims;
  std::set<std::string> ids;
  for (const Problem& problem : problems) {
    EXPECT_TRUE(ids.insert(problem.id).second) << problem.id;
    EXPECT_FALSE(problem.title.empty()) << problem.id;
    EXPECT_FALSE(problem.themes.empty()) << problem.id;
    EXPECT_FALSE(problem.solution.empty()) << problem.id;
    EXPECT_TRUE(problem.remarks.ends_with('.')) << problem.id;
    EXPECT_EQ(problem.rules.size(), position_of(problem).rules.game().options.size()) << problem.id;
    ++boards[position_of(problem).rules.full_text()];
    aims.insert(problem.stipulation.aim);
  }
  for (const char* board : {"giuthi-2x5", "giuthi-2x6", "giuthi-2x8", "kiothi-2x5", "kiothi-2x10"}) EXPECT_GE(boards[board], 5U) << board;
  EXPECT_GE(aims.size(), 8U);
  EXPECT_TRUE(similar_pairs(problems).empty());
}

TEST(Collection, IsSound) {
  test::TemporaryFolder folder;
  const auto build = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all{"build"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--tables", folder.text()});
    ASSERT_EQ(test::run(all).code, 0);
  };
  // The layers that the collection needs, no more.
  std::map<std::pair<std::string, std::string>, std::pair<int, int>> needed;
  const auto problems = collection();
  for (const Problem& problem : problems) {
    const Position position = position_of(problem);
    auto& [seeds, marks] = needed[{std::string(position.rules.game().name), position.rules.board_text()}];
    seeds = std::max(seeds, position.seeds());
    marks = std::max(marks, std::popcount(position.marks));
  }
  for (const auto& [board, bound] : needed) {
    std::vector<std::string> words{board.first, board.second, "--seeds", std::to_string(bound.first)};
    if (bound.second > 0) words.insert(words.end(), {"--marks", std::to_string(bound.second)});
    build(words);
  }
  const Catalogue catalogue({folder.path()});
  std::map<std::string, std::unique_ptr<Prober>> probers;
  for (const Problem& problem : problems) {
    const RuleSet rules = position_of(problem).rules;
    auto& prober = probers[rules.full_text()];
    if (!prober) prober = std::make_unique<Prober>(rules, catalogue);
    const CookReport report = cook(problem, *prober);
    EXPECT_TRUE(report.defects.empty()) << to_json_line(problem);
    EXPECT_TRUE(report.grade == Grade::absolute || report.grade == Grade::loss_of_time) << problem.id;
  }
}

}  // namespace
}  // namespace uthi::workshop
