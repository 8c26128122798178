// Turns at searching: one of each client, in the order of arrival, and nobody who waits is passed by.
#include "tools/explorer/search_slots.hpp"

#include <gtest/gtest.h>

namespace uthi::explorer {
namespace {

TEST(SearchSlots, AClientHasOneTurnHoweverManySlotsAreFree) {
  SearchSlots slots(3);
  const auto first = slots.enter("a");
  const auto second = slots.enter("a");
  EXPECT_TRUE(slots.take(first));
  EXPECT_FALSE(slots.take(second));
  EXPECT_TRUE(slots.take(slots.enter("b")));
  slots.leave(first);
  EXPECT_TRUE(slots.take(second));
}

TEST(SearchSlots, NoMoreRunThanThereAreSlots) {
  SearchSlots slots(2);
  const auto a = slots.enter("a");
  const auto b = slots.enter("b");
  const auto c = slots.enter("c");
  EXPECT_TRUE(slots.take(a));
  EXPECT_TRUE(slots.take(b));
  EXPECT_FALSE(slots.take(c));
  slots.leave(a);
  EXPECT_TRUE(slots.take(c));
  SearchSlots none(0);
  EXPECT_FALSE(none.take(none.enter("a")));
}

TEST(SearchSlots, WhoCameFirstHasTheNextTurnEvenIfOthersAskSooner) {
  SearchSlots slots(1);
  const auto running = slots.enter("a");
  EXPECT_TRUE(slots.take(running));
  const auto waits = slots.enter("b");
  const auto again = slots.enter("a");
  slots.leave(running);
  EXPECT_FALSE(slots.take(again)) << "b came before";
  EXPECT_TRUE(slots.take(waits));
  slots.leave(waits);
  EXPECT_TRUE(slots.take(again));
}

TEST(SearchSlots, AskingOftenDoesNotKeepOthersWaiting) {
  SearchSlots slots(2);
  for (int i = 0; i < 100; ++i) (void)slots.enter("a");
  const auto b = slots.enter("b");
  EXPECT_TRUE(slots.take(b)) << "a hundred places of one client stand for one turn";
}

TEST(SearchSlots, LeavingTwiceIsLeavingOnce) {
  SearchSlots slots(1);
  const auto a = slots.enter("a");
  EXPECT_TRUE(slots.take(a));
  EXPECT_TRUE(slots.has_turn("a"));
  slots.leave(a);
  slots.leave(a);
  EXPECT_FALSE(slots.has_turn("a"));
}

}  // namespace
}  // namespace uthi::explorer
