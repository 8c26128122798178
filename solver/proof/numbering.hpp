// The numbers of positions in proof files: dense in each layer, with mirror images counted, whatever the size of the board.
//
// Tables number stored positions and list their rows in memory, which no longer fits where proofs go: 2x10 with 180 seeds.
// Here a board of L pits x_0, x_1, ... with s seeds is a choice of L-1 bars among s+L-1 places (stars and bars). With bar i
// at b_i = x_0 + ... + x_{i-1} + i-1 (i = 1..L-1) its number is
//
//     C(b_1, 1) + C(b_2, 2) + ... + C(b_{L-1}, L-1)        0 .. C(s+L-1, L-1) - 1
//
// In games with marks it is multiplied by C(L, m), for m marked pits, and the number of the set of marked pits is added:
// with the pits p_1 < p_2 < ... marked, C(p_1, 1) + C(p_2, 2) + ... At most 106 bits are needed.
#pragma once

#include <cstdint>

#include "core/layer.hpp"
#include "core/packed_key.hpp"
#include "core/rule_set.hpp"

namespace uthi {

/// A number in a layer; `unsigned __int128` under a name of this subject.
using ProofNumber = unsigned __int128;

class ProofNumbering {
 public:
  /// For keys as KeyedGame<3> gives them to positions of `most_seeds` (0..180) seeds and fewer.
  ProofNumbering(const RuleSet& rules, int most_seeds);

  struct Place {
    LayerId layer;
    ProofNumber number = 0;
  };
  /// Throws std::invalid_argument for a key with more seeds than `most_seeds`, or with bits beyond its pits.
  [[nodiscard]] Place place(const Key<3>& key) const;
  /// Inverse; `number` is below `count(layer)`. Need not be a stored image, nor one with seeds in all marked pits.
  [[nodiscard]] Key<3> key(LayerId layer, ProofNumber number) const;
  /// Numbers of a layer; 0 for one that no position of this rule set with at most `most_seeds` seeds belongs to.
  [[nodiscard]] ProofNumber count(LayerId layer) const;
  /// Numbers of all layers together.
  [[nodiscard]] ProofNumber count_all() const;

  [[nodiscard]] int most_seeds() const { return most_seeds_; }
  /// 0 in games without marks.
  [[nodiscard]] int most_marks() const { return most_marks_; }

 private:
  int pits_;  // both rows
  int most_seeds_;
  int most_marks_;
  int width_;  // bits of a pit in a key
};

}  // namespace uthi
