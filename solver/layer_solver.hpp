// The layer solver of one game and board size. Its code is long, so each board size is compiled by itself
// (solver/CMakeLists.txt), for all games at once.
#pragma once

#include <fmt/format.h>

#include <limits>
#include <memory>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "solver/edge_sample.hpp"
#include "solver/layer_pass.hpp"
#include "solver/repetition.hpp"
#include "solver/solve.hpp"

namespace uthi {

template <Game G>
class LayerSolverOf final : public LayerSolver {
 public:
  LayerSolverOf(const RuleSet& rules, int max_seeds)
      : game_(rules), repetition_(repetition_of(rules)), rows_(std::make_shared<const typename G::Rows>(max_seeds)) {}

  LayerValues solve(LayerId layer, const LayerSource& lower, const SolveOptions& options) const override {
    if (G::Index::count(layer) > std::numeric_limits<std::uint32_t>::max()) {
      throw DoesNotFit(fmt::format("layer {} has more than 2^32 stored positions, which is more than one piece can hold", to_text(layer)));
    }
    if (options.depths && repetition_ != Repetition::draw) throw UsageError("there are no depths under this repetition rule");
    Workers workers(options.threads);
    const typename G::Index index(rows_, layer);
    const LowerValues<G> below(rows_, layer, lower, options.reader);
    LayerPass<G> pass(game_, index, below, {layer.seeds, repetition_}, workers, options);
    pass.look_forward();
    switch (repetition_) {
      case Repetition::draw:
        RepetitionDraws::settle_all(pass, layer.seeds);
        break;
      case Repetition::split:
        RepetitionSplits::settle_all(pass, layer.seeds);
        break;
      case Repetition::score:
        RepetitionScores::settle_all(pass, layer.seeds);
        break;
    }
    return pass.take_values(layer);
  }

  std::uint64_t peak_bytes(LayerId layer, bool depths, bool keep_edges) const override {
    const std::uint64_t region = repetition_ == Repetition::score ? kRegionBytes : 0;
    const std::uint64_t size = G::Index::count(layer);
    const std::uint64_t nodes = LayerNodes::bytes(size, depths) + size * (wave_bytes(depths) + region);
    if (!keep_edges || !keeps_edges(layer)) return nodes;
    if constexpr (SharesBeginnings<G>) return nodes + Predecessors::peak_bytes(size, kept_edges_a_position(game_, layer));
    return nodes;
  }

  bool keeps_edges(LayerId layer) const override {
    return SharesBeginnings<G> && G::Index::count(layer) <= std::numeric_limits<std::uint32_t>::max();
  }

  std::uint64_t table_bytes() const override { return rows_->bytes(); }

 private:
  // Room for the waves of one guarantee, 4 bytes a node; without depths a wave holds what else several would.
  static constexpr std::uint64_t wave_bytes(bool depths) { return depths ? 1 : 2; }
  // Safe regions: marks and counts, and the nodes that one round takes out (solver/safe_region.hpp).
  static constexpr std::uint64_t kRegionBytes = 3 + 16;

  G game_;
  Repetition repetition_;
  std::shared_ptr<const typename G::Rows> rows_;
};

/// `make_layer_solver` for boards of `P` pits a row.
template <int P>
[[nodiscard]] std::unique_ptr<LayerSolver> make_board_solver(const RuleSet& rules, int max_seeds);

}  // namespace uthi
