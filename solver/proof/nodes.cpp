// Columns in the order of the file: sorted, so that nodes are found by a guide and by halving.
#include "solver/proof/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/error.hpp"

namespace uthi {

namespace {

constexpr int kMostTarget = std::numeric_limits<std::int16_t>::max();

}  // namespace

ProofNodes::ProofNodes(const ProofFile& file, std::size_t part, const std::function<void(std::uint64_t)>& progress,
                       const std::atomic<bool>* stop)
    : numbering_(file.numbering()) {
  const ProofPartHeader& header = file.header().parts.at(part);
  // The header was checked: so many nodes can be in a file of this size (kMostProofNodesAByte).
  low_.reserve(header.nodes);
  if (keeps_ranks(file, part)) ranks_.reserve(header.nodes);
  targets_.reserve(header.nodes);
  actions_.reserve(header.nodes);
  for (std::uint64_t block = 0; block < header.blocks.size(); ++block) {
    if (stop != nullptr && *stop) throw Interrupted();
    append(file, part, block, file.block(part, block));
    if (progress) progress(size());
  }
  make_guides();
}

bool ProofNodes::keeps_ranks(const ProofFile& file, std::size_t part) {
  const Repetition repetition = repetition_of(file.header().root.rules);
  return rank_counts(repetition, file.header().parts.at(part).claim, kMostTarget);
}

std::uint64_t ProofNodes::memory(const ProofFile& file, std::size_t part) {
  const ProofPartHeader& header = file.header().parts.at(part);
  const ProofNumbering& numbering = file.numbering();
  const bool wide = numbering.count_all() >> 64 != 0;
  const std::uint64_t a_node = (wide ? 16U : 8U) + (keeps_ranks(file, part) ? 4U : 0U) + 2 + 1 + 1;  // the last for the guide
  const auto layers = static_cast<std::uint64_t>((numbering.most_seeds() + 1) * (numbering.most_marks() + 1));
  const std::uint64_t runs = std::min(header.nodes, 2 * layers);
  std::uint64_t block = 0;  // decoded, with the piece of the file and the bytes of one of its columns
  for (std::uint64_t i = 0; i < header.blocks.size(); ++i) {
    block = std::max(block, header.blocks[i].bytes + header.nodes_in(i) * (sizeof(ProofNumber) + 1 + 2 + 4 + 4));
  }
  // A run's list of guides has three entries more than a node in eight; lists of runs grow by doubling.
  return a_node * header.nodes + runs * (3 * sizeof(Run) + 3 * sizeof(std::uint64_t)) + block;
}

// A guide entry for eight nodes or so.
void ProofNodes::make_guides() {
  for (Run& run : runs_) {
    const ProofNumber last = number(run.end - 1);
    const ProofNumber entries = 1 + (run.end - run.begin) / 8;
    while (last >> run.shift >= entries) ++run.shift;
    run.guide.reserve(static_cast<std::size_t>(last >> run.shift) + 2);
    for (std::uint64_t i = run.begin; i < run.end; ++i) {
      while (run.guide.size() <= number(i) >> run.shift) run.guide.push_back(i);
    }
    run.guide.push_back(run.end);
  }
}

void ProofNodes::append(const ProofFile& file, std::size_t part, std::uint64_t block, const ProofColumns& columns) {
  const auto out_of_order = [&] {
    throw TableDamaged(fmt::format("{}: part {}, block {} of {}, runs: out of order after the block before", file.name(), part + 1,
                                   block + 1, file.header().parts[part].blocks.size()));
  };
  bool first = !runs_.empty();
  std::size_t at = 0;
  for (const ProofRun& run : columns.runs) {
    if (first) {
      const Run& last = runs_.back();
      const auto before = std::tuple(last.layer, last.claimant_moves, number(size() - 1));
      if (before >= std::tuple(run.layer, run.claimant_moves, columns.numbers.front())) out_of_order();
      first = false;
    }
    const std::uint64_t begin = low_.size() + at;
    if (runs_.empty() || runs_.back().layer != run.layer || runs_.back().claimant_moves != run.claimant_moves) {
      runs_.push_back({run.layer, run.claimant_moves, begin, begin});
    }
    runs_.back().end += run.nodes;
    at += run.nodes;
  }
  const bool wide = std::any_of(columns.numbers.begin(), columns.numbers.end(), [](ProofNumber number) { return number >> 64 != 0; });
  if (wide && high_.empty()) {
    high_.reserve(low_.capacity());
    high_.assign(low_.size(), 0);
  }
  const bool keep_high = wide || !high_.empty();
  for (const ProofNumber number : columns.numbers) {
    low_.push_back(static_cast<std::uint64_t>(number));
    if (keep_high) high_.push_back(static_cast<std::uint64_t>(number >> 64));
  }
  if (keeps_ranks(file, part)) ranks_.insert(ranks_.end(), columns.ranks.begin(), columns.ranks.end());
  targets_.insert(targets_.end(), columns.targets.begin(), columns.targets.end());
  actions_.insert(actions_.end(), columns.actions.begin(), columns.actions.end());
}

const ProofNodes::Run& ProofNodes::run_of(std::uint64_t i) const {
  return *(std::upper_bound(runs_.begin(), runs_.end(), i, [](std::uint64_t place, const Run& run) { return place < run.begin; }) - 1);
}

ProofNumber ProofNodes::number(std::uint64_t i) const {
  const ProofNumber low = low_[i];
  return high_.empty() ? low : low | ProofNumber{high_[i]} << 64;
}

ProofNode ProofNodes::node(std::uint64_t i) const {
  const Run& run = run_of(i);
  ProofNode node;
  node.key = numbering_.key(run.layer, number(i));
  node.rank = rank(i);
  node.target = targets_[i];
  node.claimant_moves = run.claimant_moves;
  node.leaf = is_leaf(i);
  node.ply = node.leaf ? std::uint8_t{0} : static_cast<std::uint8_t>(actions_[i] - 1);
  return node;
}

std::map<LayerId, std::uint64_t> ProofNodes::layers() const {
  std::map<LayerId, std::uint64_t> layers;
  for (const Run& run : runs_) layers[run.layer] += run.end - run.begin;
  return layers;
}

std::optional<std::uint64_t> ProofNodes::find(const Key<3>& key, bool claimant_moves) const {
  const auto [layer, wanted] = numbering_.place(key);
  const auto run = std::lower_bound(runs_.begin(), runs_.end(), std::tuple(layer, claimant_moves), [](const Run& entry, const auto& place) {
    return std::tuple(entry.layer, entry.claimant_moves) < place;
  });
  if (run == runs_.end() || run->layer != layer || run->claimant_moves != claimant_moves) return std::nullopt;
  const ProofNumber entry = wanted >> run->shift;
  if (entry + 1 >= run->guide.size()) return std::nullopt;
  std::uint64_t begin = run->guide[static_cast<std::size_t>(entry)];
  std::uint64_t end = run->guide[static_cast<std::size_t>(entry) + 1];
  const std::uint64_t stop = end;
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (number(middle) < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == stop || number(begin) != wanted) return std::nullopt;
  return begin;
}

}  // namespace uthi
