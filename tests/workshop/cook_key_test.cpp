// Problems without a solution: the key is judged over all first sowings, and what was not looked at is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/tools/process.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/workshop/forward.hpp"
#include "tools/workshop/cook.hpp"

namespace uthi::workshop {
namespace {

using test::TemporaryFolder;
using twin::Forward;

constexpr int kSeeds = 8;

class Keys : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    for (const char* board : {"2x2", "2x3"}) {
      ASSERT_EQ(test::run({"build", "giuthi", board, "--seeds", std::to_string(kSeeds), "--tables", folder_->text()}).code, 0);
    }
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string tables() { return folder_->text(); }

  static test::Result cook(const std::string& line, const std::vector<std::string>& options = {}) {
    std::vector<std::string> words{"cook", "-", "--tables", tables()};
    words.insert(words.end(), options.begin(), options.end());
    return test::run(words, {.input = line + "\n"});
  }

  static inline TemporaryFolder* folder_ = nullptr;
};

const std::string kTwoKeysOneLosesTime = R"({"id":"x","position":"giuthi:1,1/0,5 0 0 S","stipulation":"win"})";

TEST_F(Keys, TheOneThatDoesNotLoseTimeIsTheUniqueKey) {
  const auto result = cook(kTwoKeysOneLosesTime, {"--json"});
  EXPECT_EQ(result.code, 0) << result.out << result.err;
  const auto object = result.json();
  EXPECT_TRUE(object.at("defects").as_array().empty()) << result.out;
  EXPECT_EQ(object.at("keys").as_array().size(), 2U) << result.out;
  EXPECT_EQ(object.at("losses_of_time").as_array().size(), 1U) << result.out;
  EXPECT_EQ(object.at("grade"), "unique up to loss of time");
  EXPECT_EQ(object.at("checked"), "key");
}

TEST_F(Keys, WhatIsNotCheckedIsSaid) {
  const auto result = cook(kTwoKeysOneLosesTime);
  EXPECT_NE(result.out.find("no solution is given, later moves not checked"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("x: sound"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("all sound"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("1 problem: no defect found; of 1 only the key was checked"), std::string::npos) << result.out;
}

// Over all wins of 2x2 and 2x3: U1 where two first sowings meet the stipulation without coming back, by the forward twin.
TEST_F(Keys, AreJudgedAsTheForwardTwinDoes) {
  const Catalogue catalogue({folder_->path()});
  std::size_t unique = 0;
  std::size_t duals = 0;
  std::size_t up_to_loss_of_time = 0;
  std::size_t first_key_loses_time = 0;
  for (const int pits : {2, 3}) {
    const Forward forward = Forward::giuthi(pits, pits == 2 ? kSeeds : 6);
    const Prober prober(parse_position(pits == 2 ? "giuthi:0,0/0,0" : "giuthi:0,0,0/0,0,0").rules, catalogue);
    for (std::size_t i = 0; i < forward.nodes().size(); ++i) {
      const auto& node = forward.nodes()[i];
      if (node.side != 0 || node.edges.empty()) continue;
      for (int least = 1; least <= node.seeds && forward.can_end(i, least); ++least) {
        std::vector<std::string> keys;
        std::vector<std::string> independent;
        for (const auto& edge : node.edges) {
          if (!forward.can_end(edge.to, least - edge.gain)) continue;
          keys.push_back(edge.move);
          if (forward.can_end_without(edge.to, least - edge.gain, i)) independent.push_back(edge.move);
        }
        std::sort(keys.begin(), keys.end());
        std::sort(independent.begin(), independent.end());
        ASSERT_FALSE(independent.empty()) << node.text;
        const Problem problem{.id = "p", .position = node.text, .stipulation = {Aim::win_by, least}};
        const CookReport report = uthi::workshop::cook(problem, prober);
        EXPECT_EQ(report.keys, keys) << node.text;
        EXPECT_EQ(report.losses_of_time.size(), keys.size() - independent.size()) << node.text;
        EXPECT_EQ(report.has_defect(DefectCode::u1), independent.size() > 1) << node.text;
        EXPECT_EQ(report.checked, Checked::key);
        const Grade grade = independent.size() > 1 ? Grade::dual : keys.size() > 1 ? Grade::loss_of_time : Grade::absolute;
        EXPECT_EQ(report.grade, grade) << node.text;
        unique += grade == Grade::absolute ? 1 : 0;
        duals += grade == Grade::dual ? 1 : 0;
        up_to_loss_of_time += grade == Grade::loss_of_time ? 1 : 0;
        if (grade == Grade::loss_of_time && keys.front() != independent.front()) ++first_key_loses_time;
      }
    }
  }
  EXPECT_GT(unique, 100U);
  EXPECT_GT(duals, 100U);
  EXPECT_GT(up_to_loss_of_time, 10U);
  EXPECT_GT(first_key_loses_time, 3U);
}

TEST_F(Keys, AProblemThatCannotBeMetHasNothingChecked) {
  const auto object = cook(R"({"id":"x","position":"giuthi:1,1/0,5 0 99 S","stipulation":"win"})", {"--json"}).json();
  EXPECT_EQ(object.at("checked"), "nothing");
  EXPECT_EQ(object.at("sound"), false);
}

}  // namespace
}  // namespace uthi::workshop
