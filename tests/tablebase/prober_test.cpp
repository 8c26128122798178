// Answers and lines from tables made of independently known values: every position of the vectors' whole layers.
#include "tablebase/prober.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <map>
#include <set>

#include "core/error.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

struct Known {
  Position position;
  Value value;
};

std::optional<int> number_or_none(const boost::json::value& value) {
  if (value.is_null()) return std::nullopt;
  return static_cast<int>(value.as_int64());
}

std::vector<Known> read_known(int pits) {
  std::ifstream in(std::string(UTHI_TEST_DATA) + "/giuthi-values.jsonl");
  std::vector<Known> known;
  for (std::string line; std::getline(in, line);) {
    const auto json = boost::json::parse(line).as_object();
    const Position position = parse_position(std::string(json.at("position").as_string()));
    if (position.rules != samples::giuthi(pits)) continue;
    known.push_back({position,
                     {number_or_none(json.at("floor")), number_or_none(json.at("ceiling")), number_or_none(json.at("floor_depth")),
                      number_or_none(json.at("ceiling_depth"))}});
  }
  return known;
}

// The same position seen from the other side of the table, stores too.
Position turned(const Position& position) {
  Position other = position;
  const auto pits = static_cast<std::size_t>(position.rules.pits());
  for (std::size_t i = 0; i < 2 * pits; ++i) other.pits[(i + pits) % (2 * pits)] = position.pits[i];
  std::swap(other.stores[0], other.stores[1]);
  other.side = position.side == Side::south ? Side::north : Side::south;
  return other;
}

Position with_lead(Position position, int lead) {
  position.stores = {20 + std::max(lead, 0), 20 + std::max(-lead, 0)};
  return position;
}

// Tables of the layers that the vectors hold whole. Layers 0 and 1 need no vectors: a sowing takes two seeds, so the
// game is over and the margin is the seed's.
class Tables {
 public:
  explicit Tables(int pits, bool depths = true) : rules_(samples::giuthi(pits)), referee_(make_referee(rules_)), known_(read_known(pits)) {
    Position position{.rules = rules_};
    known_.push_back({position, {0, 0, 0, 0}});
    for (std::size_t i = 0; i < 2 * static_cast<std::size_t>(pits); ++i) {
      position.pits = {};
      position.pits[i] = 1;
      const int margin = i < static_cast<std::size_t>(pits) ? 1 : -1;
      known_.push_back({position, {margin, margin, 0, 0}});
    }
    std::map<int, LayerValues> layers;
    for (const Known& known : known_) put(layers[known.position.seeds()], known, depths);
    for (const auto& [seeds, values] : layers) {
      most_seeds_ = seeds;
      write_table(table_path(folder_.path(), rules_, {seeds, 0}), rules_, values, {});
    }
    catalogue_ = std::make_unique<Catalogue>(std::vector{folder_.path()});
    prober_ = std::make_unique<Prober>(rules_, *catalogue_);
  }

  [[nodiscard]] const std::vector<Known>& known() const { return known_; }
  [[nodiscard]] const Prober& prober() const { return *prober_; }
  [[nodiscard]] const RuleSet& rules() const { return rules_; }
  [[nodiscard]] int most_seeds() const { return most_seeds_; }

 private:
  void put(std::map<int, LayerValues>::mapped_type& values, const Known& known, bool depths) {
    const LayerId layer{known.position.seeds(), 0};
    values.layer = layer;
    const std::uint64_t stored = referee_->stored(layer);
    values.floor.resize(stored, kNoMargin);
    values.ceiling.resize(stored, kNoMargin);
    if (depths) {
      values.floor_depth.resize(stored, kNoDepth);
      values.ceiling_depth.resize(stored, kNoDepth);
    }
    const std::uint64_t number = referee_->number(known.position);
    if (known.value.floor) values.floor[number] = static_cast<std::int8_t>(*known.value.floor);
    if (known.value.ceiling) values.ceiling[number] = static_cast<std::int8_t>(*known.value.ceiling);
    if (depths && known.value.floor) values.floor_depth[number] = static_cast<std::uint16_t>(*known.value.floor_depth);
    if (depths && known.value.ceiling) values.ceiling_depth[number] = static_cast<std::uint16_t>(*known.value.ceiling_depth);
  }

  RuleSet rules_;
  std::unique_ptr<Referee> referee_;
  samples::Folder folder_;
  std::vector<Known> known_;
  int most_seeds_ = 0;
  std::unique_ptr<Catalogue> catalogue_;
  std::unique_ptr<Prober> prober_;
};

class ProberOnBoard : public testing::TestWithParam<int> {
 protected:
  static const Tables& tables() {
    static const Tables two(2);
    static const Tables three(3);
    return GetParam() == 2 ? two : three;
  }
};

INSTANTIATE_TEST_SUITE_P(Boards, ProberOnBoard, testing::Values(2, 3),
                         [](const auto& param) { return "TwoBy" + std::to_string(param.param); });

TEST_P(ProberOnBoard, ValuesAreTheKnownOnesFromBothSidesOfTheTable) {
  ASSERT_GT(tables().known().size(), 200U);
  for (const Known& known : tables().known()) {
    EXPECT_EQ(tables().prober().value(known.position), known.value) << to_text(known.position);
    EXPECT_EQ(tables().prober().value(turned(known.position)), known.value) << to_text(known.position);
  }
}

// RULES: floor and ceiling of a position are the best of its plies; a floor's depth is that of the quickest ply that
// attains it, a ceiling's that of the slowest.
TEST_P(ProberOnBoard, TheBestPlyIsWorthWhatThePositionIs) {
  for (const Known& known : tables().known()) {
    const Answer answer = tables().prober().answer(known.position);
    EXPECT_EQ(answer.value, known.value);
    if (answer.over) {
      EXPECT_TRUE(answer.plies.empty());
      EXPECT_EQ(answer.over, known.value.floor);
      continue;
    }
    std::optional<int> floor, floor_depth, ceiling = -1000, ceiling_depth;
    for (const PlyAnswer& ply : answer.plies) {
      const Value& value = ply.value;
      if (value.floor && (!floor || *value.floor > *floor)) {
        floor = value.floor;
        floor_depth = value.floor_depth;
      } else if (value.floor && value.floor == floor) {
        floor_depth = std::min(*floor_depth, *value.floor_depth);
      }
      if (!ceiling) continue;
      if (!value.ceiling) {
        ceiling = ceiling_depth = std::nullopt;
      } else if (*value.ceiling > *ceiling) {
        ceiling = value.ceiling;
        ceiling_depth = value.ceiling_depth;
      } else if (value.ceiling == ceiling) {
        ceiling_depth = std::max(*ceiling_depth, *value.ceiling_depth);
      }
    }
    EXPECT_EQ(known.value, (Value{floor, ceiling, floor_depth, ceiling_depth})) << to_text(known.position);
  }
}

TEST_P(ProberOnBoard, OutcomeReasonAndMarginCountTheStores) {
  std::set<std::string> seen;
  for (const Known& known : tables().known()) {
    for (int lead = -7; lead <= 7; ++lead) {
      const Answer answer = tables().prober().answer(with_lead(known.position, lead));
      const auto& [floor, ceiling, floor_depth, ceiling_depth] = known.value;
      if (floor && lead + *floor > 0) {
        EXPECT_EQ(answer.outcome, Outcome::win);
        EXPECT_EQ(answer.margin, lead + *floor);
        EXPECT_EQ(answer.reason, "");
        seen.insert("win");
      } else if (ceiling && lead + *ceiling < 0) {
        EXPECT_EQ(answer.outcome, Outcome::loss);
        EXPECT_EQ(answer.margin, lead + *ceiling);
        EXPECT_EQ(answer.reason, "");
        seen.insert("loss");
      } else if (floor == -lead && ceiling == -lead) {
        EXPECT_EQ(answer.outcome, Outcome::draw);
        EXPECT_EQ(answer.margin, 0);
        EXPECT_EQ(answer.reason, "score");
        seen.insert("score");
      } else {
        EXPECT_EQ(answer.outcome, Outcome::draw);
        EXPECT_EQ(answer.margin, std::nullopt);
        EXPECT_EQ(answer.reason, "repetition");
        seen.insert("repetition");
      }
      // No ply is better than the position, and the first one is as good.
      for (const PlyAnswer& ply : answer.plies) EXPECT_LE(ply.outcome, answer.outcome);
      if (answer.plies.empty()) continue;
      const PlyAnswer& best = answer.plies.front();
      EXPECT_EQ(best.outcome, answer.outcome);
      if (answer.outcome == Outcome::win) {
        EXPECT_EQ(best.value.floor, floor);
        EXPECT_EQ(best.value.floor_depth, floor_depth);
      } else if (answer.outcome == Outcome::loss) {
        EXPECT_EQ(best.value.ceiling, ceiling);
        EXPECT_EQ(best.value.ceiling_depth, ceiling_depth);
      }
    }
  }
  EXPECT_EQ(seen, (std::set<std::string>{"win", "loss", "score", "repetition"}));
}

// One key a clause of the order, all ascending from best to worst.
std::vector<int> order_of(const PlyAnswer& ply, const std::vector<LegalPly>& notation) {
  const auto place = std::find_if(notation.begin(), notation.end(), [&](const LegalPly& one) { return one.move == ply.ply.move; });
  std::vector<int> keys{-static_cast<int>(ply.outcome)};
  if (ply.outcome == Outcome::win) {
    keys.insert(keys.end(), {-*ply.value.floor, *ply.value.floor_depth});
  } else if (ply.outcome == Outcome::loss) {
    keys.insert(keys.end(), {-*ply.value.ceiling, -*ply.value.ceiling_depth});
  } else {
    keys.insert(keys.end(), {ply.value.ceiling ? -*ply.value.ceiling : -999, ply.value.floor ? -*ply.value.floor : 999});
  }
  keys.push_back(static_cast<int>(place - notation.begin()));
  return keys;
}

TEST_P(ProberOnBoard, PliesStandBestFirst) {
  int compared = 0;
  for (const Known& known : tables().known()) {
    for (int lead = -6; lead <= 6; ++lead) {
      const Answer answer = tables().prober().answer(with_lead(known.position, lead));
      const auto notation = tables().prober().referee().plies(known.position);
      ASSERT_EQ(answer.plies.size(), notation.size());
      for (std::size_t i = 1; i < answer.plies.size(); ++i, ++compared) {
        EXPECT_LT(order_of(answer.plies[i - 1], notation), order_of(answer.plies[i], notation)) << to_text(answer.position);
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

// Follows a line's plies by the referee alone. Returns the positions before each step and the last one.
std::vector<Position> replayed(const Referee& referee, const Line& line) {
  std::vector<Position> positions{line.start.position};
  for (const LineStep& step : line.steps) {
    EXPECT_EQ(step.side, positions.back().side);
    positions.push_back(referee.play(positions.back(), step.played.ply.text));
  }
  EXPECT_EQ(line.last, positions.back());
  return positions;
}

TEST_P(ProberOnBoard, ForcedLinesEndOnTimeWithTheirMargin) {
  int lines = 0;
  for (const Known& known : tables().known()) {
    for (const int lead : {-7, -3, -1, 0, 1, 2, 5}) {
      for (const Position& position : {with_lead(known.position, lead), turned(with_lead(known.position, lead))}) {
        const Answer answer = tables().prober().answer(position);
        if (answer.reason == "repetition") continue;
        const Line line = tables().prober().line(position);
        const auto positions = replayed(tables().prober().referee(), line);
        const auto depth = answer.outcome == Outcome::loss ? known.value.ceiling_depth : known.value.floor_depth;
        EXPECT_EQ(static_cast<int>(line.steps.size()), depth) << to_text(position);
        EXPECT_EQ(line.repeats, std::nullopt);
        const auto over = tables().prober().referee().over(positions.back());
        ASSERT_TRUE(over) << to_text(position);
        const int for_side_to_move = positions.back().lead() + *over;
        EXPECT_EQ(line.final_margin, positions.back().side == Side::south ? for_side_to_move : -for_side_to_move);
        EXPECT_EQ(*line.final_margin, position.side == Side::south ? *answer.margin : -*answer.margin) << to_text(position);
        ++lines;
      }
    }
  }
  EXPECT_GT(lines, 1000);
}

TEST_P(ProberOnBoard, DrawnLinesStopAtTheFirstRepetition) {
  int lines = 0;
  for (const Known& known : tables().known()) {
    for (const int lead : {-3, -1, 0, 1, 2}) {
      const Position position = with_lead(known.position, lead);
      if (tables().prober().answer(position).reason != "repetition") continue;
      const Line line = tables().prober().line(position);
      const auto positions = replayed(tables().prober().referee(), line);
      for (const Position& on_the_way : positions) EXPECT_EQ(tables().prober().answer(on_the_way).outcome, Outcome::draw);
      ++lines;
      if (line.final_margin) {
        EXPECT_EQ(line.final_margin, 0);
        EXPECT_EQ(line.repeats, std::nullopt);
        continue;
      }
      ASSERT_TRUE(line.repeats);
      ASSERT_LT(*line.repeats, line.steps.size());
      EXPECT_EQ(positions[*line.repeats], positions.back());
      // Before that nothing came back.
      for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
        EXPECT_EQ(std::count(positions.begin(), positions.end() - 1, positions[i]), 1);
      }
    }
  }
  EXPECT_GT(lines, 5);
}

TEST(Prober, WithoutDepthsAnswersStand) {
  const Tables tables(2, false);
  for (const Known& known : tables.known()) {
    const Answer answer = tables.prober().answer(known.position);
    EXPECT_EQ(answer.value.floor, known.value.floor);
    EXPECT_EQ(answer.value.ceiling, known.value.ceiling);
    if (!answer.over) {
      EXPECT_EQ(answer.value.floor_depth, std::nullopt);
    }
  }
}

// Without depths both sides go by ranks within a layer, so a line can be longer or shorter, but it comes to the same end.
TEST(Prober, WithoutDepthsForcedLinesEndWithTheirMargin) {
  int lines = 0;
  for (const int pits : {2, 3}) {
    const Tables tables(pits, false);
    for (const Known& known : tables.known()) {
      for (const int lead : {-7, -3, -1, 0, 1, 2, 5}) {
        for (const Position& position : {with_lead(known.position, lead), turned(with_lead(known.position, lead))}) {
          const Answer answer = tables.prober().answer(position);
          if (answer.reason == "repetition") continue;
          const Line line = tables.prober().line(position);
          const auto positions = replayed(tables.prober().referee(), line);
          EXPECT_EQ(line.repeats, std::nullopt) << to_text(position);
          ASSERT_TRUE(tables.prober().referee().over(positions.back())) << to_text(position);
          ASSERT_TRUE(line.final_margin);
          EXPECT_EQ(*line.final_margin, position.side == Side::south ? *answer.margin : -*answer.margin) << to_text(position);
          lines += line.steps.size() > 1 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(lines, 1000);
}

TEST(Prober, PositionsAboveTheTablesAreMissingUnlessTheGameIsOver) {
  const Tables tables(2);
  EXPECT_THROW((void)tables.prober().value(parse_position("giuthi:4,4/4,4")), TableMissing);
  EXPECT_THROW((void)tables.prober().answer(parse_position("giuthi:4,4/4,4")), TableMissing);
  EXPECT_THROW((void)tables.prober().line(parse_position("giuthi:4,4/4,4")), TableMissing);
  EXPECT_THROW((void)tables.prober().value(parse_position("giuthi:40,40/40,40")), TableMissing);
  const samples::Folder empty;
  const Catalogue catalogue({empty.path()});
  const Prober prober(samples::giuthi(4), catalogue);
  const Answer answer = prober.answer(parse_position("giuthi:1,0,0,0/1,1,0,1 3 4 N"));
  EXPECT_EQ(answer.over, -2);
  EXPECT_EQ(answer.value, (Value{-2, -2, 0, 0}));
  EXPECT_EQ(answer.outcome, Outcome::loss);
  EXPECT_EQ(answer.margin, -1);
  EXPECT_EQ(prober.line(answer.position).final_margin, 1);
}

TEST(Prober, RefusesPositionsOfOtherRules) {
  const Tables tables(2);
  EXPECT_THROW((void)tables.prober().value(parse_position("giuthi{origin=sow}:0,0/0,2")), UsageError);
  EXPECT_THROW((void)tables.prober().answer(parse_position("giuthi:0,0,0/0,0,2")), UsageError);
}

}  // namespace
}  // namespace uthi
