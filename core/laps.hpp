// One lap of sowing as one addition: for every count, direction and origin, what each pit gains and where the last seed falls.
//
// A lap lifts n seeds of a pit and drops one in each following pit. Where long laps pass over their origin a round
// takes 2P-1 seeds, else 2P (`Origin`). Written n = m (round) + r with 1 <= r <= round: every pit that is sown gets m
// seeds, the first r pits one more, and the last seed falls r pits after the origin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/board.hpp"
#include "core/layer.hpp"

namespace uthi {

/// What a lap that goes round does at the pit it started from.
enum class Origin : std::uint8_t { skip, sow };

/// Directions index tables: counter-clockwise (+) first.
enum class Direction : std::uint8_t { plus = 0, minus = 1 };

[[nodiscard]] constexpr Direction other(Direction direction) { return direction == Direction::plus ? Direction::minus : Direction::plus; }

/// Ring pit `steps` pits after `pit` in `direction`; 0 <= steps <= 2P.
template <int P>
[[nodiscard]] constexpr int step(int pit, Direction direction, int steps) {
  const int next = direction == Direction::plus ? pit + steps : pit - steps + 2 * P;
  return next >= 2 * P ? (next >= 4 * P ? next - 4 * P : next - 2 * P) : next;
}

template <int P>
struct Lap {
  Board<P> delta;        ///< Add to the board: the origin loses its seeds, the others gain (bytes wrap, sums do not).
  std::uint8_t landing;  ///< Ring pit of the last seed.
  bool crosses;          ///< A seed falls in the opponent's row.
};

/// All laps of 1..kMaxSeeds seeds on a board of `P` pits a row.
template <int P>
class LapTable {
 public:
  explicit LapTable(Origin origin) : laps_(static_cast<std::size_t>(kMaxSeeds + 1) * 2 * 2 * P) {
    for (int seeds = 1; seeds <= kMaxSeeds; ++seeds) {
      for (const Direction direction : {Direction::plus, Direction::minus}) {
        for (int pit = 0; pit < 2 * P; ++pit) laps_[slot(pit, direction, seeds)] = make(pit, direction, seeds, origin);
      }
    }
  }

  /// The lap of `seeds` (1..kMaxSeeds) from ring pit `pit`, all of which are lifted.
  [[nodiscard]] const Lap<P>& operator()(int pit, Direction direction, int seeds) const { return laps_[slot(pit, direction, seeds)]; }

  /// The same in two steps: `key` is the part that does not depend on the direction.
  [[nodiscard]] static constexpr std::uint32_t key(int pit, int seeds) {
    return static_cast<std::uint32_t>(slot(pit, Direction::plus, seeds));
  }
  [[nodiscard]] const Lap<P>& operator()(Direction direction, std::uint32_t key) const { return laps_[key + slot(0, direction, 0)]; }

 private:
  // Short laps are by far the most common, so a count's laps stand together.
  static constexpr std::size_t slot(int pit, Direction direction, int seeds) {
    return (static_cast<std::size_t>(seeds) * 2 + static_cast<std::size_t>(direction)) * 2 * P + static_cast<std::size_t>(pit);
  }

  static Lap<P> make(int origin_pit, Direction direction, int seeds, Origin origin) {
    Lap<P> lap{};
    lap.delta.add(origin_pit, -seeds);
    int pit = origin_pit;
    for (int left = seeds; left > 0;) {
      pit = step<P>(pit, direction, 1);
      if (origin == Origin::skip && pit == origin_pit) continue;
      lap.delta.add(pit, 1);
      lap.crosses |= pit >= P;
      --left;
    }
    lap.landing = static_cast<std::uint8_t>(pit);
    return lap;
  }

  std::vector<Lap<P>> laps_;
};

}  // namespace uthi
