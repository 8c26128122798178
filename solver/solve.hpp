// Solving one layer, whatever the game: floor, ceiling and depths of all its positions from those of the layers below.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/rule_set.hpp"
#include "core/values.hpp"
#include "solver/checkpoint.hpp"

namespace uthi {

/// Entries of layers that are not in memory whole, one by one. Thread-safe.
class EntryReader {
 public:
  virtual ~EntryReader() = default;
  [[nodiscard]] virtual bool reads(LayerId layer) const = 0;
  /// Depths are 0 where there are none. Throws TableDamaged, InputOutputError.
  [[nodiscard]] virtual RawValue read(LayerId layer, std::uint64_t number) const = 0;
};

struct SolveOptions {
  int threads = 1;
  bool depths = true;
  /// Keep the plies within the layer instead of un-sowing them again and again, where that is faster (`keeps_edges`).
  /// The result is the same; `peak_bytes` says what it takes.
  bool keep_edges = true;
  /// Lower layers that it reads are asked of it instead of the layer source; none if null.
  const EntryReader* reader = nullptr;
  /// Where the state is kept now and then, and gone on from; none if null.
  Checkpoint* checkpoint = nullptr;
  /// Called now and then from one thread at a time with the share of the layer's work that is done, 0..1.
  std::function<void(double share)> progress;
  /// Polled; once true, `solve` throws Interrupted.
  const std::atomic<bool>* stop = nullptr;
};

class LayerSolver {
 public:
  virtual ~LayerSolver() = default;
  /// Values of all stored positions of `layer`, the same for any number of threads. Throws Interrupted; DoesNotFit
  /// if a depth passes 65,534 plies.
  [[nodiscard]] virtual LayerValues solve(LayerId layer, const LayerSource& lower, const SolveOptions& options) const = 0;
  /// Bytes that `solve` needs at its peak for `layer`, its result included, the layers below not.
  [[nodiscard]] virtual std::uint64_t peak_bytes(LayerId layer, bool depths, bool keep_edges = false) const = 0;
  /// Keeping edges makes this game's layers faster to solve.
  [[nodiscard]] virtual bool keeps_edges(LayerId layer) const = 0;
  /// Bytes that the solver itself holds (index tables).
  [[nodiscard]] virtual std::uint64_t table_bytes() const = 0;
};

/// A solver for layers of up to `max_seeds` seeds. Throws UsageError for rules it has no policy for.
[[nodiscard]] std::unique_ptr<LayerSolver> make_layer_solver(const RuleSet& rules, int max_seeds);

}  // namespace uthi
