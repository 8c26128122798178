// One walk over a layer, counting.
#include "tablebase/histogram.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "core/games.hpp"
#include "core/workers.hpp"

namespace uthi {

namespace {

constexpr int kLeast = std::numeric_limits<std::int8_t>::min();
constexpr std::size_t kMargins = 256;

// Pairs in ascending order of floor and ceiling.
std::size_t place_of(std::int8_t floor, std::int8_t ceiling) {
  return static_cast<std::size_t>(floor - kLeast) * kMargins + static_cast<std::size_t>(ceiling - kLeast);
}

ValuePair pair_at(std::size_t place) {
  const auto margin = [](std::size_t byte) { return static_cast<std::int8_t>(static_cast<int>(byte) + kLeast); };
  return {margin(place / kMargins), margin(place % kMargins)};
}

}  // namespace

ValueHistogram value_histogram(const RuleSet& rules, const LayerValues& values, int threads) {
  using Counts = std::vector<std::uint64_t>;
  tbb::enumerable_thread_specific<Counts> counts(kMargins * kMargins);
  with_game(rules, [&]<class G>() {
    constexpr std::uint64_t kGrain = 1 << 14;
    const typename G::Index index(std::make_shared<const typename G::Rows>(values.layer.seeds), values.layer);
    Workers(threads).for_ranges(index.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
      Counts& mine = counts.local();
      index.for_each(begin, end, [&](std::uint64_t number, const typename G::Board& board) {
        mine[place_of(values.floor[number], values.ceiling[number])] += G::kMirror && !index.is_palindrome(board) ? 2 : 1;
      });
    });
  });
  ValueHistogram histogram;
  for (const Counts& part : counts) {
    for (std::size_t place = 0; place < part.size(); ++place) {
      if (part[place] != 0) histogram[pair_at(place)] += part[place];
    }
  }
  return histogram;
}

}  // namespace uthi
