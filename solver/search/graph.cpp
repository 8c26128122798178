// Collecting and settling, layer by layer.
#include "solver/search/graph.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/repetition.hpp"

namespace uthi {

namespace {

// No successor below gives B anything.
constexpr std::int8_t kNothingBelow = 127;

std::int8_t negated(std::int8_t margin) { return margin == kNoMargin ? kNoMargin : static_cast<std::int8_t>(-margin); }

std::int8_t plus(std::int8_t margin, int seeds) { return margin == kNoMargin ? kNoMargin : static_cast<std::int8_t>(margin + seeds); }

}  // namespace

// Who leads to a node by a ply within the layer: number << 1 | again, the predecessors of one node side by side.
template <int W>
struct Graph<W>::Edges {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> from;
};

template <int W>
Graph<W>::Graph(const KeyedGame<W>& game, const ValueSource& tables, Budget& budget, const GraphOptions& options)
    : game_(game), tables_(tables), budget_(budget), options_(options), workers_(options.threads) {}

template <int W>
bool Graph<W>::solve(const Key<W>& root) {
  const LayerId top = game_.layer(root);
  if (tables_.covers(top)) return true;
  layer_of(top).numbers[shard_of(root)].emplace(root, 0);
  positions_ = 1;
  // Layers that collecting meets for the first time are below the one at hand, so the walk reaches them.
  for (auto& [id, layer] : layers_) {
    if (!collect(layer)) return false;
  }
  std::uint64_t done = 0;
  for (auto it = layers_.rbegin(); it != layers_.rend(); ++it) {
    if (!settle(it->first, it->second)) return false;
    done += it->second.floor.size();
    report(true, static_cast<double>(done) / static_cast<double>(positions_));
  }
  return true;
}

template <int W>
void Graph<W>::count_memory(std::uint64_t extra) {
  std::uint64_t bytes = extra;
  for (const auto& [id, layer] : layers_) {
    for (const Map& map : layer.numbers) bytes += map.bucket_count() * (sizeof(typename Map::value_type) + 2);
    bytes += layer.floor.capacity() * 2 + (layer.rank_a.capacity() + layer.rank_b.capacity()) * 4;
  }
  peak_bytes_ = std::max(peak_bytes_, bytes);
}

template <int W>
bool Graph<W>::collect(Layer& layer) {
  constexpr std::size_t kSlab = 1 << 17;
  constexpr std::uint64_t kGrain = 1 << 10;
  struct Local {
    std::vector<KeyedPly<W>> plies;
    std::array<std::vector<Found>, kShards> found;
    std::map<LayerId, Layer*> below;
  };
  tbb::enumerable_thread_specific<Local> locals;
  std::vector<Key<W>> frontier;
  for (const Map& map : layer.numbers) {
    for (const auto& [key, number] : map) frontier.push_back(key);
  }
  std::array<std::vector<Key<W>>, kShards> fresh;
  std::mutex mutex;  // for layers met for the first time
  while (!frontier.empty()) {
    const std::size_t begin = frontier.size() > kSlab ? frontier.size() - kSlab : 0;
    const std::size_t count = frontier.size() - begin;
    if (!budget_.spend(count)) return false;
    workers_.for_ranges(count, kGrain, [&](std::uint64_t from, std::uint64_t to) {
      Local& mine = locals.local();
      for (std::uint64_t i = from; i < to; ++i) {
        mine.plies.clear();
        game_.append_plies(frontier[begin + i], mine.plies);
        for (const KeyedPly<W>& ply : mine.plies) {
          Layer* into = &layer;
          if (ply.lower) {
            const LayerId below = game_.layer(ply.to);
            if (tables_.covers(below)) continue;
            Layer*& known = mine.below[below];
            if (known == nullptr) {
              const std::lock_guard lock(mutex);
              known = &layer_of(below);
            }
            into = known;
          }
          mine.found[shard_of(ply.to)].push_back({ply.to, into, ply.lower});
        }
      }
    });
    frontier.resize(begin);
    std::atomic<std::uint64_t> added{0};
    workers_.for_ranges(kShards, 1, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t shard = from; shard < to; ++shard) {
        std::uint64_t more = 0;
        for (Local& local : locals) {
          for (const Found& found : local.found[shard]) {
            Map& map = found.layer->numbers[shard];
            if (!map.try_emplace(found.key, static_cast<std::uint32_t>(map.size())).second) continue;
            ++more;
            if (!found.lower) fresh[shard].push_back(found.key);
          }
          local.found[shard].clear();
        }
        added += more;
      }
    });
    positions_ += added;
    for (std::vector<Key<W>>& keys : fresh) {
      frontier.insert(frontier.end(), keys.begin(), keys.end());
      keys.clear();
    }
    // What settling needs beside the positions: seven bytes each, and edges.
    std::uint64_t size = 0;
    for (const Map& map : layer.numbers) size += map.size();
    count_memory(frontier.capacity() * sizeof(Key<W>));
    if (size > kMostNodes || peak_bytes_ + size * 40 > options_.memory) return budget_.give_up(Stopped::memory);
    report(false, 0);
  }
  std::uint32_t first = 0;
  for (std::size_t shard = 0; shard < kShards; ++shard) {
    layer.first[shard] = first;
    first += static_cast<std::uint32_t>(layer.numbers[shard].size());
  }
  layer.first[kShards] = first;
  return true;
}

template <int W>
bool Graph<W>::settle(LayerId id, Layer& layer) {
  const std::size_t size = layer.first[kShards];
  std::vector<std::int8_t> a_candidate(size, kNoMargin);
  std::vector<std::int8_t> b_candidate(size, kNothingBelow);
  std::vector<std::uint8_t> b_open(size, 0);
  // Edges as they are met: a parent, and as many children as its b_open says.
  std::array<std::vector<std::uint32_t>, kShards> met;
  std::atomic<bool> go_on = true;
  workers_.for_ranges(kShards, 1, [&](std::uint64_t from, std::uint64_t to) {
    std::vector<KeyedPly<W>> plies;
    for (std::uint64_t shard = from; shard < to && go_on; ++shard) {
      std::uint64_t spent = 0;
      for (const auto& [key, number_in_shard] : layer.numbers[shard]) {
        if (++spent % 4096 == 0 && !budget_.spend(0)) {
          go_on = false;
          break;
        }
        const std::uint32_t number = layer.first[shard] + number_in_shard;
        plies.clear();
        std::int8_t a = kNoMargin;
        std::int8_t b = kNothingBelow;
        unsigned open = 0;
        if (game_.append_plies(key, plies) == 0) {
          a = static_cast<std::int8_t>(game_.final_margin(key));
          b = static_cast<std::int8_t>(-a);
        }
        met[shard].push_back(number);
        for (const KeyedPly<W>& ply : plies) {
          if (!ply.lower) {
            met[shard].push_back(layer.number(ply.to) << 1 | (ply.again ? 1U : 0U));
            ++open;
            continue;
          }
          const Node child = node(ply.to);
          a = std::max(a, plus(ply.again ? child.floor : negated(child.ceiling), ply.captures));
          b = std::min(b, plus(ply.again ? negated(child.ceiling) : child.floor, -ply.captures));
        }
        a_candidate[number] = a;
        b_candidate[number] = b;
        b_open[number] = static_cast<std::uint8_t>(open);
      }
    }
  });
  if (!go_on) return false;
  Edges edges;
  edges.first.assign(size + 1, 0);
  std::uint64_t met_bytes = 0;
  for (const auto& list : met) {
    met_bytes += list.capacity() * 4;
    for (std::size_t i = 0; i < list.size();) {
      const unsigned children = b_open[list[i++]];
      for (unsigned child = 0; child < children; ++child) ++edges.first[(list[i++] >> 1) + 1];
    }
  }
  for (std::size_t i = 0; i < size; ++i) edges.first[i + 1] += edges.first[i];
  edges.from.resize(edges.first[size]);
  count_memory(met_bytes + edges.from.size() * 4 + size * (8 + 3 + 2));
  std::vector<std::uint64_t> next(edges.first.begin(), edges.first.end() - 1);
  for (auto& list : met) {
    for (std::size_t i = 0; i < list.size();) {
      const std::uint32_t parent = list[i++];
      const unsigned children = b_open[parent];
      for (unsigned child = 0; child < children; ++child, ++i) edges.from[next[list[i] >> 1]++] = parent << 1 | (list[i] & 1U);
    }
    std::vector<std::uint32_t>().swap(list);
  }
  std::vector<std::uint64_t>().swap(next);
  settle_guarantees(a_candidate, b_candidate, b_open, edges, id, layer);
  return budget_.spend(0);
}

template <int W>
void Graph<W>::settle_guarantees(const std::vector<std::int8_t>& a_candidate, const std::vector<std::int8_t>& b_candidate,
                                 std::vector<std::uint8_t>& b_open, const Edges& edges, LayerId id, Layer& layer) {
  const std::size_t size = a_candidate.size();
  const bool split = repetition_of(game_.rules()) == Repetition::split;
  std::vector<std::int8_t>& a_value = layer.floor;
  std::vector<std::int8_t>& b_value = layer.ceiling;  // turned round at the end
  a_value.assign(size, kNoMargin);
  b_value.assign(size, kNoMargin);
  if (options_.ranks) {
    layer.rank_a.assign(size, 0);
    layer.rank_b.assign(size, 0);
  }
  std::uint32_t wave = 0;
  // Nodes as number << 1 | role, role 1 for B.
  std::vector<std::uint32_t> due;
  std::vector<std::uint32_t> next;
  const auto settle_node = [&](std::uint32_t number, unsigned role, int g) {
    (role == 0 ? a_value : b_value)[number] = static_cast<std::int8_t>(g);
    if (options_.ranks) (role == 0 ? layer.rank_a : layer.rank_b)[number] = wave;
  };
  for (int g = id.seeds; g >= (split ? 1 : -id.seeds); --g) {
    ++wave;
    for (std::uint32_t number = 0; number < size; ++number) {
      if (a_candidate[number] == g && a_value[number] == kNoMargin) {
        settle_node(number, 0, g);
        due.push_back(number << 1);
      }
      if (b_candidate[number] == g && b_open[number] == 0 && b_value[number] == kNoMargin) {
        settle_node(number, 1, g);
        due.push_back(number << 1 | 1U);
      }
    }
    while (!due.empty()) {
      ++wave;
      for (const std::uint32_t node : due) {
        const std::uint32_t number = node >> 1;
        for (std::uint64_t i = edges.first[number]; i < edges.first[number + 1]; ++i) {
          const std::uint32_t parent = edges.from[i] >> 1;
          const unsigned role = (node & 1U) ^ (edges.from[i] & 1U) ^ 1U;  // again: the parent has the child's role
          if (role == 0) {
            if (a_value[parent] != kNoMargin) continue;
            settle_node(parent, 0, g);
            next.push_back(parent << 1);
          } else {
            if (--b_open[parent] != 0 || b_candidate[parent] < g) continue;
            settle_node(parent, 1, g);
            next.push_back(parent << 1 | 1U);
          }
        }
      }
      due.clear();
      due.swap(next);
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    // Where one side forces a positive margin the other gets its opposite; endless play is worth nothing.
    if (split && a_value[i] == kNoMargin) a_value[i] = b_value[i] == kNoMargin ? std::int8_t{0} : static_cast<std::int8_t>(-b_value[i]);
    b_value[i] = split ? a_value[i] : negated(b_value[i]);
  }
}

template <int W>
typename Graph<W>::Node Graph<W>::node(const Key<W>& key) const {
  const LayerId id = game_.layer(key);
  if (tables_.covers(id)) {
    const RawValue value = tables_.value(id, game_.number(key));
    return {value.floor, value.ceiling, true};
  }
  const Layer& layer = layers_.at(id);
  const std::uint32_t number = layer.number(key);
  Node node{layer.floor[number], layer.ceiling[number], false};
  if (options_.ranks) {
    node.rank_a = layer.rank_a[number];
    node.rank_b = layer.rank_b[number];
  }
  return node;
}

template class Graph<1>;
template class Graph<2>;
template class Graph<3>;

}  // namespace uthi
