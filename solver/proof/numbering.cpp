// Stars and bars.
#include "solver/proof/numbering.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace uthi {

namespace {

constexpr std::size_t kRows = kMaxSeeds + 20;  // n of C(n, k)
constexpr std::size_t kColumns = 21;           // k

// [k][n] is C(n, k): ascending in n for k > 0, from 0 below n = k.
using Binomials = std::array<std::array<ProofNumber, kRows>, kColumns>;

constexpr Binomials make_binomials() {
  Binomials table{};
  for (std::size_t n = 0; n < kRows; ++n) {
    table[0][n] = 1;
    for (std::size_t k = 1; k < kColumns && n > 0; ++k) table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
  }
  return table;
}

constexpr Binomials kBinomials = make_binomials();

constexpr ProofNumber choose(int n, int k) { return kBinomials[static_cast<std::size_t>(k)][static_cast<std::size_t>(n)]; }

static_assert(choose(199, 19) * choose(20, 10) >> 106 == 0);

// Largest n below `limit` with C(n, k) <= number. Bars stand close together, so this is a step for each seed between them.
int largest_within(ProofNumber number, int k, int limit) {
  const auto& column = kBinomials[static_cast<std::size_t>(k)];
  do --limit;
  while (column[static_cast<std::size_t>(limit)] > number);
  return limit;
}

}  // namespace

ProofNumbering::ProofNumbering(const RuleSet& rules, int most_seeds)
    : pits_(2 * rules.pits()),
      most_seeds_(most_seeds),
      most_marks_(rules.game().has_marks ? pits_ : 0),
      width_(std::bit_width(static_cast<unsigned>(most_seeds))) {
  if (most_seeds < 0 || most_seeds > kMaxSeeds) throw std::invalid_argument("seeds of a numbering: expected 0 to 180");
}

ProofNumber ProofNumbering::count(LayerId layer) const {
  if (layer.seeds < 0 || layer.seeds > most_seeds_ || layer.marks < 0 || layer.marks > std::min(most_marks_, layer.seeds)) return 0;
  return choose(layer.seeds + pits_ - 1, pits_ - 1) * choose(pits_, layer.marks);
}

ProofNumber ProofNumbering::count_all() const {
  ProofNumber all = 0;
  for (int seeds = 0; seeds <= most_seeds_; ++seeds) {
    for (int marks = 0; marks <= most_marks_; ++marks) all += count({seeds, marks});
  }
  return all;
}

ProofNumbering::Place ProofNumbering::place(const Key<3>& key) const {
  detail::KeyBits<3> bits(key);
  Place place;
  for (int pit = 0; pit < pits_; ++pit) {
    place.layer.seeds += static_cast<int>(bits.take(width_));
    if (place.layer.seeds > most_seeds_) throw std::invalid_argument("a key with more seeds than its numbering has");
    if (pit + 1 < pits_) place.number += choose(place.layer.seeds + pit, pit + 1);
  }
  if (most_marks_ > 0) {
    const std::uint64_t marks = bits.take(pits_);
    place.layer.marks = std::popcount(marks);
    ProofNumber subset = 0;
    int nth = 0;
    for (std::uint64_t left = marks; left != 0; left &= left - 1) subset += choose(std::countr_zero(left), ++nth);
    place.number = place.number * choose(pits_, place.layer.marks) + subset;
  }
  for (int used = pits_ * width_ + (most_marks_ > 0 ? pits_ : 0); used < 192; used += 32) {
    if (bits.take(std::min(32, 192 - used)) != 0) throw std::invalid_argument("a key with bits beyond its pits");
  }
  return place;
}

Key<3> ProofNumbering::key(LayerId layer, ProofNumber number) const {
  const ProofNumber subsets = choose(pits_, layer.marks);
  ProofNumber boards = most_marks_ > 0 ? number / subsets : number;  // a slow division
  std::array<int, 21> sums{};                                        // seeds in the pits before
  sums[static_cast<std::size_t>(pits_)] = layer.seeds;
  int limit = layer.seeds + pits_ - 1;
  for (int bar = pits_ - 1; bar > 0; --bar) {
    limit = largest_within(boards, bar, limit);
    boards -= choose(limit, bar);
    sums[static_cast<std::size_t>(bar)] = limit - (bar - 1);
  }
  detail::KeyBits<3> bits;
  for (std::size_t pit = 0; pit < static_cast<std::size_t>(pits_); ++pit) {
    bits.put(static_cast<std::uint64_t>(sums[pit + 1] - sums[pit]), width_);
  }
  if (most_marks_ > 0) {
    ProofNumber subset = number % subsets;
    std::uint64_t marks = 0;
    int place = pits_;
    for (int nth = layer.marks; nth > 0; --nth) {
      place = largest_within(subset, nth, place);
      subset -= choose(place, nth);
      marks |= std::uint64_t{1} << place;
    }
    bits.put(marks, pits_);
  }
  return bits.key();
}

}  // namespace uthi
