// What a repetition is worth: the order in which guarantees are settled.
#pragma once

namespace uthi {

/// `repetition=draw`: endless play fails whoever must force an end. Guarantees from the highest down; the rest has none.
struct RepetitionDraws {
  template <class Pass>
  static void settle_all(Pass& pass, int seeds) {
    for (int g = seeds; g >= -seeds; --g) pass.settle(g);
  }
};

}  // namespace uthi
