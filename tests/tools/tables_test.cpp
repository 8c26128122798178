// info, verify and stats: what folders hold, and whether it is right.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "tablebase/catalogue.hpp"
#include "tablebase/writer.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

class Tables : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "7", "--tables", folder_.text()}).code, 0); }

  [[nodiscard]] fs::path file(int layer) const { return table_path(folder_.path(), rules_, {layer, 0}); }
  [[nodiscard]] Result verify(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"verify", "--tables", folder_.text()};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  TemporaryFolder folder_;
  RuleSet rules_{game_named("giuthi"), 3};
};

TEST_F(Tables, InfoListsEveryLayerWithItsSize) {
  const auto info = run({"info", "--tables", folder_.text(), "--json"}).json();
  EXPECT_EQ(info.at("damaged"), 0);
  const auto& tables = info.at("tables").as_array();
  ASSERT_EQ(tables.size(), 8U);
  // C(s + 5, 5) positions of s seeds on six pits.
  const std::array<std::int64_t, 8> positions{1, 6, 21, 56, 126, 252, 462, 792};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    EXPECT_EQ(tables[i].at("layer").at("seeds").to_number<std::size_t>(), i);
    EXPECT_EQ(tables[i].at("positions").to_number<std::int64_t>(), positions[i]);
    EXPECT_EQ(tables[i].at("bytes").to_number<std::uintmax_t>(), fs::file_size(file(static_cast<int>(i))));
    EXPECT_EQ(tables[i].at("depths"), true);
    EXPECT_EQ(tables[i].at("rules").at("origin"), "skip");
    EXPECT_EQ(tables[i].at("lower").as_array().size(), i);
  }
  const Result text = run({"info", "--tables", folder_.text()});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("giuthi 2x3"), std::string::npos);
}

TEST_F(Tables, SeveralSetsShareAFolder) {
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "5", "--rules", "origin=sow", "--tables", folder_.text()}).code, 0);
  ASSERT_EQ(run({"build", "giuthi", "2x2", "--seeds", "5", "--no-depth", "--tables", folder_.text()}).code, 0);
  const Result result = verify();
  EXPECT_EQ(result.code, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("giuthi{origin=sow}-2x3"), std::string::npos) << result.out;
  const auto one = verify({"giuthi", "2x3", "--rules", "origin=sow", "--json"}).json();
  EXPECT_EQ(one.at("ok"), true);
  EXPECT_EQ(one.at("depths"), true);
  EXPECT_EQ(one.at("layers").as_array().size(), 6U);
  EXPECT_EQ(verify({"giuthi", "2x4"}).code, 4);
}

TEST_F(Tables, AMissingLayerIsNamed) {
  fs::remove(file(3));
  const Result result = verify();
  EXPECT_EQ(result.code, 4);
  EXPECT_NE(result.err.find("layer 3 is missing"), std::string::npos) << result.err;
}

TEST_F(Tables, ADamagedFileIsNamed) {
  std::fstream stream(file(6), std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(40);
  stream.put('\x7f');
  stream.close();
  const Result info = run({"info", "--tables", folder_.text()});
  EXPECT_EQ(info.code, 5);
  EXPECT_NE(info.out.find(file(6).string()), std::string::npos) << info.out;
  EXPECT_EQ(verify().code, 5);
  EXPECT_EQ(run({"probe", "giuthi:2,1,0/1,1,1", "--tables", folder_.text()}).code, 5);
  EXPECT_EQ(run({"stats", "giuthi", "2x3", "--tables", folder_.text()}).code, 5);
}

// Changes one margin or depth of one entry to another that could stand there; returns its number.
std::size_t plant_error(LayerValues& values, std::mt19937& random) {
  for (;;) {
    const std::size_t at = random() % values.size();
    const int step = random() % 2 == 0 ? 1 : -1;
    const bool has_floor = values.floor[at] != kNoMargin;
    const bool has_ceiling = values.ceiling[at] != kNoMargin;
    const unsigned column = random() % 4;
    if ((column % 2 == 0 && !has_floor) || (column % 2 == 1 && !has_ceiling)) continue;
    const int floor = values.floor[at] + (column == 0 ? step : 0);
    const int ceiling = values.ceiling[at] + (column == 1 ? step : 0);
    const auto possible = [&](int margin) { return std::abs(margin) <= values.layer.seeds; };
    if ((has_floor && !possible(floor)) || (has_ceiling && !possible(ceiling)) || (has_floor && has_ceiling && floor > ceiling)) continue;
    auto& depth = column % 2 == 0 ? values.floor_depth[at] : values.ceiling_depth[at];
    if (column >= 2 && depth == 0 && step < 0) continue;
    if (column == 0) values.floor[at] = static_cast<std::int8_t>(floor);
    if (column == 1) values.ceiling[at] = static_cast<std::int8_t>(ceiling);
    if (column >= 2) depth = static_cast<std::uint16_t>(depth + step);
    return at;
  }
}

// Files whose checksums are right and one of whose entries is not.
TEST_F(Tables, VerifyFindsEveryPlantedError) {
  std::mt19937 random(20240229);
  for (int plant = 0; plant < 100; ++plant) {
    const int layer = 4 + static_cast<int>(random() % 4);
    const std::string original = contents_of(file(layer));
    const Table table(file(layer), nullptr);
    LayerValues values = table.load();
    const std::size_t at = plant_error(values, random);
    write_table(file(layer), rules_, values, table.header().lower);
    const Result result = verify();
    EXPECT_EQ(result.code, 1) << "layer " << layer << ", number " << at;
    EXPECT_NE(result.out.find("number " + std::to_string(at)), std::string::npos) << result.out;
    std::ofstream(file(layer), std::ios::binary | std::ios::trunc) << original;
  }
  EXPECT_EQ(verify().code, 0);
}

TEST_F(Tables, ASampleIsCheckedToo) {
  const auto report = verify({"--sample", "100", "--json"}).json();
  EXPECT_EQ(report.at("ok"), true);
  EXPECT_EQ(report.at("sampled"), true);
  EXPECT_GE(report.at("checked").to_number<int>(), 90);
  EXPECT_LE(report.at("checked").to_number<int>(), 120);
}

TEST_F(Tables, LowLayersAreCheckedWholeBesideASampleFromMemoryAndFromFiles) {
  for (const char* memory : {"1", "0.000003"}) {
    const Result result = verify({"--sample", "100", "--whole", "3", "--memory", memory, "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto report = result.json();
    EXPECT_EQ(report.at("whole_layers"), 4);
    for (const auto& layer : report.at("layers").as_array()) {
      const auto seeds = layer.at("layer").at("seeds").to_number<int>();
      const auto stored = Table(file(seeds), nullptr).header().positions;
      const auto checked = layer.at("checked").to_number<std::uint64_t>();
      if (seeds <= 3) {
        EXPECT_EQ(checked, stored);
      } else {
        EXPECT_LE(checked, std::min<std::uint64_t>(stored, 100));
      }
    }
  }
  EXPECT_EQ(verify({"--whole", "3"}).code, 2);
}

TEST_F(Tables, StatisticsAddUp) {
  const Result result = run({"stats", "giuthi", "2x3", "--tables", folder_.text(), "--json"});
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 8U);
  for (const auto& line : lines) {
    const auto number = [&](const char* field) { return line.at(field).to_number<std::uint64_t>(); };
    EXPECT_EQ(number("wins") + number("losses") + number("draws_by_score") + number("draws_by_repetition"), number("positions"));
    std::uint64_t floors = number("no_floor");
    for (const auto& bar : line.at("floors").as_array()) floors += bar.at("positions").to_number<std::uint64_t>();
    EXPECT_EQ(floors, number("positions"));
  }
  // The wins of one layer, counted again by probing every position of four seeds.
  std::string input;
  for (int code = 0; code < 15625; ++code) {
    std::array<int, 6> pits{};
    int sum = 0;
    for (int i = 0, rest = code; i < 6; ++i, rest /= 5) sum += pits[static_cast<std::size_t>(i)] = rest % 5;
    if (sum != 4) continue;
    const auto text = [&](std::size_t pit) { return std::to_string(pits[pit]); };
    input += "giuthi:" + text(0) + "," + text(1) + "," + text(2) + "/" + text(3) + "," + text(4) + "," + text(5) + "\n";
  }
  std::uint64_t wins = 0;
  std::uint64_t repetitions = 0;
  const auto answers = run({"probe", "-", "--tables", folder_.text()}, {.input = input}).json_lines();
  EXPECT_EQ(answers.size(), 126U);
  for (const auto& answer : answers) {
    if (answer.at("outcome") == "win") ++wins;
    if (answer.at("reason") == "repetition") ++repetitions;
  }
  EXPECT_EQ(lines[4].at("wins").to_number<std::uint64_t>(), wins);
  EXPECT_EQ(lines[4].at("draws_by_repetition").to_number<std::uint64_t>(), repetitions);
}

TEST_F(Tables, StatisticsAsCsvHaveARowALayer) {
  const Result result = run({"stats", "giuthi", "2x3", "--tables", folder_.text(), "--csv"});
  EXPECT_EQ(result.code, 0);
  std::istringstream lines(result.out);
  std::vector<std::size_t> fields;
  for (std::string line; std::getline(lines, line);) {
    std::size_t count = 1;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) ++count;
    }
    fields.push_back(count);
  }
  ASSERT_EQ(fields.size(), 9U);
  for (const std::size_t count : fields) EXPECT_EQ(count, fields.front());
  EXPECT_EQ(run({"stats", "giuthi", "2x3", "--tables", folder_.text(), "--layer", "5"}).code, 0);
  EXPECT_EQ(run({"stats", "giuthi", "2x3", "--tables", folder_.text(), "--layer", "9"}).code, 4);
}

TEST(NoTables, AreReported) {
  TemporaryFolder empty;
  EXPECT_EQ(run({"info", "--tables", empty.text()}).code, 0);
  EXPECT_EQ(run({"verify", "--tables", empty.text()}).code, 4);
  EXPECT_EQ(run({"stats", "giuthi", "2x3", "--tables", empty.text()}).code, 4);
}

}  // namespace
}  // namespace uthi::test
