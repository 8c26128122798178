// Certifying layers with depths above layers without: what leans on depths that are not there is counted, what does not is
// checked, and no wrong value passes.
#include <gtest/gtest.h>

#include <set>

#include "tablebase/certify.hpp"
#include "tests/solver/layers.hpp"
#include "tests/tablebase/forge.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

// Solved layers, some of them without their depths, one of them exchanged for another version of itself.
class MixedEntries final : public EntrySource {
 public:
  MixedEntries(const SolvedLayers& solved, std::set<LayerId> without, const LayerValues* changed = nullptr)
      : solved_(solved), without_(std::move(without)), changed_(changed) {}
  [[nodiscard]] RawValue entry(LayerId layer, std::uint64_t number) const override {
    RawValue raw = (changed_ != nullptr && layer == changed_->layer ? *changed_ : solved_.layer(layer)).raw(number);
    if (without_.contains(layer)) raw.floor_depth = raw.ceiling_depth = kNoDepth;
    return raw;
  }
  [[nodiscard]] bool has_depths(LayerId layer) const override { return !without_.contains(layer); }

 private:
  const SolvedLayers& solved_;
  std::set<LayerId> without_;
  const LayerValues* changed_;
};

struct Case {
  const char* name;
  RuleSet rules;
  LayerId bound;
  LayerId without;
};

std::vector<Case> cases() {
  return {{"Giuthi2x3", rules_of(giuthi_spec(), 3, ""), {8, 0}, {3, 0}},
          {"Giuthi2x4", rules_of(giuthi_spec(), 4, "origin=sow"), {6, 0}, {2, 0}},
          {"Kiothi2x3", rules_of(kiothi_spec(), 3, ""), {5, 2}, {3, 1}}};
}

class MixedDepths : public testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] Certificate certificate_of(const EntrySource& entries, LayerId layer, bool depths = true) const {
    CertifyOptions options;
    options.depths = depths;
    options.most_faults = 1000;
    return certify(GetParam().rules, layer, entries, options);
  }
};

INSTANTIATE_TEST_SUITE_P(Games, MixedDepths, testing::ValuesIn(cases()), [](const auto& test) { return std::string(test.param.name); });

bool names(const Certificate& certificate, std::uint64_t number) {
  return std::any_of(certificate.first.begin(), certificate.first.end(), [&](const Fault& fault) { return fault.number == number; });
}

// Of a ply that attains the bound in the layer without depths there is one; found by the referee.
std::uint64_t depths_that_lean(const RuleSet& rules, const SolvedLayers& solved, LayerId layer, LayerId without) {
  const auto referee = make_referee(rules);
  std::uint64_t count = 0;
  for (std::uint64_t number = 0; number < referee->stored(layer); ++number) {
    const Position position = referee->at(layer, number);
    const Value value = solved.layer(layer).at(number);
    bool floor = false;
    bool ceiling = false;
    for (const LegalPly& ply : referee->plies(position)) {
      if (referee->layer(ply.position) != without) continue;
      const Value child = solved.value(*referee, ply.position);
      const auto& low = ply.again ? child.floor : child.ceiling;
      const auto& high = ply.again ? child.ceiling : child.floor;
      const auto after = [&](int margin) { return ply.captures + (ply.again ? margin : -margin); };
      floor = floor || (low && value.floor && after(*low) == *value.floor);
      ceiling = ceiling || (high && value.ceiling && after(*high) == *value.ceiling);
    }
    count += (floor ? 1 : 0) + (ceiling ? 1 : 0);
  }
  return count;
}

TEST_P(MixedDepths, RightLayersAreProvedAndWhatLeansOnNoDepthsIsCounted) {
  const auto& [name, rules, bound, without] = GetParam();
  const SolvedLayers solved(rules, bound);
  const MixedEntries entries(solved, {without});
  std::uint64_t left = 0;
  for (const LayerId layer : make_referee(rules)->layers_up_to(bound)) {
    const Certificate certificate = certificate_of(entries, layer, layer != without);
    EXPECT_TRUE(certificate.proved) << to_text(layer);
    EXPECT_EQ(certificate.faults, 0U) << to_text(layer);
    const std::uint64_t expected = layer == without ? 0 : depths_that_lean(rules, solved, layer, without);
    EXPECT_EQ(certificate.depths_left, expected) << to_text(layer);
    left += expected;
  }
  EXPECT_GT(left, 20U);
}

TEST_P(MixedDepths, EveryPlantedValueIsFound) {
  const auto& [name, rules, bound, without] = GetParam();
  const SolvedLayers solved(rules, bound);
  const auto layers = make_referee(rules)->layers_up_to(bound);
  std::mt19937_64 random(100);
  for (int i = 0; i < 300; ++i) {
    LayerValues values;
    do values = solved.layer(layers[random() % layers.size()]);
    while (values.layer.seeds < 2);
    const std::uint64_t at = forge::change_entry(values, forge::What::margin, random);
    const MixedEntries entries(solved, {without}, &values);
    const Certificate certificate = certificate_of(entries, values.layer, values.layer != without);
    EXPECT_FALSE(certificate.proved);
    EXPECT_TRUE(names(certificate, at)) << to_text(values.layer) << " " << at;
  }
}

// A depth is found to be wrong unless it is one of those that lean on nothing.
TEST_P(MixedDepths, PlantedDepthsAreFoundWhereverTheirPliesHaveDepths) {
  const auto& [name, rules, bound, without] = GetParam();
  const SolvedLayers solved(rules, bound);
  const auto layers = make_referee(rules)->layers_up_to(bound);
  std::mt19937_64 random(200);
  int found = 0;
  int open = 0;
  for (int i = 0; i < 300; ++i) {
    LayerValues values;
    do values = solved.layer(layers[random() % layers.size()]);
    while (values.layer.seeds < 1 || values.layer == without);
    const std::uint64_t at = forge::change_entry(values, forge::What::depth, random);
    const MixedEntries entries(solved, {without}, &values);
    const Certificate certificate = certificate_of(entries, values.layer);
    if (names(certificate, at)) {
      ++found;
    } else {
      EXPECT_GT(certificate.depths_left, 0U) << to_text(values.layer) << " " << at;
      ++open;
    }
  }
  EXPECT_EQ(found + open, 300);
  EXPECT_GT(found, 200);
}

// Far away depths are found even so: a floor is no later, a ceiling no earlier than plies with depths say, and none is 0.
TEST_P(MixedDepths, DepthsBeyondTheirLimitsAreFound) {
  const auto& [name, rules, bound, without] = GetParam();
  const SolvedLayers solved(rules, bound);
  const auto layers = make_referee(rules)->layers_up_to(bound);
  int zeros = 0;
  for (const LayerId layer : layers) {
    if (layer == without) continue;
    for (std::uint64_t number = 0; number < solved.layer(layer).size(); number += 7) {
      LayerValues values = solved.layer(layer);
      if (values.ceiling[number] == kNoMargin || values.ceiling_depth[number] == 0) continue;
      values.ceiling_depth[number] = 0;
      EXPECT_TRUE(names(certificate_of(MixedEntries(solved, {without}, &values), layer), number)) << to_text(layer) << " " << number;
      ++zeros;
      if (zeros > 200) return;
    }
  }
  EXPECT_GT(zeros, 20);
}

}  // namespace
}  // namespace uthi
