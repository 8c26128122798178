// Which blocks are probed, and the clock.
#include "tools/bench_cold.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <vector>

#include "tablebase/strip_layout.hpp"
#include "tablebase/table.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kSpread = 300;
constexpr int kTries = 3;

// Blocks evenly spread over the file; of strips also the largest of every group.
std::set<std::uint64_t> blocks_to_probe(const TableHeader& header) {
  const std::vector<BlockEntry>& blocks = header.columns[0].blocks;
  std::set<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < kSpread; ++i) chosen.insert(i * blocks.size() / kSpread);
  if (!header.strips) return chosen;
  for (const StripLayout::Group& group : header.strips->groups()) {
    const auto begin = blocks.begin() + static_cast<std::ptrdiff_t>(group.first_strip);
    const auto largest = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(group.strips()),
                                          [](const BlockEntry& a, const BlockEntry& b) { return a.bytes < b.bytes; });
    chosen.insert(static_cast<std::uint64_t>(largest - blocks.begin()));
  }
  return chosen;
}

double cold_probe(const std::filesystem::path& path, std::uint64_t number) {
  const Table table(path, nullptr);
  // Rows are listed at the first question, once for all tables of a board.
  if (table.header().strips) (void)table.position_in(0);
  const auto start = std::chrono::steady_clock::now();
  (void)table.value(number);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

ColdProbes measure_cold_probes(const std::filesystem::path& path) {
  const Table table(path, nullptr);
  std::vector<double> times;
  for (const std::uint64_t block : blocks_to_probe(table.header())) {
    const auto number = table.position_in(block);
    if (!number) continue;
    double best = std::numeric_limits<double>::max();
    for (int i = 0; i < kTries; ++i) best = std::min(best, cold_probe(path, *number));
    times.push_back(best);
  }
  std::sort(times.begin(), times.end());
  return {times.size(), times[times.size() / 2], times.back()};
}

}  // namespace uthi
