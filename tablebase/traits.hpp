// Traits of a board on which the value of a position leans: what can be seen without knowing any other layer.
//
// They are part of the file format: a table that says "strips" is read by the same traits by which it was written.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/board.hpp"
#include "core/game.hpp"
#include "tablebase/value_model.hpp"

namespace uthi {

/// Places of traits. Counts of seeds and pits are as they are; `after` a ply is seen from whoever moves next.
enum class Trait : std::uint8_t {
  child_floor,       ///< F, as code (strip_coder_of.hpp).
  child_ceiling,     ///< C, as code.
  later_children,    ///< Sowings at home whose outcome comes later.
  beside_floor,      ///< Codes of the value beside the opponent's row before this one, of that before it, and
  beside_ceiling,    ///< of the own row before this one; 255 where there is none.
  second_floor,      //
  second_ceiling,    //
  above_floor,       //
  above_ceiling,     //
  own_seeds,         //
  own_pits,          ///< Own pits with a seed, with two seeds or more.
  own_sowable,       //
  own_first,         ///< Seeds in the first and in the last own pit.
  own_last,          //
  opponent_pits,     //
  opponent_sowable,  //
  opponent_first,    //
  opponent_last,     //
  sowings_away,      ///< Sowings that do not stay at home, at most.
  most_taken,        ///< The most that a ply takes off the board, plus one; 0 if there are only sowings at home.
  most_sowable,      ///< After it (of several the one that leaves least), pits from which the opponent can sow,
  most_pits,         ///< pits that it has seeds in,
  most_seeds,        ///< seeds that it has.
  least_sowable,     ///< The least of these after any ply,
  least_pits,        //
  least_seeds,       //
  quiet_sowable,     ///< the least after a ply that takes nothing.
  stopping_taken,    ///< The most that a ply takes, plus one, of those that leave the opponent nothing to sow,
  stopping_sowable,  ///< and the most pits from which the mover can sow after one of them.
  nearly_taken,      ///< The most that a ply takes, plus one, of those that leave the opponent one pit to sow from.
  moving_sowable,    ///< The most pits from which the mover can sow after any ply.
  plies,             ///< How many plies there were, at most.
};
static_assert(static_cast<std::size_t>(Trait::plies) < kTraits);

inline void put(Traits& traits, Trait trait, int value) { traits[static_cast<std::size_t>(trait)] = static_cast<std::uint8_t>(value); }

/// Puts together what the plies of a board that do not stay at home take and leave.
template <class Board>
class PlyTraits {
 public:
  void add(const Ply<Board>& ply) {
    const int sowable = std::popcount(row::at_least(ply.board.own, 2));
    const int pits = std::popcount(row::at_least(ply.board.own, 1));
    const int seeds = row::sum(ply.board.own);
    const int moving = std::popcount(row::at_least(ply.board.opponent, 2));
    const int taken = ply.captures + 1;
    if (taken > taken_ || (taken == taken_ && sowable < most_sowable_)) {
      taken_ = taken;
      most_sowable_ = sowable;
      most_pits_ = pits;
      most_seeds_ = seeds;
    }
    least_sowable_ = std::min(least_sowable_, sowable);
    least_pits_ = std::min(least_pits_, pits);
    least_seeds_ = std::min(least_seeds_, seeds);
    if (taken == 1) quiet_sowable_ = std::min(quiet_sowable_, sowable);
    if (sowable == 0) {
      stopping_taken_ = std::max(stopping_taken_, taken);
      stopping_sowable_ = std::max(stopping_sowable_, moving);
    }
    if (sowable == 1) nearly_taken_ = std::max(nearly_taken_, taken);
    moving_sowable_ = std::max(moving_sowable_, moving);
    ++plies_;
  }
  [[nodiscard]] int plies() const { return plies_; }

  void store(Traits& traits) const {
    put(traits, Trait::most_taken, taken_);
    put(traits, Trait::most_sowable, most_sowable_);
    put(traits, Trait::most_pits, most_pits_);
    put(traits, Trait::most_seeds, most_seeds_);
    put(traits, Trait::least_sowable, least_sowable_);
    put(traits, Trait::least_pits, least_pits_);
    put(traits, Trait::least_seeds, least_seeds_);
    put(traits, Trait::quiet_sowable, quiet_sowable_);
    put(traits, Trait::stopping_taken, stopping_taken_);
    put(traits, Trait::stopping_sowable, stopping_sowable_);
    put(traits, Trait::nearly_taken, nearly_taken_);
    put(traits, Trait::moving_sowable, moving_sowable_);
    put(traits, Trait::plies, plies_);
  }

 private:
  static constexpr int kNone = 255;
  int taken_ = 0, most_sowable_ = kNone, most_pits_ = kNone, most_seeds_ = kNone;
  int least_sowable_ = kNone, least_pits_ = kNone, least_seeds_ = kNone, quiet_sowable_ = kNone;
  int stopping_taken_ = 0, stopping_sowable_ = 0, nearly_taken_ = 0, moving_sowable_ = 0, plies_ = 0;
};

}  // namespace uthi
