// Certifying tables without depths: single wrong values are found, and so are whole sets of positions that hold a value up
// among themselves, though each entry agrees with those that its plies lead to.
#include "tablebase/certify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "core/awari.hpp"
#include "core/repetition.hpp"
#include "tests/solver/layers.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

// Solved layers, one of them exchanged for another version of itself.
class Entries final : public EntrySource {
 public:
  Entries(const SolvedLayers& solved, const LayerValues& changed) : solved_(solved), changed_(changed) {}
  [[nodiscard]] RawValue entry(LayerId layer, std::uint64_t number) const override {
    return (layer == changed_.layer ? changed_ : solved_.layer(layer)).raw(number);
  }

 private:
  const SolvedLayers& solved_;
  const LayerValues& changed_;
};

Certificate certify_values(const RuleSet& rules, const SolvedLayers& solved, const LayerValues& changed, int threads = 1) {
  CertifyOptions options;
  options.threads = threads;
  options.depths = false;
  options.most_faults = changed.size() * 2;
  return certify(rules, changed.layer, Entries(solved, changed), options);
}

bool names(const Certificate& certificate, std::uint64_t number) {
  return std::any_of(certificate.first.begin(), certificate.first.end(), [&](const Fault& fault) { return fault.number == number; });
}

struct Case {
  const char* name;
  RuleSet rules;
  LayerId bound;
};

std::vector<Case> cases() {
  return {{"AwariSplit", rules_of(awari_spec(), 3, ""), {9, 0}},
          {"AwariDraw", rules_of(awari_spec(), 3, "repetition=draw"), {8, 0}},
          {"GiuthiSplit", rules_of(giuthi_spec(), 3, "repetition=split"), {9, 0}},
          {"GiuthiDraw", rules_of(giuthi_spec(), 3, ""), {9, 0}},
          {"KiothiSplit", rules_of(kiothi_spec(), 3, "repetition=split"), {6, 2}}};
}

class WithoutDepths : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Games, WithoutDepths, testing::ValuesIn(cases()), [](const auto& test) { return std::string(test.param.name); });

TEST_P(WithoutDepths, RightLayersAreProved) {
  const auto& [name, rules, bound] = GetParam();
  const SolvedLayers solved(rules, bound, with_threads(1, false));
  for (const LayerId layer : make_referee(rules)->layers_up_to(bound)) {
    for (const int threads : {1, 2}) {
      const Certificate certificate = certify_values(rules, solved, solved.layer(layer), threads);
      EXPECT_TRUE(certificate.proved) << to_text(layer);
      EXPECT_EQ(certificate.faults, 0U);
      EXPECT_EQ(certificate.checked, solved.layer(layer).size());
    }
  }
}

// Another value that could stand there: of both columns where they are one, else of one of them; or none at all.
void plant(LayerValues& values, std::uint64_t at, bool one_value, std::mt19937& random) {
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  const int seeds = values.layer.seeds;
  const auto other = [&](std::int8_t old) {
    for (;;) {
      const auto fresh = static_cast<std::int8_t>(below(2 * seeds + 1) - seeds);
      if (fresh != old) return fresh;
    }
  };
  if (one_value) {
    values.floor[at] = values.ceiling[at] = other(values.floor[at]);
    return;
  }
  auto& column = below(2) == 0 ? values.floor : values.ceiling;
  column[at] = column[at] != kNoMargin && below(4) == 0 ? kNoMargin : other(column[at]);
}

TEST_P(WithoutDepths, EveryPlantedValueIsFound) {
  const auto& [name, rules, bound] = GetParam();
  const SolvedLayers solved(rules, bound, with_threads(1, false));
  const auto layers = make_referee(rules)->layers_up_to(bound);
  std::mt19937 random(100);
  int found = 0;
  for (int i = 0; i < 100; ++i) {
    LayerValues values;
    do values = solved.layer(layers[random() % layers.size()]);
    while (values.layer.seeds < 2);
    const std::uint64_t at = random() % values.size();
    plant(values, at, have_one_value(rules), random);
    const Certificate certificate = certify_values(rules, solved, values);
    EXPECT_FALSE(certificate.proved);
    found += certificate.faults > 0 && names(certificate, at);
  }
  EXPECT_EQ(found, 100);
}

// The plies of one layer, for building wrong layers that agree with themselves.
struct Layer {
  struct Edge {
    bool within;
    std::uint64_t child;  // number, if within the layer
    int captures;
    bool again;
    Value below;  // of the child, if not
  };
  std::vector<std::vector<Edge>> edges;  // by number; none where the game is over
};

Layer layer_of(const RuleSet& rules, const SolvedLayers& solved, LayerId id) {
  Layer layer;
  const auto referee = make_referee(rules);
  for (std::uint64_t number = 0; number < referee->stored(id); ++number) {
    layer.edges.emplace_back();
    for (const LegalPly& ply : referee->plies(referee->at(id, number))) {
      const LayerId below = referee->layer(ply.position);
      Layer::Edge edge{below == id, referee->number(ply.position), ply.captures, ply.again, {}};
      if (!edge.within) edge.below = solved.layer(below).at(edge.child);
      layer.edges.back().push_back(edge);
    }
  }
  return layer;
}

// Sets every entry to what its plies say, again and again, until that changes nothing.
LayerValues settled(const Layer& layer, LayerValues values) {
  const auto after = [](std::optional<int> margin, const Layer::Edge& edge) -> std::optional<int> {
    if (!margin) return std::nullopt;
    return edge.captures + (edge.again ? *margin : -*margin);
  };
  const auto stored = [](std::optional<int> margin) { return margin ? static_cast<std::int8_t>(*margin) : kNoMargin; };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      if (layer.edges[i].empty()) continue;
      std::optional<int> floor;
      std::optional<int> ceiling;
      bool all_have_ceilings = true;
      for (const Layer::Edge& edge : layer.edges[i]) {
        const Value child = edge.within ? values.at(edge.child) : edge.below;
        const auto low = after(edge.again ? child.floor : child.ceiling, edge);
        const auto high = after(edge.again ? child.ceiling : child.floor, edge);
        if (low) floor = std::max(*low, floor.value_or(*low));
        if (high) ceiling = std::max(*high, ceiling.value_or(*high));
        all_have_ceilings &= high.has_value();
      }
      if (!all_have_ceilings) ceiling.reset();
      changed |= values.floor[i] != stored(floor) || values.ceiling[i] != stored(ceiling);
      values.floor[i] = stored(floor);
      values.ceiling[i] = stored(ceiling);
    }
  }
  return values;
}

// Under repetition=draw: positions that lack a floor claim that their mover can force the loss of everything, those that
// lack a ceiling that it can be held to a win of everything, as far as plies do not contradict it. Only endless play bears
// that out.
LayerValues with_circles_of_nothing(const Layer& layer, const LayerValues& right) {
  LayerValues wrong = right;
  for (std::uint64_t i = 0; i < right.size(); ++i) {
    if (right.floor[i] == kNoMargin) wrong.floor[i] = static_cast<std::int8_t>(-right.layer.seeds);
    if (right.ceiling[i] == kNoMargin) wrong.ceiling[i] = static_cast<std::int8_t>(right.layer.seeds);
  }
  return settled(layer, wrong);
}

std::set<std::uint64_t> changed_numbers(const LayerValues& a, const LayerValues& b) {
  std::set<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < a.size(); ++i) {
    if (a.floor[i] != b.floor[i] || a.ceiling[i] != b.ceiling[i]) numbers.insert(i);
  }
  return numbers;
}

// Every entry that was changed is named, and only because nothing brings its margin about: it agrees with its plies.
void expect_circle_found(const RuleSet& rules, const SolvedLayers& solved, const LayerValues& wrong) {
  const auto changed = changed_numbers(solved.layer(wrong.layer), wrong);
  const Certificate certificate = certify_values(rules, solved, wrong);
  EXPECT_FALSE(certificate.proved);
  for (const std::uint64_t number : changed) EXPECT_TRUE(names(certificate, number)) << number;
  for (const Fault& fault : certificate.first) {
    EXPECT_TRUE(changed.contains(fault.number));
    EXPECT_NE(fault.what.find("no play brings it about"), std::string::npos) << fault.what;
  }
}

TEST(Circles, ThatHoldUpFloorsAndCeilingsAreFound) {
  std::size_t changed = 0;
  for (const Case& drawn :
       {Case{"", rules_of(giuthi_spec(), 3, ""), {9, 0}}, Case{"", rules_of(awari_spec(), 3, "repetition=draw"), {8, 0}}}) {
    const SolvedLayers solved(drawn.rules, drawn.bound, with_threads(1, false));
    for (int seeds = 2; seeds <= drawn.bound.seeds; ++seeds) {
      const Layer layer = layer_of(drawn.rules, solved, {seeds, 0});
      const LayerValues wrong = with_circles_of_nothing(layer, solved.layer({seeds, 0}));
      if (wrong == solved.layer({seeds, 0})) continue;
      changed += changed_numbers(solved.layer({seeds, 0}), wrong).size();
      expect_circle_found(drawn.rules, solved, wrong);
    }
  }
  EXPECT_GT(changed, 100U);
}

// Under repetition=split: from random wrong starts each entry is set to what its plies say, again and again. What that
// settles on, other than the right values, is held up by circles alone.
std::optional<LayerValues> settled_elsewhere(const Layer& layer, const LayerValues& right, std::mt19937& random) {
  LayerValues wrong = right;
  for (std::uint64_t i = 0; i < right.size(); ++i) {
    if (right.floor[i] == 0 && !layer.edges[i].empty() && random() % 2 == 0) {
      wrong.floor[i] =
          static_cast<std::int8_t>(static_cast<int>(random() % static_cast<unsigned>(2 * right.layer.seeds + 1)) - right.layer.seeds);
    }
  }
  for (int sweep = 0; sweep < 200; ++sweep) {
    bool changed = false;
    for (std::uint64_t i = 0; i < right.size(); ++i) {
      if (layer.edges[i].empty()) continue;
      int best = -128;
      for (const Layer::Edge& edge : layer.edges[i]) {
        const int child = edge.within ? wrong.floor[edge.child] : *edge.below.floor;
        best = std::max(best, edge.captures + (edge.again ? child : -child));
      }
      changed |= wrong.floor[i] != best;
      wrong.floor[i] = static_cast<std::int8_t>(best);
    }
    if (changed) continue;
    wrong.ceiling = wrong.floor;
    if (wrong.floor == right.floor) return std::nullopt;
    return wrong;
  }
  return std::nullopt;
}

TEST(Circles, ThatHoldUpSingleValuesAreFound) {
  std::mt19937 random(7);
  for (const Case& split :
       {Case{"", rules_of(awari_spec(), 3, ""), {8, 0}}, Case{"", rules_of(giuthi_spec(), 3, "repetition=split"), {8, 0}},
        Case{"", rules_of(awari_spec(), 2, "grandslam=none"), {9, 0}}}) {
    const SolvedLayers solved(split.rules, split.bound, with_threads(1, false));
    std::size_t circles = 0;
    for (int seeds = 2; seeds <= split.bound.seeds; ++seeds) {
      const Layer layer = layer_of(split.rules, solved, {seeds, 0});
      for (int attempt = 0; attempt < 20; ++attempt) {
        const auto wrong = settled_elsewhere(layer, solved.layer({seeds, 0}), random);
        if (!wrong) continue;
        ++circles;
        const Certificate certificate = certify_values(split.rules, solved, *wrong);
        EXPECT_FALSE(certificate.proved);
        EXPECT_GT(certificate.faults, 0U);
        for (const Fault& fault : certificate.first) EXPECT_NE(fault.what.find("no play brings it about"), std::string::npos) << fault.what;
      }
    }
    EXPECT_GT(circles, 0U) << split.rules.full_text();
  }
}

// Endless play that is worth a seed less to whoever asks: floors below and ceilings above the value.
TEST(Circles, ThatKeepFloorAndCeilingApartAreFound) {
  const RuleSet rules = rules_of(awari_spec(), 3, "");
  const SolvedLayers solved(rules, 7, with_threads(1, false));
  std::size_t changed = 0;
  for (int seeds = 2; seeds <= 7; ++seeds) {
    const LayerValues& right = solved.layer({seeds, 0});
    LayerValues wrong = right;
    for (std::uint64_t i = 0; i < wrong.size(); ++i) {
      if (right.floor[i] != 0) continue;
      wrong.floor[i] = -1;
      wrong.ceiling[i] = 1;
    }
    wrong = settled(layer_of(rules, solved, {seeds, 0}), wrong);
    const auto numbers = changed_numbers(right, wrong);
    changed += numbers.size();
    const Certificate certificate = certify_values(rules, solved, wrong);
    EXPECT_EQ(certificate.proved, numbers.empty());
    for (const std::uint64_t number : numbers) EXPECT_TRUE(names(certificate, number)) << number;
    for (const Fault& fault : certificate.first) EXPECT_NE(fault.what.find("expected one value"), std::string::npos) << fault.what;
  }
  EXPECT_GT(changed, 10U);
}

}  // namespace
}  // namespace uthi
