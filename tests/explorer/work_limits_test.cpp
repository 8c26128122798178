// Clients save up work while they ask for nothing, spend it, and wait when they owe some.
#include "tools/explorer/work_limits.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tools/explorer/server.hpp"

namespace uthi::explorer {
namespace {

using namespace std::chrono_literals;

TEST(Work, IsSavedSpentAndOwed) {
  WorkLimits limits(0.5, 10);
  const auto start = WorkLimits::Clock::now();
  EXPECT_FALSE(limits.must_wait("a", start));
  limits.charge("a", 9, start);
  EXPECT_FALSE(limits.must_wait("a", start));
  limits.charge("a", 3, start);
  EXPECT_EQ(limits.must_wait("a", start), 5) << "2 s owed, half a second paid back each second: a whole second more";
  EXPECT_FALSE(limits.must_wait("b", start)) << "each client has an account of its own";
  EXPECT_EQ(limits.must_wait("a", start + 3s), 2);
  EXPECT_FALSE(limits.must_wait("a", start + 5s));
  limits.charge("a", 10.5, start + 1000s);
  EXPECT_TRUE(limits.must_wait("a", start + 1000s)) << "no more than the burst is saved";
}

TEST(Work, NoLimitIsNone) {
  WorkLimits limits(0, 1);
  limits.charge("a", 1000);
  EXPECT_FALSE(limits.must_wait("a"));
}

TEST(Work, ManyClientsDoNotFillTheMemory) {
  WorkLimits limits(1, 10);
  for (int i = 0; i < 50'000; ++i) limits.charge(std::to_string(i), 1);
  EXPECT_FALSE(limits.must_wait("one more"));
}

TEST(Bind, TakesAddressesAndPorts) {
  EXPECT_EQ(parse_bind("0.0.0.0:80").address, "0.0.0.0");
  EXPECT_EQ(parse_bind("0.0.0.0:80").port, 80);
  EXPECT_EQ(parse_bind("[::1]:8137").address, "::1");
  EXPECT_EQ(parse_bind("localhost:1").address, "127.0.0.1");
  EXPECT_EQ(parse_bind("9000").port, 9000);
  EXPECT_EQ(parse_bind("9000").address, "127.0.0.1");
  for (const char* bad : {"", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:80x", "example.org:80",
                          "1.2.3:4", "[::1", "1e3"}) {
    EXPECT_THROW((void)parse_bind(bad), UsageError) << bad;
  }
}

}  // namespace
}  // namespace uthi::explorer
