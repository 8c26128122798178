// Replies kept by request target, the least recently used ones dropped: a table never changes while it is served.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tools/explorer/message.hpp"

namespace uthi::explorer {

class AnswerCache {
 public:
  /// Keeps replies of about `bytes` bytes in all, targets and book-keeping counted; none with 0.
  explicit AnswerCache(std::uint64_t bytes) : most_bytes_(bytes / kShards) {}

  /// Thread-safe, as `keep`.
  [[nodiscard]] std::optional<Reply> find(std::string_view target);
  void keep(std::string_view target, const Reply& reply);

 private:
  static constexpr std::size_t kShards = 16;
  struct Entry {
    std::string target;
    Reply reply;
    std::uint64_t bytes;
  };
  struct Shard {
    std::mutex mutex;
    std::list<Entry> entries;                                                    // the latest first
    std::unordered_map<std::string_view, std::list<Entry>::iterator> by_target;  // keys stand in the entries
    std::uint64_t bytes = 0;
  };

  Shard& shard_of(std::string_view target) { return shards_[std::hash<std::string_view>{}(target) % kShards]; }

  std::uint64_t most_bytes_;  // of one shard
  std::array<Shard, kShards> shards_;
};

}  // namespace uthi::explorer
