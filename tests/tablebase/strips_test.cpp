// Strips: whole solved layers of every rule set come back as they were, from a slow twin that reads the file as it is specified
// too, whatever the threads and whatever the table they were rewritten from.
#include <gtest/gtest.h>

#include <iostream>

#include "tablebase/block_cache.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/strip_coder.hpp"
#include "tablebase/table.hpp"
#include "tablebase/values_tree.hpp"
#include "tablebase/writer.hpp"
#include "tests/solver/layers.hpp"
#include "tests/tablebase/samples.hpp"
#include "tests/tablebase/strip_twin.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Board {
  int pits;
  int seeds;
};

// Boards with all layers up to a number of seeds; fewer in the slow builds.
std::vector<Board> boards() {
  const int less = twin::small_size() ? 3 : 0;
  if (less > 0) std::cout << "reduced size: three seeds less on every board\n";
  return {{2, 12 - less}, {3, 9 - less}, {4, 8 - less}, {5, 6 - less}};
}

std::vector<const char*> rule_options() {
  return {"",
          "origin=sow",
          "empty=none",
          "chain=broken",
          "origin=sow,empty=none,chain=broken",
          "repetition=score",
          "repetition=split",
          "origin=sow,empty=none,repetition=split"};
}

// f(rules, values) for every layer of these boards and options, solved without depths.
template <class F>
void for_each_layer(F&& f) {
  for (const Board board : boards()) {
    for (const char* options : rule_options()) {
      const RuleSet rules = rules_of(giuthi_spec(), board.pits, options);
      const SolvedLayers solved(rules, board.seeds, with_threads(2, false));
      for (int seeds = 0; seeds <= board.seeds; ++seeds) f(rules, solved.layer({seeds, 0}));
    }
  }
}

// Short segments, so that small layers have many.
WriteOptions strips(int bits = 6, int threads = 1, std::uint32_t segment_rows = 12) {
  return {.threads = threads, .block_bits = bits, .codec = ValueCodec::strips, .segment_rows = segment_rows};
}

std::string name_of(const RuleSet& rules, const LayerValues& values) { return rules.full_text() + " layer " + to_text(values.layer); }

TEST(Strips, EveryLayerComesBackWhole) {
  for_each_layer([](const RuleSet& rules, const LayerValues& values) {
    const auto lower = samples::some_lower(values.layer);
    const Bytes bytes = encode_table(rules, values, lower, strips());
    ASSERT_EQ(encode_table(rules, values, lower, strips(6, 3)), bytes) << "other bytes on three threads: " << name_of(rules, values);
    const Table table("strips", bytes, std::make_shared<BlockCache>(1 << 20));
    ASSERT_EQ(table.header().codec, "strips");
    ASSERT_EQ(table.load(2), values) << name_of(rules, values);
    for (std::uint64_t i = 0; i < values.size(); ++i) ASSERT_EQ(table.value(i), values.at(i)) << name_of(rules, values) << " " << i;
    table.check_digests();
    table.check(2);
    for (std::uint64_t i = 0; i < values.size(); i += 1 + values.size() / 50) table.check_value(i);
  });
}

// Digests of the values of blocks, in the order in which strips hold them: own rows by rank, beside each the opponent's.
template <int P>
void expect_tree_of_twin(const TableHeader& header, const Bytes& model, const Bytes& bytes) {
  if (!header.has_values_tree()) return;
  ValuesTree tree(header.columns[0].block_bits);
  for (std::uint64_t block = 0; block < header.columns[0].blocks.size(); ++block) {
    const BlockEntry& entry = header.columns[0].blocks[block];
    const twin::PlainStrip<P> plain(header, model, std::span(bytes).subspan(entry.offset, entry.bytes), header.strips->strip(block));
    std::vector<std::int8_t> floors;
    std::vector<std::int8_t> ceilings;
    for (const ValuePair& pair : plain.in_order()) {
      floors.push_back(pair.floor);
      ceilings.push_back(pair.ceiling);
    }
    tree.add(digest_of_values(floors, ceilings));
  }
  EXPECT_EQ(tree.finish(), header.values_tree) << header.rules.full_text() << " layer " << to_text(header.layer);
}

// Its block bytes and its model by the plain reader.
template <int P>
void expect_same_as_twin(const Bytes& bytes, const LayerValues& values) {
  const TableHeader header = parse_header(bytes, bytes.size(), "twin");
  std::string problem;
  const auto model = decompress_block(header.packed_model, header.model_bytes, problem);
  ASSERT_TRUE(model) << problem;
  const typename Giuthi<P>::Index index(std::make_shared<const typename Giuthi<P>::Rows>(values.layer.seeds), values.layer);
  std::uint64_t told = 0;
  for (std::uint64_t block = 0; block < header.columns[0].blocks.size(); ++block) {
    const BlockEntry& entry = header.columns[0].blocks[block];
    const Strip strip = header.strips->strip(block);
    const twin::PlainStrip<P> plain(header, *model, std::span(bytes).subspan(entry.offset, entry.bytes), strip);
    EXPECT_TRUE(plain.finished());
    for (const auto& [rows, pair] : plain.values()) {
      const std::uint64_t number = index.slot({rows.first, rows.second}).number;
      ASSERT_EQ(values.floor[number], pair.floor) << header.rules.full_text() << " " << number;
      ASSERT_EQ(values.ceiling[number], pair.ceiling) << header.rules.full_text() << " " << number;
      ++told;
    }
  }
  EXPECT_GE(told, values.size());
  expect_tree_of_twin<P>(header, *model, bytes);
}

TEST(Strips, TheSlowTwinReadsTheSame) {
  for_each_layer([](const RuleSet& rules, const LayerValues& values) {
    // The twin makes maps of rows for every block: large layers in large blocks.
    const Bytes bytes = encode_table(rules, values, {}, values.size() > 5000 ? strips(11, 1, 100) : strips());
    if (rules.pits() == 2) expect_same_as_twin<2>(bytes, values);
    if (rules.pits() == 3) expect_same_as_twin<3>(bytes, values);
    if (rules.pits() == 4) expect_same_as_twin<4>(bytes, values);
    if (rules.pits() == 5) expect_same_as_twin<5>(bytes, values);
  });
}

TEST(Strips, EveryPositionHasItsPlace) {
  // No segments (format version 3), short ones, and one of all rows.
  for (const auto& [pits, seeds, bits, segment_rows] : {std::tuple{2, 9, 4, 0U},
                                                        {2, 9, 4, 1U},
                                                        {2, 9, 4, 3U},
                                                        {3, 8, 4, 0U},
                                                        {3, 8, 4, 7U},
                                                        {3, 8, 20, 0U},
                                                        {3, 8, 20, 1U << 20},
                                                        {4, 7, 6, 0U},
                                                        {4, 7, 6, 20U},
                                                        {4, 7, 6, 120U},
                                                        {4, 7, 6, 119U},
                                                        {5, 6, 9, 64U},
                                                        {6, 5, 10, 100U},
                                                        {9, 4, 8, 50U}}) {
    const RuleSet rules = samples::giuthi(pits);
    const std::vector<ValuePair> dictionary{{0, 0}, {1, 1}};
    const auto coder =
        make_strip_coder(rules, {seeds, 0}, dictionary, {.bits = bits, .segment_rows = segment_rows}, std::make_shared<Shelf>());
    const std::uint64_t positions = make_referee(rules)->stored({seeds, 0});
    std::vector<bool> seen(positions);
    std::uint64_t from_groups = 0;
    for (const StripLayout::Group& group : coder->layout().groups()) {
      EXPECT_EQ(group.first_number, from_groups);
      from_groups += group.positions;
    }
    EXPECT_EQ(from_groups, positions);
    for (std::uint64_t block = 0; block < coder->layout().strips(); ++block) {
      const Strip strip = coder->layout().strip(block);
      const StripLayout::Group& group = coder->layout().groups()[static_cast<std::size_t>(strip.own_seeds)];
      std::vector<std::uint64_t> numbers(strip.entries());
      coder->numbers(block, numbers);
      for (std::uint64_t entry = 0; entry < numbers.size(); ++entry) {
        ASSERT_GE(numbers[entry], group.first_number);
        ASSERT_LT(numbers[entry], group.first_number + group.positions);
        // The one entry of a position, or of two beside a palindrome the other one, which may stand in another segment.
        const StripLayout::Place place = coder->place(numbers[entry]);
        ASSERT_EQ(coder->layout().strip(place.block).own_seeds, strip.own_seeds);
        if (group.segments == 1) {
          ASSERT_EQ(place.block, block);
        }
        seen[numbers[entry]] = seen[numbers[entry]] || (place.block == block && place.entry == entry);
      }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), static_cast<std::ptrdiff_t>(positions));
  }
}

// By counting: strips one after the other, each as long as the specification says.
TEST(Strips, TheLayoutIsTheOneThatIsSpecified) {
  for (const auto& [pits, seeds, bits, k] :
       {std::tuple{2, 12, 4, 5U}, {3, 9, 5, 1U}, {3, 9, 5, 20U}, {4, 8, 7, 50U}, {6, 16, 13, 4096U}, {8, 12, 13, 6656U}}) {
    const StripLayout layout(pits, seeds, {.bits = bits, .segment_rows = k});
    std::uint64_t block = 0;
    for (int t = 0; t <= seeds; ++t) {
      const std::uint64_t rows = compositions(t, pits);
      const std::uint64_t straight = (compositions(seeds - t, pits) + palindromic_rows(seeds - t, pits)) / 2;
      const std::uint64_t most = rows <= k ? rows : std::max(1U, k * 3 / 4);
      std::uint64_t segments = 1;
      while (segments * most < rows) ++segments;
      std::uint64_t each = 1;
      while (each * segments < rows) ++each;
      std::uint64_t beside = 1;
      while ((beside + 3) * each <= std::uint64_t{1} << bits) ++beside;
      for (std::uint64_t own = 0; own < rows; own += each) {
        for (std::uint64_t opponent = 0; opponent < straight; opponent += beside) {
          const Strip strip = layout.strip(block);
          ASSERT_EQ(strip.own_seeds, t);
          ASSERT_EQ(strip.first_own, own);
          ASSERT_EQ(strip.own_rows, std::min(each, rows - own));
          ASSERT_EQ(strip.first, opponent);
          ASSERT_EQ(strip.opponents, std::min(beside, straight - opponent));
          ASSERT_LE(strip.entries(), layout.size().most_entries());
          ++block;
        }
      }
    }
    EXPECT_EQ(layout.strips(), block);
  }
}

TEST(Strips, PiecesEqualTheColumnsOfTheWholeLayer) {
  const RuleSet rules = samples::giuthi(4);
  const SolvedLayers solved(rules, 7, with_threads(2, false));
  const LayerValues& values = solved.layer({7, 0});
  const Table table("strips", encode_table(rules, values, {}, strips()), nullptr);
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t first = random() % values.size();
    const std::uint64_t count = random() % (values.size() - first + 1);
    const LayerValues piece = table.read(first, count);
    ASSERT_EQ(piece.size(), count);
    for (std::uint64_t n = 0; n < count; ++n) ASSERT_EQ(piece.at(n), values.at(first + n)) << first << " " << n;
  }
  EXPECT_THROW((void)table.read(values.size(), 1), std::out_of_range);
}

TEST(Strips, RewritingGivesTheBytesThatTheValuesThemselvesGive) {
  const RuleSet rules = samples::giuthi(4);
  const SolvedLayers solved(rules, 7, with_threads(2, false));
  const LayerValues& values = solved.layer({7, 0});
  const auto lower = samples::some_lower(values.layer);
  const samples::Folder folder;
  const auto path = folder.path() / "007.uthi";
  const WriteOptions as_zstd{.level = 12, .block_bits = 6, .codec = ValueCodec::zstd};
  for (const WriteOptions& from : {as_zstd, strips(6), strips(9, 1, 1000)}) {
    for (const WriteOptions& to : {as_zstd, strips(6, 3), strips(6, 2, 40), WriteOptions{.threads = 2}}) {
      samples::write_file(path, encode_table(rules, values, lower, from));
      rewrite_table(path, Table(path, nullptr), to);
      EXPECT_EQ(samples::read_file(path), encode_table(rules, values, lower, to));
    }
  }
}

TEST(Strips, TheSmallerFileIsKept) {
  const RuleSet rules = samples::giuthi(4);
  const int seeds = twin::small_size() ? 8 : 11;
  const SolvedLayers solved(rules, seeds, with_threads(2, false));
  std::size_t as_strips = 0;
  for (int s = 0; s <= seeds; ++s) {
    const LayerValues& values = solved.layer({s, 0});
    const auto best = encode_table(rules, values, {}, {});
    const auto zstd = encode_table(rules, values, {}, {.codec = ValueCodec::zstd});
    const auto packed = encode_table(rules, values, {}, {.codec = ValueCodec::strips});
    EXPECT_EQ(best.size(), std::min(zstd.size(), packed.size()));
    EXPECT_TRUE(best == zstd || best == packed);
    as_strips += best == packed ? 1 : 0;
    // Fast levels do not try.
    EXPECT_EQ(encode_table(rules, values, {}, {.level = 9}), encode_table(rules, values, {}, {.level = 9, .codec = ValueCodec::zstd}));
  }
  EXPECT_GT(as_strips, 0U);
}

TEST(Strips, ValuesThatNoSolverGivesAreLeftToZstd) {
  const RuleSet rules = samples::giuthi(3);
  const LayerValues random = samples::random_layer(rules, {8, 0}, 5, {.depths = false});
  EXPECT_EQ(parse_header(encode_table(rules, random, {}), encode_table(rules, random, {}).size(), "random").codec, "zstd");
  EXPECT_THROW((void)encode_table(rules, random, {}, strips()), std::invalid_argument);
  // One wrong entry of a solved layer is enough.
  const SolvedLayers solved(rules, 8, with_threads(2, false));
  LayerValues wrong = solved.layer({8, 0});
  const auto most = std::find(wrong.floor.begin(), wrong.floor.end(), std::int8_t{8});
  ASSERT_NE(most, wrong.floor.end());
  std::size_t refused = 0;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const std::int8_t was = std::exchange(wrong.floor[i], kNoMargin);
    try {
      const Table table("wrong", encode_table(rules, wrong, {}, strips()), nullptr);
      ASSERT_EQ(table.load(), wrong) << i;
    } catch (const std::invalid_argument&) {
      ++refused;
    }
    wrong.floor[i] = was;
  }
  EXPECT_GT(refused, 0U);
}

// Format version 3: all own rows in one segment. The file is one that the first release of strips wrote.
TEST(Strips, FilesOfTheFirstReleaseAreReadAndRewritten) {
  const RuleSet rules = samples::giuthi(4);
  const SolvedLayers solved(rules, 9, with_threads(2, false));
  const LayerValues& values = solved.layer({9, 0});
  const Bytes bytes = samples::read_file(std::filesystem::path(UTHI_TEST_DATA) / "format-3" / "giuthi-2x4" / "009.uthi");
  const Table table("old", bytes, std::make_shared<BlockCache>(1 << 20));
  ASSERT_EQ(table.header().version, 3U);
  ASSERT_EQ(table.header().codec, "strips");
  EXPECT_EQ(table.load(2), values);
  for (std::uint64_t i = 0; i < values.size(); ++i) ASSERT_EQ(table.value(i), values.at(i)) << i;
  table.check_digests();
  table.check();
  expect_same_as_twin<4>(bytes, values);
  const samples::Folder folder;
  const auto path = folder.path() / "009.uthi";
  samples::write_file(path, bytes);
  rewrite_table(path, Table(path, nullptr), strips());
  EXPECT_EQ(samples::read_file(path), encode_table(rules, values, table.header().lower, strips()));
}

TEST(Strips, GamesThatDoNotSowAgainHaveNone) {
  for (const GameSpec* game : {&kiothi_spec(), &awari_spec()}) EXPECT_FALSE(can_be_strips(RuleSet(*game, 3), {4, 0}, 5));
  EXPECT_TRUE(can_be_strips(samples::giuthi(3), {4, 0}, 5));
  EXPECT_FALSE(can_be_strips(samples::giuthi(3), {65, 0}, 5));   // sowings could take too long
  EXPECT_FALSE(can_be_strips(samples::giuthi(10), {20, 0}, 5));  // ten million own rows
}

}  // namespace
}  // namespace uthi
