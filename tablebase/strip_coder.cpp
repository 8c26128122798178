// Strip coders by board size.
#include "tablebase/strip_coder.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/games.hpp"
#include "tablebase/strip_coder_of.hpp"

namespace uthi {

namespace {

template <class F, int... kOffsets>
void with_pits(int pits, F&& f, std::integer_sequence<int, kOffsets...>) {
  (void)((pits == kOffsets + 2 && (f.template operator()<kOffsets + 2>(), true)) || ...);
}

}  // namespace

bool can_be_strips(const RuleSet& rules, LayerId layer, std::size_t dictionary) {
  bool sows_again = false;
  detail::visit_game_types([&]<template <int> class G>(detail::GameType<G>) {
    if (&G<2>::spec() != &rules.game()) return false;
    sows_again = has_strips<G<2>>;
    return true;
  });
  return sows_again && layer.marks == 0 && dictionary <= kMostModelSymbols && StripLayout::possible(rules.pits(), layer.seeds);
}

std::unique_ptr<StripCoder> make_strip_coder(const RuleSet& rules, LayerId layer, std::span<const ValuePair> dictionary, StripSize size,
                                             std::shared_ptr<Shelf> shelf) {
  std::unique_ptr<StripCoder> coder;
  with_pits(
      rules.pits(), [&]<int P>() { coder = make_strip_board<P>(rules, layer, dictionary, size, std::move(shelf)); },
      std::make_integer_sequence<int, 9>{});
  if (!coder) throw UsageError("this game has no strips");
  return coder;
}

}  // namespace uthi
