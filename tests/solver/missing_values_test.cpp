// A circle of entries that say "none" agrees with itself. Where endless play has a value, that is no proof.
#include <gtest/gtest.h>

#include <map>

#include "tablebase/certify.hpp"
#include "tablebase/entry_check.hpp"
#include "tests/solver/layers.hpp"

namespace uthi {
namespace {

class Entries final : public EntrySource {
 public:
  explicit Entries(const SolvedLayers& solved, const std::vector<LayerId>& layers) {
    for (const LayerId layer : layers) layers_.emplace(layer, solved.layer(layer));
  }
  RawValue entry(LayerId layer, std::uint64_t number) const override { return layers_.at(layer).raw(number); }
  LayerValues& layer(LayerId layer) { return layers_.at(layer); }

 private:
  std::map<LayerId, LayerValues> layers_;
};

// Takes all values of a layer away and puts back what its plies then still say, until nothing follows any more. Returns how
// many positions are left without one of their values.
std::size_t take_away(const RuleSet& rules, LayerId layer, Entries& entries) {
  const EntryCheck check(rules, layer, entries, false);
  LayerValues& values = entries.layer(layer);
  std::fill(values.floor.begin(), values.floor.end(), kNoMargin);
  std::fill(values.ceiling.begin(), values.ceiling.end(), kNoMargin);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint64_t number = 0; number < values.size(); ++number) {
      const auto derived = check.derived(number);
      const auto put = [&](std::int8_t& margin, const EntryBound& bound) {
        const std::int8_t wanted = bound.exists ? static_cast<std::int8_t>(bound.margin) : kNoMargin;
        changed = changed || margin != wanted;
        margin = wanted;
      };
      put(values.floor[number], derived.floor.bound);
      put(values.ceiling[number], derived.ceiling.bound);
    }
  }
  std::size_t missing = 0;
  for (std::uint64_t number = 0; number < values.size(); ++number) {
    missing += values.floor[number] == kNoMargin || values.ceiling[number] == kNoMargin ? 1 : 0;
  }
  return missing;
}

TEST(MissingValues, AreRefusedWhereEndlessPlayHasAValue) {
  for (const char* options : {"repetition=split", "repetition=score"}) {
    const RuleSet rules = rules_of(giuthi_spec(), 3, options);
    const LayerId top{6, 0};
    const SolvedLayers solved(rules, top, with_threads(1, false));
    Entries entries(solved, make_referee(rules)->layers_up_to(top));
    CertifyOptions certifying;
    certifying.depths = false;
    ASSERT_TRUE(certify(rules, top, entries, certifying).proved) << options;
    const std::size_t missing = take_away(rules, top, entries);
    ASSERT_GT(missing, 0U) << options;
    const Certificate forged = certify(rules, top, entries, certifying);
    EXPECT_FALSE(forged.proved) << options;
    EXPECT_GE(forged.faults, missing) << options;
  }
}

}  // namespace
}  // namespace uthi
