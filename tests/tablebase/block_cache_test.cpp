// The cache keeps what was used last, within its bound.
#include "tablebase/block_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace uthi {
namespace {

BlockCache::Block block_of(std::size_t bytes, std::uint8_t content = 0) {
  return std::make_shared<const std::vector<std::uint8_t>>(bytes, content);
}

TEST(BlockCache, KeepsTheMostRecentlyUsed) {
  BlockCache cache(3 * (1000 + 128));
  for (std::uint64_t i = 0; i < 3; ++i) cache.insert({0, 0, i}, block_of(1000));
  EXPECT_TRUE(cache.find({0, 0, 0}));
  cache.insert({0, 0, 3}, block_of(1000));
  EXPECT_TRUE(cache.find({0, 0, 0}));
  EXPECT_FALSE(cache.find({0, 0, 1}));
  EXPECT_TRUE(cache.find({0, 0, 2}));
  EXPECT_TRUE(cache.find({0, 0, 3}));
}

TEST(BlockCache, TellsTablesColumnsAndBlocksApart) {
  BlockCache cache(1 << 20);
  const std::uint32_t a = cache.new_table();
  const std::uint32_t b = cache.new_table();
  ASSERT_NE(a, b);
  cache.insert({a, 0, 5}, block_of(10, 1));
  cache.insert({b, 0, 5}, block_of(10, 2));
  cache.insert({a, 1, 5}, block_of(10, 3));
  cache.insert({a, 0, 6}, block_of(10, 4));
  EXPECT_EQ(cache.find({a, 0, 5})->front(), 1);
  EXPECT_EQ(cache.find({b, 0, 5})->front(), 2);
  EXPECT_EQ(cache.find({a, 1, 5})->front(), 3);
  EXPECT_EQ(cache.find({a, 0, 6})->front(), 4);
  EXPECT_FALSE(cache.find({b, 1, 5}));
}

TEST(BlockCache, NeverPassesItsBound) {
  for (const std::uint64_t capacity : {0ULL, 100ULL, 50'000ULL, 20ULL << 20}) {
    BlockCache cache(capacity);
    std::mt19937_64 random(capacity);
    for (int i = 0; i < 3000; ++i) {
      cache.insert({static_cast<std::uint32_t>(random() % 3), 0, random() % 1000}, block_of(random() % 60'000));
      ASSERT_LE(cache.statistics().bytes, capacity);
    }
    EXPECT_EQ(cache.statistics().blocks == 0, capacity <= 100);
  }
}

TEST(BlockCache, SpreadsOverItsShards) {
  // Blocks that fit together must not push each other out of one crowded shard.
  BlockCache cache(64ULL << 20);
  for (std::uint64_t i = 0; i < 512; ++i) cache.insert({0, static_cast<std::uint32_t>(i % 3), i / 3}, block_of(65536));
  EXPECT_EQ(cache.statistics().blocks, 512U);
}

TEST(BlockCache, ABlockLargerThanTheCacheIsNotKept) {
  BlockCache cache(1000);
  cache.insert({0, 0, 0}, block_of(2000));
  EXPECT_FALSE(cache.find({0, 0, 0}));
  EXPECT_EQ(cache.statistics().bytes, 0U);
}

TEST(BlockCache, DropsOneTable) {
  BlockCache cache(1 << 20);
  for (std::uint64_t i = 0; i < 10; ++i) {
    cache.insert({1, 0, i}, block_of(100));
    cache.insert({2, 0, i}, block_of(100));
  }
  cache.drop(1);
  EXPECT_FALSE(cache.find({1, 0, 3}));
  EXPECT_TRUE(cache.find({2, 0, 3}));
  EXPECT_EQ(cache.statistics().blocks, 10U);
}

TEST(BlockCache, BlocksInUseOutliveTheirPlace) {
  BlockCache cache(1200);
  cache.insert({0, 0, 0}, block_of(1000, 7));
  const BlockCache::Block held = cache.find({0, 0, 0});
  cache.insert({0, 0, 1}, block_of(1000));
  EXPECT_FALSE(cache.find({0, 0, 0}));
  EXPECT_EQ(held->back(), 7);
}

TEST(BlockCache, ManyThreads) {
  BlockCache cache(9ULL << 20);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (unsigned thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      std::mt19937_64 random(thread);
      for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t number = random() % 5000;
        const BlockCache::Block found = cache.find({0, 0, number});
        if (found && found->front() != static_cast<std::uint8_t>(number)) ++wrong;
        if (!found) cache.insert({0, 0, number}, block_of(4000, static_cast<std::uint8_t>(number)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(cache.statistics().bytes, cache.capacity());
  EXPECT_EQ(cache.statistics().hits + cache.statistics().misses, 80'000U);
}

}  // namespace
}  // namespace uthi
