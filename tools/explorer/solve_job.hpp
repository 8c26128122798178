// A search beyond the tables for a client: the question as JSON, its progress and its result as lines of JSON.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tools/explorer/known_tables.hpp"
#include "tools/solve_report.hpp"

namespace uthi::explorer {

struct SolveOrder {
  SolveQuestion question;
  double seconds;
  std::optional<std::uint64_t> nodes{};
};

/// Reads {"position", "claim" | "floor" and "ceiling", "seconds", "nodes"}. Throws Problem (400, 422).
[[nodiscard]] SolveOrder parse_order(std::string_view body, double most_seconds);

class SolveJob {
 public:
  /// `line` is given each line with its end, from the thread that runs; the last one with `last` set.
  using Line = std::function<void(std::string line, bool last)>;

  /// Searches down to `tables`, as they were opened when the explorer started, within `memory` bytes beside their cache.
  SolveJob(SolveOrder order, const KnownTables& tables, std::uint64_t memory, Line line);

  /// Searches in this thread until the answer, a limit, or `cancel`. Never throws.
  void run();
  /// From any thread; `run` then ends soon.
  void cancel() { stop_ = true; }

 private:
  [[nodiscard]] boost::json::object result();

  SolveOrder order_;
  const KnownTables& tables_;
  std::uint64_t memory_;
  Line line_;
  std::atomic<bool> stop_{false};
};

}  // namespace uthi::explorer
