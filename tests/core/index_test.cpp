// The dense index: a bijection on whole layers of every board size, and exact on layers far too large to enumerate.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/two_row_index.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

// Layers that are enumerated: as many seeds as keep a layer below about 10^5 boards.
constexpr int kLayers[] = {30, 14, 10, 7, 6, 5, 5, 4, 4};

int most_seeds(int row) { return std::min(kLayers[row - 2], twin::small_size() ? 6 : 99); }

template <int P, bool kFold>
void expect_bijection(int seeds) {
  const auto rows = std::make_shared<const RowTable<P>>(seeds);
  const TwoRowIndex<P, kFold> index(rows, {seeds, 0});
  const std::vector<std::vector<int>> boards = twin::all_boards(2 * P, seeds);

  EXPECT_EQ(index.seeds(), seeds);
  EXPECT_EQ((TwoRowIndex<P, kFold>::positions({seeds, 0})), boards.size());
  EXPECT_EQ((TwoRowIndex<P, kFold>::count({seeds, 0})), index.size());

  std::vector<int> hits(index.size());
  std::size_t palindromes = 0;
  for (const std::vector<int>& pits : boards) {
    const Board<P> board = twin::board<P>(pits);
    const Slot slot = index.slot(board);
    ASSERT_LT(slot.number, index.size());
    ++hits[slot.number];
    std::vector<int> image = pits;
    std::reverse(image.begin(), image.begin() + P);
    std::reverse(image.begin() + P, image.end());
    const bool own_image = kFold && image == pits;
    palindromes += own_image;
    ASSERT_EQ(slot.palindrome, own_image);
    ASSERT_EQ(index.is_palindrome(board), own_image);
    const Board<P> stored = slot.flipped ? twin::board<P>(image) : board;
    ASSERT_EQ(index.board(slot.number), stored);
    ASSERT_EQ((TwoRowIndex<P, kFold>::stored_image(board)), stored);
    ASSERT_TRUE(!kFold || index.slot(twin::board<P>(image)).number == slot.number);
    ASSERT_FALSE(own_image && slot.flipped);
  }
  EXPECT_EQ(index.size(), kFold ? (boards.size() + palindromes) / 2 : boards.size());
  // Dense: every number has its board, and a mirror pair two of them.
  for (std::uint64_t number = 0; number < index.size(); ++number) {
    ASSERT_EQ(hits[number], kFold && !index.is_palindrome(index.board(number)) ? 2 : 1) << number;
  }
  std::uint64_t next = 0;
  index.for_each(0, index.size(), [&](std::uint64_t number, const Board<P>& board) {
    ASSERT_EQ(number, next++);
    ASSERT_EQ(board, index.board(number));
  });
  EXPECT_EQ(next, index.size());
}

class Index : public testing::TestWithParam<int> {};

TEST_P(Index, IsABijectionOnWholeLayers) {
  twin::with_row(GetParam(), [&]<int P>() {
    for (int seeds = 0; seeds <= most_seeds(P); ++seeds) {
      expect_bijection<P, true>(seeds);
      expect_bijection<P, false>(seeds);
    }
  });
}

TEST_P(Index, WalksAnyPartInOrder) {
  twin::with_row(GetParam(), [&]<int P>() {
    const int seeds = std::min(most_seeds(P), 7);
    const TwoRowIndex<P, true> index(std::make_shared<const RowTable<P>>(seeds), {seeds, 0});
    std::mt19937_64 random(8);
    for (int i = 0; i < 200; ++i) {
      std::uint64_t begin = random() % (index.size() + 1);
      std::uint64_t end = random() % (index.size() + 1);
      if (begin > end) std::swap(begin, end);
      std::uint64_t next = begin;
      index.for_each(begin, end, [&](std::uint64_t number, const Board<P>& board) {
        ASSERT_EQ(number, next++);
        ASSERT_EQ(index.slot(board).number, number);
      });
      ASSERT_EQ(next, end);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, Index, testing::Range(2, 11), [](const auto& test) { return twin::board_name(test.param); });

TEST(Index, FormulasGiveTheFiguresOfTwoBySix) {
  // 17.4 million boards up to 15 seeds: C(27, 12).
  std::uint64_t boards = 0;
  for (int seeds = 0; seeds <= 15; ++seeds) boards += TwoRowIndex<6, true>::positions({seeds, 0});
  EXPECT_EQ(boards, 17'383'860U);
}

// Numbers beyond 32 bits: 2x6 with 36 seeds has C(47, 11) boards, and more than 2^32 of them are stored.
TEST(Index, IsExactBeyondThirtyTwoBits) {
  const auto rows = std::make_shared<const RowTable<6>>(36);
  const TwoRowIndex<6, true> index(rows, {36, 0});
  EXPECT_EQ((TwoRowIndex<6, true>::positions({36, 0})), 17'417'133'617U);
  EXPECT_EQ((TwoRowIndex<6, true>::count({36, 0})), index.size());
  const TwoRowIndex<6, false> whole(rows, {36, 0});
  EXPECT_EQ(whole.size(), 17'417'133'617U);

  EXPECT_GT(index.size(), 1ULL << 32);
  std::mt19937_64 random(9);
  std::vector<std::uint64_t> numbers{0, 1, index.size() - 1, index.size() / 2, (1ULL << 32) - 1, 1ULL << 32};
  for (int i = 0; i < 100'000; ++i) numbers.push_back(random() % index.size());
  for (const std::uint64_t number : numbers) {
    const Board<6> board = index.board(number);
    ASSERT_EQ(board.seeds(), 36);
    const Slot slot = index.slot(board);
    ASSERT_EQ(slot.number, number);
    ASSERT_FALSE(slot.flipped);
    ASSERT_EQ(index.slot(mirrored(board)).number, number);
  }
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t number = random() % whole.size();
    ASSERT_EQ(whole.slot(whole.board(number)).number, number);
  }
  // Ends of blocks: where the number of own seeds changes, the walk goes on without a gap.
  std::uint64_t edges = 0;
  for (int t = 0; t <= 36; ++t) {
    for (const int last : {0, 5}) {
      for (const int other : {6, 11}) {
        Board<6> board;
        board.add(last, t);
        board.add(other, 36 - t);
        const std::uint64_t number = index.slot(board).number;
        const std::uint64_t begin = number < 3 ? 0 : number - 3;
        const std::uint64_t end = std::min(index.size(), number + 4);
        std::uint64_t next = begin;
        index.for_each(begin, end, [&](std::uint64_t at, const Board<6>& found) {
          ASSERT_EQ(at, next++);
          ASSERT_EQ(found, index.board(at));
          ASSERT_EQ(index.slot(found).number, at);
        });
        ASSERT_EQ(next, end);
        ++edges;
      }
    }
  }
  EXPECT_EQ(edges, 148U);
}

// What boards with a row in common share, and a number taken apart: as the whole board's number says.
template <int P, bool kFold>
void expect_parts_agree(const TwoRowIndex<P, kFold>& index, const Board<P>& board) {
  const std::uint64_t number = index.slot(board).number;
  ASSERT_EQ(index.own_row(board.own).number(board.opponent), number);
  ASSERT_EQ(index.opponent_row(board.opponent).number(board.own), number);
  const auto place = index.place(number);
  const Board<P> stored = index.board(number);
  ASSERT_EQ(place.own_seeds, row::sum(stored.own));
  if constexpr (kFold) {
    ASSERT_EQ(place.palindrome_row, row::reversed<P>(stored.own) == stored.own);
    if (place.palindrome_row) return;
    ASSERT_EQ(index.rows().fold(place.own_seeds, stored.own), place.own);
  } else {
    ASSERT_EQ(index.rows().rank(stored.own), place.own);
  }
  ASSERT_EQ(index.rows().rank(stored.opponent), place.other);
  ASSERT_EQ(index.first_of_row(place.own_seeds, stored.own) + place.other, number);
}

TEST_P(Index, AgreesWithItsParts) {
  twin::with_row(GetParam(), [&]<int P>() {
    for (int seeds = 0; seeds <= most_seeds(P); ++seeds) {
      const auto rows = std::make_shared<const RowTable<P>>(seeds);
      const TwoRowIndex<P, true> folded(rows, {seeds, 0});
      const TwoRowIndex<P, false> whole(rows, {seeds, 0});
      whole.for_each(0, whole.size(), [&](std::uint64_t, const Board<P>& board) {
        expect_parts_agree(folded, board);
        expect_parts_agree(whole, board);
      });
    }
  });
}

TEST(Index, AgreesWithItsPartsBeyondThirtyTwoBits) {
  std::mt19937_64 random(11);
  const auto check = [&]<int P>(int seeds) {
    const auto rows = std::make_shared<const RowTable<P>>(seeds);
    const TwoRowIndex<P, false> whole(rows, {seeds, 0});
    const TwoRowIndex<P, true> folded(rows, {seeds, 0});
    ASSERT_GT(folded.size(), 1ULL << 32);
    for (int i = 0; i < 20'000; ++i) {
      const Board<P> board = whole.board(random() % whole.size());
      expect_parts_agree(folded, board);
      expect_parts_agree(whole, board);
    }
  };
  check.template operator()<6>(36);
  check.template operator()<8>(24);
  check.template operator()<10>(18);
}

TEST(Index, IsExactOnWideBoards) {
  std::mt19937_64 random(10);
  const auto check = [&]<int P>(int seeds) {
    const TwoRowIndex<P, true> index(std::make_shared<const RowTable<P>>(seeds), {seeds, 0});
    EXPECT_EQ((TwoRowIndex<P, true>::count({seeds, 0})), index.size());
    EXPECT_GT((TwoRowIndex<P, true>::positions({seeds, 0})), 1ULL << 31);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t number = random() % index.size();
      ASSERT_EQ(index.slot(index.board(number)).number, number);
    }
  };
  check.template operator()<8>(20);
  check.template operator()<9>(17);
  check.template operator()<10>(16);
}

TEST(Rows, AreRankedInOrderAndFoldedDensely) {
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      const int most = P <= 4 ? 20 : P <= 7 ? 9 : 6;
      const RowTable<P> rows(most);
      for (int t = 0; t <= most; ++t) {
        ASSERT_EQ(rows.count(t), twin::all_boards(P, t).size());
        ASSERT_EQ(rows.count(t), compositions(t, P));
        for (std::uint64_t rank = 0; rank < rows.count(t); ++rank) {
          ASSERT_EQ(rows.rank(rows.row(t, rank)), rank);
          ASSERT_EQ(row::sum(rows.row(t, rank)), t);
        }
        for (std::uint64_t number = 0; number < rows.straight_count(t); ++number) {
          const RowWord<P> straight = rows.straight(t, number);
          const bool palindrome = row::reversed<P>(straight) == straight;
          ASSERT_EQ(palindrome, number >= rows.pairs(t));
          ASSERT_EQ(rows.fold(t, straight), palindrome ? number - rows.pairs(t) : number);
        }
      }
    });
  }
}

TEST(Rows, RefuseWhatThirtyTwoBitsCannotNumber) {
  EXPECT_THROW(RowTable<4>(121), DoesNotFit);
  EXPECT_THROW(RowTable<4>(-1), DoesNotFit);
  EXPECT_THROW(RowTable<10>(120), DoesNotFit);
}

TEST(Binomial, IsExact) {
  EXPECT_EQ(binomial(0, 0), 1U);
  EXPECT_EQ(binomial(5, 6), 0U);
  EXPECT_EQ(binomial(5, -1), 0U);
  EXPECT_EQ(binomial(67, 33), 14'226'520'737'620'288'370ULL);
  EXPECT_THROW(static_cast<void>(binomial(68, 34)), DoesNotFit);
}

}  // namespace
}  // namespace uthi
