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

/// `repetition=split`: endless play in the layer is worth nothing. Whoever is better off must force it, so only positive
/// guarantees are settled; a position of negative value is a positive one of the other player. The rest is worth nothing.
struct RepetitionSplits {
  template <class Pass>
  static void settle_all(Pass& pass, int seeds) {
    for (int g = seeds; g >= 1; --g) pass.settle(g);
    pass.give_the_rest_nothing();
  }
};

}  // namespace uthi
