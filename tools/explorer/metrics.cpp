// Counting, and the text of it.
#include "tools/explorer/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uthi::explorer {

Metrics::Metrics(std::vector<std::string_view> paths) {
  paths.push_back("other");
  for (const std::string_view name : paths) {
    paths_.push_back(std::make_unique<Path>());
    paths_.back()->name = name;
  }
}

void Metrics::count(std::string_view path, int status, std::uint64_t bytes, double seconds) {
  std::size_t index = 0;
  while (index + 1 < paths_.size() && paths_[index]->name != path) ++index;
  const auto found = std::find_if(kStatuses.begin(), kStatuses.end(), [&](const Status& known) { return known.code == status; });
  const auto kind = static_cast<std::size_t>(found - kStatuses.begin());
  paths_[index]->replies[kind].fetch_add(1, std::memory_order_relaxed);
  const auto step = static_cast<std::size_t>(std::lower_bound(kSeconds.begin(), kSeconds.end(), seconds) - kSeconds.begin());
  durations_[step].fetch_add(1, std::memory_order_relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(std::max(0.0, seconds) * 1e9), std::memory_order_relaxed);
  bytes_.fetch_add(bytes, std::memory_order_relaxed);
}

std::string Metrics::text() const {
  std::string text;
  const auto head = [&](std::string_view name, std::string_view type, std::string_view help) {
    text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  };
  const auto add = [&](std::string_view name, std::string_view type, std::string_view help, auto value) {
    head(name, type, help);
    text += fmt::format("{} {}\n", name, value);
  };
  head("uthi_requests_total", "counter", "Replies by path and status.");
  for (const auto& path : paths_) {
    for (std::size_t i = 0; i < path->replies.size(); ++i) {
      const std::uint64_t count = path->replies[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      text += fmt::format("uthi_requests_total{{path=\"{}\",status=\"{}\"}} {}\n", path->name,
                          i < kStatuses.size() ? std::to_string(kStatuses[i].code) : "other", count);
    }
  }
  head("uthi_reply_seconds", "histogram", "Seconds from the last byte of a request to its reply.");
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < durations_.size(); ++i) {
    sum += durations_[i].load(std::memory_order_relaxed);
    const std::string bound = i < kSeconds.size() ? fmt::format("{}", kSeconds[i]) : "+Inf";
    text += fmt::format("uthi_reply_seconds_bucket{{le=\"{}\"}} {}\n", bound, sum);
  }
  text += fmt::format("uthi_reply_seconds_sum {:.6f}\nuthi_reply_seconds_count {}\n", static_cast<double>(nanoseconds_.load()) / 1e9, sum);
  add("uthi_reply_bytes_total", "counter", "Bytes of bodies.", bytes_.load());
  add("uthi_kept_answers_total", "counter", "Replies that were kept from before.", kept_answers.load());
  add("uthi_connections", "gauge", "Connections that are open.", connections.load());
  add("uthi_connections_total", "counter", "Connections that were accepted.", accepted.load());
  add("uthi_connections_cut_total", "counter", "Connections closed by a limit of time or size.", cut_off.load());
  add("uthi_waiting_requests", "gauge", "Requests that wait for an answer.", waiting.load());
  add("uthi_searches", "gauge", "Searches that run.", solving.load());
  return text;
}

}  // namespace uthi::explorer
