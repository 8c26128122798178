// Many sowings relayed side by side, lap by lap.
//
// A sowing alone is a chain: where a lap ends says which lap is next, and no processor foresees where the chain ends. With
// many sowings in the same lap the chains overlap, and who has ended is sorted out without a branch. All must sow their
// laps in the same direction at the same time, as boards do that begin alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/board.hpp"
#include "core/laps.hpp"
#include "core/relay.hpp"

namespace uthi {

template <int P>
class RelayCrowd {
 public:
  using Board = uthi::Board<P>;
  static constexpr std::size_t kMost = 64;

  /// Empties the crowd.
  void clear() { going_ = 0, abroad_ = 0, home_ = {}; }

  /// Sowing `who` (less than kMost, each once) has come to `board`, its last seed having fallen in ring pit `pit`.
  void add(std::uint8_t who, const Board& board, int pit) {
    sowers_[who] = {board, LapTable<P>::key(pit, board[pit]), static_cast<std::uint8_t>(pit)};
    going_list_[going_++] = who;
  }

  /// Relays all of them, the first lap in `direction` and the next ones turning round (Giuthi), until each has ended or
  /// turned out endless. Throws DoesNotFit as relay() does.
  void relay_all(const LapTable<P>& laps, Direction direction) {
    // Longer sowings are rare, and some are endless: relay() finds out.
    constexpr int kLaps = 16;
    for (int lap = 0; lap < kLaps && going_ > 0; ++lap, direction = other(direction)) sow_lap(laps, direction);
    for (std::size_t i = 0; i < going_; ++i) {
      Sower& sower = sowers_[going_list_[i]];
      const Relay<P> end = relay<P, true>(laps, sower.board, sower.landing, direction);
      if (end.endless) continue;
      sower = {end.board, 0, static_cast<std::uint8_t>(end.landing)};
      if (end.landing >= P) {
        abroad_list_[abroad_++] = going_list_[i];
      } else {
        const auto turned = static_cast<std::size_t>(end.direction);
        home_list_[turned][home_[turned]++] = going_list_[i];
      }
    }
    going_ = 0;
  }

  /// Those that ended in the opponent's row.
  [[nodiscard]] std::span<const std::uint8_t> ended_abroad() const { return {abroad_list_.data(), abroad_}; }
  /// Those that ended in the own row by a lap in `direction`.
  [[nodiscard]] std::span<const std::uint8_t> ended_home(Direction direction) const {
    const auto d = static_cast<std::size_t>(direction);
    return {home_list_[d].data(), home_[d]};
  }
  [[nodiscard]] const Board& board(std::uint8_t who) const { return sowers_[who].board; }
  [[nodiscard]] int landing(std::uint8_t who) const { return sowers_[who].landing; }

 private:
  struct Sower {
    Board board;
    std::uint32_t key;     // of the lap to come
    std::uint8_t landing;  // ring pit of the last seed
  };

  void sow_lap(const LapTable<P>& laps, Direction direction) {
    const auto d = static_cast<std::size_t>(direction);
    std::size_t going = 0;
    std::size_t abroad = abroad_;
    std::size_t home = home_[d];
    for (std::size_t i = 0; i < going_; ++i) {
      const std::uint8_t who = going_list_[i];
      Sower& sower = sowers_[who];
      const Lap<P>& lap = laps(direction, sower.key);
      Board board = sower.board;
      board += lap.delta;
      const int seeds = board[lap.landing];
      sower = {board, LapTable<P>::key(lap.landing, seeds), lap.landing};
      const bool ends = seeds == 1;
      const bool at_home = lap.landing < P;
      going_list_[going] = abroad_list_[abroad] = home_list_[d][home] = who;
      going += ends ? 0 : 1;
      abroad += ends && !at_home ? 1 : 0;
      home += ends && at_home ? 1 : 0;
    }
    going_ = going;
    abroad_ = abroad;
    home_[d] = home;
  }

  std::size_t going_ = 0;
  std::size_t abroad_ = 0;
  std::array<std::size_t, 2> home_{};
  std::array<Sower, kMost> sowers_;
  // One more than there can be: everybody is tried at the end of each.
  std::array<std::uint8_t, kMost + 1> going_list_;
  std::array<std::uint8_t, kMost + 1> abroad_list_;
  std::array<std::array<std::uint8_t, kMost + 1>, 2> home_list_;
};

}  // namespace uthi
