// The layer solver for whatever rule set, from those of the board sizes.
#include "solver/solve.hpp"

#include "core/games.hpp"
#include "solver/layer_solver.hpp"

namespace uthi {

std::unique_ptr<LayerSolver> make_layer_solver(const RuleSet& rules, int max_seeds) {
  std::unique_ptr<LayerSolver> solver;
  with_game(rules, [&]<class G>() { solver = make_board_solver<G::kPits>(rules, max_seeds); });
  return solver;
}

}  // namespace uthi
