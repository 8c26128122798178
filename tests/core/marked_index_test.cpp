// The dense index of marked boards: a bijection on whole layers, and exact far beyond what can be enumerated; keys of
// marked boards.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/packed_key.hpp"
#include "tests/twin/kiothi_bridge.hpp"

namespace uthi {
namespace {

namespace kiothi = twin::kiothi;

struct Whole {
  int row;
  int seeds;
  int marks;
};

class MarkedLayers : public testing::TestWithParam<Whole> {};

TEST_P(MarkedLayers, AreNumberedWithoutHolesAndBack) {
  const auto [row, seeds, marks] = GetParam();
  twin::with_row(row, [&, most = seeds, all_marks = marks]<int P>() {
    for (const LayerId layer : Kiothi<P>::layers_up_to({most, all_marks})) {
      const MarkedIndex<P> index(std::make_shared<const RowTable<P>>(most), layer);
      const std::vector<kiothi::Position> positions = kiothi::all_positions(P, layer.seeds, layer.marks);
      ASSERT_EQ(index.size(), positions.size()) << to_text(layer);
      ASSERT_EQ(MarkedIndex<P>::positions(layer), positions.size());
      ASSERT_EQ(MarkedIndex<P>::count(layer), positions.size());
      std::vector<bool> hit(index.size());
      for (const kiothi::Position& position : positions) {
        const MarkedBoard<P> board = kiothi::board<P>(position);
        const Slot slot = index.slot(board);
        ASSERT_LT(slot.number, index.size());
        ASSERT_FALSE(hit[slot.number]);
        hit[slot.number] = true;
        ASSERT_EQ(index.board(slot.number), board);
        ASSERT_FALSE(slot.flipped || slot.palindrome);
      }
      std::uint64_t next = 0;
      index.for_each(0, index.size(), [&](std::uint64_t number, const MarkedBoard<P>& board) {
        ASSERT_EQ(number, next++);
        ASSERT_EQ(board, index.board(number));
      });
      ASSERT_EQ(next, index.size());
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, MarkedLayers,
                         testing::Values(Whole{2, 9, 4}, Whole{3, 6, 6}, Whole{4, 5, 5}, Whole{5, 4, 4}, Whole{6, 4, 2}, Whole{8, 3, 3},
                                         Whole{9, 3, 2}, Whole{10, 3, 3}),
                         [](const auto& test) { return twin::board_name(test.param.row); });

TEST(MarkedIndex, WalksAnyPartInOrder) {
  const MarkedIndex<4> index(std::make_shared<const RowTable<4>>(6), {6, 3});
  std::mt19937_64 random(15);
  for (int i = 0; i < 300; ++i) {
    std::uint64_t begin = random() % (index.size() + 1);
    std::uint64_t end = random() % (index.size() + 1);
    if (begin > end) std::swap(begin, end);
    std::uint64_t next = begin;
    index.for_each(begin, end, [&](std::uint64_t number, const MarkedBoard<4>& board) {
      ASSERT_EQ(number, next++);
      ASSERT_EQ(index.slot(board).number, number);
    });
    ASSERT_EQ(next, end);
  }
}

TEST(MarkedIndex, IsExactBeyondThirtyTwoBits) {
  std::mt19937_64 random(16);
  const auto check = [&]<int P>(LayerId layer) {
    const MarkedIndex<P> index(std::make_shared<const RowTable<P>>(layer.seeds), layer);
    EXPECT_GT(index.size(), 1ULL << 32);
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t number = random() % index.size();
      const MarkedBoard<P> board = index.board(number);
      ASSERT_EQ(index.slot(board).number, number);
      ASSERT_EQ(std::popcount(board.marks), layer.marks);
      ASSERT_EQ(board.seeds.seeds(), layer.seeds);
      ASSERT_EQ(board.marks & ~board.seeds.occupied(), 0U) << "a nki is never empty";
    }
  };
  check.operator()<6>({24, 6});
  check.operator()<8>({16, 8});
  check.operator()<10>({15, 5});
}

// Marks of 2x10 with 60 warriors: C(20, 12) sets of pits and C(67, 19) boards do not fit 64 bits.
TEST(MarkedIndex, RefusesLayersThatSixtyFourBitsCannotNumber) {
  EXPECT_EQ(MarkedIndex<10>::positions({8, 2}), 190U * 177'100U) << "C(20, 2) * C(25, 19)";
  EXPECT_EQ(MarkedIndex<10>::positions({2, 3}), 0U);
  EXPECT_THROW(static_cast<void>(MarkedIndex<10>::positions({60, 12})), DoesNotFit);
}

TEST(PackedKey, TellsMarkedBoardsApartAndGivesThemBack) {
  std::set<std::uint64_t> keys;
  const KeyFormat<3, true> format(6);
  std::size_t positions = 0;
  for (int seeds = 0; seeds <= 6; ++seeds) {
    for (int marks = 0; marks <= std::min(seeds, 6); ++marks) {
      for (const kiothi::Position& position : kiothi::all_positions(3, seeds, marks)) {
        const MarkedBoard<3> board = kiothi::board<3>(position);
        const Key<1> key = format.pack<1>(board.seeds, board.marks);
        MarkedBoard<3> back;
        format.unpack(key, back.seeds, back.marks);
        ASSERT_EQ(back, board);
        keys.insert(key.words[0]);
        ++positions;
      }
    }
  }
  EXPECT_EQ(keys.size(), positions);
}

}  // namespace
}  // namespace uthi
