// Twins one seed away, and problems that are alike.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/tools/process.hpp"
#include "tools/workshop/neighbours.hpp"
#include "tools/workshop/problem_file.hpp"
#include "tools/workshop/similar.hpp"

namespace uthi::workshop {
namespace {

using test::TemporaryFolder;

Problem at(const std::string& id, const std::string& position, Stipulation stipulation = {Aim::win, 0}) {
  return {.id = id, .position = position, .stipulation = stipulation};
}

TEST(Alike, IsSeenThroughMirrorShiftAndChangeOfSides) {
  const Problem first = at("a", "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S");
  const auto likeness = [&](const Problem& second) -> std::string {
    const auto pairs = similar_pairs({first, second});
    return pairs.empty() ? "none" : std::string(likeness_name(pairs.front().likeness));
  };
  EXPECT_EQ(likeness(at("b", "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S")), "equal");
  EXPECT_EQ(likeness(at("b", "giuthi:0,1,0,3,0/2,0,1,0,0 5 6 N")), "equal") << "North has the same problem";
  EXPECT_EQ(likeness(at("b", "giuthi:2,0,1,0,0/0,1,0,3,0 6 5 S")), "mirrored");
  EXPECT_EQ(likeness(at("b", "giuthi:0,1,0,2,0/3,0,1,0,0 6 5 S")), "shifted");
  EXPECT_EQ(likeness(at("b", "giuthi:0,0,0,1,0,2/0,0,3,0,1,0 6 5 S")), "shifted") << "on a longer board";
  EXPECT_EQ(likeness(at("b", "giuthi:0,2,0,1,0/0,0,1,0,3 6 5 S")), "shifted and mirrored");
  EXPECT_EQ(likeness(at("b", "giuthi:0,0,1,0,2/0,3,0,1,0 6 4 S")), "none") << "other stores";
  EXPECT_EQ(likeness(at("b", "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 N")), "none") << "the other side to move";
  EXPECT_EQ(likeness(at("b", "giuthi{origin=sow}:0,0,1,0,2/0,3,0,1,0 6 5 S")), "none") << "other rules";
  EXPECT_EQ(likeness(at("b", first.position, {Aim::draw, 0})), "none") << "another stipulation";
  EXPECT_EQ(likeness(at("b", "giuthi:0,0,1,0,2/0,3,0,1,1 6 5 S")), "none") << "a seed more";
}

TEST(Alike, KiothiHasNoMirrorAndItsMarksCount) {
  const auto alike = [](const char* a, const char* b) { return !similar_pairs({at("a", a), at("b", b)}).empty(); };
  EXPECT_FALSE(alike("kiothi:0,0,1/2,0,0", "kiothi:1,0,0/0,0,2"));
  EXPECT_TRUE(alike("kiothi:0,1*,0/0,2,0", "kiothi:0,0,1*/0,0,2"));
  EXPECT_FALSE(alike("kiothi:0,1*,0/0,2,0", "kiothi:0,0,1/0,0,2"));
}

TEST(Alike, TheProgramExitsWithOne) {
  TemporaryFolder folder;
  const auto file = (folder.path() / "p.jsonl").string();
  std::ofstream(file) << to_json_line(at("a", "giuthi:2,0/0,1")) << '\n' << to_json_line(at("b", "giuthi:0,2/1,0")) << '\n';
  const auto result = test::run({"similar", file});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("a and b: mirrored"), std::string::npos) << result.out;
  EXPECT_EQ(test::run({"similar", file, "--json"}).json().at("likeness"), "mirrored");
  std::ofstream(file) << to_json_line(at("a", "giuthi:2,0/0,1")) << '\n';
  EXPECT_EQ(test::run({"similar", file}).code, 0);
}

TEST(Twin, ListsEveryPositionOneSeedAwayWithItsVerdict) {
  TemporaryFolder folder;
  ASSERT_EQ(test::run({"build", "giuthi", "2x3", "--seeds", "7", "--tables", folder.text()}).code, 0);
  const Catalogue catalogue({folder.path()});
  const Position position = parse_position("giuthi:1,0,2/0,3,1 0 1 S");
  const Prober prober(position.rules, catalogue);
  const Neighbourhood all = neighbourhood_of(prober, position);
  std::map<Change, std::size_t> counts;
  std::size_t covered = 0;
  for (const Neighbour& neighbour : all.neighbours) {
    ++counts[neighbour.change];
    EXPECT_EQ(neighbour.position.side, Side::south);
    EXPECT_EQ(neighbour.position.stores, position.stores);
    const int seeds = position.seeds() + (neighbour.change == Change::added ? 1 : neighbour.change == Change::removed ? -1 : 0);
    EXPECT_EQ(neighbour.position.seeds(), seeds);
    EXPECT_EQ(neighbour.outcome.has_value(), seeds <= 7) << to_text(neighbour.position);
    if (!neighbour.outcome) continue;
    ++covered;
    const auto object = test::run({"probe", to_text(neighbour.position), "--json", "--tables", folder.text()}).json();
    const std::string name = *neighbour.outcome == Outcome::win ? "win" : *neighbour.outcome == Outcome::loss ? "loss" : "draw";
    EXPECT_EQ(std::string(object.at("outcome").as_string()), name) << to_text(neighbour.position);
  }
  EXPECT_EQ(counts[Change::moved], 4U * 5U);
  EXPECT_EQ(counts[Change::added], 6U);
  EXPECT_EQ(counts[Change::removed], 4U);
  EXPECT_EQ(covered, 24U);
  const auto object = test::run({"twin", to_text(position), "--json", "--tables", folder.text()}).json();
  EXPECT_EQ(object.at("neighbours").as_array().size(), 30U);
  const auto text = test::run({"twin", to_text(position), "--tables", folder.text()});
  EXPECT_NE(text.out.find("6 without a table"), std::string::npos) << text.out;
}

TEST(Twin, AMarkGoesWithTheLastSeedOfItsPit) {
  TemporaryFolder folder;
  ASSERT_EQ(test::run({"build", "kiothi", "2x3", "--seeds", "4", "--marks", "1", "--tables", folder.text()}).code, 0);
  const Catalogue catalogue({folder.path()});
  const Position position = parse_position("kiothi:1*,0,0/0,2,0 0 0 S");
  const Neighbourhood all = neighbourhood_of(Prober(position.rules, catalogue), position);
  for (const Neighbour& neighbour : all.neighbours) {
    const bool emptied = neighbour.position.pits[5] == 0;
    EXPECT_EQ(neighbour.position.marks == 0, emptied) << to_text(neighbour.position);
    EXPECT_TRUE(neighbour.outcome) << to_text(neighbour.position);
  }
}

}  // namespace
}  // namespace uthi::workshop
