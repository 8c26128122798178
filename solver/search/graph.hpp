// The positions that can follow from one position above the tables, and the values of all of them.
//
//   1. collect    from the highest layer down: the positions of a layer that play reaches, in waves
//   2. settle     from the lowest layer up: plies once more, this time as edges; then the rule of the layers, guarantee by
//                 guarantee from high to low, as in solver/layer_pass.hpp but along the edges found and without un-moves
//
// Positions stand in hash maps (one for each layer and shard; shards are filled in parallel), so that only what is reached
// takes memory. Nodes A and B of a position are as in solver/layer_nodes.hpp.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "core/keyed_game.hpp"
#include "core/values.hpp"
#include "core/workers.hpp"
#include "solver/search/budget.hpp"
#include "solver/search/value_source.hpp"

namespace uthi {

struct GraphOptions {
  int threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< Bytes.
  bool ranks = false;                             ///< Keep for each node when it was settled: what proofs need.
  /// Called now and then, by one thread at a time.
  std::function<void(std::uint64_t positions, bool settling, double share)> progress{};
};

template <int W>
class Graph {
 public:
  /// Everything must outlive the graph.
  Graph(const KeyedGame<W>& game, const ValueSource& tables, Budget& budget, const GraphOptions& options);

  /// Positions from `root` on, and their values. False if the budget or the memory ended before.
  [[nodiscard]] bool solve(const Key<W>& root);

  /// Of a position in the graph or in a table. Only after `solve`.
  struct Node {
    std::int8_t floor;
    std::int8_t ceiling;
    bool in_table;
    std::uint32_t rank_a = 0;  ///< When its floor was settled: a node relies on smaller ones of its layer only.
    std::uint32_t rank_b = 0;  ///< When its ceiling was.
  };
  [[nodiscard]] Node node(const Key<W>& key) const;

  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  /// Most bytes held at a time.
  [[nodiscard]] std::uint64_t peak_bytes() const { return peak_bytes_; }

 private:
  static constexpr std::size_t kShards = 64;
  static constexpr std::uint32_t kMostNodes = 0x7fffffff;  // of a layer; edges spend one bit on "again"

  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const Key<W>& key) const { return hash_of(key); }
  };
  using Map = boost::unordered_flat_map<Key<W>, std::uint32_t, Hash>;

  struct Layer {
    std::array<Map, kShards> numbers;                // by shard: position to its number in the shard
    std::array<std::uint32_t, kShards + 1> first{};  // number of a shard's first position, once all are collected
    std::vector<std::int8_t> floor;
    std::vector<std::int8_t> ceiling;
    std::vector<std::uint32_t> rank_a;
    std::vector<std::uint32_t> rank_b;

    [[nodiscard]] std::uint32_t number(const Key<W>& key) const {
      const std::size_t shard = shard_of(key);
      return first[shard] + numbers[shard].find(key)->second;
    }
  };
  // A position found by an expansion, on its way to its shard.
  struct Found {
    Key<W> key;
    Layer* layer;
    bool lower;
  };
  struct Edges;

  // Other bits than those by which the map places and marks its entries.
  static std::size_t shard_of(const Key<W>& key) { return (hash_of(key) >> 20) % kShards; }

  bool collect(Layer& layer);
  bool settle(LayerId id, Layer& layer);
  void settle_guarantees(const std::vector<std::int8_t>& a_candidate, const std::vector<std::int8_t>& b_candidate,
                         std::vector<std::uint8_t>& b_open, const Edges& edges, LayerId id, Layer& layer);
  Layer& layer_of(LayerId id) { return layers_[id]; }
  void count_memory(std::uint64_t extra);
  void report(bool settling, double share) {
    if (options_.progress) options_.progress(positions_, settling, share);
  }

  const KeyedGame<W>& game_;
  const ValueSource& tables_;
  Budget& budget_;
  GraphOptions options_;
  Workers workers_;
  std::map<LayerId, Layer, std::greater<>> layers_;  // higher ones first; references stay valid
  std::uint64_t positions_ = 0;
  std::uint64_t peak_bytes_ = 0;
};

}  // namespace uthi
