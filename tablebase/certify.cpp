// Checking the entries of one layer by moves alone.
#include "tablebase/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <random>

#include "core/error.hpp"
#include "core/games.hpp"
#include "core/workers.hpp"

namespace uthi {

namespace {

// A margin with its depth, or nothing.
struct Claim {
  bool exists = false;
  int margin = 0;
  int depth = 0;
  friend bool operator==(const Claim&, const Claim&) = default;
};

Claim claim(std::int8_t margin, std::uint16_t depth, bool depths) {
  if (margin == kNoMargin) return {};
  return {true, margin, depths ? depth : 0};
}

// What a ply gives: the child's claim in the mover's terms, one ply later.
Claim after_ply(Claim child, int captures, bool again, bool depths) {
  if (!child.exists) return {};
  return {true, again ? captures + child.margin : captures - child.margin, depths ? child.depth + 1 : 0};
}

std::string describe(const Claim& claim, bool depths) {
  if (!claim.exists) return "none";
  return depths ? fmt::format("{} in {} plies", claim.margin, claim.depth) : fmt::format("{}", claim.margin);
}

// Entry as its successors determine it.
struct Derived {
  Claim floor;
  Claim ceiling;
};

template <Game G>
class Checker {
 public:
  using Board = typename G::Board;

  Checker(const RuleSet& rules, LayerId layer, const EntrySource& entries, bool depths)
      : rules_(rules),
        game_(rules),
        rows_(std::make_shared<const typename G::Rows>(layer.seeds)),
        layer_(layer),
        entries_(entries),
        depths_(depths) {
    for (const LayerId id : G::layers_up_to(layer)) {
      if (static_cast<std::size_t>(id.seeds) >= indices_.size()) indices_.resize(static_cast<std::size_t>(id.seeds) + 1);
      indices_[static_cast<std::size_t>(id.seeds)].emplace_back(rows_, id);
    }
  }

  [[nodiscard]] std::uint64_t size() const { return index(layer_).size(); }

  // Description of what is wrong with an entry; empty if nothing is.
  [[nodiscard]] std::string fault_of(std::uint64_t number) const {
    const RawValue stored = entries_.entry(layer_, number);
    const Derived right = derive(index(layer_).board(number));
    std::string what;
    const auto compare = [&](std::string_view name, const Claim& has, const Claim& wanted) {
      if (has != wanted)
        what += fmt::format("{}{}: stored {}, its plies give {}", what.empty() ? "" : "; ", name, describe(has, depths_),
                            describe(wanted, depths_));
    };
    compare("floor", claim(stored.floor, stored.floor_depth, depths_), right.floor);
    compare("ceiling", claim(stored.ceiling, stored.ceiling_depth, depths_), right.ceiling);
    return what;
  }

  [[nodiscard]] Position position(std::uint64_t number) const {
    Position position{.rules = rules_};
    game_.store_board(index(layer_).board(number), position);
    return position;
  }

 private:
  [[nodiscard]] const typename G::Index& index(LayerId layer) const {
    return indices_[static_cast<std::size_t>(layer.seeds)][static_cast<std::size_t>(layer.marks)];
  }

  [[nodiscard]] Derived derive(const Board& board) const {
    Derived right;
    bool all_have_ceilings = true;
    const int plies = game_.for_each_ply(board, [&](Move, const Ply<Board>& ply) {
      const LayerId layer = game_.layer(ply.board);
      const RawValue child = entries_.entry(layer, index(layer).slot(ply.board).number);
      const Claim child_floor = claim(child.floor, child.floor_depth, depths_);
      const Claim child_ceiling = claim(child.ceiling, child.ceiling_depth, depths_);
      const Claim floor = after_ply(ply.again ? child_floor : child_ceiling, ply.captures, ply.again, depths_);
      const Claim ceiling = after_ply(ply.again ? child_ceiling : child_floor, ply.captures, ply.again, depths_);
      // The mover forces its floor: the best margin, then the fewest plies.
      const bool better = floor.exists && (!right.floor.exists || floor.margin > right.floor.margin ||
                                           (floor.margin == right.floor.margin && floor.depth < right.floor.depth));
      if (better) right.floor = floor;
      // The opponent forces the ceiling: the mover takes the best margin, then the most plies.
      all_have_ceilings &= ceiling.exists;
      const bool higher = ceiling.exists && (!right.ceiling.exists || ceiling.margin > right.ceiling.margin ||
                                             (ceiling.margin == right.ceiling.margin && ceiling.depth > right.ceiling.depth));
      if (higher) right.ceiling = ceiling;
    });
    if (plies == 0) {
      const Claim end{true, game_.final_margin(board), 0};
      return {end, end};
    }
    if (!all_have_ceilings) right.ceiling = {};
    return right;
  }

  RuleSet rules_;
  G game_;
  std::shared_ptr<const typename G::Rows> rows_;
  LayerId layer_;
  const EntrySource& entries_;
  bool depths_;
  std::vector<std::vector<typename G::Index>> indices_;  // [seeds][marks]
};

// Numbers to check, in order; all of them if there is no sample.
std::vector<std::uint64_t> sampled(std::uint64_t size, const CertifyOptions& options) {
  std::vector<std::uint64_t> numbers;
  if (options.sample == 0 || options.sample >= size) return numbers;
  std::mt19937_64 random(options.seed);
  for (std::uint64_t i = 0; i < options.sample; ++i) numbers.push_back(random() % size);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

Certificate certify(const RuleSet& rules, LayerId layer, const EntrySource& entries, const CertifyOptions& options) {
  Certificate certificate{.layer = layer};
  with_game(rules, [&]<class G>() {
    constexpr std::uint64_t kGrain = 1 << 12;
    const Checker<G> checker(rules, layer, entries, options.depths);
    const std::vector<std::uint64_t> sample = sampled(checker.size(), options);
    const std::uint64_t total = sample.empty() ? checker.size() : sample.size();
    std::mutex mutex;
    const auto check_range = [&](std::uint64_t begin, std::uint64_t end) {
      if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) throw Interrupted();
      std::vector<std::pair<std::uint64_t, std::string>> faults;
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::uint64_t number = sample.empty() ? i : sample[i];
        std::string what = checker.fault_of(number);
        if (!what.empty()) faults.emplace_back(number, std::move(what));
      }
      const std::lock_guard lock(mutex);
      certificate.checked += end - begin;
      certificate.faults += faults.size();
      for (auto& [number, what] : faults) certificate.first.push_back({number, checker.position(number), std::move(what)});
      std::sort(certificate.first.begin(), certificate.first.end(), [](const Fault& a, const Fault& b) { return a.number < b.number; });
      if (certificate.first.size() > options.most_faults)
        certificate.first.erase(certificate.first.begin() + static_cast<std::ptrdiff_t>(options.most_faults), certificate.first.end());
      if (options.progress) options.progress(static_cast<double>(certificate.checked) / static_cast<double>(total));
    };
    Workers(options.threads).for_ranges(total, kGrain, check_range);
  });
  return certificate;
}

}  // namespace uthi
