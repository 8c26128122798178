// Shards with a list in order of use.
#include "tools/explorer/answer_cache.hpp"

namespace uthi::explorer {

namespace {

constexpr std::uint64_t kEntryOverhead = 400;

}  // namespace

std::optional<Reply> AnswerCache::find(std::string_view target) {
  Shard& shard = shard_of(target);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.by_target.find(target);
  if (found == shard.by_target.end()) return std::nullopt;
  shard.entries.splice(shard.entries.begin(), shard.entries, found->second);
  return found->second->reply;
}

void AnswerCache::keep(std::string_view target, const Reply& reply) {
  const std::uint64_t bytes = target.size() + reply.body->size() + kEntryOverhead;
  if (bytes > most_bytes_) return;
  Shard& shard = shard_of(target);
  const std::lock_guard lock(shard.mutex);
  if (shard.by_target.contains(target)) return;
  shard.entries.push_front({std::string(target), reply, bytes});
  shard.by_target.emplace(shard.entries.front().target, shard.entries.begin());
  shard.bytes += bytes;
  while (shard.bytes > most_bytes_) {
    const Entry& last = shard.entries.back();
    shard.bytes -= last.bytes;
    shard.by_target.erase(last.target);
    shard.entries.pop_back();
  }
}

}  // namespace uthi::explorer
