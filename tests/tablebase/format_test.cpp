// The file is what tablebase/format.hpp says: read here byte by byte by a reader that shares nothing with the library.
#include <gtest/gtest.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>

#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

class PlainReader {
 public:
  explicit PlainReader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  std::uint64_t number(int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) value += static_cast<std::uint64_t>(bytes_.at(at++)) << (8 * i);
    return value;
  }
  std::string text() {
    std::string text;
    for (std::uint64_t left = number(1); left > 0; --left) text += static_cast<char>(bytes_.at(at++));
    return text;
  }
  std::size_t at = 0;

 private:
  const std::vector<std::uint8_t>& bytes_;
};

struct PlainColumn {
  std::uint64_t width, bits;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks;  // bytes, checksum
  std::vector<unsigned> entries;
};

std::vector<std::uint8_t> canonical(XXH128_hash_t hash) {
  XXH128_canonical_t out;
  XXH128_canonicalFromHash(&out, hash);
  return {std::begin(out.digest), std::end(out.digest)};
}

TEST(Format, FileReadsAsTheSpecificationSays) {
  RuleSet rules = samples::giuthi(3);
  rules.set("origin", "sow");
  const LayerId layer{9, 0};
  const LayerValues values = samples::random_layer(rules, layer, 7, {.most_depth = 300});
  const auto lower = samples::some_lower(layer);
  const auto bytes = encode_table(rules, values, lower, {.level = 7, .block_bits = 8});

  PlainReader in(bytes);
  for (const int expected : {0x89, 0x55, 0x54, 0x48, 0x49, 0x0d, 0x0a, 0x1a}) EXPECT_EQ(in.number(1), expected);
  EXPECT_EQ(in.number(4), 5U);
  const std::uint64_t header_bytes = in.number(4);
  EXPECT_EQ(in.number(8), bytes.size());
  const std::uint64_t checksum = in.number(8);
  std::vector<std::uint8_t> summed(bytes.begin(), bytes.begin() + 24);
  summed.insert(summed.end(), bytes.begin() + 32, bytes.begin() + static_cast<std::ptrdiff_t>(header_bytes));
  EXPECT_EQ(checksum, XXH3_64bits(summed.data(), summed.size()));

  EXPECT_EQ(in.text(), "giuthi");
  EXPECT_EQ(in.number(1), 3U);
  EXPECT_EQ(in.text(), "chain=through,empty=landing,origin=sow,repetition=draw");
  EXPECT_EQ(in.number(2), 9U);
  EXPECT_EQ(in.number(2), 0U);
  // C(14, 5) = 2002 boards of nine seeds; none is its own mirror image with an odd number of seeds but through the
  // two middle pits: middle seeds 1, 3, .. 9 lie in middle+1 ways, the others in C((9-middle)/2 + 1, 1) pairs.
  const std::uint64_t positions = in.number(8);
  const std::uint64_t palindromes = 2 * 5 + 4 * 4 + 6 * 3 + 8 * 2 + 10 * 1;
  EXPECT_EQ(positions, (2002 - palindromes) / 2 + palindromes);
  ASSERT_EQ(positions, values.size());
  EXPECT_EQ(in.text(), "zstd");
  EXPECT_EQ(in.number(1), 7U);

  std::vector<std::pair<int, int>> dictionary(in.number(4));
  for (auto& [floor, ceiling] : dictionary) {
    floor = static_cast<std::int8_t>(in.number(1));
    ceiling = static_cast<std::int8_t>(in.number(1));
  }
  const auto take_digest = [&] {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(in.at);
    in.at += 16;
    return std::vector<std::uint8_t>(first, first + 16);
  };
  std::vector<std::uint8_t> margins(values.floor.begin(), values.floor.end());
  margins.insert(margins.end(), values.ceiling.begin(), values.ceiling.end());
  EXPECT_EQ(take_digest(), canonical(XXH3_128bits(margins.data(), margins.size())));
  std::vector<std::uint8_t> depths;
  for (const auto* column : {&values.floor_depth, &values.ceiling_depth}) {
    for (const int depth : *column) {
      depths.push_back(static_cast<std::uint8_t>(depth % 256));
      depths.push_back(static_cast<std::uint8_t>(depth / 256));
    }
  }
  EXPECT_EQ(take_digest(), canonical(XXH3_128bits(depths.data(), depths.size())));

  ASSERT_EQ(in.number(2), 9U);
  for (std::uint64_t seeds = 0; seeds < 9; ++seeds) {
    EXPECT_EQ(in.number(2), seeds);
    EXPECT_EQ(in.number(2), 0U);
    EXPECT_EQ(take_digest(), std::vector<std::uint8_t>(16, static_cast<std::uint8_t>(seeds + 1)));
  }

  std::vector<PlainColumn> columns(in.number(1));
  ASSERT_EQ(columns.size(), 3U);
  for (std::uint64_t kind = 0; kind < 3; ++kind) {
    EXPECT_EQ(in.number(1), kind);
    PlainColumn& column = columns[kind];
    column.width = in.number(1);
    column.bits = in.number(1);
    for (std::uint64_t done = 0; done < positions; done += 1ULL << column.bits) {
      const std::uint64_t size = in.number(4);
      column.blocks.emplace_back(size, in.number(8));
    }
    if (kind > 0) continue;
    std::vector<std::uint8_t> of_blocks;
    for (std::uint64_t done = 0; done < positions; done += 256) {
      const auto begin = static_cast<std::ptrdiff_t>(done);
      const auto end = static_cast<std::ptrdiff_t>(std::min(done + 256, positions));
      std::vector<std::uint8_t> block(values.floor.begin() + begin, values.floor.begin() + end);
      block.insert(block.end(), values.ceiling.begin() + begin, values.ceiling.begin() + end);
      for (const std::uint8_t byte : canonical(XXH3_128bits(block.data(), block.size()))) of_blocks.push_back(byte);
    }
    EXPECT_EQ(take_digest(), canonical(XXH3_128bits(of_blocks.data(), of_blocks.size())));
  }
  EXPECT_EQ(columns[0].bits, 8U);
  EXPECT_EQ(columns[1].bits, 8U);
  EXPECT_EQ(columns[1].width, 2U);
  ASSERT_EQ(in.at, header_bytes);

  std::size_t at = header_bytes;
  for (PlainColumn& column : columns) {
    std::uint64_t first = 0;
    for (const auto& [size, sum] : column.blocks) {
      EXPECT_EQ(XXH3_64bits(bytes.data() + at, size), sum);
      // The positions of this block in the order in which it has their entries: that of the index, or for depths those
      // with a margin by their number in the dictionary, then by the index.
      std::vector<std::uint64_t> order;
      const std::uint64_t end = std::min<std::uint64_t>(positions, first + (1ULL << column.bits));
      const bool of_floor = &column == &columns[1];
      for (std::uint64_t i = first; i < end; ++i) {
        if (&column == columns.data() || (of_floor ? values.floor[i] : values.ceiling[i]) != -128) order.push_back(i);
      }
      if (&column != columns.data()) {
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return columns[0].entries[a] < columns[0].entries[b]; });
      }
      std::vector<std::uint8_t> raw(order.size() * column.width + 1);
      ASSERT_EQ(ZSTD_decompress(raw.data(), raw.size(), bytes.data() + at, size), order.size() * column.width);
      column.entries.resize(end);
      for (std::size_t i = 0; i < order.size(); ++i) {
        column.entries[order[i]] = column.width == 1 ? raw[i] : static_cast<unsigned>(raw[i] + 256 * raw[order.size() + i]);
      }
      at += size;
      first = end;
    }
  }
  EXPECT_EQ(at, bytes.size());
  for (std::uint64_t i = 0; i < positions; ++i) {
    const auto& [floor, ceiling] = dictionary.at(columns[0].entries[i]);
    ASSERT_EQ(floor, values.floor[i]) << i;
    ASSERT_EQ(ceiling, values.ceiling[i]) << i;
    ASSERT_EQ(columns[1].entries[i], floor == -128 ? 0 : values.floor_depth[i]) << i;
    ASSERT_EQ(columns[2].entries[i], ceiling == -128 ? 0 : values.ceiling_depth[i]) << i;
  }
}

TEST(Format, HeaderRoundTrips) {
  const RuleSet rules = samples::giuthi(4);
  const LayerId layer{5, 0};
  const auto bytes = encode_table(rules, samples::random_layer(rules, layer, 3), samples::some_lower(layer));
  TableHeader header = parse_header(bytes, bytes.size(), "sample");
  EXPECT_EQ(header.rules, rules);
  EXPECT_EQ(header.layer, layer);
  EXPECT_TRUE(header.has_depths());
  EXPECT_EQ(header.lower, samples::some_lower(layer));
  const std::uint64_t header_bytes = header.header_bytes;
  const auto again = serialise_header(header);
  EXPECT_EQ(again.size(), header_bytes);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), bytes.begin()));
}

TEST(Format, DigestsAreWrittenInHexadecimal) {
  Digest digest;
  digest.bytes = {0x00, 0x01, 0xab, 0xff};
  EXPECT_EQ(digest.text(), "0001abff000000000000000000000000");
}

}  // namespace
}  // namespace uthi
