// Digests of single blocks: what they are digests of, and that a value can be checked by those of its blocks alone.
#include "tablebase/values_tree.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>

#include "core/error.hpp"
#include "tablebase/block_cache.hpp"
#include "tests/tablebase/forge.hpp"

namespace uthi {
namespace {

using forge::Bytes;

Bytes canonical(const Bytes& bytes) {
  XXH128_canonical_t out;
  XXH128_canonicalFromHash(&out, XXH3_128bits(bytes.data(), bytes.size()));
  return {std::begin(out.digest), std::end(out.digest)};
}

Bytes bytes_of(const Digest& digest) { return {digest.bytes.begin(), digest.bytes.end()}; }

// As the specification says, by plain loops.
std::vector<Bytes> plain_tree(const LayerValues& values, int block_bits) {
  const std::uint64_t block = std::uint64_t{1} << block_bits;
  const std::uint64_t together = block_bits < 17 ? std::uint64_t{1} << (17 - block_bits) : 1;
  std::vector<Bytes> tree;
  Bytes of_blocks;
  for (std::uint64_t first = 0, n = 0; first < values.size(); first += block) {
    const auto begin = static_cast<std::ptrdiff_t>(first);
    const auto end = static_cast<std::ptrdiff_t>(std::min(first + block, values.size()));
    Bytes margins(values.floor.begin() + begin, values.floor.begin() + end);
    margins.insert(margins.end(), values.ceiling.begin() + begin, values.ceiling.begin() + end);
    const Bytes digest = canonical(margins);
    of_blocks.insert(of_blocks.end(), digest.begin(), digest.end());
    if (++n % together == 0 || first + block >= values.size()) tree.push_back(canonical(std::exchange(of_blocks, {})));
  }
  return tree;
}

// 2x4 with 20 seeds: 444,090 stored positions, four digests; their values are made up.
const LayerId kLarge{20, 0};

struct Large {
  RuleSet rules = samples::giuthi(4);
  LayerValues values = samples::random_layer(rules, kLarge, 5, {.depths = false});
  Bytes bytes = encode_table(rules, values, {}, {.level = 1, .threads = 2, .block_bits = 12});
};

const Large& large() {
  static const Large made;
  return made;
}

TEST(ValuesTree, IsWhatTheSpecificationSays) {
  const RuleSet rules = samples::giuthi(3);
  for (const bool depths : {false, true}) {
    const LayerValues values = samples::random_layer(rules, {9, 0}, 3, {.depths = depths});
    for (const int bits : {4, 7, 20}) {
      const Bytes bytes = encode_table(rules, values, {}, {.level = 3, .block_bits = bits});
      const TableHeader header = parse_header(bytes, bytes.size(), "sample");
      const auto plain = plain_tree(values, bits);
      ASSERT_EQ(header.values_tree.size(), plain.size());
      Bytes packing{4, 'z', 's', 't', 'd', static_cast<std::uint8_t>(bits), 0, 0, 0, 0};
      for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_EQ(bytes_of(header.values_tree[i]), plain[i]);
        packing.insert(packing.end(), plain[i].begin(), plain[i].end());
      }
      EXPECT_EQ(bytes_of(header.values_root().value()), canonical(packing));
    }
  }
  const auto plain = plain_tree(large().values, 12);
  const TableHeader header = parse_header(large().bytes, large().bytes.size(), "large");
  ASSERT_GE(plain.size(), 3U);
  ASSERT_EQ(header.values_tree.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(bytes_of(header.values_tree[i]), plain[i]);
}

TEST(ValuesTree, ADigestStandsForAtMostAsManyPositionsAsItIsQuickToRead) {
  for (int bits = kMinBlockBits; bits <= kMaxBlockBits; ++bits) {
    EXPECT_EQ(blocks_a_digest(bits) << bits, std::uint64_t{1} << std::max(bits, 17));
    EXPECT_EQ(digests_of(1, bits), 1U);
    EXPECT_EQ(digests_of(blocks_a_digest(bits), bits), 1U);
    EXPECT_EQ(digests_of(blocks_a_digest(bits) + 1, bits), 2U);
  }
}

TEST(ValuesTree, OtherValuesAndOtherPackingsHaveOtherRoots) {
  const RuleSet rules = samples::giuthi(3);
  std::mt19937_64 random(9);
  const LayerValues values = samples::random_layer(rules, {7, 0}, 3);
  const auto root = [&](const LayerValues& of, int bits) {
    const Bytes bytes = encode_table(rules, of, {}, {.level = 1, .block_bits = bits});
    return parse_header(bytes, bytes.size(), "sample").values_root().value().text();
  };
  for (int i = 0; i < 100; ++i) {
    LayerValues other = values;
    forge::change_entry(other, forge::What::margin, random);
    EXPECT_NE(root(other, 6), root(values, 6));
  }
  EXPECT_NE(root(values, 6), root(values, 7));
  LayerValues deeper = values;
  forge::change_entry(deeper, forge::What::depth, random);
  EXPECT_EQ(root(deeper, 6), root(values, 6));
}

TEST(ValuesTree, SingleValuesOfARightFileAreRight) {
  for (const auto& cache : {std::shared_ptr<BlockCache>(), std::make_shared<BlockCache>(1 << 20)}) {
    const Table table("large", large().bytes, cache);
    std::mt19937_64 random(1);
    for (int i = 0; i < 50; ++i) table.check_value(random() % table.header().positions);
    EXPECT_THROW(table.check_value(table.header().positions), std::out_of_range);
  }
}

// One value changed, the checksum of its block and the digest of all values put right; the digests of blocks are the old ones.
TEST(ValuesTree, AChangedValueIsFoundInItsOwnBlocksAndByReadingAll) {
  LayerValues other = large().values;
  std::mt19937_64 random(4);
  const std::uint64_t at = forge::change_entry(other, forge::What::margin, random);
  const TableHeader before = parse_header(large().bytes, large().bytes.size(), "large");
  const Bytes forged = forge::with_header(encode_table(large().rules, other, {}, {.level = 1, .block_bits = 12}),
                                          [&](TableHeader& header) { header.values_tree = before.values_tree; });
  const Table table("forged.uthi", forged, nullptr);
  EXPECT_EQ(table.header().values_root(), before.values_root());
  const auto of = [](std::uint64_t number) { return number >> 17; };
  for (std::uint64_t number = 0; number < other.size(); number += 1 << 15) {
    if (of(number) == of(at)) {
      EXPECT_THROW(table.check_value(number), TableDamaged);
      EXPECT_THROW(table.check_value(number), TableDamaged) << "the second time";
    } else {
      table.check_value(number);
    }
  }
  EXPECT_THROW(table.check_value(at), TableDamaged);
  EXPECT_THROW((void)table.load(2), TableDamaged);
  EXPECT_THROW((void)table.load(1, false), TableDamaged);
  EXPECT_THROW(table.check_digests(), TableDamaged);
}

// The other way round: the values digest is that of before.
TEST(ValuesTree, AChangedValueIsFoundByTheDigestOfAllValues) {
  LayerValues other = large().values;
  std::mt19937_64 random(5);
  forge::change_entry(other, forge::What::margin, random);
  const Digest right = digest_of_values(large().values.floor, large().values.ceiling);
  const Bytes forged = forge::with_header(encode_table(large().rules, other, {}, {.level = 1, .block_bits = 12}),
                                          [&](TableHeader& header) { header.values_digest = right; });
  const Table table("forged.uthi", forged, nullptr);
  EXPECT_THROW((void)table.load(2, false), TableDamaged);
  EXPECT_THROW(table.check_digests(nullptr, {}, false), TableDamaged);
}

TEST(ValuesTree, EveryDigestOfAHeaderIsCompared) {
  const TableHeader before = parse_header(large().bytes, large().bytes.size(), "large");
  for (std::size_t i = 0; i < before.values_tree.size(); ++i) {
    const Bytes forged = forge::with_header(large().bytes, [&](TableHeader& header) { header.values_tree[i].bytes[i] ^= 1; });
    const Table table("forged.uthi", forged, nullptr);
    EXPECT_THROW((void)table.load(2), TableDamaged) << i;
    EXPECT_THROW(table.check_digests(), TableDamaged) << i;
    EXPECT_THROW(table.check_value(i << 17), TableDamaged) << i;
  }
}

// Older files know nothing of single blocks; rewritten they do, and their digests and values stay.
class OldVersions : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Formats, OldVersions, testing::Values(1U, 2U, 3U, 4U));

TEST_P(OldVersions, AreReadAsTheyWereAndRewritten) {
  const std::filesystem::path old(std::filesystem::path(UTHI_TEST_DATA) / ("format-" + std::to_string(GetParam())));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(old)) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const Table table(entry.path(), nullptr);
    ASSERT_EQ(table.header().version, GetParam());
    EXPECT_FALSE(table.header().values_root());
    EXPECT_THROW(table.check_value(0), std::logic_error);
    table.check_digests();
    const LayerValues values = table.load(2);
    const samples::Folder folder;
    const auto path = folder.path() / "new.uthi";
    rewrite_table(path, table);
    const Table made(path, nullptr);
    EXPECT_EQ(made.header().version, kTableVersion);
    EXPECT_EQ(made.header().codec, table.header().codec);
    EXPECT_EQ(made.header().values_digest, table.header().values_digest);
    EXPECT_EQ(made.header().depths_digest, table.header().depths_digest);
    EXPECT_EQ(made.load(), values);
    EXPECT_TRUE(GetParam() != 4 || made.file_bytes() <= table.file_bytes() + 16 * made.header().values_tree.size() + 8) << entry.path();
    for (std::uint64_t number = 0; number < values.size(); ++number) made.check_value(number);
    EXPECT_EQ(samples::read_file(path), encode_table(table.header().rules, values, table.header().lower));
    // The bundled tables hold the same.
    const std::filesystem::path bundled = std::filesystem::path(UTHI_DATA) / "tables" / std::filesystem::relative(entry.path(), old);
    if (!std::filesystem::exists(bundled)) continue;
    EXPECT_EQ(Table(bundled, nullptr).load(), values);
  }
  EXPECT_GE(files, 1U);
}

}  // namespace
}  // namespace uthi
