// One walk over a layer, counting.
#include "tablebase/histogram.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "core/numbered_game.hpp"
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
  constexpr std::uint64_t kGrain = 1 << 14;
  const auto game = make_numbered_game(rules, values.layer);
  Workers(threads).for_ranges(game->size(values.layer), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    Counts& mine = counts.local();
    for (std::uint64_t number = begin; number < end; ++number) {
      mine[place_of(values.floor[number], values.ceiling[number])] += static_cast<std::uint64_t>(game->images({values.layer, number}));
    }
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
