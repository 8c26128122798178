// The queue of searches.
#include "tools/explorer/search_slots.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace uthi::explorer {

bool SearchSlots::runs(const std::string& client) const {
  return std::any_of(places_.begin(), places_.end(), [&](const auto& entry) { return entry.second.runs && entry.second.client == client; });
}

std::uint64_t SearchSlots::enter(const std::string& client) {
  const std::lock_guard lock(mutex_);
  places_.emplace(next_, Place{client});
  return next_++;
}

bool SearchSlots::take(std::uint64_t place) {
  const std::lock_guard lock(mutex_);
  Place& mine = places_.at(place);
  if (runs(mine.client)) return false;
  const auto running = std::count_if(places_.begin(), places_.end(), [](const auto& entry) { return entry.second.runs; });
  std::set<std::string> before;
  for (const auto& [number, other] : places_) {
    if (number < place && other.client != mine.client && !runs(other.client)) before.insert(other.client);
  }
  mine.runs = running + static_cast<std::ptrdiff_t>(before.size()) < slots_;
  return mine.runs;
}

void SearchSlots::leave(std::uint64_t place) {
  const std::lock_guard lock(mutex_);
  places_.erase(place);
}

bool SearchSlots::has_turn(const std::string& client) const {
  const std::lock_guard lock(mutex_);
  return runs(client);
}

}  // namespace uthi::explorer
