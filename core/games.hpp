// The games there are. A new game is one more line in `visit_game_types`.
#pragma once

#include <utility>

#include "core/awari.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/giuthi.hpp"
#include "core/kiothi.hpp"

namespace uthi {

namespace detail {

/// A name for a game template that can be passed as a value.
template <template <int> class G>
struct GameType {
  static const GameSpec& spec() { return G<2>::spec(); }
};

/// Calls f(GameType<G>{}) for each game until one call returns true.
template <class F>
bool visit_game_types(F&& f) {
  return f(GameType<Giuthi>{}) ||  //
         f(GameType<Kiothi>{}) ||  //
         f(GameType<Awari>{});
}

template <template <int> class G, class F, int... kOffsets>
decltype(auto) with_board_size(int pits, F&& f, std::integer_sequence<int, kOffsets...>) {
  bool done = false;
  (void)((pits == kOffsets + 2 && (f.template operator()<G<kOffsets + 2>>(), done = true)) || ...);
  if (!done) throw UsageError("boards have 2 to 10 pits a row, 2x2 to 2x10");
}

}  // namespace detail

/// Calls f.template operator()<G<P>>() with the game that `rules` name, on boards of `P` pits a row.
template <int P, class F>
void with_game_on(const RuleSet& rules, F&& f) {
  detail::visit_game_types([&]<template <int> class G>(detail::GameType<G>) {
    static_assert(Game<G<P>>);
    if (&G<P>::spec() != &rules.game()) return false;
    f.template operator()<G<P>>();
    return true;
  });
}

/// Calls f.template operator()<G>() with the game type, of fixed board size, that `rules` name.
/// This is the one place where run-time rule sets become compile-time games.
template <class F>
void with_game(const RuleSet& rules, F&& f) {
  detail::visit_game_types([&]<template <int> class G>(detail::GameType<G>) {
    if (&G<2>::spec() != &rules.game()) return false;
    detail::with_board_size<G>(rules.pits(), f, std::make_integer_sequence<int, 9>{});
    return true;
  });
}

}  // namespace uthi
