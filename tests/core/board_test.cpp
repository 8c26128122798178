// Arithmetic on whole rows against plain loops over pits.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/laps.hpp"
#include "core/packed_key.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

// `seeds` seeds in heaps of random size.
template <std::size_t kPits>
std::array<int, kPits> random_pits(std::mt19937_64& random, int seeds) {
  std::array<int, kPits> pits{};
  while (seeds > 0) {
    const int heap = std::min(seeds, 1 + static_cast<int>(random() % (random() % 4 == 0 ? 180 : 8)));
    pits[random() % kPits] += heap;
    seeds -= heap;
  }
  return pits;
}

template <class F>
void for_each_size(F&& f) {
  for (int row = 2; row <= 10; ++row) twin::with_row(row, f);
}

TEST(Board, OperationsOnRowsAreThoseOnPits) {
  std::mt19937_64 random(6);
  for_each_size([&]<int P>() {
    for (int i = 0; i < 3000; ++i) {
      const int seeds = static_cast<int>(random() % 181);
      const auto pits = random_pits<2 * P>(random, seeds);
      const Board<P> board = twin::board<P>({pits.begin(), pits.end()});
      std::uint32_t occupied = 0;
      bool above_one = false;
      int own = 0;
      const auto own_sums = row::prefix_sums(board.own);
      for (int pit = 0; pit < 2 * P; ++pit) {
        const int count = pits[static_cast<std::size_t>(pit)];
        ASSERT_EQ(board[pit], count);
        if (count > 0) occupied |= 1U << pit;
        if (pit >= P) continue;
        above_one |= count > 1;
        own += count;
        ASSERT_EQ(row::get(own_sums, pit), own);
        ASSERT_EQ(row::get(row::reversed<P>(board.own), P - 1 - pit), count);
      }
      ASSERT_EQ(board.seeds(), seeds);
      ASSERT_EQ(row::sum(board.own), own);
      ASSERT_EQ(board.occupied(), occupied);
      ASSERT_EQ(row::at_least(board.own, 2) != 0, above_one);
      ASSERT_EQ(mirrored(mirrored(board)), board);
      ASSERT_EQ(handed_over(handed_over(board)), board);
      ASSERT_EQ(handed_over(board)[0], board[P]);
    }
  });
}

TEST(Board, SingleSeedsAreNeverAboveOne) {
  for_each_size([]<int P>() {
    for (std::uint32_t pits = 0; pits < (1U << P); ++pits) {
      Board<P> board;
      for (int pit = 0; pit < P; ++pit) board.add(pit, static_cast<int>(pits >> pit & 1U));
      ASSERT_FALSE(row::at_least(board.own, 2) != 0);
      ASSERT_EQ(row::at_least(board.own, 1), pits);
    }
  });
}

TEST(Step, WalksTheRingBothWays) {
  for_each_size([]<int P>() {
    for (int pit = 0; pit < 2 * P; ++pit) {
      for (int steps = 0; steps <= 2 * P; ++steps) {
        EXPECT_EQ(step<P>(pit, Direction::plus, steps), (pit + steps) % (2 * P));
        EXPECT_EQ(step<P>(pit, Direction::minus, steps), (pit - steps + 2 * P) % (2 * P));
      }
    }
  });
}

TEST(PackedKey, GivesTheBoardAndItsMarksBack) {
  std::mt19937_64 random(7);
  for_each_size([&]<int P>() {
    for (int i = 0; i < 3000; ++i) {
      const int most = i <= 180 ? i : static_cast<int>(random() % 181);
      const auto pits = random_pits<2 * P>(random, most == 0 ? 0 : static_cast<int>(random() % (static_cast<unsigned>(most) + 1)));
      const Board<P> board = twin::board<P>({pits.begin(), pits.end()});
      const auto marks = static_cast<std::uint32_t>(random() & ((1U << (2 * P)) - 1));
      const KeyFormat<P, false> plain(most);
      const KeyFormat<P, true> marked(most);
      Board<P> back;
      std::uint32_t back_marks = 1;

      plain.unpack(plain.template pack<3>(board), back, back_marks);
      ASSERT_EQ(back, board);
      ASSERT_EQ(back_marks, 0U);

      const Key<3> key = marked.template pack<3>(board, marks);
      marked.unpack(key, back, back_marks);
      ASSERT_EQ(back, board);
      ASSERT_EQ(back_marks, marks);

      // No bit beyond the size that is promised, and the same bits in fewer words where they are enough.
      for (int bit = KeyFormat<P, true>::bits(most); bit < 192; ++bit) {
        ASSERT_EQ(key.words[static_cast<std::size_t>(bit / 64)] >> (bit % 64) & 1U, 0U);
      }
      if (KeyFormat<P, true>::bits(most) <= 128) {
        const Key<2> two = marked.template pack<2>(board, marks);
        ASSERT_EQ(two.words[0], key.words[0]);
        ASSERT_EQ(two.words[1], key.words[1]);
      }
    }
  });
}

TEST(PackedKey, GivesAPitTheFewestBitsThatHoldTheMostSeeds) {
  EXPECT_EQ((KeyFormat<6, false>::bits(0)), 0);
  EXPECT_EQ((KeyFormat<6, false>::bits(1)), 12);
  EXPECT_EQ((KeyFormat<6, false>::bits(15)), 12 * 4);
  EXPECT_EQ((KeyFormat<6, false>::bits(16)), 12 * 5);
  EXPECT_EQ((KeyFormat<10, true>::bits(180)), 20 + 20 * 8);
}

TEST(PackedKey, PutsTheMoversPitsLowestInFieldsOfOneWidth) {
  Board<6> board;
  for (int pit = 0; pit < 12; ++pit) board.add(pit, pit + 1);
  const Key<1> key = KeyFormat<6, false>(15).pack<1>(board);
  EXPECT_EQ(key.words[0], 0xcba987654321U);
}

TEST(PackedKey, TellsAllBoardsOfALayerApart) {
  std::set<std::uint64_t> keys;
  std::size_t boards = 0;
  for (int seeds = 0; seeds <= 9; ++seeds) {
    for (const auto& pits : twin::all_boards(6, seeds)) {
      keys.insert(KeyFormat<3, false>(9).pack<1>(twin::board<3>(pits)).words[0]);
      ++boards;
    }
  }
  EXPECT_EQ(keys.size(), boards);
}

TEST(PackedKey, OrdersAsNumbersDo) {
  EXPECT_LT((Key<2>{{7, 0}}), (Key<2>{{0, 1}}));
  EXPECT_LT((Key<3>{{7, 9, 1}}), (Key<3>{{8, 9, 1}}));
  EXPECT_GT((Key<3>{{0, 0, 2}}), (Key<3>{{8, 9, 1}}));
}

}  // namespace
}  // namespace uthi
