// Damaged and forged files: an error that names the file and what is wrong with it, never a wrong value.
#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

using Bytes = std::vector<std::uint8_t>;

const LayerId kLayer{7, 0};

struct Sample {
  RuleSet rules = samples::giuthi(3);
  LayerValues values = samples::random_layer(rules, kLayer, 17);
  Bytes bytes = encode_table(rules, values, samples::some_lower(kLayer), {.level = 5, .block_bits = 6});
};

// Reads the file in every way there is. True if it was reported as damaged; answers that came before must be right.
bool reported(const std::filesystem::path& path, const LayerValues& values) {
  bool damaged = false;
  const auto attempt = [&](const std::function<void()>& read) {
    try {
      read();
    } catch (const TableDamaged& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
      damaged = true;
    }
  };
  attempt([&] {
    const Table table(path, std::make_shared<BlockCache>(1 << 16));
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      attempt([&] { EXPECT_EQ(table.value(i), values.at(i)); });
    }
    attempt([&] { EXPECT_EQ(table.load(), values); });
    attempt([&] { table.check(); });
  });
  return damaged;
}

TEST(Damage, TwoHundredBitFlipsAndTruncations) {
  const Sample sample;
  const samples::Folder folder;
  const auto path = folder.path() / "007.uthi";
  std::mt19937_64 random(2024);
  for (int i = 0; i < 200; ++i) {
    samples::write_file(path, samples::damaged(sample.bytes, i, random));
    EXPECT_TRUE(reported(path, sample.values)) << i;
  }
}

TEST(Damage, EveryByteOfTheHeaderMatters) {
  const Sample sample;
  const std::uint64_t header_bytes = parse_header(sample.bytes, sample.bytes.size(), "sample").header_bytes;
  for (std::size_t i = 0; i < header_bytes; ++i) {
    Bytes bytes = sample.bytes;
    bytes[i] ^= 0x10;
    EXPECT_THROW(Table("sample", bytes, nullptr), TableDamaged) << i;
  }
}

TEST(Damage, TrailingBytesEmptyFilesAndZeros) {
  const Sample sample;
  Bytes longer = sample.bytes;
  longer.push_back(0);
  EXPECT_THROW(Table("sample", longer, nullptr), TableDamaged);
  EXPECT_THROW(Table("sample", Bytes{}, nullptr), TableDamaged);
  EXPECT_THROW(Table("sample", Bytes(4096), nullptr), TableDamaged);
}

TEST(Damage, AFileThatShrinksWhileItIsOpen) {
  const Sample sample;
  const samples::Folder folder;
  const auto path = folder.path() / "007.uthi";
  samples::write_file(path, sample.bytes);
  const Table table(path, nullptr);
  std::filesystem::resize_file(path, sample.bytes.size() - 1);
  EXPECT_EQ(table.value(0), sample.values.at(0));
  EXPECT_THROW((void)table.load(), TableDamaged);
  std::filesystem::resize_file(path, table.header().header_bytes + 1);
  EXPECT_THROW((void)table.value(0), TableDamaged);
  EXPECT_THROW(table.check(), TableDamaged);
}

TEST(Damage, MissingFilesAndFoldersAreInputErrors) {
  const samples::Folder folder;
  EXPECT_THROW(Table(folder.path() / "none.uthi", nullptr), InputOutputError);
  EXPECT_THROW(Table(folder.path(), nullptr), InputOutputError);
}

// A header with one field changed and the checksum made right again: what remains are the checks of the fields.
struct Forgery {
  const char* name;
  const char* field;
  std::function<void(TableHeader&)> change;
};

class Forged : public testing::TestWithParam<Forgery> {};

TEST_P(Forged, HeaderIsRefusedNamingTheField) {
  const Sample sample;
  TableHeader header = parse_header(sample.bytes, sample.bytes.size(), "sample");
  Bytes blocks(sample.bytes.begin() + static_cast<std::ptrdiff_t>(header.header_bytes), sample.bytes.end());
  GetParam().change(header);
  Bytes bytes = serialise_header(header);
  bytes.insert(bytes.end(), blocks.begin(), blocks.end());
  // The file's length is right too, whatever the block index says.
  for (std::size_t i = 0; i < 8; ++i) bytes[16 + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
  seal_header(kTableFile, std::span(bytes).first(header.header_bytes));
  try {
    const Table table("forged.uthi", bytes, nullptr);
    FAIL() << "accepted";
  } catch (const TableDamaged& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find("forged.uthi: header, "), 0U) << message;
    EXPECT_NE(message.find(GetParam().field), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Forged,
    testing::Values(Forgery{"Version", "version", [](TableHeader& h) { h.version = kTableVersion + 1; }},
                    Forgery{"VersionZero", "version", [](TableHeader& h) { h.version = 0; }},
                    Forgery{"LevelZero", "level", [](TableHeader& h) { h.level = 0; }},
                    Forgery{"LevelTooHigh", "level", [](TableHeader& h) { h.level = 23; }},
                    Forgery{"BlocksOfDepthsOtherwise", "block size", [](TableHeader& h) { h.columns[1].block_bits = 7; }},
                    Forgery{"TooManySeeds", "seeds", [](TableHeader& h) { h.layer.seeds = 121; }},
                    Forgery{"Marks", "marks", [](TableHeader& h) { h.layer.marks = 1; }},
                    Forgery{"Positions", "positions", [](TableHeader& h) { h.positions += 1; }},
                    Forgery{"OtherLayer", "positions", [](TableHeader& h) { h.layer.seeds = 8; }},
                    Forgery{"OtherBoard", "positions", [](TableHeader& h) { h.rules = samples::giuthi(4); }},
                    Forgery{"Codec", "codec", [](TableHeader& h) { h.codec = "lz4"; }},
                    Forgery{"NoDictionary", "dictionary length", [](TableHeader& h) { h.dictionary.clear(); }},
                    Forgery{"DictionaryTwice", "dictionary", [](TableHeader& h) { h.dictionary[1] = h.dictionary[0]; }},
                    Forgery{"MarginTooLarge", "dictionary",
                            [](TableHeader& h) {
                              h.dictionary[1] = {8, 8};
                            }},
                    Forgery{"MarginTooSmall", "dictionary",
                            [](TableHeader& h) {
                              h.dictionary[1] = {-8, 7};
                            }},
                    Forgery{"FloorAboveCeiling", "dictionary",
                            [](TableHeader& h) {
                              h.dictionary[1] = {3, 2};
                            }},
                    Forgery{"LowerOutOfOrder", "lower layers", [](TableHeader& h) { std::swap(h.lower[0], h.lower[1]); }},
                    Forgery{"LowerTwice", "lower layers", [](TableHeader& h) { h.lower[1] = h.lower[0]; }},
                    Forgery{"LowerNotBelow", "lower layers", [](TableHeader& h) { h.lower.back().layer = kLayer; }},
                    Forgery{"TwoColumns", "number of columns", [](TableHeader& h) { h.columns.pop_back(); }},
                    Forgery{"DepthsDigestWithoutDepths", "depths digest", [](TableHeader& h) { h.columns.resize(1); }},
                    Forgery{"DigestOfBlocksMissing", "column kind", [](TableHeader& h) { h.values_tree.pop_back(); }},
                    Forgery{"DigestOfBlocksTooMany", "column kind", [](TableHeader& h) { h.values_tree.push_back({}); }},
                    Forgery{"NoDigestsOfBlocksAlone", "digests of blocks",
                            [](TableHeader& h) {
                              h.columns.resize(1);
                              h.depths_digest = {};
                              h.values_tree.clear();
                            }},
                    Forgery{"ColumnOrder", "column kind", [](TableHeader& h) { std::swap(h.columns[0], h.columns[1]); }},
                    Forgery{"WidthZero", "column width", [](TableHeader& h) { h.columns[1].width = 0; }},
                    Forgery{"WidthOfValues", "column width", [](TableHeader& h) { h.columns[0].width = 2; }},
                    Forgery{"BlockTooSmall", "block size", [](TableHeader& h) { h.columns[0].block_bits = 3; }},
                    Forgery{"BlockTooLarge", "block size", [](TableHeader& h) { h.columns[0].block_bits = 21; }},
                    Forgery{"BlockSize", "column kind", [](TableHeader& h) { h.columns[0].block_bits = 7; }},
                    Forgery{"EmptyBlock", "block index", [](TableHeader& h) { h.columns[0].blocks[0].bytes = 0; }},
                    Forgery{"HugeBlock", "block index", [](TableHeader& h) { h.columns[0].blocks[0].bytes = 0xffffffff; }},
                    Forgery{"BlockOneLonger", "block index", [](TableHeader& h) { ++h.columns[2].blocks.back().bytes; }},
                    Forgery{"BlockOneShorter", "block index", [](TableHeader& h) { --h.columns[2].blocks.back().bytes; }},
                    Forgery{"BlockTooMany", "header length",
                            [](TableHeader& h) {
                              h.columns[2].blocks.push_back({0, 0, 1});
                            }},
                    Forgery{"BlockTooFew", "block index", [](TableHeader& h) { h.columns[2].blocks.pop_back(); }}),
    [](const auto& param) { return param.param.name; });

// A file whose first block of values is replaced, all checksums right.
Bytes with_first_block(const Sample& sample, const Bytes& frame) {
  TableHeader header = parse_header(sample.bytes, sample.bytes.size(), "sample");
  const BlockEntry old = header.columns[0].blocks[0];
  Bytes blocks = frame;
  blocks.insert(blocks.end(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(old.offset + old.bytes), sample.bytes.end());
  header.columns[0].blocks[0].bytes = static_cast<std::uint32_t>(frame.size());
  header.columns[0].blocks[0].checksum = checksum_of(frame);
  Bytes bytes = serialise_header(header);
  bytes.insert(bytes.end(), blocks.begin(), blocks.end());
  return bytes;
}

void expect_bad_block(const Bytes& bytes, const std::string& what) {
  const Table table("forged.uthi", bytes, std::make_shared<BlockCache>(1 << 20));
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      (void)table.value(0);
      FAIL() << "accepted";
    } catch (const TableDamaged& error) {
      EXPECT_EQ(std::string(error.what()).find("forged.uthi: values block 0 of "), 0U) << error.what();
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW((void)table.load(), TableDamaged);
}

TEST(ForgedBlock, ShorterOrLongerThanItsPositions) {
  const Sample sample;
  expect_bad_block(with_first_block(sample, compress_block(Bytes(63), 3)), "expected 64");
  expect_bad_block(with_first_block(sample, compress_block(Bytes(65), 3)), "expected 64");
}

TEST(ForgedBlock, NoFrame) { expect_bad_block(with_first_block(Sample{}, Bytes(30, 0x55)), "zstd"); }

TEST(ForgedBlock, EntryOutsideTheDictionary) {
  Sample sample;
  const TableHeader header = parse_header(sample.bytes, sample.bytes.size(), "sample");
  ASSERT_LT(header.dictionary.size(), 256U);
  Bytes raw(64);
  raw[63] = static_cast<std::uint8_t>(header.dictionary.size());
  expect_bad_block(with_first_block(sample, compress_block(raw, 3)), "dictionary");
}

TEST(ForgedBlock, WrongValuesDoNotMatchTheDigest) {
  const Sample sample;
  const Table table("forged.uthi", with_first_block(sample, compress_block(Bytes(64), 3)), nullptr);
  table.check();
  EXPECT_THROW((void)table.load(), TableDamaged);
}

}  // namespace
}  // namespace uthi
