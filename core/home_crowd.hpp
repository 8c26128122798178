// The sowings of many own rows side by side, as far as they stay at home: what they lead to, and whether there are others.
//
// Whether a sowing leaves the row with its first lap is seen of all pits at once: the lap of n seeds from pit i stays in it
// if n <= P-1-i (counter-clockwise), n <= i (clockwise). Those that do are relayed lap by lap, many at a time, and who has
// ended is sorted out without a branch (core/relay_crowd.hpp does the same for whole boards).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board.hpp"
#include "core/laps.hpp"
#include "core/relay.hpp"

namespace uthi {

/// What the sowings of some own rows lead to.
template <class Word>
struct HomeSowings {
  std::vector<Word> targets;          ///< Own rows after sowings that stay at home, those of the first row first.
  std::vector<std::uint32_t> behind;  ///< By row: the first target that is not its own any more.
  std::vector<std::uint8_t> away;     ///< By row: 1 if there are sowings that do not stay at home.
};

template <int P>
class HomeCrowd {
 public:
  using Word = RowWord<P>;
  static constexpr int kMostSeeds = 64;

  explicit HomeCrowd(const LapTable<P>& laps) : laps_(laps) {}

  /// Adds the sowings of `rows` (of kMostSeeds at most): of each row pits from the left, counter-clockwise first; none of
  /// those that never end. Throws DoesNotFit as relay() does.
  void sow(std::span<const Word> rows, HomeSowings<Word>& found) {
    for (std::size_t begin = 0; begin < rows.size(); begin += kRows) {
      const auto some = rows.subspan(begin, std::min(kRows, rows.size() - begin));
      start(some);
      relay_all();
      collect(some, found);
    }
  }

 private:
  static constexpr std::size_t kRows = 32;
  static constexpr std::size_t kMost = kRows * 2 * P;
  enum Fate : std::uint8_t { kGoing, kHome, kAbroad, kBack };  // back: at home, but it had left the row
  static constexpr std::array<Fate, 4> kFates{kGoing, kHome, kAbroad, kBack};

  struct Sower {
    Word row;
    std::uint32_t key;       // of the lap to come
    std::uint8_t pit;        // of the first lap
    std::uint8_t direction;  // of the first lap
    Fate fate;
  };

  // Bit i is set if pit i holds no more seeds than byte i of `most`.
  [[nodiscard]] static std::uint32_t at_most(Word row, Word most) {
    return row::at_least(static_cast<Word>(row::fill<Word>(kMostSeeds) + most - row), kMostSeeds);
  }
  // By pit: seeds whose last one falls in the last pit of the own row, and `more`.
  [[nodiscard]] static constexpr Word reaches(Direction direction, int more) {
    Word word = 0;
    for (int pit = 0; pit < P; ++pit) word += row::one<Word>(pit, (direction == Direction::plus ? P - 1 - pit : pit) + more);
    return word;
  }

  void start(std::span<const Word> rows) {
    constexpr std::array<Word, 2> kHomeReach{reaches(Direction::plus, 0), reaches(Direction::minus, 0)};
    constexpr std::array<Word, 2> kAbroadReach{reaches(Direction::plus, P), reaches(Direction::minus, P)};
    size_ = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Word row = rows[i];
      first_[i] = static_cast<std::uint16_t>(size_);
      const std::uint32_t sowable = row::at_least(row, 2);
      const std::array<std::uint32_t, 2> home{sowable & at_most(row, kHomeReach[0]), sowable & at_most(row, kHomeReach[1])};
      const std::array<std::uint32_t, 2> out{sowable & ~home[0], sowable & ~home[1]};
      away_[i] = ((out[0] & at_most(row, kAbroadReach[0])) | (out[1] & at_most(row, kAbroadReach[1]))) != 0;
      long_laps_[i] = (out[0] | out[1]) != 0;
      for (std::uint32_t pits = home[0] | home[1]; pits != 0; pits &= pits - 1) {
        const int pit = std::countr_zero(pits);
        const std::uint32_t key = LapTable<P>::key(pit, row::get(row, pit));
        for (std::uint8_t direction = 0; direction < 2; ++direction) {
          sowers_[size_] = {row, key, static_cast<std::uint8_t>(pit), direction, kGoing};
          size_ += home[direction] >> pit & 1U;
        }
      }
    }
    first_[rows.size()] = static_cast<std::uint16_t>(size_);
  }

  void relay_all() {
    // Longer sowings are rare, and some are endless: relay() finds out.
    constexpr unsigned kLaps = 16;
    for (std::size_t i = 0; i < size_; ++i) list_[i] = static_cast<std::uint16_t>(i);
    std::size_t going = size_;
    for (unsigned lap_number = 0; lap_number < kLaps && going > 0; ++lap_number) {
      const std::size_t were_going = going;
      going = 0;
      for (std::size_t i = 0; i < were_going; ++i) {
        const std::uint16_t who = list_[i];
        Sower& sower = sowers_[who];
        const Lap<P>& lap = laps_(static_cast<Direction>((sower.direction ^ lap_number) & 1U), sower.key);
        const Word row = sower.row + lap.delta.own;
        const unsigned abroad = lap.landing >= P ? 1 : 0;
        const int seeds = row::get(row, static_cast<int>(lap.landing & (abroad - 1U)));
        const unsigned crosses = lap.crosses ? 1 : 0;
        const unsigned ends = (seeds == 1 ? 1U : 0U) | crosses;
        sower.row = row;
        sower.key = LapTable<P>::key(lap.landing, seeds);
        sower.fate = kFates[ends + crosses + (crosses & ~abroad)];
        list_[going] = who;
        going += 1 - ends;
      }
    }
  }

  void collect(std::span<const Word> rows, HomeSowings<Word>& found) {
    std::size_t count = found.targets.size();
    found.targets.resize(count + size_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t from = count;
      unsigned fates = 0;
      for (std::size_t s = first_[i]; s < first_[i + std::size_t{1}]; ++s) {
        const Sower& sower = sowers_[s];
        found.targets[count] = sower.row;
        count += sower.fate == kHome ? 1 : 0;
        fates |= 1U << sower.fate;
      }
      if ((fates & 1U << kGoing) != 0) count = from + finish(rows[i], i, std::span(found.targets).subspan(from));
      const bool away = away_[i] || (fates & 1U << kAbroad) != 0;
      const bool unknown = long_laps_[i] || (fates & (1U << kGoing | 1U << kBack)) != 0;
      found.behind.push_back(static_cast<std::uint32_t>(count));
      found.away.push_back(away || (unknown && goes_away(rows[i])) ? 1 : 0);
    }
    found.targets.resize(count);
  }

  // The targets of row `i`, some of whose sowings are going still; returns how many.
  std::size_t finish(Word own, std::size_t i, std::span<Word> targets) const {
    std::size_t count = 0;
    for (std::size_t s = first_[i]; s < first_[i + std::size_t{1}]; ++s) {
      const Relay<P> end = sown(own, sowers_[s].pit, sowers_[s].direction);
      if (!end.endless && !end.crossed && end.landing < P) targets[count++] = end.board.own;
    }
    return count;
  }

  // One sowing as far as it stays in the own row.
  [[nodiscard]] Relay<P> sown(Word own, int pit, int direction) const {
    return relay<P, true, true>(laps_, {own, 0}, pit, static_cast<Direction>(direction));
  }

  // By all sowings: only asked where it takes long laps to tell.
  [[nodiscard]] bool goes_away(Word own) const {
    for (std::uint32_t pits = row::at_least(own, 2); pits != 0; pits &= pits - 1) {
      for (int direction = 0; direction < 2; ++direction) {
        const Relay<P> end = sown(own, std::countr_zero(pits), direction);
        if (!end.endless && (end.crossed || end.landing >= P)) return true;
      }
    }
    return false;
  }

  const LapTable<P>& laps_;
  std::array<Sower, kMost + 1> sowers_;  // and one that is tried at the end
  std::array<std::uint16_t, kMost + 1> list_;
  std::size_t size_ = 0;
  // Of the rows at hand.
  std::array<std::uint16_t, kRows + 1> first_;  // of its sowers
  std::array<bool, kRows> away_;                // a first lap ends abroad
  std::array<bool, kRows> long_laps_;           // a first lap leaves the row, and may not end abroad
};

}  // namespace uthi
