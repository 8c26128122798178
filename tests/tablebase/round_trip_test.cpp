// What is written is read back: layers of all sizes around a block, many distinct values, long depths, nothing but none.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/error.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

void expect_round_trip(const RuleSet& rules, const LayerValues& values, const WriteOptions& options) {
  const Table table("sample", encode_table(rules, values, samples::some_lower(values.layer), options),
                    std::make_shared<BlockCache>(1 << 20));
  ASSERT_EQ(table.header().positions, values.size());
  EXPECT_EQ(table.header().has_depths(), values.has_depths());
  EXPECT_EQ(table.load(2), values);
  table.check(2);
  for (std::uint64_t i = 0; i < values.size(); ++i) ASSERT_EQ(table.value(i), values.at(i)) << i;
}

struct Size {
  int pits;
  int seeds;
  std::uint64_t positions;
  int block_bits;
  const char* name;
};

class RoundTripOfSize : public testing::TestWithParam<Size> {};

TEST_P(RoundTripOfSize, KeepsEveryValue) {
  const Size size = GetParam();
  const RuleSet rules = samples::giuthi(size.pits);
  const LayerValues values = samples::random_layer(rules, {size.seeds, 0}, 11);
  ASSERT_EQ(values.size(), size.positions);
  expect_round_trip(rules, values, {.level = 3, .block_bits = size.block_bits});
}

INSTANTIATE_TEST_SUITE_P(AroundABlock, RoundTripOfSize,
                         testing::Values(Size{2, 0, 1, 4, "OnePosition"}, Size{3, 3, 32, 6, "LessThanABlock"},
                                         Size{3, 3, 32, 5, "JustOneBlock"}, Size{3, 7, 416, 5, "WholeBlocks"},
                                         Size{3, 8, 671, 5, "LastBlockOneShort"}, Size{2, 32, 3281, 4, "LastBlockHoldsOne"},
                                         Size{5, 8, 12246, 10, "BlocksOfAThousand"}),
                         [](const auto& param) { return param.param.name; });

TEST(RoundTrip, MoreThan256PairsTakeTwoBytes) {
  const RuleSet rules = samples::giuthi(3);
  const LayerValues values = samples::random_layer(rules, {13, 0}, 5);
  const auto bytes = encode_table(rules, values, {}, {.block_bits = 7});
  const TableHeader header = parse_header(bytes, bytes.size(), "sample");
  EXPECT_GT(header.dictionary.size(), 256U);
  EXPECT_EQ(header.columns[0].width, 2);
  expect_round_trip(rules, values, {.block_bits = 7});
}

TEST(RoundTrip, ExactlyTheDeepestDepthOfAByteAndOneMore) {
  const RuleSet rules = samples::giuthi(3);
  for (const int most : {255, 256}) {
    LayerValues values = samples::random_layer(rules, {6, 0}, 9, {.most_depth = 100, .none = 0});
    values.ceiling_depth[3] = static_cast<std::uint16_t>(most);
    const auto bytes = encode_table(rules, values, {});
    const TableHeader header = parse_header(bytes, bytes.size(), "sample");
    EXPECT_EQ(header.columns[1].width, 1);
    EXPECT_EQ(header.columns[2].width, most == 255 ? 1 : 2);
    expect_round_trip(rules, values, {});
  }
}

TEST(RoundTrip, LongestDepths) {
  const RuleSet rules = samples::giuthi(3);
  expect_round_trip(rules, samples::random_layer(rules, {7, 0}, 2, {.most_depth = 65534}), {});
}

TEST(RoundTrip, NoneEverywhereTakesOneByteADepth) {
  const RuleSet rules = samples::giuthi(3);
  const LayerValues values = samples::random_layer(rules, {7, 0}, 2, {.none = 1});
  const auto bytes = encode_table(rules, values, {});
  const TableHeader header = parse_header(bytes, bytes.size(), "sample");
  EXPECT_EQ(header.dictionary.size(), 1U);
  EXPECT_EQ(header.columns[1].width, 1);
  expect_round_trip(rules, values, {});
}

TEST(RoundTrip, WithoutDepths) {
  const RuleSet rules = samples::giuthi(4);
  expect_round_trip(rules, samples::random_layer(rules, {6, 0}, 4, {.depths = false}), {.block_bits = 6});
}

TEST(RoundTrip, LargestMarginsOfTheLargestLayer) {
  const RuleSet rules = samples::giuthi(2);
  LayerValues values = samples::random_layer(rules, {120, 0}, 4, {.none = 0});
  values.floor[0] = -120;
  values.ceiling[0] = 120;
  expect_round_trip(rules, values, {.level = 1});
}

TEST(RoundTrip, BytesAreTheSameForAnyNumberOfThreads) {
  const RuleSet rules = samples::giuthi(4);
  const LayerValues values = samples::random_layer(rules, {10, 0}, 21);
  WriteOptions options{.level = 9, .block_bits = 9};
  options.threads = 1;
  const auto one = encode_table(rules, values, samples::some_lower({10, 0}), options);
  for (const int threads : {2, 7}) {
    options.threads = threads;
    EXPECT_EQ(encode_table(rules, values, samples::some_lower({10, 0}), options), one) << threads;
  }
}

TEST(RoundTrip, ManyReadersThroughACacheThatIsTooSmall) {
  const RuleSet rules = samples::giuthi(4);
  const LayerValues values = samples::random_layer(rules, {9, 0}, 8);
  const auto cache = std::make_shared<BlockCache>(20'000);
  const Table table("sample", encode_table(rules, values, {}, {.level = 1, .block_bits = 9}), cache);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  for (unsigned reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&, reader] {
      std::mt19937_64 random(reader);
      for (int i = 0; i < 5000; ++i) {
        const std::uint64_t number = random() % values.size();
        if (table.value(number) != values.at(number)) ++wrong;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(cache->statistics().bytes, 20'000U);
  EXPECT_GT(cache->statistics().hits, 0U);
}

TEST(RoundTrip, PositionsOutsideTheLayerAreRefused) {
  const RuleSet rules = samples::giuthi(2);
  const Table table("sample", encode_table(rules, samples::random_layer(rules, {1, 0}, 1), {}), nullptr);
  EXPECT_THROW((void)table.value(table.header().positions), std::out_of_range);
}

TEST(Writer, RefusesValuesThatAreNoLayer) {
  const RuleSet rules = samples::giuthi(3);
  const LayerValues good = samples::random_layer(rules, {4, 0}, 1);
  LayerValues values = good;
  values.floor.pop_back();
  EXPECT_THROW((void)encode_table(rules, values, {}), std::invalid_argument);
  values = good;
  values.ceiling_depth.clear();
  EXPECT_THROW((void)encode_table(rules, values, {}), std::invalid_argument);
  values = good;
  values.floor[0] = 5;
  values.ceiling[0] = 5;
  EXPECT_THROW((void)encode_table(rules, values, {}), std::invalid_argument);
  values = good;
  values.floor[0] = 2;
  values.ceiling[0] = 1;
  EXPECT_THROW((void)encode_table(rules, values, {}), std::invalid_argument);
  values = samples::random_layer(rules, {4, 0}, 1, {.none = 0});
  values.floor_depth[2] = kNoDepth;
  EXPECT_THROW((void)encode_table(rules, values, {}), std::invalid_argument);
  values = samples::random_layer(rules, {4, 0}, 1, {.none = 1});
  values.floor_depth[2] = 3;
  EXPECT_THROW((void)encode_table(rules, values, {}), std::invalid_argument);
  EXPECT_THROW((void)encode_table(rules, good, {}, {.block_bits = 21}), std::invalid_argument);
  EXPECT_THROW((void)encode_table(rules, good, samples::some_lower({6, 0})), std::invalid_argument);
  const std::vector<LowerDigest> twice(2);
  EXPECT_THROW((void)encode_table(rules, good, twice), std::invalid_argument);
}

}  // namespace
}  // namespace uthi
