// The solver against published values: the vectors, and the known values of small start positions.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <map>

#include "tests/solver/layers.hpp"

namespace uthi {
namespace {

std::optional<int> number_or_none(const boost::json::value& value) {
  if (value.is_null()) return std::nullopt;
  return static_cast<int>(value.as_int64());
}

class Vectors : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(Vectors, HaveTheirFloorsCeilingsAndDepths) {
  const auto [name, lines_expected] = GetParam();
  struct Line {
    Position position;
    Value value;
  };
  std::map<std::string, std::vector<Line>> by_rules;
  std::ifstream file(std::string(UTHI_TEST_DATA "/").append(name).append(".jsonl"));
  ASSERT_TRUE(file) << "the vectors are missing";
  for (std::string text; std::getline(file, text);) {
    const boost::json::value line = boost::json::parse(text);
    const Position position = parse_position(line.at("position").as_string());
    by_rules[position.rules.full_text()].push_back({position,
                                                    {number_or_none(line.at("floor")), number_or_none(line.at("ceiling")),
                                                     number_or_none(line.at("floor_depth")), number_or_none(line.at("ceiling_depth"))}});
  }
  std::size_t checked = 0;
  for (const auto& [rules, lines] : by_rules) {
    const auto referee = make_referee(lines.front().position.rules);
    LayerId bound;
    for (const Line& line : lines) {
      const LayerId layer = referee->layer(line.position);
      bound = {std::max(bound.seeds, layer.seeds), std::max(bound.marks, layer.marks)};
    }
    const SolvedLayers solved(lines.front().position.rules, bound, with_threads(2));
    for (const Line& line : lines) {
      EXPECT_EQ(solved.value(*referee, line.position), line.value) << to_text(line.position);
      ++checked;
    }
  }
  EXPECT_EQ(checked, lines_expected);
}

INSTANTIATE_TEST_SUITE_P(Games, Vectors,
                         testing::Values(std::pair{"giuthi-values", std::size_t{664}}, std::pair{"kiothi-values", std::size_t{696}}));

TEST(StartPositions, HaveTheirKnownValues) {
  struct Known {
    const char* position;
    std::optional<int> floor;
    std::optional<int> ceiling;
  };
  const Known known[] = {
      {"giuthi:2,2/2,2", 8, std::nullopt},
      {"giuthi:4,4,4/4,4,4", 8, 8},
      {"giuthi:5,5,5/5,5,5", 16, 22},
      {"giuthi:3,3,3,3/3,3,3,3", -2, 8},
  };
  for (const Known& start : known) {
    const Position position = parse_position(start.position);
    const SolvedLayers solved(position.rules, position.seeds(), with_threads(2, false));
    const Value value = solved.value(*make_referee(position.rules), position);
    EXPECT_EQ(value.floor, start.floor) << start.position;
    EXPECT_EQ(value.ceiling, start.ceiling) << start.position;
  }
}

}  // namespace
}  // namespace uthi
