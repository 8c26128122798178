// What values are likely: a decision tree over traits of a position, with shares of the dictionary at its leaves.
//
// The writer of a table grows the tree from the layer's own values (tablebase/model_growth.hpp); the table holds it once.
// As bytes, each list standing by itself so that zstd packs them well:
//
//     4        nodes N, odd
//     N        nodes depth first, the lower side first: the trait asked for (0..kTraits-1), or 255 for a leaf
//     N/2      for each node that asks: t; the lower side is for traits of at most t
//     N/2+1    for each leaf: K, symbols that it lists
//     N/2+1    for each leaf: weight of all the others
//     then for the symbols of all leaves: low bytes, high bytes, weights
//
// A weight w stands for  w % 16 + 1  if w < 16, else  (w % 16 + 17) * 2^(w / 16 - 1).  With V the sum of a leaf's n = K + 1
// weights, a symbol's share is  1 + weight * (2^15 - n) / V,  rounded down, in the order listed, that of the others last;
// what is left over goes to the first. Each of the D symbols of the dictionary has a share of 2^15 / D, rounded down, behind
// "the others".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tablebase/rans.hpp"

namespace uthi {

inline constexpr std::size_t kTraits = 32;
/// Small numbers that tell what a value depends on; those that stand for nothing are 0.
using Traits = std::array<std::uint8_t, kTraits>;

inline constexpr std::uint8_t kLeafNode = 255;
inline constexpr std::size_t kMostNodes = 65535;
inline constexpr std::size_t kMostModelBytes = std::size_t{1} << 24;
/// Dictionaries of more entries have no model.
inline constexpr std::size_t kMostModelSymbols = 4096;

/// The number that a weight stands for; it grows with the weight.
[[nodiscard]] constexpr std::uint32_t weight_value(std::uint8_t weight) {
  const std::uint32_t low = weight % 16U;
  return weight < 16 ? low + 1 : (low + 17) << (weight / 16U - 1);
}
/// The largest weight that stands for no more than `count` (1 or more).
[[nodiscard]] std::uint8_t weight_for(std::uint64_t count);

class ValueModel {
 public:
  /// Of the bytes above; nothing if they are no model for a dictionary of `symbols` entries, with the reason in `problem`.
  [[nodiscard]] static std::optional<ValueModel> parse(std::span<const std::uint8_t> bytes, std::size_t symbols, std::string& problem);

  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }

  /// Reads the symbol of a position with these traits.
  [[nodiscard]] unsigned read(const Traits& traits, RansReader& in) const {
    const Share* share = shares_of(traits);
    const std::uint32_t slot = in.slot();
    while (slot >= static_cast<std::uint32_t>(share->start) + share->size) ++share;
    in.advance(share->start, share->size);
    return share->symbol != kOthers ? share->symbol : read_other(in);
  }
  void write(const Traits& traits, unsigned symbol, RansWriter& out) const;

 private:
  static constexpr std::uint16_t kOthers = 0xffff;
  struct Node {
    std::uint8_t trait;
    std::uint8_t most;
    std::uint16_t upper;  // node for traits above `most`, the next one being for the others; of a leaf its number
  };
  struct Share {
    std::uint16_t symbol;
    std::uint16_t start;
    std::uint16_t size;
  };

  [[nodiscard]] const Share* shares_of(const Traits& traits) const {
    const Node* const nodes = nodes_.data();
    std::size_t at = 0;
    Node node = nodes[at];
    while (node.trait != kLeafNode) {
      at = traits[node.trait] > node.most ? node.upper : at + 1;
      node = nodes[at];
    }
    return shares_.data() + first_share_[node.upper];
  }
  [[nodiscard]] unsigned read_other(RansReader& in) const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> first_share_;  // by leaf
  std::vector<Share> shares_;
  std::uint32_t symbols_ = 1;
};

}  // namespace uthi
