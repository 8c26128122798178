// Damaged and forged strips: an error that names file and block, never a crash, and never a wrong layer.
#include <gtest/gtest.h>

#include <random>

#include "core/error.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/strip_layout.hpp"
#include "tablebase/table.hpp"
#include "tablebase/value_model.hpp"
#include "tablebase/writer.hpp"
#include "tests/solver/layers.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Sample {
  RuleSet rules = samples::giuthi(4);
  LayerValues values = SolvedLayers(rules, 6, with_threads(2, false)).layer({6, 0});
  Bytes bytes =
      encode_table(rules, values, samples::some_lower(values.layer), {.block_bits = 8, .codec = ValueCodec::strips, .segment_rows = 20});
};

// Reads the file in every way there is. True if it was reported as damaged; answers that came before must be right.
bool reported(const Bytes& bytes, const LayerValues& values) {
  bool damaged = false;
  const auto attempt = [&](const auto& read) {
    try {
      read();
    } catch (const TableDamaged& error) {
      EXPECT_EQ(std::string(error.what()).find("006.uthi"), 0U) << error.what();
      damaged = true;
    }
  };
  attempt([&] {
    const Table table("006.uthi", bytes, std::make_shared<BlockCache>(1 << 16));
    for (std::uint64_t i = 0; i < values.size(); i += 7) {
      attempt([&] { EXPECT_EQ(table.value(i), values.at(i)); });
    }
    attempt([&] { EXPECT_EQ(table.load(), values); });
    attempt([&] { table.check(); });
  });
  return damaged;
}

TEST(StripDamage, BitFlipsAndTruncations) {
  const Sample sample;
  std::mt19937_64 random(2024);
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(reported(samples::damaged(sample.bytes, i, random), sample.values)) << i;
  }
}

TEST(StripDamage, EveryByteOfTheHeaderMatters) {
  const Sample sample;
  const std::uint64_t header_bytes = parse_header(sample.bytes, sample.bytes.size(), "sample").header_bytes;
  for (std::size_t i = 0; i < header_bytes; ++i) {
    Bytes bytes = sample.bytes;
    bytes[i] ^= 0x10;
    EXPECT_THROW(Table("sample", bytes, nullptr), TableDamaged) << i;
  }
}

// The file with a header changed and a block replaced, all checksums right.
Bytes forged(const Sample& sample, const std::function<void(TableHeader&)>& change, std::size_t block = 0, const Bytes* frame = nullptr) {
  TableHeader header = parse_header(sample.bytes, sample.bytes.size(), "sample");
  Bytes blocks;
  for (std::size_t i = 0; i < header.columns[0].blocks.size(); ++i) {
    BlockEntry& entry = header.columns[0].blocks[i];
    const auto begin = sample.bytes.begin() + static_cast<std::ptrdiff_t>(entry.offset);
    const Bytes now = frame != nullptr && i == block ? *frame : Bytes(begin, begin + entry.bytes);
    entry.bytes = static_cast<std::uint32_t>(now.size());
    entry.checksum = checksum_of(now);
    blocks.insert(blocks.end(), now.begin(), now.end());
  }
  change(header);
  Bytes bytes = serialise_header(header);
  bytes.insert(bytes.end(), blocks.begin(), blocks.end());
  for (std::size_t i = 0; i < 8; ++i) bytes[16 + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
  seal_header(kTableFile, std::span(bytes).first(header.header_bytes));
  return bytes;
}

TEST(StripDamage, HeadersThatCannotBe) {
  const Sample sample;
  const auto expect_refused = [&](const char* field, const std::function<void(TableHeader&)>& change) {
    try {
      const Table table("forged.uthi", forged(sample, change), nullptr);
      FAIL() << "accepted: " << field;
    } catch (const TableDamaged& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find("forged.uthi: header, "), 0U) << message;
      EXPECT_NE(message.find(field), std::string::npos) << message;
    }
  };
  expect_refused("codec", [](TableHeader& header) { header.version = 2; });
  expect_refused("codec", [](TableHeader& header) { header.codec = "strip"; });
  expect_refused("model length", [](TableHeader& header) { header.model_bytes = 0; });
  expect_refused("model length", [](TableHeader& header) { header.model_bytes = kMostModelBytes + 1; });
  expect_refused("model", [](TableHeader& header) { ++header.model_bytes; });
  expect_refused("model", [](TableHeader& header) { header.packed_model.clear(); });
  expect_refused("model", [](TableHeader& header) {
    header.packed_model = compress_block(Bytes(20), 3);
    header.model_bytes = 20;
  });
  expect_refused("block index", [](TableHeader& header) { header.columns[0].block_bits = 4; });
  expect_refused("digests of blocks", [](TableHeader& header) { header.values_tree.pop_back(); });
  expect_refused("header length", [](TableHeader& header) { header.values_tree.emplace_back(); });
  const auto with_segments = [](std::uint32_t rows) {
    return [rows](TableHeader& header) {
      header.strips = std::make_shared<const StripLayout>(header.rules.pits(), header.layer.seeds,
                                                          StripSize{.bits = header.columns[0].block_bits, .segment_rows = rows});
    };
  };
  expect_refused("segment length", with_segments(0));
  expect_refused("segment length", with_segments(kMostSegmentRows + 1));
  expect_refused("block index", with_segments(2));
  expect_refused("number of columns", [](TableHeader& header) {
    header.columns.resize(3, header.columns[0]);
    header.columns[1].kind = ColumnKind::floor_depth;
    header.columns[2].kind = ColumnKind::ceiling_depth;
  });
}

TEST(StripDamage, ForgedBlocksAreNamedOrDoNotMatchTheDigest) {
  const Sample sample;
  const TableHeader header = parse_header(sample.bytes, sample.bytes.size(), "sample");
  std::mt19937_64 random(7);
  std::size_t named = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t block = random() % header.columns[0].blocks.size();
    const BlockEntry& entry = header.columns[0].blocks[block];
    const auto begin = sample.bytes.begin() + static_cast<std::ptrdiff_t>(entry.offset);
    const Bytes was(begin, begin + entry.bytes);
    Bytes frame = was;
    if (i % 3 == 0) frame.push_back(0);
    if (i % 3 == 1) frame.resize(1 + random() % frame.size());
    if (i % 3 == 2) frame[random() % frame.size()] ^= static_cast<std::uint8_t>(1 + random() % 255);
    if (frame == was) continue;
    const Table table("forged.uthi",
                      forged(
                          sample, [](TableHeader&) {}, block, &frame),
                      nullptr);
    table.check();
    try {
      (void)table.load();
      FAIL() << "accepted " << i;
    } catch (const TableDamaged& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find("forged.uthi: "), 0U) << message;
      named += message.find("values block " + std::to_string(block) + " of ") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(named, 250U);  // the rest are runs of bytes that happen to end well
}

TEST(StripDamage, DigestsOfBlocksMustBeThoseOfTheValues) {
  const Sample sample;
  for (const std::size_t byte : {0U, 7U, 15U}) {
    const Table table("forged.uthi", forged(sample, [&](TableHeader& header) { header.values_tree.back().bytes[byte] ^= 1; }), nullptr);
    EXPECT_THROW((void)table.load(), TableDamaged);
    EXPECT_THROW(table.check_digests(), TableDamaged);
    EXPECT_THROW(table.check_value(table.header().positions - 1), TableDamaged);
  }
}

TEST(StripDamage, ForgedModelsAreRefusedOrReadAsOtherValues) {
  const Sample sample;
  const TableHeader header = parse_header(sample.bytes, sample.bytes.size(), "sample");
  std::string problem;
  const auto model = decompress_block(header.packed_model, header.model_bytes, problem);
  ASSERT_TRUE(model) << problem;
  std::mt19937_64 random(11);
  std::size_t refused = 0;
  for (int i = 0; i < 1000; ++i) {
    Bytes other = *model;
    if (i % 4 == 0) other.resize(random() % other.size());
    for (int changes = 1 + i % 3; changes > 0 && !other.empty(); --changes) {
      // The first bytes, which shape the tree, more often.
      const std::size_t reach = i % 2 == 0 ? other.size() : std::min<std::size_t>(other.size(), 12);
      other[random() % reach] = static_cast<std::uint8_t>(random());
    }
    if (!ValueModel::parse(other, header.dictionary.size(), problem)) {
      EXPECT_FALSE(problem.empty());
      ++refused;
      continue;
    }
    const Table table("forged.uthi",
                      forged(sample,
                             [&](TableHeader& changed) {
                               changed.model_bytes = other.size();
                               changed.packed_model = compress_block(other, 3);
                             }),
                      nullptr);
    try {
      EXPECT_EQ(table.load(), sample.values);  // a change that changes nothing
    } catch (const TableDamaged& error) {
      EXPECT_EQ(std::string(error.what()).find("forged.uthi: "), 0U) << error.what();
    }
  }
  EXPECT_GT(refused, 250U);
}

}  // namespace
}  // namespace uthi
