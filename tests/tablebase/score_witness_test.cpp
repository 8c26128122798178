// Certifying tables under repetition=score: right ones are proved, single wrong entries and whole circles that hold a
// wrong value up among themselves are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/games.hpp"
#include "tablebase/certify.hpp"
#include "tests/solver/layers.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

RuleSet score_rules(const GameSpec& game, int pits) {
  RuleSet rules(game, pits);
  rules.set("repetition", "score");
  return rules;
}

// Solved layers of which one can be replaced.
class Entries final : public EntrySource {
 public:
  Entries(const RuleSet& rules, LayerId bound) : solved_(rules, bound, with_threads(2, false)) {}

  RawValue entry(LayerId layer, std::uint64_t number) const override {
    return (layer == changed.layer ? changed : solved_.layer(layer)).raw(number);
  }
  [[nodiscard]] const LayerValues& right(LayerId layer) const { return solved_.layer(layer); }
  void restore() { changed = {.layer = {-1, 0}, .floor = {}, .ceiling = {}, .floor_depth = {}, .ceiling_depth = {}}; }

  LayerValues changed{.layer = {-1, 0}, .floor = {}, .ceiling = {}, .floor_depth = {}, .ceiling_depth = {}};

 private:
  SolvedLayers solved_;
};

CertifyOptions without_depths(int threads = 2) {
  CertifyOptions options;
  options.threads = threads;
  options.depths = false;
  return options;
}

TEST(ScoreWitness, ProvesWhatTheSolverSays) {
  const bool small = twin::small_size();
  if (small) std::cout << "reduced size: two seeds less on every board\n";
  const int less = small ? 2 : 0;
  struct Set {
    RuleSet rules;
    LayerId bound;
  };
  for (const auto& [rules, bound] : {Set{score_rules(giuthi_spec(), 2), {12 - less, 0}}, Set{score_rules(giuthi_spec(), 3), {10 - less, 0}},
                                     Set{score_rules(giuthi_spec(), 5), {7 - less, 0}}, Set{score_rules(kiothi_spec(), 3), {5 - less, 3}},
                                     Set{score_rules(awari_spec(), 3), {7 - less, 0}}}) {
    const Entries entries(rules, bound);
    for (const LayerId layer : make_referee(rules)->layers_up_to(bound)) {
      const Certificate certificate = certify(rules, layer, entries, without_depths());
      EXPECT_TRUE(certificate.proved) << rules.full_text() << " " << to_text(layer) << ": "
                                      << (certificate.first.empty()
                                              ? ""
                                              : to_text(certificate.first.front().position) + " " + certificate.first.front().what);
      EXPECT_EQ(certificate.checked, entries.right(layer).size());
    }
  }
}

TEST(ScoreWitness, FindsAHundredOfAHundredWrongEntries) {
  const RuleSet rules = score_rules(giuthi_spec(), 3);
  Entries entries(rules, {8, 0});
  std::mt19937 random(20240601);
  for (int plant = 0; plant < 100; ++plant) {
    const LayerId layer{static_cast<int>(2 + random() % 7), 0};
    entries.changed = entries.right(layer);
    const std::size_t at = random() % entries.changed.size();
    auto& column = random() % 2 == 0 ? entries.changed.floor : entries.changed.ceiling;
    const std::int8_t before = column[at];
    while (column[at] == before)
      column[at] = static_cast<std::int8_t>(-layer.seeds + 2 * static_cast<int>(random() % static_cast<unsigned>(layer.seeds + 1)));
    if (plant % 10 == 0) column[at] = kNoMargin;
    const Certificate certificate = certify(rules, layer, entries, without_depths());
    EXPECT_FALSE(certificate.proved);
    EXPECT_GT(certificate.faults, 0U) << "layer " << layer.seeds << ", number " << at << ": " << int(before) << " became "
                                      << int(column[at]);
  }
}

// Local equations of one layer, taken again and again until they hold.
template <class G>
void relax(const RuleSet& rules, const Entries& entries, LayerValues& values) {
  const G game(rules);
  const auto rows = std::make_shared<const typename G::Rows>(values.layer.seeds);
  const typename G::Index index(rows, values.layer);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint64_t number = 0; number < index.size(); ++number) {
      int floor = -128;
      int ceiling = -128;
      const int plies = game.for_each_ply(index.board(number), [&](Move, const Ply<typename G::Board>& ply) {
        const LayerId below = game.layer(ply.board);
        const typename G::Index child_index(rows, below);
        const std::uint64_t child = child_index.slot(ply.board).number;
        const LayerValues& source = below == values.layer ? values : entries.right(below);
        const int child_floor = source.floor[child];
        const int child_ceiling = source.ceiling[child];
        floor = std::max(floor, ply.captures + (ply.again ? child_floor : -child_ceiling));
        ceiling = std::max(ceiling, ply.captures + (ply.again ? child_ceiling : -child_floor));
      });
      if (plies == 0) floor = ceiling = game.final_margin(index.board(number));
      changed = changed || floor != values.floor[number] || ceiling != values.ceiling[number];
      values.floor[number] = static_cast<std::int8_t>(floor);
      values.ceiling[number] = static_cast<std::int8_t>(ceiling);
    }
  }
}

// Lifting the bounds of A to `t` at least, or bringing them down to `t` at most, and letting the equations settle leaves
// wrong values exactly where a circle holds them up: every position agrees with its plies.
template <class G>
int circles_found(const RuleSet& rules, int seeds) {
  Entries entries(rules, {seeds, 0});
  int planted = 0;
  for (int s = 2; s <= seeds; ++s) {
    for (int t = -s; t <= s; t += 2) {
      for (const bool raise : {true, false}) {
        for (const bool floors : {true, false}) {
          entries.restore();
          LayerValues values = entries.right({s, 0});
          for (std::uint64_t i = 0; i < values.size(); ++i) {
            // The guarantees of one player: floors with it to move, ceilings negated with the other.
            for (auto* column : {&values.floor, &values.ceiling}) {
              const bool own = (column == &values.floor) == floors;
              const bool up = own == raise;
              const int bound = own ? t : -t;
              auto& margin = (*column)[i];
              margin = static_cast<std::int8_t>(up ? std::max<int>(margin, bound) : std::min<int>(margin, bound));
            }
          }
          relax<G>(rules, entries, values);
          if (values == entries.right({s, 0})) continue;
          ++planted;
          entries.changed = std::move(values);
          const Certificate certificate = certify(rules, {s, 0}, entries, without_depths());
          EXPECT_FALSE(certificate.proved) << rules.full_text() << ", " << s << " seeds, " << t;
          EXPECT_GT(certificate.faults, 0U);
          for (const Fault& fault : certificate.first) EXPECT_NE(fault.what.find("by endless play"), std::string::npos) << fault.what;
        }
      }
    }
  }
  return planted;
}

TEST(ScoreWitness, FindsEveryCircleThatHoldsItselfUp) {
  EXPECT_GE(circles_found<Giuthi<2>>(score_rules(giuthi_spec(), 2), 8), 20);
  EXPECT_GE(circles_found<Giuthi<3>>(score_rules(giuthi_spec(), 3), 6), 20);
}

TEST(ScoreWitness, SaysTheSameOnAnyNumberOfThreads) {
  const RuleSet rules = score_rules(giuthi_spec(), 4);
  const LayerId layer{8, 0};
  Entries entries(rules, layer);
  entries.changed = entries.right(layer);
  for (std::size_t i = 0; i < entries.changed.size(); i += 97) entries.changed.floor[i] = -8;
  const Certificate one = certify(rules, layer, entries, without_depths(1));
  EXPECT_GT(one.faults, 0U);
  for (const int threads : {2, 7}) {
    const Certificate several = certify(rules, layer, entries, without_depths(threads));
    EXPECT_EQ(several.faults, one.faults);
    ASSERT_EQ(several.first.size(), one.first.size());
    for (std::size_t i = 0; i < one.first.size(); ++i) {
      EXPECT_EQ(several.first[i].number, one.first[i].number);
      EXPECT_EQ(several.first[i].what, one.first[i].what);
    }
  }
}

}  // namespace
}  // namespace uthi
