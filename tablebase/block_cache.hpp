// Decompressed blocks of all open tables, the most recently used ones, within a bound of bytes. Shared by threads.
//
// The cache is cut into shards by a hash of the key, each with its own lock, its own share of the bytes and its own
// order of use, so that threads seldom wait for each other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tablebase/shelf.hpp"

namespace uthi {

class BlockCache {
 public:
  using Block = std::shared_ptr<const std::vector<std::uint8_t>>;

  struct Key {
    std::uint32_t table = 0;  ///< From `new_table`.
    std::uint32_t column = 0;
    std::uint64_t block = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t bytes = 0;  ///< Held now, with 128 bytes of book-keeping a block.
    std::uint64_t blocks = 0;
  };

  /// Holds at most `bytes` bytes; 0 keeps nothing.
  explicit BlockCache(std::uint64_t bytes);
  ~BlockCache();
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  /// A number for one more table.
  [[nodiscard]] std::uint32_t new_table();
  /// The block, now the most recently used; null if it is not here.
  [[nodiscard]] Block find(const Key& key);
  /// Keeps a block, dropping the least recently used ones to stay within the bound. A block larger than a shard's share
  /// is not kept; one that is there already stays.
  void insert(const Key& key, Block block);
  /// Drops all blocks of a table.
  void drop(std::uint32_t table);

  /// What the tables share besides blocks; not counted in bytes.
  [[nodiscard]] const std::shared_ptr<Shelf>& shelf() const { return shelf_; }

  [[nodiscard]] std::uint64_t capacity() const;
  [[nodiscard]] Statistics statistics() const;

 private:
  class Shard;
  [[nodiscard]] Shard& shard_of(const Key& key) const;

  std::uint64_t capacity_;
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace uthi
