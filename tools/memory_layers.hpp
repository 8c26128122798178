// Whole layers in memory, for the solver to read.
#pragma once

#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/error.hpp"
#include "core/values.hpp"

namespace uthi {

class MemoryLayers final : public LayerSource {
 public:
  void add(LayerValues values) {
    const LayerId layer = values.layer;
    layers_.insert_or_assign(layer, std::move(values));
  }

  void drop(LayerId layer) { layers_.erase(layer); }

  const LayerValues& layer(LayerId layer) const override {
    const auto found = layers_.find(layer);
    if (found == layers_.end()) throw TableMissing(fmt::format("layer {} is not in memory", to_text(layer)));
    return found->second;
  }

 private:
  std::map<LayerId, LayerValues> layers_;
};

}  // namespace uthi
