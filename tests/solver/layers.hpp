// All layers of a rule set solved in memory, the way the tests of the solver need them.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "core/games.hpp"
#include "core/referee.hpp"
#include "solver/solve.hpp"

namespace uthi {

[[nodiscard]] inline RuleSet rules_of(const GameSpec& game, int pits, const char* options) {
  RuleSet rules(game, pits);
  rules.set_all(options);
  return rules;
}

[[nodiscard]] inline SolveOptions with_threads(int threads, bool depths = true) {
  SolveOptions options;
  options.threads = threads;
  options.depths = depths;
  return options;
}

/// All layers of one rule set up to a number of seeds and of marks, solved from below.
class SolvedLayers final : public LayerSource {
 public:
  SolvedLayers(const RuleSet& rules, LayerId bound, SolveOptions options = {}) {
    const auto solver = make_layer_solver(rules, bound.seeds);
    for (const LayerId layer : make_referee(rules)->layers_up_to(bound)) layers_.emplace(layer, solver->solve(layer, *this, options));
  }
  SolvedLayers(const RuleSet& rules, int seeds, SolveOptions options = {}) : SolvedLayers(rules, LayerId{seeds, 0}, std::move(options)) {}

  [[nodiscard]] const LayerValues& layer(LayerId layer) const override { return layers_.at(layer); }

  [[nodiscard]] Value value(const Referee& referee, const Position& position) const {
    return layer(referee.layer(position)).at(referee.number(position));
  }

 private:
  std::map<LayerId, LayerValues> layers_;
};

}  // namespace uthi
