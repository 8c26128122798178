// One walk over a layer, piece by piece, and the pieces added up.
#include "tablebase/statistics.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <mutex>

#include "core/numbered_game.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "tablebase/outcomes.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kNobody = std::numeric_limits<std::uint64_t>::max();

struct Record {
  int depth = -1;
  std::uint64_t number = kNobody;

  void offer(int other_depth, std::uint64_t other_number) {
    if (other_depth > depth || (other_depth == depth && other_number < number)) *this = {other_depth, other_number};
  }
};

// Sums over some of the positions; histograms are indexed by the column's byte.
struct Tally {
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 3> outcomes{};  // loss, draw by repetition, win
  std::uint64_t draws_by_score = 0;
  std::uint64_t undecided = 0;
  std::uint64_t open = 0;
  std::array<std::uint64_t, 256> floors{};
  std::array<std::uint64_t, 256> ceilings{};
  std::uint64_t zugzwangs = 0;
  std::uint64_t zugzwang = kNobody;
  Record longest_win, longest_loss, deepest_floor, deepest_ceiling;

  void add(const Tally& other) {
    positions += other.positions;
    for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i] += other.outcomes[i];
    draws_by_score += other.draws_by_score;
    undecided += other.undecided;
    open += other.open;
    for (std::size_t i = 0; i < floors.size(); ++i) {
      floors[i] += other.floors[i];
      ceilings[i] += other.ceilings[i];
    }
    zugzwangs += other.zugzwangs;
    zugzwang = std::min(zugzwang, other.zugzwang);
    longest_win.offer(other.longest_win.depth, other.longest_win.number);
    longest_loss.offer(other.longest_loss.depth, other.longest_loss.number);
    deepest_floor.offer(other.deepest_floor.depth, other.deepest_floor.number);
    deepest_ceiling.offer(other.deepest_ceiling.depth, other.deepest_ceiling.number);
  }
};

constexpr std::size_t histogram_slot(std::int8_t margin) { return static_cast<std::size_t>(margin + 128); }

Tally tally(const NumberedGame& game, const LayerValues& values, Repetition repetition, std::uint64_t begin, std::uint64_t end) {
  Tally sum;
  for (std::uint64_t number = begin; number < end; ++number) {
    const Place place{values.layer, number};
    const auto images = static_cast<std::uint64_t>(game.images(place));
    const RawValue raw = values.raw(number);
    const Value value = to_value(raw);
    const Outcome outcome = outcome_of(value, 0);
    const bool decided = outcomes_of(value, 0, repetition).decided();
    sum.positions += images;
    if (!decided) {
      sum.undecided += images;
    } else if (outcome == Outcome::draw && drawn_by_score(value, 0)) {
      sum.draws_by_score += images;
    } else {
      sum.outcomes[static_cast<std::size_t>(static_cast<int>(outcome) + 1)] += images;
    }
    if (value.floor != value.ceiling) sum.open += images;
    sum.floors[histogram_slot(raw.floor)] += images;
    sum.ceilings[histogram_slot(raw.ceiling)] += images;
    const Value other_side = values.at(game.other_to_move(place).number);
    const Outcome swapped = outcome_of(other_side, 0);
    const bool both_decided = decided && outcomes_of(other_side, 0, repetition).decided();
    if (both_decided && static_cast<int>(outcome) + static_cast<int>(swapped) < 0) {
      sum.zugzwangs += images;
      sum.zugzwang = std::min(sum.zugzwang, number);
    }
    if (value.floor_depth) {
      sum.deepest_floor.offer(*value.floor_depth, number);
      if (outcome == Outcome::win) sum.longest_win.offer(*value.floor_depth, number);
    }
    if (value.ceiling_depth) {
      sum.deepest_ceiling.offer(*value.ceiling_depth, number);
      if (outcome == Outcome::loss) sum.longest_loss.offer(*value.ceiling_depth, number);
    }
  }
  return sum;
}

std::map<int, std::uint64_t> histogram(const std::array<std::uint64_t, 256>& counts) {
  std::map<int, std::uint64_t> map;
  for (int margin = -kMaxLayerSeeds; margin <= kMaxLayerSeeds; ++margin) {
    if (const std::uint64_t count = counts[histogram_slot(static_cast<std::int8_t>(margin))]) map[margin] = count;
  }
  return map;
}

}  // namespace

LayerStatistics layer_statistics(const RuleSet& rules, const LayerValues& values, int threads) {
  LayerStatistics statistics{.layer = values.layer};
  constexpr std::uint64_t kGrain = 1 << 14;
  const auto game = make_numbered_game(rules, values.layer);
  const std::uint64_t size = game->size(values.layer);
  const Repetition repetition = repetition_of(rules);
  Tally sum;
  std::mutex mutex;
  Workers(threads).for_ranges(size, kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    const Tally piece = tally(*game, values, repetition, begin, end);
    const std::lock_guard lock(mutex);
    sum.add(piece);
  });
  const auto position = [&](std::uint64_t number) { return game->position({values.layer, number}); };
  const auto extreme = [&](const Record& record, const std::vector<std::int8_t>& margins) -> std::optional<Extreme> {
    if (record.number == kNobody) return std::nullopt;
    return Extreme{margins[record.number], record.depth, position(record.number)};
  };
  statistics.positions = sum.positions;
  statistics.stored = size;
  statistics.losses = sum.outcomes[0];
  statistics.draws_by_repetition = sum.outcomes[1];
  statistics.wins = sum.outcomes[2];
  statistics.draws_by_score = sum.draws_by_score;
  statistics.undecided = sum.undecided;
  statistics.open = sum.open;
  statistics.no_floor = sum.floors[histogram_slot(kNoMargin)];
  statistics.no_ceiling = sum.ceilings[histogram_slot(kNoMargin)];
  statistics.floors = histogram(sum.floors);
  statistics.ceilings = histogram(sum.ceilings);
  statistics.mutual_zugzwangs = sum.zugzwangs;
  if (sum.zugzwang != kNobody) statistics.mutual_zugzwang = position(sum.zugzwang);
  statistics.longest_win = extreme(sum.longest_win, values.floor);
  statistics.longest_loss = extreme(sum.longest_loss, values.ceiling);
  statistics.deepest_floor = extreme(sum.deepest_floor, values.floor);
  statistics.deepest_ceiling = extreme(sum.deepest_ceiling, values.ceiling);
  return statistics;
}

}  // namespace uthi
