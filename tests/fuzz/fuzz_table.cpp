// Whole table files: whatever the bytes, reading ends in values of the layer or in an error that names the file.
//
// Random bytes never get past the checksums, so each input is read three times: as it is, with the header's checksum made
// right, and with the checksums of all blocks made right too. Mutation starts from files that are right, of both codecs.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/giuthi.hpp"
#include "tablebase/block_cache.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kMostPositions = 1 << 16;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_possible(const uthi::Value& value, int seeds) {
  for (const auto& margin : {value.floor, value.ceiling}) require(!margin || (*margin >= -seeds && *margin <= seeds));
  require(!value.floor || !value.ceiling || *value.floor <= *value.ceiling);
}

// Where all values together have their digests, those of each block have theirs.
void require_right_values(const uthi::Table& table) {
  try {
    for (std::uint64_t i = 0; i < table.header().positions; ++i) table.check_value(i);
  } catch (const uthi::TableDamaged&) {
    require(false);
  }
}

// True if the header was accepted.
bool read(const Bytes& bytes) {
  try {
    const uthi::Table table("fuzzed.uthi", bytes, std::make_shared<uthi::BlockCache>(1 << 16));
    const uthi::TableHeader& header = table.header();
    require(table.file_bytes() == bytes.size());
    for (const std::uint64_t number : {std::uint64_t{0}, header.positions / 2, header.positions - 1}) {
      try {
        require_possible(table.value(number), header.layer.seeds);
        if (header.has_values_tree()) table.check_value(number);
      } catch (const uthi::TableDamaged& error) {
        require(std::string(error.what()).find("fuzzed.uthi") == 0);
      }
    }
    if (header.positions <= kMostPositions) {
      try {
        const uthi::LayerValues values = table.load();
        for (std::uint64_t i = 0; i < values.size(); ++i) require_possible(values.at(i), header.layer.seeds);
        if (header.has_values_tree()) require_right_values(table);
      } catch (const uthi::TableDamaged&) {
      }
    }
    return true;
  } catch (const uthi::TableDamaged& error) {
    require(std::string(error.what()).find("fuzzed.uthi") == 0);
    return false;
  }
}

// Length fields and the header's checksum made right, where the bytes reach that far.
void mend_header(Bytes& bytes) {
  for (std::size_t i = 0; i < uthi::kTableFile.magic.size(); ++i) bytes[i] = uthi::kTableFile.magic[i];
  // All formats: the version stays where it is one of them.
  if (bytes[8] < uthi::kOldestTableVersion || bytes[8] > uthi::kTableVersion) bytes[8] = uthi::kTableVersion;
  for (std::size_t i = 1; i < 4; ++i) bytes[8 + i] = 0;
  for (std::size_t i = 0; i < 8; ++i) bytes[16 + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
  std::size_t header_bytes = 0;
  for (std::size_t i = 0; i < 4; ++i) header_bytes |= static_cast<std::size_t>(bytes[12 + i]) << (8 * i);
  if (header_bytes > uthi::kPrologueBytes && header_bytes <= bytes.size())
    uthi::seal_header(uthi::kTableFile, std::span(bytes).first(header_bytes));
}

// Checksums of the blocks made right; the header must be one that is accepted.
void mend_blocks(Bytes& bytes) {
  uthi::TableHeader header = uthi::parse_header(bytes, bytes.size(), "fuzzed.uthi");
  for (uthi::Column& column : header.columns) {
    for (uthi::BlockEntry& block : column.blocks) block.checksum = uthi::checksum_of(std::span(bytes).subspan(block.offset, block.bytes));
  }
  const Bytes mended = uthi::serialise_header(header);
  require(mended.size() == header.header_bytes && header.file_bytes == bytes.size());
  std::copy(mended.begin(), mended.end(), bytes.begin());
}

// A right table in strips. Sowings at home leave the opponent's row as it is, so values that depend on that row alone, and on
// it alike read from either end, are as good as those of a solved layer; the other half of them is told by the model.
Bytes strips_sample(unsigned seed) {
  const uthi::RuleSet rules(uthi::giuthi_spec(), 3);
  uthi::LayerValues values;
  values.layer.seeds = static_cast<int>(seed % 8);
  const uthi::Giuthi<3>::Index index(std::make_shared<const uthi::Giuthi<3>::Rows>(values.layer.seeds), values.layer);
  for (std::uint64_t i = 0; i < index.size(); ++i) {
    const int own = uthi::row::sum(index.board(i).own);
    const auto margin = static_cast<std::int8_t>(std::popcount(uthi::row::at_least(index.board(i).opponent, 1)) * own / 3);
    values.floor.push_back(own % 3 == 1 ? uthi::kNoMargin : static_cast<std::int8_t>(-margin));
    values.ceiling.push_back(own % 4 == 2 ? uthi::kNoMargin : margin);
  }
  return uthi::encode_table(rules, values, {}, {.block_bits = 6, .codec = uthi::ValueCodec::strips, .segment_rows = seed % 3 * 8});
}

// A right table of a small layer: 2x3 with `seed % 8` seeds, every other one with depths; some in strips.
Bytes sample(unsigned seed) {
  if (seed % 5 == 0) return strips_sample(seed / 5);
  const uthi::RuleSet rules(uthi::giuthi_spec(), 3);
  uthi::LayerValues values;
  values.layer.seeds = static_cast<int>(seed % 8);
  const std::uint64_t positions = uthi::Giuthi<3>::Index::count(values.layer);
  for (std::uint64_t i = 0; i < positions; ++i) {
    const int margin = static_cast<int>(i % 5) % (values.layer.seeds + 1);
    values.floor.push_back(i % 7 == 0 ? uthi::kNoMargin : static_cast<std::int8_t>(-margin));
    values.ceiling.push_back(i % 11 == 0 ? uthi::kNoMargin : static_cast<std::int8_t>(margin));
    if (seed % 2 == 0) continue;
    const auto depth = static_cast<std::uint16_t>(seed % 3 == 0 ? i : i % 9);
    values.floor_depth.push_back(i % 7 == 0 ? uthi::kNoDepth : depth);
    values.ceiling_depth.push_back(i % 11 == 0 ? uthi::kNoDepth : depth);
  }
  std::vector<uthi::LowerDigest> lower(static_cast<std::size_t>(values.layer.seeds));
  for (std::size_t i = 0; i < lower.size(); ++i) lower[i].layer.seeds = static_cast<int>(i);
  return uthi::encode_table(rules, values, lower, {.level = 3, .block_bits = 6});
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size <= uthi::kPrologueBytes || seed % 64 == 0) {
    const Bytes start = sample(seed / 64);
    if (start.size() <= most) {
      std::copy(start.begin(), start.end(), data);
      size = start.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, data + size);
  read(bytes);
  if (size <= uthi::kPrologueBytes) return 0;
  mend_header(bytes);
  if (!read(bytes)) return 0;
  mend_blocks(bytes);
  read(bytes);
  return 0;
}
