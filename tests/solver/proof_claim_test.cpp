// Claims as text, what they add up to, and those that decide a game at its stores.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/values.hpp"
#include "solver/proof/claim.hpp"
#include "solver/proof/verdict.hpp"

namespace uthi {
namespace {

TEST(Claims, AreReadAndPrinted) {
  EXPECT_EQ(parse_claim("floor>=3", 5), (Claim{ClaimKind::floor_at_least, 3}));
  EXPECT_EQ(parse_claim(" floor <= -2 ", 5), (Claim{ClaimKind::floor_at_most, -2}));
  EXPECT_EQ(parse_claim("ceiling >= 0", 5), (Claim{ClaimKind::ceiling_at_least, 0}));
  EXPECT_EQ(parse_claim("ceiling<=-6", 5), (Claim{ClaimKind::ceiling_at_most, -6}));
  EXPECT_EQ(parse_claim("floor=none", 5), (Claim{ClaimKind::floor_at_most, -6}));
  EXPECT_EQ(parse_claim("ceiling = none", 5), (Claim{ClaimKind::ceiling_at_least, 6}));
  for (const char* text : {"floor >= 3", "floor <= -1", "ceiling >= 0", "ceiling <= 12"}) EXPECT_EQ(to_text(parse_claim(text, 12)), text);
}

TEST(Claims, ThatSayNothingAreRefusedWithAnExample) {
  for (const char* text : {"", "floor", "floor>3", "floor=3", "roof>=3", "floor>=", "floor>=x", "floor>=3x", "floor>=7", "ceiling<=-7",
                           "win", "floor>=99999999999", "floor>=+3"}) {
    try {
      static_cast<void>(parse_claim(text, 5));
      ADD_FAILURE() << text << " was accepted";
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("floor>=3"), std::string::npos) << error.what();
    }
  }
}

TEST(Claims, SayWhoseTheyAre) {
  const Claim floor{ClaimKind::floor_at_least, 3};
  EXPECT_TRUE(floor.by_mover() && floor.forces());
  EXPECT_EQ(floor.target(), 3);
  const Claim held{ClaimKind::floor_at_most, 3};
  EXPECT_FALSE(held.by_mover() || held.forces());
  EXPECT_EQ(held.target(), -3);
  const Claim open{ClaimKind::ceiling_at_least, 3};
  EXPECT_TRUE(open.by_mover() && !open.forces());
  const Claim ended{ClaimKind::ceiling_at_most, 3};
  EXPECT_TRUE(!ended.by_mover() && ended.forces());
}

// Whether a claim is true of a position with these values.
bool holds(const Claim& claim, const Value& value) {
  switch (claim.kind) {
    case ClaimKind::floor_at_least:
      return value.floor && *value.floor >= claim.margin;
    case ClaimKind::floor_at_most:
      return !value.floor || *value.floor <= claim.margin;
    case ClaimKind::ceiling_at_least:
      return !value.ceiling || *value.ceiling >= claim.margin;
    case ClaimKind::ceiling_at_most:
      return value.ceiling && *value.ceiling <= claim.margin;
  }
  return false;
}

bool all_hold(const std::vector<Claim>& claims, const Value& value) {
  return std::all_of(claims.begin(), claims.end(), [&](const Claim& claim) { return holds(claim, value); });
}

// For every floor and ceiling that three seeds can have and every lead, the claims are true just where RULES has the outcome, and
// add up to it.
TEST(Claims, OfOutcomesAreTrueJustThen) {
  constexpr int kSeeds = 3;
  int checked = 0;
  for (int south = 0; south <= 12; ++south) {
    for (const Side side : {Side::south, Side::north}) {
      Position position = parse_position("giuthi:1,0,1/1,0,0 0 6");
      position.stores[0] = south;
      position.side = side;
      for (int floor = -kSeeds - 1; floor <= kSeeds; ++floor) {
        for (int ceiling = std::max(floor, -kSeeds); ceiling <= kSeeds + 1; ++ceiling) {
          Value value;
          if (floor >= -kSeeds) value.floor = floor;
          if (ceiling <= kSeeds) value.ceiling = ceiling;
          const int lead = side == Side::south ? south - 6 : 6 - south;
          const Outcome outcome = lead + floor > 0 && value.floor       ? Outcome::win
                                  : lead + ceiling < 0 && value.ceiling ? Outcome::loss
                                                                        : Outcome::draw;
          EXPECT_EQ(all_hold(claims_of_win(position), value), outcome == Outcome::win) << lead << ' ' << floor << ' ' << ceiling;
          EXPECT_EQ(all_hold(claims_of_draw(position), value), outcome == Outcome::draw) << lead << ' ' << floor << ' ' << ceiling;
          EXPECT_EQ(all_hold(claims_of_loss(position), value), outcome == Outcome::loss) << lead << ' ' << floor << ' ' << ceiling;
          ++checked;
        }
      }
      const auto outcome_of = [&](const std::vector<Claim>& claims) { return verdict_of(position, claims).outcome; };
      // Three seeds cannot turn every lead.
      EXPECT_TRUE(position.lead() + kSeeds <= 0 || outcome_of(claims_of_win(position)) == Outcome::win);
      EXPECT_TRUE(position.lead() - kSeeds >= 0 || outcome_of(claims_of_loss(position)) == Outcome::loss);
      EXPECT_EQ(outcome_of(claims_of_draw(position)), Outcome::draw);
    }
  }
  EXPECT_GT(checked, 900);
}

std::string sentence(const char* position, const std::vector<Claim>& claims) { return sentence_of(parse_position(position), claims); }

TEST(Verdicts, AreSaidInWords) {
  constexpr auto kFloorLeast = ClaimKind::floor_at_least;
  constexpr auto kFloorMost = ClaimKind::floor_at_most;
  constexpr auto kCeilingLeast = ClaimKind::ceiling_at_least;
  constexpr auto kCeilingMost = ClaimKind::ceiling_at_most;
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 2 S", {{kFloorLeast, 1}}), "South wins: floor >= 1");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 2 N", {{kFloorLeast, 1}}), "North wins: floor >= 1");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 2 N", {{kCeilingMost, -1}}), "South wins: ceiling <= -1");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 4 S", {{kFloorLeast, 1}}), "floor >= 1");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 2 S", {{kFloorLeast, -2}, {kFloorMost, -2}}), "South does not win: floor = -2");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 2 S", {{kCeilingLeast, 0}}), "South does not lose: ceiling >= 0");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 2 S", {{kFloorMost, -4}, {kCeilingLeast, 4}}), "a draw by repetition: no floor, no ceiling");
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 3 S", {{kFloorLeast, 1}, {kFloorMost, 1}, {kCeilingLeast, 1}, {kCeilingMost, 1}}),
            "a draw by score: floor = 1, ceiling = 1");
  // Each value alone says something of the other.
  EXPECT_EQ(sentence("giuthi:1,0,1/1,0,0 2 3 S", {{kFloorLeast, 1}, {kCeilingMost, 1}}), "a draw by score: floor = 1, ceiling = 1");
  EXPECT_EQ(sentence("awari:1,0,1/1,0,0 2 2 S", {{kFloorLeast, 0}, {kCeilingMost, 0}}), "a draw: value = 0");
  EXPECT_EQ(sentence("awari:1,0,1/1,0,0 2 2 S", {{kCeilingLeast, 1}, {kFloorMost, 2}}), "South wins: value from 1 to 2");
}

TEST(Verdicts, KnowExactValues) {
  const Position position = parse_position("giuthi:1,0,1/1,0,0 2 2 S");
  const std::vector<Claim> claims{{ClaimKind::floor_at_most, -4}, {ClaimKind::ceiling_at_least, 2}, {ClaimKind::ceiling_at_most, 2}};
  const Verdict verdict = verdict_of(position, claims);
  EXPECT_TRUE(verdict.no_floor() && verdict.floor_known());
  EXPECT_EQ(verdict.floor(), std::nullopt);
  EXPECT_EQ(verdict.ceiling(), 2);
  EXPECT_FALSE(verdict.no_ceiling());
  EXPECT_EQ(verdict.outcome, Outcome::draw);
  EXPECT_FALSE(verdict_of(position, std::span(claims).first(0)).floor_known());
}

}  // namespace
}  // namespace uthi
