// A decision tree grown from the root: each node is divided by the question that saves most bits.
#include "tablebase/model_growth.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>

#include "core/error.hpp"
#include "tablebase/bytes.hpp"

namespace uthi {

namespace {

// Bits are counted in units of 2^-16, in whole numbers, so that no machine rounds otherwise.
constexpr int kFraction = 16;
constexpr std::int64_t kBit = std::int64_t{1} << kFraction;

// What a question and a leaf cost in the file, and a symbol that a leaf lists; in bits, after zstd.
constexpr std::int64_t kQuestionBits = 14;
constexpr std::int64_t kLeafBits = 10;
constexpr std::int64_t kSymbolBits = 9;
// Samples on either side, and bits that a question must save in the samples themselves for each symbol: less is chance.
constexpr std::size_t kLeastSamples = 12;
constexpr std::int64_t kChanceBits = 3;
// Of a node with more samples the question is chosen by as many, evenly spread.
constexpr std::size_t kMostAsked = std::size_t{1} << 16;
// Fewer samples of a symbol are left to "the others".
constexpr std::uint32_t kLeastListed = 2;
constexpr std::size_t kMostListed = 255;
// Samples of a symbol that its weight can stand for.
constexpr std::uint64_t kMostWeighed = weight_value(255) / 8;

// log2 of numbers up to 2^16 by squaring: a bit of the fraction each time.
class Logarithms {
 public:
  Logarithms() : table_((std::size_t{1} << 16) + 1) {
    for (std::size_t n = 1; n < table_.size(); ++n) {
      const int whole = static_cast<int>(std::bit_width(n)) - 1;
      std::uint64_t mantissa = static_cast<std::uint64_t>(n) << (31 - whole);  // 1..2 in units of 2^-31
      auto value = static_cast<std::uint32_t>(whole);
      for (int bit = 0; bit < kFraction; ++bit) {
        mantissa = (mantissa * mantissa) >> 31;
        const bool two = mantissa >= std::uint64_t{1} << 32;
        if (two) mantissa >>= 1;
        value = value << 1 | (two ? 1 : 0);
      }
      table_[n] = value;
    }
  }

  /// n log2 n.
  [[nodiscard]] std::int64_t times_log(std::uint64_t n) const {
    const int shift = std::max(0, static_cast<int>(std::bit_width(n)) - 16);
    return static_cast<std::int64_t>(n) * (table_[n >> shift] + shift * kBit);
  }

 private:
  std::vector<std::uint32_t> table_;
};

struct Question {
  std::int64_t saved = 0;  // bits in the samples
  std::uint8_t trait = 0;
  std::uint8_t most = 0;
};

class Growth {
 public:
  Growth(const Samples& samples, std::size_t symbols, std::uint64_t one_in, Workers& workers, const std::atomic<bool>* stop)
      : samples_(samples),
        one_in_(static_cast<std::int64_t>(one_in)),
        workers_(workers),
        stop_(stop),
        order_(samples.size()),
        all_(symbols) {
    std::iota(order_.begin(), order_.end(), 0U);
  }

  std::vector<std::uint8_t> grow() {
    struct Open {
      std::size_t begin, end;
    };
    std::vector<Open> open{{0, order_.size()}};
    while (!open.empty()) {
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Interrupted();
      const Open node = open.back();
      open.pop_back();
      const std::span<std::uint32_t> here = std::span(order_).subspan(node.begin, node.end - node.begin);
      // Every open node and both sides of this one become leaves at least.
      const bool room = traits_.size() + 2 * open.size() + 3 < kMostNodes;
      const Question best = room ? best_question(here) : Question{};
      if (best.saved <= 0) {
        count(here);
        add_leaf();
        continue;
      }
      traits_.push_back(best.trait);
      limits_.push_back(best.most);
      const auto middle =
          std::stable_partition(here.begin(), here.end(), [&](std::uint32_t i) { return samples_.traits(i)[best.trait] <= best.most; });
      const std::size_t lower = node.begin + static_cast<std::size_t>(middle - here.begin());
      open.push_back({lower, node.end});
      open.push_back({node.begin, lower});
    }
    return serialise();
  }

 private:
  // How often each symbol stands in the samples of a node, the ones that do side by side.
  void count(std::span<const std::uint32_t> here) {
    std::fill(all_.begin(), all_.end(), 0U);
    for (const std::uint32_t i : here) ++all_[samples_.symbol(i)];
    present_.clear();
    counts_.clear();
    place_.assign(all_.size(), 0);
    for (std::size_t symbol = 0; symbol < all_.size(); ++symbol) {
      if (all_[symbol] == 0) continue;
      place_[symbol] = static_cast<std::uint16_t>(present_.size());
      present_.push_back(static_cast<std::uint16_t>(symbol));
      counts_.push_back(all_[symbol]);
    }
  }

  // The question that saves most bits of the samples, if it saves more than it costs.
  Question best_question(std::span<const std::uint32_t> all) {
    const std::size_t step = (all.size() + kMostAsked - 1) / kMostAsked;
    spread_.clear();
    for (std::size_t i = 0; step > 1 && i < all.size(); i += step) spread_.push_back(all[i]);
    const std::span<const std::uint32_t> here = step > 1 ? std::span<const std::uint32_t>(spread_) : all;
    count(here);
    std::int64_t whole = logs_.times_log(here.size());
    for (const std::uint32_t n : counts_) whole -= logs_.times_log(n);
    const auto kinds = static_cast<std::int64_t>(counts_.size());
    const std::int64_t by_cost = (kQuestionBits + kLeafBits + kSymbolBits * std::min<std::int64_t>(kinds, 8)) /
                                 (one_in_ * static_cast<std::int64_t>(std::max<std::size_t>(step, 1)));
    const std::int64_t least = kBit * std::max(by_cost, kChanceBits * (kinds + 2));
    if (here.size() < 2 * kLeastSamples || whole <= least) return {};
    std::array<Question, kTraits> found{};
    // Small nodes are done before threads have woken up.
    const std::uint64_t grain = here.size() < 8192 ? kTraits : 1;
    workers_.for_ranges(kTraits, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t trait = begin; trait < end; ++trait) found[trait] = ask(here, static_cast<std::uint8_t>(trait), whole);
    });
    Question best;
    best.saved = least;
    for (const Question& question : found) {
      if (question.saved > best.saved) best = question;
    }
    return best.saved > least ? best : Question{};
  }

  Question ask(std::span<const std::uint32_t> here, std::uint8_t trait, std::int64_t whole) const {
    Question best{.trait = trait};
    std::uint8_t least = 255;
    std::uint8_t most = 0;
    for (const std::uint32_t i : here) {
      least = std::min(least, samples_.traits(i)[trait]);
      most = std::max(most, samples_.traits(i)[trait]);
    }
    if (least == most) return best;
    const std::size_t kinds = counts_.size();
    std::vector<std::uint32_t> histogram((static_cast<std::size_t>(most - least) + 1) * kinds);
    for (const std::uint32_t i : here) {
      ++histogram[static_cast<std::size_t>(samples_.traits(i)[trait] - least) * kinds + place_[samples_.symbol(i)]];
    }
    // Samples go over from the upper side to the lower one, value by value; sums of n log2 n follow.
    std::vector<std::uint32_t> lower(kinds);
    std::uint64_t below = 0;
    std::int64_t lower_sum = 0;
    std::int64_t upper_sum = 0;
    for (const std::uint32_t n : counts_) upper_sum += logs_.times_log(n);
    for (int value = least; value < most; ++value) {
      const std::uint32_t* row = &histogram[static_cast<std::size_t>(value - least) * kinds];
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        if (row[kind] == 0) continue;
        const std::uint32_t upper = counts_[kind] - lower[kind];
        lower_sum += logs_.times_log(lower[kind] + row[kind]) - logs_.times_log(lower[kind]);
        upper_sum += logs_.times_log(upper - row[kind]) - logs_.times_log(upper);
        lower[kind] += row[kind];
        below += row[kind];
      }
      const std::uint64_t above = here.size() - below;
      if (below < kLeastSamples || above < kLeastSamples) continue;
      const std::int64_t saved = whole - (logs_.times_log(below) - lower_sum) - (logs_.times_log(above) - upper_sum);
      if (saved > best.saved) {
        best.saved = saved;
        best.most = static_cast<std::uint8_t>(value);
      }
    }
    return best;
  }

  // Of the samples counted last.
  void add_leaf() {
    std::vector<std::size_t> kinds(present_.size());
    std::iota(kinds.begin(), kinds.end(), std::size_t{0});
    std::stable_sort(kinds.begin(), kinds.end(), [&](std::size_t a, std::size_t b) { return counts_[a] > counts_[b]; });
    // Eight steps to a sample, so that "the others" can weigh less than one; fewer where the largest weight would not do.
    const std::uint64_t most = kinds.empty() ? 1 : counts_[kinds.front()];
    const auto weigh = [&](std::uint64_t eighths) {
      return weight_for(std::max<std::uint64_t>(1, most <= kMostWeighed ? eighths : eighths * kMostWeighed / most));
    };
    std::uint64_t others = 0;
    std::size_t listed = 0;
    for (const std::size_t kind : kinds) {
      if (listed == kMostListed || (listed > 0 && counts_[kind] < kLeastListed)) {
        others += counts_[kind];
        continue;
      }
      ++listed;
      symbols_.push_back(present_[kind]);
      weights_.push_back(weigh(std::uint64_t{counts_[kind]} * 8));
    }
    traits_.push_back(kLeafNode);
    sizes_.push_back(static_cast<std::uint8_t>(listed));
    others_.push_back(weigh(others * 8 + 2));
  }

  [[nodiscard]] std::vector<std::uint8_t> serialise() const {
    std::vector<std::uint8_t> out;
    append_number(out, traits_.size(), 4);
    for (const auto* list : {&traits_, &limits_, &sizes_, &others_}) out.insert(out.end(), list->begin(), list->end());
    for (const std::uint16_t symbol : symbols_) out.push_back(static_cast<std::uint8_t>(symbol));
    for (const std::uint16_t symbol : symbols_) out.push_back(static_cast<std::uint8_t>(symbol >> 8));
    out.insert(out.end(), weights_.begin(), weights_.end());
    return out;
  }

  const Samples& samples_;
  std::int64_t one_in_;
  Workers& workers_;
  const std::atomic<bool>* stop_;
  const Logarithms logs_{};
  std::vector<std::uint32_t> order_;   // samples, those of a node side by side
  std::vector<std::uint32_t> spread_;  // those by which a question is chosen

  std::vector<std::uint32_t> all_;      // of the node counted last: by symbol
  std::vector<std::uint16_t> present_;  // symbols that occur
  std::vector<std::uint16_t> place_;    // by symbol: its place among them
  std::vector<std::uint32_t> counts_;   // of those

  std::vector<std::uint8_t> traits_, limits_, sizes_, others_, weights_;  // as in the file
  std::vector<std::uint16_t> symbols_;
};

}  // namespace

std::vector<std::uint8_t> grow_model(const Samples& samples, std::size_t symbols, std::uint64_t one_in, Workers& workers,
                                     const std::atomic<bool>* stop) {
  return Growth(samples, symbols, one_in, workers, stop).grow();
}

}  // namespace uthi
