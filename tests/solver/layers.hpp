// All layers of a rule set solved in memory, the way the tests of the solver need them.
#pragma once

#include <deque>
#include <memory>

#include "core/games.hpp"
#include "core/referee.hpp"
#include "solver/solve.hpp"

namespace uthi {

[[nodiscard]] inline SolveOptions with_threads(int threads, bool depths = true) {
  SolveOptions options;
  options.threads = threads;
  options.depths = depths;
  return options;
}

/// Layers 0..seeds of one rule set, solved from below.
class SolvedLayers final : public LayerSource {
 public:
  SolvedLayers(const RuleSet& rules, int seeds, SolveOptions options = {}) {
    const auto solver = make_layer_solver(rules, seeds);
    for (int s = 0; s <= seeds; ++s) layers_.push_back(solver->solve({s, 0}, *this, options));
  }

  [[nodiscard]] const LayerValues& layer(LayerId layer) const override { return layers_.at(static_cast<std::size_t>(layer.seeds)); }

  [[nodiscard]] Value value(const Referee& referee, const Position& position) const {
    return layer(referee.layer(position)).at(referee.number(position));
  }

 private:
  std::deque<LayerValues> layers_;
};

}  // namespace uthi
