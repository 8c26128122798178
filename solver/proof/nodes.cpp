// Columns in the order of the file: sorted, so that nodes are found by a guide and by halving.
#include "solver/proof/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/error.hpp"

namespace uthi {

ProofNodes::ProofNodes(const ProofFile& file, std::size_t part, const std::function<void(std::uint64_t)>& progress,
                       const std::atomic<bool>* stop)
    : numbering_(file.numbering()) {
  const ProofPartHeader& header = file.header().parts.at(part);
  // What a header says is not believed beyond what such a file can well hold.
  const auto likely = static_cast<std::size_t>(std::min(header.nodes, 8 * header.stored_bytes()));
  low_.reserve(likely);
  ranks_.reserve(likely);
  targets_.reserve(likely);
  actions_.reserve(likely);
  for (std::uint64_t block = 0; block < header.blocks.size(); ++block) {
    if (stop != nullptr && *stop) throw Interrupted();
    append(file, part, block, file.block(part, block));
    if (progress) progress(size());
  }
  make_guides();
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
  if (wide && high_.empty()) high_.assign(low_.size(), 0);
  const bool keep_high = wide || !high_.empty();
  for (const ProofNumber number : columns.numbers) {
    low_.push_back(static_cast<std::uint64_t>(number));
    if (keep_high) high_.push_back(static_cast<std::uint64_t>(number >> 64));
  }
  ranks_.insert(ranks_.end(), columns.ranks.begin(), columns.ranks.end());
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
  node.rank = ranks_[i];
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
