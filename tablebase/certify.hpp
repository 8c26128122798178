// Tables certify themselves: a forward-only check of every entry against the entries its plies lead to.
//
// An entry is right if it is what its successors say (RULES: floor and ceiling as least and greatest solutions), and if
// depths make the argument well-founded:
//
//   floor v at depth k      no ply promises more than v; some ply attains v, and the quickest of those takes k plies
//   no floor                no ply has one
//   ceiling v at depth k    no ply allows less than v for sure; some ply attains it, the slowest of those takes k plies
//   no ceiling              some ply has none
//   game over               both are the margin on the board, at depth 0
//
// Depth falls by one along attaining plies, so no circle can hold a value up by itself: with depths the check is a proof.
// A ply may lead to a layer below whose entries have no depths. What such plies attain has some depth, so the others give a
// limit alone: a floor is no later, a ceiling no earlier. That leaves depths open, and is counted, but no values: within the
// layer depth still falls along attaining plies (of a floor along one that stays, unless one leaves; of a ceiling along all that
// stay), so play leaves the layer or ends.
//
// Where the entries have no depths, forward sweeps over the layer find them again (tablebase/ranks.hpp), and that is one
// too; only a sample of entries without depths shows no more than that they agree with each other. Only moves and the
// index are used: nothing of the solver, and no un-moves.
//
// Under repetition=score endless play has a value as well. Both bounds must exist and be what their plies say, and forward
// sweeps find for each again how one player secures it and how the other sees to it that it is no more: by leaving the
// layer, by the end, or by the rows that recur (tablebase/score_witness.hpp). For whole layers that is a proof too.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "core/values.hpp"

namespace uthi {

/// Where entries come from; called from several threads.
class EntrySource {
 public:
  virtual ~EntrySource() = default;
  [[nodiscard]] virtual RawValue entry(LayerId layer, std::uint64_t number) const = 0;
  /// Whether the entries of a layer below come with depths; asked only where depths are checked.
  [[nodiscard]] virtual bool has_depths(LayerId) const { return true; }
};

struct CertifyOptions {
  int threads = 1;
  bool depths = true;        ///< The entries of the layer have depths: check them too.
  std::uint64_t sample = 0;  ///< Check this many entries, chosen by `seed`; 0 checks all.
  std::uint64_t seed = 1;
  std::size_t most_faults = 10;             ///< Faults to describe.
  std::function<void(double)> progress;     ///< Share done, 0..1, one call at a time.
  const std::atomic<bool>* stop = nullptr;  ///< Throws Interrupted once true.
};

struct Fault {
  std::uint64_t number = 0;  ///< Index number in the layer.
  Position position;
  std::string what;  ///< What the entry says and what its plies say.
};

struct Certificate {
  LayerId layer;
  std::uint64_t checked = 0;
  std::uint64_t faults = 0;
  bool proved = false;  ///< Whole layer, no fault, and no circle: values are right if those of the layers below are.
  /// Depths, of floors and of ceilings, that were held against a limit alone: what they lean on has none.
  std::uint64_t depths_left = 0;
  std::vector<Fault> first{};  ///< The first ones by number.
};

[[nodiscard]] Certificate certify(const RuleSet& rules, LayerId layer, const EntrySource& entries, const CertifyOptions& options);

}  // namespace uthi
