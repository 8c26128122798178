// A layer that is given up at any of its checkpoints and gone on with later gives the columns of one solved in one go.
#include "solver/checkpoint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/awari.hpp"
#include "core/error.hpp"
#include "tests/solver/layers.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

// Keeps the state in memory and gives the solver up at a save of choice, as a kill does.
class Kept final : public Checkpoint {
 public:
  explicit Kept(std::size_t give_up_at = std::numeric_limits<std::size_t>::max()) : give_up_at_(give_up_at) {}

  bool due() override { return true; }

  void save(const std::vector<StatePart>& parts) override {
    parts_.clear();
    for (const StatePart part : parts) parts_.emplace_back(part.begin(), part.end());
    looking_forward_ += parts_.front()[0] == 0 ? 1 : 0;
    if (++saves_ == give_up_at_) throw Interrupted();
  }

  bool load(const PartRoom& room, const PartsFault& fault) override {
    went_on_ = false;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const auto into = room(part, parts_[part].size());
      if (into.size() != parts_[part].size()) return false;
      std::copy(parts_[part].begin(), parts_[part].end(), into.begin());
      ++loaded_;
      if (damaged_ && part + 1 == parts_.size()) return false;
    }
    if (parts_.empty()) return false;
    fault_ = fault();
    return went_on_ = fault_.empty();
  }

  void put_aside(const std::string& why) override { fault_ = why; }
  bool went_on() const override { return went_on_; }

  void give_up_at(std::size_t save) { give_up_at_ = save; }
  void damage() { damaged_ = true; }
  [[nodiscard]] std::size_t saves() const { return saves_; }
  [[nodiscard]] std::size_t looking_forward() const { return looking_forward_; }
  [[nodiscard]] std::size_t loaded() const { return loaded_; }
  /// Why the state was refused; empty if it was not.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::size_t give_up_at_;
  std::size_t saves_ = 0;
  std::size_t looking_forward_ = 0;
  std::size_t loaded_ = 0;
  bool damaged_ = false;
  bool went_on_ = false;
  std::string fault_;
  std::vector<std::vector<std::uint8_t>> parts_;
};

struct Case {
  RuleSet rules;
  LayerId top;
  SolveOptions options;
};

std::vector<Case> cases() {
  const bool small = twin::small_size();
  return {{rules_of(giuthi_spec(), 4, ""), {small ? 11 : 13, 0}, with_threads(1)},
          {rules_of(giuthi_spec(), 4, ""), {small ? 11 : 13, 0}, with_threads(3, false)},
          {rules_of(giuthi_spec(), 3, "origin=sow,empty=none"), {10, 0}, with_threads(2)},
          {rules_of(giuthi_spec(), 3, "repetition=score"), {9, 0}, with_threads(1, false)},
          {rules_of(awari_spec(), 3, ""), {9, 0}, with_threads(1, false)},
          {rules_of(kiothi_spec(), 3, ""), {7, 1}, with_threads(2)}};
}

TEST(Checkpoint, GoingOnFromAnyPointGivesTheSameColumns) {
  std::size_t looking_forward = 0;
  for (const auto& [rules, top, given] : cases()) {
    SolveOptions options = given;
    const auto solver = make_layer_solver(rules, top.seeds);
    const SolvedLayers layers(rules, top, options);
    const LayerValues& straight = layers.layer(top);
    Kept all;
    options.checkpoint = &all;
    ASSERT_TRUE(solver->solve(top, layers, options) == straight) << rules.full_text();
    ASSERT_GT(all.saves(), 10U) << rules.full_text();
    looking_forward += all.looking_forward();
    for (std::size_t save = 1; save <= all.saves(); ++save) {
      Kept kept(save);
      options.checkpoint = &kept;
      ASSERT_THROW(static_cast<void>(solver->solve(top, layers, options)), Interrupted) << save;
      ASSERT_TRUE(solver->solve(top, layers, options) == straight) << rules.full_text() << ", given up at save " << save;
      ASSERT_TRUE(kept.went_on()) << rules.full_text() << ", given up at save " << save << ": " << kept.fault();
    }
  }
  EXPECT_GT(looking_forward, twin::small_size() ? 0U : 3U) << "the look forward was never given up";
}

TEST(Checkpoint, BeingGivenUpAgainAndAgainStillComesToTheEnd) {
  for (const auto& [rules, top, given] : cases()) {
    SolveOptions options = given;
    const auto solver = make_layer_solver(rules, top.seeds);
    const SolvedLayers layers(rules, top, options);
    Kept kept;
    options.checkpoint = &kept;
    int given_up = 0;
    for (bool done = false; !done; ++given_up) {
      kept.give_up_at(kept.saves() + 4);
      try {
        ASSERT_TRUE(solver->solve(top, layers, options) == layers.layer(top)) << rules.full_text();
        ASSERT_TRUE(kept.went_on()) << kept.fault();
        done = true;
      } catch (const Interrupted&) {
      }
    }
    EXPECT_GT(given_up, 3) << rules.full_text();
  }
}

TEST(Checkpoint, OneThatProvesDamagedLeavesNoTrace) {
  for (const auto& [rules, top, given] : cases()) {
    SolveOptions options = given;
    const auto solver = make_layer_solver(rules, top.seeds);
    const SolvedLayers layers(rules, top, options);
    Kept kept(7);
    options.checkpoint = &kept;
    ASSERT_THROW(static_cast<void>(solver->solve(top, layers, options)), Interrupted);
    kept.damage();
    EXPECT_TRUE(solver->solve(top, layers, options) == layers.layer(top)) << rules.full_text();
    EXPECT_GT(kept.loaded(), 5U) << "columns were filled before the damage was seen";
  }
}

}  // namespace
}  // namespace uthi
