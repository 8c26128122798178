// Every stipulation on every position of small boards, compared with forward sweeps over the literal rules.
#include <gtest/gtest.h>

#include <memory>

#include "core/error.hpp"
#include "tests/tools/process.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/workshop/forward.hpp"
#include "tools/workshop/goal.hpp"

namespace uthi::workshop {
namespace {

using test::TemporaryFolder;
using twin::Forward;
using twin::ForwardNode;

// Boards of 2x3 up to so many seeds; one less where the environment asks for a reduced size.
const int kSeeds = twin::small_size() ? 8 : 9;

// Positions are South's to move; with a lead the stores hold it.
Position with_lead(const ForwardNode& node, int lead) {
  Position position = parse_position(node.text);
  position.stores = {lead > 0 ? lead : 0, lead < 0 ? -lead : 0};
  return position;
}

class Stipulations : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (twin::small_size()) std::cout << "reduced size: 2x3 to " << kSeeds << " seeds instead of 9\n";
    folder_ = new TemporaryFolder;
    ASSERT_EQ(test::run({"build", "giuthi", "2x3", "--seeds", std::to_string(kSeeds), "--tables", folder_->text()}).code, 0);
    ASSERT_EQ(test::run({"build", "kiothi", "2x3", "--seeds", std::to_string(kSeeds), "--marks", "2", "--tables", folder_->text()}).code,
              0);
    catalogue_ = new Catalogue({folder_->path()});
    giuthi_ = new Forward(Forward::giuthi(3, kSeeds));
  }
  static void TearDownTestSuite() {
    delete giuthi_;
    delete catalogue_;
    delete folder_;
  }

  static const Catalogue& catalogue() { return *catalogue_; }
  static const Forward& giuthi() { return *giuthi_; }

  // f(node, position, lead) for every position with South to move.
  template <class F>
  static void for_each(const Forward& forward, const std::vector<int>& leads, F&& f) {
    for (std::size_t i = 0; i < forward.nodes().size(); ++i) {
      if (forward.nodes()[i].side != 0) continue;
      for (const int lead : leads) f(i, with_lead(forward.nodes()[i], lead), lead);
    }
  }

  static bool met(const Prober& prober, const Stipulation& stipulation, const Position& position) {
    const Goal goal(prober, stipulation, position);
    return goal.holds(goal.root());
  }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
  static inline Catalogue* catalogue_ = nullptr;
  static inline Forward* giuthi_ = nullptr;
};

TEST_F(Stipulations, ReadFromTablesAreWhatForwardSweepsFind) {
  const Prober prober(parse_position("giuthi:0,0,0/0,0,0").rules, catalogue());
  std::size_t compared = 0;
  std::size_t repetitions = 0;
  for_each(giuthi(), {-3, 0, 2}, [&](std::size_t i, const Position& position, int lead) {
    const auto check = [&](Stipulation stipulation, bool wanted) {
      EXPECT_EQ(met(prober, stipulation, position), wanted) << to_text(position) << ' ' << to_text(stipulation);
      ++compared;
    };
    check({Aim::win, 0}, giuthi().can_end(i, 1 - lead));
    check({Aim::draw, 0}, !giuthi().can_be_held_to(i, -1 - lead));
    check({Aim::repetition, 0}, !giuthi().can_be_ended(i));
    repetitions += giuthi().can_be_ended(i) ? 0 : 1;
    for (int k = 1; k <= kSeeds + 3; k += 2) check({Aim::win_by, k}, giuthi().can_end(i, k - lead));
    for (int k = 0; k <= kSeeds + 3; k += 2) check({Aim::lose_at_most, k}, !giuthi().can_be_held_to(i, -k - 1 - lead));
  });
  EXPECT_GT(compared, 100000U);
  EXPECT_GT(repetitions, 100U);
}

TEST_F(Stipulations, TheBestMarginIsTheBestThatForwardSweepsFind) {
  const Prober prober(parse_position("giuthi:0,0,0/0,0,0").rules, catalogue());
  for_each(giuthi(), {0, 3}, [&](std::size_t i, const Position& position, int lead) {
    Stipulation wanted{Aim::draw, 0};
    for (int k = 1; k <= kSeeds + 3; ++k) {
      if (giuthi().can_end(i, k - lead)) wanted = {Aim::win_by, k};
    }
    for (int k = kSeeds + 3; wanted.aim != Aim::win_by && k >= 1; --k) {
      // The largest k such that North can make South lose by k.
      if (!giuthi().can_be_held_to(i, -k - lead)) continue;
      wanted = {Aim::lose_at_most, k};
      break;
    }
    const Goal goal(prober, {Aim::best_margin, 0}, position);
    EXPECT_EQ(to_text(goal.resolved()), to_text(wanted)) << to_text(position);
    EXPECT_TRUE(goal.holds(goal.root())) << to_text(position);
  });
}

TEST_F(Stipulations, CapturesOfATurnAreWhatATurnCanCapture) {
  const Prober prober(parse_position("giuthi:0,0,0/0,0,0").rules, catalogue());
  std::size_t captures = 0;
  for_each(giuthi(), {0}, [&](std::size_t i, const Position& position, int) {
    const int best = giuthi().best_capture(i);
    captures += best > 0 ? 1 : 0;
    for (int k = 1; k <= kSeeds; ++k) EXPECT_EQ(met(prober, {Aim::capture, k}, position), k <= best) << to_text(position) << ' ' << k;
  });
  EXPECT_GT(captures, 1000U);
}

TEST_F(Stipulations, WinsInPliesAndTurnsAreWhatForwardSweepsFind) {
  const Prober prober(parse_position("giuthi:0,0,0/0,0,0").rules, catalogue());
  std::array<std::size_t, 2> wins{};
  for_each(giuthi(), {0, 1}, [&](std::size_t i, const Position& position, int lead) {
    for (const int n : {1, 2, 3, 5, 8}) {
      const bool wanted = giuthi().can_end_in_plies(i, 1 - lead, n);
      EXPECT_EQ(met(prober, {Aim::win_in_plies, n}, position), wanted) << to_text(position) << ' ' << n << " plies";
      wins[0] += wanted ? 1 : 0;
    }
    for (const int n : {1, 2, 3}) {
      // A finished game took no turn at all.
      const bool wanted = giuthi().can_end_in_turns(i, 1 - lead, n);
      EXPECT_EQ(met(prober, {Aim::win_in_turns, n}, position), wanted) << to_text(position) << ' ' << n << " turns";
      wins[1] += wanted ? 1 : 0;
    }
  });
  EXPECT_GT(wins[0], 1000U);
  EXPECT_GT(wins[1], 1000U);
}

// With marks to seven seeds, without marks as far as Giuthi.
TEST_F(Stipulations, OfKiothiWithOneWarriorWins) {
  const Prober prober(parse_position("kiothi:0,0,0/0,0,0").rules, catalogue());
  std::size_t one_warrior = 0;
  std::size_t not_least = 0;
  for (const auto& [seeds, marks] : {std::pair(7, 2), std::pair(kSeeds, 0)}) {
    const Forward forward = Forward::kiothi(3, seeds, marks);
    for_each(forward, {0, 1}, [&](std::size_t i, const Position& position, int lead) {
      const bool wanted = forward.can_end_with_exactly(i, 2 - lead);
      EXPECT_EQ(met(prober, {Aim::one_warrior, 0}, position), wanted) << to_text(position);
      EXPECT_EQ(met(prober, {Aim::win, 0}, position), forward.can_end(i, 1 - lead)) << to_text(position);
      EXPECT_EQ(met(prober, {Aim::win_in_plies, 5}, position), forward.can_end_in_plies(i, 1 - lead, 5)) << to_text(position);
      one_warrior += wanted ? 1 : 0;
      not_least += forward.can_end(i, 2 - lead) && !wanted ? 1 : 0;
    });
  }
  EXPECT_GT(one_warrior, 100U);
  EXPECT_GT(not_least, 100U) << "a win by two or more is not yet a one-warrior win";
}

TEST(StipulationText, ReadsBackAndIsChecked) {
  for (const char* text : {"win", "win by 4", "win in 1 turn", "win in 3 turns", "win in 1 ply", "win in 7 plies", "draw", "lose at most 0",
                           "best margin", "capture 5", "repetition", "one-warrior win"}) {
    EXPECT_EQ(to_text(parse_stipulation(text)), text);
  }
  for (const char* text : {"", "Win", "win by 0", "win by", "win by -1", "win by 1000", "win in turns", "win in 0 turns", "win in 2",
                           "win in 2 plys", "draw 1", "capture 0", "win by 4 "}) {
    EXPECT_THROW((void)parse_stipulation(text), UsageError) << text;
  }
}

TEST(StipulationText, MeansNothingUnderSomeRules) {
  const auto rules = [](const char* text) { return parse_position(text).rules; };
  EXPECT_THROW(require_meaningful({Aim::one_warrior, 0}, rules("giuthi:0,0/0,0")), UsageError);
  EXPECT_NO_THROW(require_meaningful({Aim::one_warrior, 0}, rules("kiothi:0,0/0,0")));
  EXPECT_THROW(require_meaningful({Aim::win, 0}, rules("giuthi{repetition=score}:0,0/0,0")), UsageError);
  EXPECT_THROW(require_meaningful({Aim::repetition, 0}, rules("giuthi{repetition=split}:0,0/0,0")), UsageError);
}

}  // namespace
}  // namespace uthi::workshop
