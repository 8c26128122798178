// Checking the entries of one layer by moves alone.
#include "tablebase/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <random>
#include <tuple>

#include "core/error.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "tablebase/entry_check.hpp"
#include "tablebase/ranks.hpp"
#include "tablebase/score_witness.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kGrain = 1 << 12;

// Numbers to check, in order; all of them if there is no sample.
std::vector<std::uint64_t> sampled(std::uint64_t size, const CertifyOptions& options) {
  std::vector<std::uint64_t> numbers;
  if (options.sample == 0 || options.sample >= size) return numbers;
  std::mt19937_64 random(options.seed);
  for (std::uint64_t i = 0; i < options.sample; ++i) numbers.push_back(random() % size);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// Collects faults from several threads.
class FaultList {
 public:
  explicit FaultList(Certificate& certificate, std::size_t most) : certificate_(certificate), most_(most) {}

  void add(std::vector<Fault> faults) {
    const std::lock_guard lock(mutex_);
    certificate_.faults += faults.size();
    auto& first = certificate_.first;
    first.insert(first.end(), std::make_move_iterator(faults.begin()), std::make_move_iterator(faults.end()));
    std::stable_sort(first.begin(), first.end(), [](const Fault& a, const Fault& b) { return a.number < b.number; });
    if (first.size() > most_) first.erase(first.begin() + static_cast<std::ptrdiff_t>(most_), first.end());
  }

 private:
  std::mutex mutex_;
  Certificate& certificate_;
  std::size_t most_;
};

void check_entries(const EntryCheck& check, Workers& workers, const CertifyOptions& options, Certificate& certificate, FaultList& list) {
  const std::vector<std::uint64_t> sample = sampled(check.size(), options);
  const std::uint64_t total = sample.empty() ? check.size() : sample.size();
  std::mutex mutex;
  workers.for_ranges(total, kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) throw Interrupted();
    std::vector<Fault> faults;
    std::uint64_t depths_left = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t number = sample.empty() ? i : sample[i];
      std::string what = check.fault_of(number, depths_left);
      if (!what.empty()) faults.push_back({number, check.position(number), std::move(what)});
    }
    list.add(std::move(faults));
    const std::lock_guard lock(mutex);
    certificate.checked += end - begin;
    certificate.depths_left += depths_left;
    if (options.progress) options.progress(static_cast<double>(certificate.checked) / static_cast<double>(total));
  });
  certificate.proved = sample.empty() && options.depths;
}

void check_ranks(const EntryCheck& check, const RuleSet& rules, Workers& workers, const CertifyOptions& options, Certificate& certificate,
                 FaultList& list) {
  Ranks ranks(check, rules.get("repetition") == "split" ? MarginsToShow::nonzero : MarginsToShow::all);
  ranks.sweep(workers, options.stop);
  workers.for_ranges(check.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Fault> faults;
    for (std::uint64_t number = begin; number < end; ++number) {
      const std::uint8_t shown = ranks.shown(number);
      const EntryBounds stored = check.stored(number);
      for (const auto& [bit, name, kept] :
           {std::tuple{Ranks::kFloor, "floor", stored.floor}, std::tuple{Ranks::kCeiling, "ceiling", stored.ceiling}}) {
        if ((shown & bit) != 0) continue;
        faults.push_back({number, check.position(number), fmt::format("{} {}: no play brings it about", name, check.text(kept))});
      }
    }
    list.add(std::move(faults));
  });
  certificate.proved = true;
}

void check_witness(const EntryCheck& check, ScoreBound bound, Workers& workers, const CertifyOptions& options, Certificate& certificate,
                   FaultList& list) {
  ScoreWitness witness(check, bound, workers, options.stop);
  witness.find();
  // The opponent forces the ceiling: what is at least its guarantee is at most the ceiling.
  const bool least = bound == ScoreBound::at_least;
  const std::string_view floor_fault = least ? "the mover cannot force as much" : "the opponent cannot hold the mover to as little";
  const std::string_view ceiling_fault = least ? "the opponent cannot hold the mover to as little" : "the mover cannot bring about as much";
  workers.for_ranges(check.size(), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Fault> faults;
    for (std::uint64_t number = begin; number < end; ++number) {
      const std::uint8_t shown = witness.shown(number);
      const EntryBounds stored = check.stored(number);
      for (const auto& [bit, name, kept, what] : {std::tuple{ScoreWitness::kFloor, "floor", stored.floor, floor_fault},
                                                  std::tuple{ScoreWitness::kCeiling, "ceiling", stored.ceiling, ceiling_fault}}) {
        if ((shown & bit) != 0) continue;
        faults.push_back({number, check.position(number), fmt::format("{} {}: {} by endless play", name, check.text(kept), what)});
      }
    }
    list.add(std::move(faults));
  });
  certificate.proved = true;
}

}  // namespace

Certificate certify(const RuleSet& rules, LayerId layer, const EntrySource& entries, const CertifyOptions& options) {
  Certificate certificate{.layer = layer};
  const EntryCheck check(rules, layer, entries, options.depths);
  Workers workers(options.threads);
  FaultList list(certificate, options.most_faults);
  check_entries(check, workers, options, certificate, list);
  if (options.sample == 0 && repetition_of(rules) == Repetition::score) {
    for (const ScoreBound bound : {ScoreBound::at_least, ScoreBound::at_most}) {
      check_witness(check, bound, workers, options, certificate, list);
    }
  } else if (options.sample == 0 && !options.depths) {
    check_ranks(check, rules, workers, options, certificate, list);
  }
  certificate.proved = certificate.proved && certificate.faults == 0;
  return certificate;
}

}  // namespace uthi
