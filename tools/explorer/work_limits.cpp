// Accounts of work.
#include "tools/explorer/work_limits.hpp"

#include <algorithm>
#include <cmath>

namespace uthi::explorer {

WorkLimits::Account& WorkLimits::account(const std::string& client, Clock::time_point now) {
  const auto saved_by = [&](const Account& account) {
    return std::min(burst_, account.saved + rate_ * std::chrono::duration<double>(now - account.at).count());
  };
  if (accounts_.size() > kMostClients) {
    std::erase_if(accounts_, [&](const auto& entry) { return saved_by(entry.second) >= burst_; });
    // So many clients at work at once: forgetting them all forgives some work, and keeps the memory bounded.
    if (accounts_.size() > kMostClients) accounts_.clear();
  }
  Account& account = accounts_.try_emplace(client, Account{burst_, now}).first->second;
  account.saved = saved_by(account);
  account.at = std::max(account.at, now);
  return account;
}

std::optional<int> WorkLimits::must_wait(const std::string& client, Clock::time_point now) {
  if (rate_ <= 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const double saved = account(client, now).saved;
  if (saved > 0) return std::nullopt;
  return static_cast<int>(std::min(3600.0, std::floor(-saved / rate_) + 1));
}

void WorkLimits::charge(const std::string& client, double seconds, Clock::time_point now) {
  if (rate_ <= 0) return;
  const std::lock_guard lock(mutex_);
  account(client, now).saved -= seconds;
}

}  // namespace uthi::explorer
