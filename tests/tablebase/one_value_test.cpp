// Rules that give every position one value and no depths: tables hold nothing else, written or read.
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/awari.hpp"
#include "core/error.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

RuleSet awari(const char* options = "") {
  RuleSet rules(awari_spec(), 2);
  rules.set_all(options);
  return rules;
}

LayerValues two_seeds() {
  LayerValues values{.layer = {2, 0}, .floor = {}, .ceiling = {}, .floor_depth = {}, .ceiling_depth = {}};
  for (int i = 0; i < 10; ++i) values.floor.push_back(static_cast<std::int8_t>(i % 5 - 2));
  values.ceiling = values.floor;
  return values;
}

TEST(OneValue, ComesBackAsItWasWritten) {
  const LayerValues values = two_seeds();
  const Table table("split", encode_table(awari(), values, {}, {}), nullptr);
  EXPECT_FALSE(table.header().has_depths());
  EXPECT_TRUE(table.load() == values);
  EXPECT_EQ(table.value(4), (Value{2, 2, {}, {}}));
}

TEST(OneValue, WritingRefusesBoundsAndDepths) {
  LayerValues apart = two_seeds();
  apart.floor[3] = 0;
  EXPECT_THROW((void)encode_table(awari(), apart, {}, {}), std::invalid_argument);
  EXPECT_NO_THROW((void)encode_table(awari("repetition=draw"), apart, {}, {}));
  LayerValues none = two_seeds();
  none.floor[3] = none.ceiling[3] = kNoMargin;
  EXPECT_THROW((void)encode_table(awari(), none, {}, {}), std::invalid_argument);
  EXPECT_NO_THROW((void)encode_table(awari("repetition=draw"), none, {}, {}));
  LayerValues deep = two_seeds();
  deep.floor_depth.assign(10, 3);
  deep.ceiling_depth.assign(10, 3);
  EXPECT_THROW((void)encode_table(awari(), deep, {}, {}), std::invalid_argument);
}

// A table of other rules whose header is made to say repetition=split, its checksums right.
void expect_damaged(const LayerValues& values, const std::string& field) {
  TableHeader header = Table("draw", encode_table(awari("repetition=draw"), values, {}, {}), nullptr).header();
  const std::uint64_t blocks = header.file_bytes - header.header_bytes;
  header.rules = awari();
  std::vector<std::uint8_t> bytes = serialise_header(header);
  bytes.resize(bytes.size() + blocks);
  try {
    const Table table("forged", bytes, nullptr);
    FAIL() << "read as if it were right";
  } catch (const TableDamaged& error) {
    EXPECT_NE(std::string(error.what()).find(field), std::string::npos) << error.what();
  }
}

TEST(OneValue, ReadingRefusesBoundsAndDepths) {
  LayerValues apart = two_seeds();
  apart.floor[3] = 0;
  expect_damaged(apart, "dictionary");
  LayerValues none = two_seeds();
  none.floor[3] = none.ceiling[3] = kNoMargin;
  expect_damaged(none, "dictionary");
  LayerValues deep = two_seeds();
  deep.floor_depth.assign(10, 3);
  deep.ceiling_depth.assign(10, 3);
  expect_damaged(deep, "number of columns");
}

}  // namespace
}  // namespace uthi
