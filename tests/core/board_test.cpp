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
      const int seeds = i <= 180 ? i : static_cast<int>(random() % 181);
      const auto pits = random_pits<2 * P>(random, seeds);
      const Board<P> board = twin::board<P>({pits.begin(), pits.end()});
      const auto marks = static_cast<std::uint32_t>(random() & ((1U << (2 * P)) - 1));
      Board<P> back;
      std::uint32_t back_marks = 1;

      const PackedKey plain = KeyFormat<P, false>::pack(board);
      KeyFormat<P, false>::unpack(plain, back, back_marks);
      ASSERT_EQ(back, board);
      ASSERT_EQ(back_marks, 0U);

      const PackedKey marked = KeyFormat<P, true>::pack(board, marks);
      KeyFormat<P, true>::unpack(marked, back, back_marks);
      ASSERT_EQ(back, board);
      ASSERT_EQ(back_marks, marks);

      // No bit beyond the size that is promised.
      for (int bit = KeyFormat<P, true>::bits(seeds); bit < 192; ++bit) {
        ASSERT_EQ(marked.words[static_cast<std::size_t>(bit / 64)] >> (bit % 64) & 1U, 0U);
      }
    }
  });
}

TEST(PackedKey, UsesTheFewestBitsThatHoldTheTotal) {
  EXPECT_EQ((KeyFormat<6, false>::bits(0)), 8);
  EXPECT_EQ((KeyFormat<6, false>::bits(1)), 8 + 12);
  EXPECT_EQ((KeyFormat<6, false>::bits(15)), 8 + 12 * 4);
  EXPECT_EQ((KeyFormat<6, false>::bits(16)), 8 + 12 * 5);
  EXPECT_EQ((KeyFormat<10, true>::bits(180)), 8 + 20 + 20 * 8);
  EXPECT_EQ((KeyFormat<10, true>::bytes(180)), 24);
}

TEST(PackedKey, TellsAllBoardsOfALayerApart) {
  std::set<std::array<std::uint64_t, 3>> keys;
  std::size_t boards = 0;
  for (int seeds = 0; seeds <= 9; ++seeds) {
    for (const auto& pits : twin::all_boards(6, seeds)) {
      keys.insert(KeyFormat<3, false>::pack(twin::board<3>(pits)).words);
      ++boards;
    }
  }
  EXPECT_EQ(keys.size(), boards);
}

}  // namespace
}  // namespace uthi
