// The referee against the vectors: every ply of every position, and sowings that never end.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <map>

#include "core/referee.hpp"

namespace uthi {
namespace {

class Vectors : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(Vectors, HaveTheirPliesCapturesAndPositions) {
  const auto [name, lines] = GetParam();
  std::ifstream file(std::string(UTHI_TEST_DATA "/").append(name).append(".jsonl"));
  ASSERT_TRUE(file) << "the vectors are missing";
  std::size_t checked = 0;
  for (std::string text; std::getline(file, text); ++checked) {
    const boost::json::value line = boost::json::parse(text);
    const std::string start(line.at("position").as_string());
    const Position position = parse_position(start);
    EXPECT_EQ(to_text(position), start);
    const auto referee = make_referee(position.rules);

    std::map<std::string, LegalPly> plies;
    for (const LegalPly& ply : referee->plies(position)) plies.emplace(ply.text, ply);
    EXPECT_EQ(plies.size(), line.at("moves").as_array().size()) << start;
    for (const boost::json::value& move : line.at("moves").as_array()) {
      const std::string move_text(move.at("move").as_string());
      ASSERT_TRUE(plies.contains(move_text)) << start << " lacks " << move_text;
      const LegalPly& ply = plies.at(move_text);
      EXPECT_EQ(ply.captures, move.at("captures").as_int64()) << start << ' ' << move_text;
      EXPECT_EQ(ply.again, move.at("again").as_bool()) << start << ' ' << move_text;
      EXPECT_EQ(ply.pass, move_text == "pass");
      EXPECT_EQ(to_text(ply.position), std::string(move.at("position").as_string())) << start << ' ' << move_text;
      EXPECT_EQ(referee->play(position, move_text), ply.position);
    }
    const boost::json::value* over = line.as_object().if_contains("over");
    const std::optional<int> margin = referee->over(position);
    EXPECT_EQ(margin.has_value(), plies.empty()) << start;
    if (over != nullptr && !over->is_null()) {
      EXPECT_EQ(margin, static_cast<int>(over->as_int64())) << start;
    }
  }
  EXPECT_EQ(checked, lines);
}

INSTANTIATE_TEST_SUITE_P(Games, Vectors,
                         testing::Values(std::pair{"giuthi-moves", std::size_t{240}}, std::pair{"giuthi-endless-moves", std::size_t{48}},
                                         std::pair{"kiothi-moves", std::size_t{200}}));

}  // namespace
}  // namespace uthi
