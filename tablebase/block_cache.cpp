// Shards with a list in order of use and a hash map into it.
#include "tablebase/block_cache.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <list>
#include <mutex>

namespace uthi {

namespace {

constexpr std::uint64_t kOverhead = 128;
// A shard smaller than this would hold few blocks; small caches get fewer shards instead.
constexpr std::uint64_t kLeastShard = 4ULL << 20;
constexpr std::uint64_t kMostShards = 16;

struct KeyHash {
  std::size_t operator()(const BlockCache::Key& key) const {
    // Multiply and fold: neighbouring blocks fall into different shards.
    std::uint64_t hash = (static_cast<std::uint64_t>(key.table) << 34 | static_cast<std::uint64_t>(key.column) << 32) ^ key.block;
    hash *= 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
  }
};

}  // namespace

class BlockCache::Shard {
 public:
  void set_capacity(std::uint64_t bytes) { capacity_ = bytes; }

  Block find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = where_.find(key);
    if (found == where_.end()) {
      ++misses_;
      return nullptr;
    }
    ++hits_;
    used_.splice(used_.begin(), used_, found->second);
    return found->second->block;
  }

  void insert(const Key& key, Block block) {
    const std::uint64_t cost = block->size() + kOverhead;
    if (cost > capacity_) return;
    const std::lock_guard lock(mutex_);
    if (where_.contains(key)) return;
    while (bytes_ + cost > capacity_) erase(std::prev(used_.end()));
    used_.push_front({key, std::move(block)});
    where_.emplace(key, used_.begin());
    bytes_ += cost;
  }

  void drop(std::uint32_t table) {
    const std::lock_guard lock(mutex_);
    for (auto entry = used_.begin(); entry != used_.end();) {
      const auto here = entry++;
      if (here->key.table == table) erase(here);
    }
  }

  void add_to(Statistics& statistics) const {
    const std::lock_guard lock(mutex_);
    statistics.hits += hits_;
    statistics.misses += misses_;
    statistics.bytes += bytes_;
    statistics.blocks += used_.size();
  }

 private:
  struct Entry {
    Key key;
    Block block;
  };
  using Entries = std::list<Entry>;  // the most recently used first

  void erase(Entries::iterator entry) {
    bytes_ -= entry->block->size() + kOverhead;
    where_.erase(entry->key);
    used_.erase(entry);
  }

  mutable std::mutex mutex_;
  std::uint64_t capacity_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  Entries used_;
  boost::unordered_flat_map<Key, Entries::iterator, KeyHash> where_;
};

struct BlockCache::State {
  explicit State(std::size_t count) : shards(count) {}
  std::vector<Shard> shards;  // a power of two
  std::atomic<std::uint32_t> tables = 0;
};

BlockCache::BlockCache(std::uint64_t bytes) : capacity_(bytes) {
  const std::uint64_t shards = std::bit_floor(std::clamp<std::uint64_t>(bytes / kLeastShard, 1, kMostShards));
  state_ = std::make_unique<State>(shards);
  for (Shard& shard : state_->shards) shard.set_capacity(bytes / shards);
}

BlockCache::~BlockCache() = default;

BlockCache::Shard& BlockCache::shard_of(const Key& key) const {
  return state_->shards[(KeyHash{}(key) >> 24) & (state_->shards.size() - 1)];
}

std::uint32_t BlockCache::new_table() { return state_->tables.fetch_add(1); }

BlockCache::Block BlockCache::find(const Key& key) { return shard_of(key).find(key); }

void BlockCache::insert(const Key& key, Block block) { shard_of(key).insert(key, std::move(block)); }

void BlockCache::drop(std::uint32_t table) {
  for (Shard& shard : state_->shards) shard.drop(table);
}

std::uint64_t BlockCache::capacity() const { return capacity_; }

BlockCache::Statistics BlockCache::statistics() const {
  Statistics statistics;
  for (const Shard& shard : state_->shards) shard.add_to(statistics);
  return statistics;
}

}  // namespace uthi
