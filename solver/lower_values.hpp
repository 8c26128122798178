// The layers below, as the solver reads them: index and columns of each, found by layer in one step. Layers that do not
// fit in memory are read entry by entry instead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/game.hpp"
#include "core/values.hpp"
#include "solver/solve.hpp"

namespace uthi {

/// A margin with its depth; `margin` is kNoMargin where there is none.
struct Margin {
  std::int8_t margin;
  std::uint16_t depth;

  [[nodiscard]] Margin negated() const { return {margin == kNoMargin ? kNoMargin : static_cast<std::int8_t>(-margin), depth}; }
};

/// Floor and ceiling of one position.
struct LowerEntry {
  Margin floor;
  Margin ceiling;
};

template <Game G>
struct LowerLayer {
  typename G::Index index;
  LayerId id;
  const EntryReader* reader;  ///< Null if the layer is in memory.
  const std::int8_t* floor = nullptr;
  const std::int8_t* ceiling = nullptr;
  const std::uint16_t* floor_depth = nullptr;  ///< Null without depths.
  const std::uint16_t* ceiling_depth = nullptr;

  void prefetch(std::uint64_t number) const {
    if (reader != nullptr) return;
    __builtin_prefetch(&floor[number]);
    __builtin_prefetch(&ceiling[number]);
    if (floor_depth == nullptr) return;
    __builtin_prefetch(&floor_depth[number]);
    __builtin_prefetch(&ceiling_depth[number]);
  }
  [[nodiscard]] LowerEntry entry(std::uint64_t number) const {
    if (reader != nullptr) {
      const RawValue raw = reader->read(id, number);
      return {{raw.floor, raw.floor_depth}, {raw.ceiling, raw.ceiling_depth}};
    }
    if (floor_depth == nullptr) return {{floor[number], 0}, {ceiling[number], 0}};
    return {{floor[number], floor_depth[number]}, {ceiling[number], ceiling_depth[number]}};
  }
};

template <Game G>
class LowerValues {
 public:
  /// All layers strictly below `layer`; `reader` may be null. Throws what `source` throws for one that neither has.
  LowerValues(const std::shared_ptr<const typename G::Rows>& rows, LayerId layer, const LayerSource& source, const EntryReader* reader)
      : marks_(layer.marks + 1) {
    slots_.resize(static_cast<std::size_t>((layer.seeds + 1) * marks_), 0);
    for (const LayerId id : G::layers_up_to(layer)) {
      if (id == layer) continue;
      slots_[slot(id)] = static_cast<std::uint32_t>(layers_.size());
      const bool read = reader != nullptr && reader->reads(id);
      layers_.push_back({typename G::Index(rows, id), id, read ? reader : nullptr});
      if (read) continue;
      LowerLayer<G>& layer_below = layers_.back();
      const LayerValues& values = source.layer(id);
      layer_below.floor = values.floor.data();
      layer_below.ceiling = values.ceiling.data();
      if (values.floor_depth.empty()) continue;
      layer_below.floor_depth = values.floor_depth.data();
      layer_below.ceiling_depth = values.ceiling_depth.data();
    }
  }

  [[nodiscard]] const LowerLayer<G>& at(LayerId layer) const { return layers_[slots_[slot(layer)]]; }

 private:
  [[nodiscard]] std::size_t slot(LayerId layer) const { return static_cast<std::size_t>(layer.seeds * marks_ + layer.marks); }

  int marks_;
  std::vector<std::uint32_t> slots_;  // by seeds and marks: place in layers_
  std::vector<LowerLayer<G>> layers_;
};

}  // namespace uthi
