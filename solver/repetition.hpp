// What a repetition is worth: the order in which guarantees are settled. A pass that goes on from a checkpoint begins with
// the guarantee that it was at.
#pragma once

namespace uthi {

/// `repetition=draw`: endless play fails whoever must force an end. Guarantees from the highest down; the rest has none.
struct RepetitionDraws {
  template <class Pass>
  static void settle_all(Pass& pass, int seeds) {
    for (int g = pass.first_guarantee(seeds); g >= -seeds; --g) pass.settle(g);
  }
};

/// `repetition=split`: endless play in the layer is worth nothing. Whoever is better off must force it, so only positive
/// guarantees are settled; a position of negative value is a positive one of the other player. The rest is worth nothing.
struct RepetitionSplits {
  template <class Pass>
  static void settle_all(Pass& pass, int seeds) {
    for (int g = pass.first_guarantee(seeds); g >= 1; --g) pass.settle(g);
    pass.give_the_rest_nothing();
  }
};

/// `repetition=score`: endless play is worth to A the least (for the floor; the ceiling is the same for the other player)
/// of A's row margins among the positions that recur. "A gets g at least" is a co-Buechi game: reach an end worth g, or
/// from some point on stay for ever where the rows are worth g,
///
///     mu X. nu Y. (good and Cpre Y) or Cpre X
///
/// with the settled nodes as X. Every margin has the parity of the seeds. Nothing is left over: at -seeds all is good.
struct RepetitionScores {
  template <class Pass>
  static void settle_all(Pass& pass, int seeds) {
    for (int g = pass.first_guarantee(seeds); g >= -seeds; g -= 2) {
      pass.settle(g);
      while (pass.settle_endless(g)) {
      }
    }
  }
};

}  // namespace uthi
