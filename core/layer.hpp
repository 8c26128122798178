// A layer: the positions among which play can go round in a circle.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace uthi {

/// Most seeds that a position may hold on the board (2x10 with nine a pit holds 180).
inline constexpr int kMaxSeeds = 180;

/// Most seeds of a layer that is solved or stored: margins then fit a signed byte with room for "none".
inline constexpr int kMaxLayerSeeds = 120;

/// Positions with `seeds` on the board and `marks` marked pits (nki; 0 in games without marks).
/// A ply leads into the same layer or into one below it, so layers are solved from below.
struct LayerId {
  int seeds = 0;
  int marks = 0;

  friend auto operator<=>(const LayerId&, const LayerId&) = default;
};

/// Layers of 0..bound.seeds seeds without marks, in ascending order.
[[nodiscard]] inline std::vector<LayerId> seed_layers_up_to(LayerId bound) {
  std::vector<LayerId> layers;
  for (int seeds = 0; seeds <= bound.seeds; ++seeds) layers.push_back({seeds, 0});
  return layers;
}

/// "14" or, with marks, "8 with 2 marks".
[[nodiscard]] inline std::string to_text(LayerId layer) {
  std::string text = std::to_string(layer.seeds);
  if (layer.marks > 0) text += " with " + std::to_string(layer.marks) + (layer.marks == 1 ? " mark" : " marks");
  return text;
}

}  // namespace uthi
