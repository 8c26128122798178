// From answers to the strategies behind them: the nodes of a proof, read off a graph or the record of a search.
#pragma once

#include <vector>

#include "core/keyed_game.hpp"
#include "solver/proof/proof.hpp"
#include "solver/search/graph.hpp"
#include "solver/search/recorder.hpp"
#include "solver/search/value_source.hpp"

namespace uthi {

/// `claim` must be true of `root`; the graph must have been solved with ranks.
template <int W>
[[nodiscard]] ProofPart strategy_from(const KeyedGame<W>& game, const Graph<W>& graph, const Key<W>& root, const Claim& claim);

/// The record must hold the answer to the claim's question.
template <int W>
[[nodiscard]] ProofPart strategy_from(const KeyedGame<W>& game, const ValueSource& tables, const Recorder<W>& record, const Key<W>& root,
                                      const Claim& claim);

}  // namespace uthi
