// Files of version 1 are read as they always were, and files of any version and level are rewritten without loss.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "core/error.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/catalogue.hpp"
#include "tablebase/prober.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

const LayerId kLayer{8, 0};

std::optional<int> number_or_none(const boost::json::value& value) {
  if (value.is_null()) return std::nullopt;
  return static_cast<int>(value.as_int64());
}

// Written by the first release of the format; the values are those of an independent program.
TEST(VersionOne, FilesOfTheFirstReleaseHoldTheKnownValues) {
  const Catalogue catalogue({std::filesystem::path(UTHI_TEST_DATA) / "format-1"});
  const Prober prober(samples::giuthi(3), catalogue);
  ASSERT_EQ(catalogue.get(samples::giuthi(3), {6, 0})->header().version, 1U);
  std::ifstream in(std::string(UTHI_TEST_DATA) + "/giuthi-values.jsonl");
  std::size_t checked = 0;
  for (std::string line; std::getline(in, line);) {
    const auto json = boost::json::parse(line).as_object();
    const Position position = parse_position(std::string(json.at("position").as_string()));
    if (position.rules != samples::giuthi(3) || position.seeds() > 6) continue;
    const Value known{number_or_none(json.at("floor")), number_or_none(json.at("ceiling")), number_or_none(json.at("floor_depth")),
                      number_or_none(json.at("ceiling_depth"))};
    ASSERT_EQ(prober.value(position), known) << line;
    ++checked;
  }
  EXPECT_EQ(checked, 455U);
}

TEST(VersionOne, BlocksOfColumnsWithSizesOfTheirOwn) {
  const RuleSet rules = samples::giuthi(3);
  for (const int most : {200, 900}) {
    const LayerValues values = samples::random_layer(rules, kLayer, 23, {.most_depth = most});
    for (const auto& [value_bits, depth_bits] : {std::pair{7, 4}, std::pair{4, 6}, std::pair{20, 20}}) {
      const Table table("old", samples::encode_version_1(rules, values, samples::some_lower(kLayer), value_bits, depth_bits),
                        std::make_shared<BlockCache>(1 << 20));
      EXPECT_EQ(table.header().version, 1U);
      EXPECT_EQ(table.load(2), values);
      for (std::uint64_t i = 0; i < values.size(); ++i) ASSERT_EQ(table.value(i), values.at(i)) << i;
      table.check_digests();
    }
  }
}

TEST(VersionOne, ADepthWithoutAMarginIsDamage) {
  const RuleSet rules = samples::giuthi(3);
  LayerValues values = samples::random_layer(rules, kLayer, 23);
  const auto none = std::find(values.floor.begin(), values.floor.end(), kNoMargin) - values.floor.begin();
  values.floor_depth[static_cast<std::size_t>(none)] = 3;
  const Table table("old", samples::encode_version_1(rules, values, {}, 7, 5), nullptr);
  EXPECT_THROW((void)table.load(), TableDamaged);
}

TEST(ReadPieces, EqualTheColumnsOfTheWholeLayer) {
  const RuleSet rules = samples::giuthi(3);
  const LayerValues values = samples::random_layer(rules, kLayer, 5);
  std::mt19937_64 random(3);
  for (const bool old : {false, true}) {
    const Table table(
        "sample", old ? samples::encode_version_1(rules, values, {}, 6, 5) : encode_table(rules, values, {}, {.block_bits = 5}), nullptr);
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t first = random() % values.size();
      const std::uint64_t count = random() % (values.size() - first + 1);
      const LayerValues piece = table.read(first, count);
      ASSERT_EQ(piece.size(), count);
      for (std::uint64_t n = 0; n < count; ++n) ASSERT_EQ(piece.at(n), values.at(first + n)) << first << " " << n;
      EXPECT_TRUE(table.read(first, count, false).floor_depth.empty());
    }
    EXPECT_THROW((void)table.read(values.size(), 1), std::out_of_range);
    EXPECT_THROW((void)table.read(1, values.size()), std::out_of_range);
  }
}

struct Rewrite : testing::Test {
  RuleSet rules = samples::giuthi(3);
  LayerValues values = samples::random_layer(rules, kLayer, 29);
  std::vector<LowerDigest> lower = samples::some_lower(kLayer);
  samples::Folder folder;
  std::filesystem::path path = folder.path() / "008.uthi";
  std::vector<std::uint8_t> old = samples::encode_version_1(rules, values, lower, 6, 5);
};

TEST_F(Rewrite, GivesTheBytesThatTheValuesThemselvesGive) {
  for (const bool depths : {true, false}) {
    if (!depths) values = samples::random_layer(rules, kLayer, 31, {.depths = false});
    for (const auto& from :
         {samples::encode_version_1(rules, values, lower, 6, 5), encode_table(rules, values, lower, {.level = 1, .block_bits = 9})}) {
      for (const int threads : {1, 2, 5}) {
        const WriteOptions options{.level = 12, .threads = threads, .block_bits = 5};
        samples::write_file(path, from);
        double share = 0;
        WriteOptions watched = options;
        watched.progress = [&](double now) {
          EXPECT_GT(now, share);
          share = now;
        };
        const TableHeader header = rewrite_table(path, Table(path, nullptr), watched);
        EXPECT_EQ(share, 1);
        EXPECT_EQ(header.version, kTableVersion);
        EXPECT_EQ(header.level, 12);
        EXPECT_EQ(samples::read_file(path), encode_table(rules, values, lower, options));
        EXPECT_EQ(folder.files(), 1U);
      }
    }
  }
}

TEST_F(Rewrite, KeepsDigestsAndLowerLayers) {
  samples::write_file(path, old);
  const TableHeader before = Table(path, nullptr).header();
  rewrite_table(path, Table(path, nullptr));
  const Table after(path, nullptr);
  EXPECT_EQ(after.header().values_digest, before.values_digest);
  EXPECT_EQ(after.header().depths_digest, before.depths_digest);
  EXPECT_EQ(after.header().lower, before.lower);
  EXPECT_EQ(after.load(), values);
}

TEST_F(Rewrite, ValuesThatDoNotMatchTheirDigestLeaveTheOldFile) {
  LayerValues others = values;
  std::swap(others.floor[1], others.floor[0]);
  std::swap(others.ceiling[1], others.ceiling[0]);
  std::swap(others.floor_depth[1], others.floor_depth[0]);
  std::swap(others.ceiling_depth[1], others.ceiling_depth[0]);
  ASSERT_NE(others, values);
  const auto wrong = samples::encode_version_1(rules, others, lower, 6, 5);
  TableHeader header = parse_header(wrong, wrong.size(), "wrong");
  header.values_digest = digest_of_values(values.floor, values.ceiling);
  auto bytes = serialise_header(header);
  bytes.insert(bytes.end(), wrong.begin() + static_cast<std::ptrdiff_t>(bytes.size()), wrong.end());
  samples::write_file(path, bytes);
  EXPECT_THROW(rewrite_table(path, Table(path, nullptr)), TableDamaged);
  EXPECT_EQ(samples::read_file(path), bytes);
  EXPECT_EQ(folder.files(), 1U);
}

TEST_F(Rewrite, StopsWhenAskedAndLeavesTheOldFile) {
  samples::write_file(path, old);
  const std::atomic<bool> stop = true;
  EXPECT_THROW(rewrite_table(path, Table(path, nullptr), {.stop = &stop}), Interrupted);
  EXPECT_EQ(samples::read_file(path), old);
  EXPECT_EQ(folder.files(), 1U);
}

TEST_F(Rewrite, RefusesLevelsAndBlocksThatThereAreNot) {
  const Table table("old", old, nullptr);
  for (const WriteOptions& options : {WriteOptions{.level = 0}, WriteOptions{.level = 23}, WriteOptions{.block_bits = 3},
                                      WriteOptions{.block_bits = 21}, WriteOptions{.segment_rows = (1U << 20) + 1}}) {
    EXPECT_THROW(rewrite_table(path, table, options), std::invalid_argument);
  }
  EXPECT_EQ(folder.files(), 0U);
}

}  // namespace
}  // namespace uthi
