// Sowings that never end are found exactly: the same ones as by keeping every state.
#include "core/relay.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/twin/bridge.hpp"
#include "tests/twin/values.hpp"

namespace uthi {
namespace {

struct Count {
  int endless = 0;
  int longest = 0;  // laps of a sowing that ends
};

template <int P>
void compare_sowings(const LapTable<P>& laps, const twin::Rules& rules, const std::vector<int>& pits, Count& count) {
  for (int pit = 0; pit < P; ++pit) {
    if (pits[static_cast<std::size_t>(pit)] < 2) continue;
    for (const int direction : {1, -1}) {
      const twin::Sowing expected = twin::sow(rules, {pits, 0}, pit, direction);
      const auto end = relay<P, true>(laps, twin::board<P>(pits), pit, direction > 0 ? Direction::plus : Direction::minus);
      EXPECT_EQ(end.endless, expected.endless) << twin::text(rules, {pits, 0}) << " pit " << pit << " direction " << direction;
      count.endless += expected.endless;
      if (!expected.endless) count.longest = std::max(count.longest, expected.laps);
    }
  }
}

TEST(Relay, FindsTheEndlessSowingsOfWholeLayers) {
  for (const bool sow : {false, true}) {
    const twin::Rules rules{.sow_origin = sow};
    Count count;
    const auto layers = [&]<int P>(int seeds) {
      const LapTable<P> laps(sow ? Origin::sow : Origin::skip);
      for (int s = 0; s <= seeds; ++s) {
        for (const std::vector<int>& pits : twin::all_boards(2 * P, s)) compare_sowings(laps, rules, pits, count);
      }
    };
    layers.template operator()<2>(30);
    layers.template operator()<3>(twin::small_size() ? 8 : 14);
    EXPECT_GT(count.endless, 50) << "these layers have endless sowings";
    EXPECT_GT(count.longest, 16) << "and some longer than the first state that is kept";
  }
}

TEST(Relay, FindsTheEndlessSowingsOfRandomBoards) {
  std::mt19937_64 random(5);
  Count count;
  for (int row = 2; row <= 10; ++row) {
    twin::with_row(row, [&]<int P>() {
      for (const bool sow : {false, true}) {
        const LapTable<P> laps(sow ? Origin::sow : Origin::skip);
        for (int i = 0; i < (twin::small_size() ? 500 : 5000); ++i) {
          std::vector<int> pits(2 * P);
          for (int left = 2 * P + static_cast<int>(random() % (i % 8 == 0 ? 160 : 30)); left > 0; --left) ++pits[random() % pits.size()];
          compare_sowings(laps, {.sow_origin = sow}, pits, count);
        }
      }
    });
  }
  EXPECT_GT(count.endless, twin::small_size() ? 10 : 100);
}

// A circle of more than 10^7 laps through boards without an empty pit: no error of ours, and no value either.
TEST(Relay, GivesUpWhatGoesOnForLongerThanAnybodyWaits) {
  if (twin::small_size()) {
    std::cout << "reduced size: 67 million laps are left out\n";
    return;
  }
  const LapTable<4> laps(Origin::sow);
  EXPECT_THROW((static_cast<void>(relay<4, false>(laps, twin::board<4>({0, 24, 5, 24, 0, 10, 0, 69}), 3, Direction::plus))), DoesNotFit);
}

}  // namespace
}  // namespace uthi
