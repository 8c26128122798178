// Mined problems: each one is unique by the literal rules, none is missing, and the same search gives the same hits.
#include "tools/workshop/mine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "core/error.hpp"
#include "tests/tools/process.hpp"
#include "tests/workshop/forward.hpp"
#include "tools/workshop/cook.hpp"
#include "tools/workshop/line_signature.hpp"
#include "tools/workshop/problem_file.hpp"
#include "tools/workshop/solution_walk.hpp"
#include "tools/workshop/sowing_trace.hpp"

namespace uthi::workshop {
namespace {

using test::TemporaryFolder;
using twin::Forward;

constexpr int kSeeds = 9;

class Mining : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    ASSERT_EQ(test::run({"build", "giuthi", "2x3", "--seeds", std::to_string(kSeeds), "--tables", folder_->text()}).code, 0);
    ASSERT_EQ(test::run({"build", "giuthi", "2x4", "--seeds", "8", "--tables", folder_->text()}).code, 0);
    ASSERT_EQ(test::run({"build", "kiothi", "2x4", "--seeds", "7", "--marks", "1", "--tables", folder_->text()}).code, 0);
    catalogue_ = new Catalogue({folder_->path()});
    forward_ = new Forward(Forward::giuthi(3, kSeeds));
  }
  static void TearDownTestSuite() {
    delete forward_;
    delete catalogue_;
    delete folder_;
  }
  static const Forward& twin() { return *forward_; }
  static const Catalogue& catalogue() { return *catalogue_; }
  static const TemporaryFolder& folder() { return *folder_; }

  static MineRequest request(const char* empty_board, int seeds) {
    return {.rules = parse_position(empty_board).rules, .least_seeds = 0, .most_seeds = seeds};
  }

  static std::vector<Problem> mined(const MineRequest& request, std::set<std::string>* signatures = nullptr) {
    const Miner miner(request, catalogue());
    std::set<std::string> known;
    std::vector<Problem> all;
    for (const LayerId layer : request.layers()) {
      auto found = miner.problems_of(layer, known, stop_, [](std::uint64_t) {});
      std::move(found.begin(), found.end(), std::back_inserter(all));
    }
    if (signatures != nullptr) *signatures = known;
    return all;
  }

  // What the filters speak of, worked out from the written problem.
  struct Facts {
    std::vector<LegalPly> legal;
    LegalPly key;
    SowingTrace key_trace;
    std::vector<std::pair<Position, LegalPly>> line;
    int gives = 0;
    int chain = 0;
    bool pass = false;
  };
  static Facts facts_of(const Problem& problem) {
    const Position start = parse_position(problem.position);
    const auto referee = make_referee(start.rules);
    std::vector<std::pair<Position, LegalPly>> line;
    Position at = start;
    for (const std::string& turn : problem.solution.turns) {
      for (const std::string& sowing : sowings_of(turn)) {
        line.emplace_back(at, referee->ply(at, sowing));
        at = line.back().second.position;
      }
    }
    Facts facts{referee->plies(start), line.front().second, trace_of(start, line.front().second), line};
    bool first_turn = true;
    for (const auto& [before, ply] : line) {
      if (before.side != start.side) continue;
      if (ply.captures > 0) facts.chain = std::max(facts.chain, trace_of(before, ply).captured_from(start.side, start.rules.pits()));
      facts.pass = facts.pass || (ply.pass && before != start);
      if (first_turn && !ply.again) {
        facts.gives = best_turn_capture(*referee, ply.position);
        first_turn = false;
      }
    }
    return facts;
  }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
  static inline Catalogue* catalogue_ = nullptr;
  static inline Forward* forward_ = nullptr;
  static inline const std::atomic<bool> stop_{false};
};

TEST_F(Mining, EveryHitIsUniqueByForwardSweepsAndNoneIsMissing) {
  std::set<std::string> signatures;
  const auto problems = mined(request("giuthi:0,0,0/0,0,0", kSeeds), &signatures);
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < twin().nodes().size(); ++i) numbers[twin().nodes()[i].text] = i;
  const auto good_moves = [&](std::size_t i, int least) {
    std::vector<const twin::ForwardNode::Edge*> good;
    for (const auto& edge : twin().nodes()[i].edges) {
      if (twin().can_end(edge.to, least - edge.gain)) good.push_back(&edge);
    }
    return good;
  };
  const auto referee = make_referee(parse_position("giuthi:0,0,0/0,0,0").rules);
  std::set<std::string> in_lines;
  for (const Problem& problem : problems) {
    std::size_t at = numbers.at(problem.position);
    int least = 1;
    for (const std::string& turn : problem.solution.turns) {
      for (const std::string& sowing : sowings_of(turn)) {
        const auto& node = twin().nodes()[at];
        if (node.side == 0) {
          const auto good = good_moves(at, least);
          ASSERT_EQ(good.size(), 1U) << problem.position;
          EXPECT_EQ(good.front()->move, sowing) << problem.position;
          if (least == 1) in_lines.insert(to_text(referee->canonical(parse_position(node.text))));
        }
        const auto edge = std::find_if(node.edges.begin(), node.edges.end(), [&](const auto& e) { return e.move == sowing; });
        ASSERT_NE(edge, node.edges.end()) << problem.position;
        least -= edge->gain;
        at = edge->to;
      }
    }
    EXPECT_EQ(twin().nodes()[numbers.at(problem.position)].side, 0);
  }
  EXPECT_GT(problems.size(), 80U);
  // Every position with exactly one good sowing of two or more is a hit, stands in the line of one, or has a hit's line.
  const Prober prober(referee->rules(), catalogue());
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < twin().nodes().size(); ++i) {
    const auto& node = twin().nodes()[i];
    if (node.side != 0 || node.edges.size() < 2 || !twin().can_end(i, 1) || good_moves(i, 1).size() != 1) continue;
    ++wanted;
    const Position position = parse_position(node.text);
    // Of equal replies the first is chosen, and in a mirror another one is first; so only stored images are compared.
    if (referee->canonical(position) != position) continue;
    if (in_lines.contains(to_text(referee->canonical(position)))) continue;
    std::vector<LegalPly> line;
    std::size_t good_for = 0;
    int least = 1;
    for (std::size_t at = i; !twin().nodes()[at].over;) {
      const auto& here = twin().nodes()[at];
      std::string move;
      if (here.side == 0) {
        const auto good = good_moves(at, least);
        if (good.size() != 1) break;
        move = good.front()->move;
        good_for = line.size() + 1;
      } else {
        move = prober.answer(parse_position(here.text)).plies.front().ply.text;
      }
      line.push_back(referee->ply(parse_position(here.text), move));
      const auto edge = std::find_if(here.edges.begin(), here.edges.end(), [&](const auto& e) { return e.move == move; });
      least -= edge->gain;
      at = edge->to;
    }
    line.erase(line.begin() + static_cast<std::ptrdiff_t>(good_for), line.end());
    const Problem problem{.id = "x", .position = node.text, .stipulation = {Aim::win, 0}, .solution = {turns_of(line), {}}};
    EXPECT_TRUE(signatures.contains(line_signature(problem))) << node.text << ' ' << to_text(problem.solution);
  }
  EXPECT_GT(wanted, problems.size());
}

TEST_F(Mining, EveryHitOfEveryGoalIsSound) {
  std::size_t all = 0;
  for (const MineGoal goal : {MineGoal::win, MineGoal::margin, MineGoal::draw, MineGoal::repetition, MineGoal::one_warrior}) {
    MineRequest wanted = goal == MineGoal::one_warrior ? request("kiothi:0,0,0,0/0,0,0,0", 7) : request("giuthi:0,0,0,0/0,0,0,0", 8);
    if (goal == MineGoal::one_warrior) wanted.marks = 1;
    wanted.goal = goal;
    const Prober prober(wanted.rules, catalogue());
    const auto problems = mined(wanted);
    EXPECT_GE(problems.size(), 5U) << static_cast<int>(goal);
    all += problems.size();
    for (const Problem& problem : problems) {
      const CookReport report = cook(problem, prober);
      EXPECT_TRUE(report.defects.empty()) << to_json_line(problem);
      EXPECT_EQ(report.grade, Grade::absolute) << to_json_line(problem);
    }
  }
  EXPECT_GT(all, 500U);
}

TEST_F(Mining, FiltersKeepWhatTheySay) {
  const auto with = [&](auto set) {
    MineRequest wanted = request("giuthi:0,0,0,0/0,0,0,0", 8);
    set(wanted);
    const auto problems = mined(wanted);
    EXPECT_FALSE(problems.empty()) << wanted.text();
    return problems;
  };
  for (const Problem& p : with([](MineRequest& r) { r.filters.line = 5; })) EXPECT_GE(facts_of(p).line.size(), 5U);
  for (const Problem& p : with([](MineRequest& r) { r.filters.quiet = true; })) EXPECT_EQ(facts_of(p).key.captures, 0);
  for (const Problem& p : with([](MineRequest& r) { r.filters.gives = 2; })) EXPECT_GE(facts_of(p).gives, 2);
  for (const Problem& p : with([](MineRequest& r) { r.filters.pass = true; })) EXPECT_TRUE(facts_of(p).pass);
  for (const Problem& p : with([](MineRequest& r) { r.filters.chain = 2; })) EXPECT_GE(facts_of(p).chain, 2);
  for (const Problem& p : with([](MineRequest& r) { r.filters.laps = 4; })) EXPECT_GE(facts_of(p).key_trace.laps.size(), 4U);
  const auto pits_of = [](const Problem& p) { return parse_position(p.position).pits; };
  for (const Problem& p : with([](MineRequest& r) { r.filters.pits = 3; })) {
    const auto pits = pits_of(p);
    EXPECT_LE(std::count_if(pits.begin(), pits.end(), [](int seeds) { return seeds > 0; }), 3);
  }
  for (const Problem& p : with([](MineRequest& r) { r.filters.singletons = true; })) {
    const auto pits = pits_of(p);
    EXPECT_LE(std::count_if(pits.begin(), pits.end(), [](int seeds) { return seeds > 1; }), 1);
  }
  for (const Problem& p : with([](MineRequest& r) { r.filters.symmetric = true; })) {
    const auto pits = pits_of(p);
    EXPECT_TRUE(std::equal(pits.begin(), pits.begin() + 4, pits.begin() + 4)) << "a mirror image has two keys";
  }
  for (const Problem& p : with([](MineRequest& r) { r.filters.fewer_wins = true; })) {
    const auto pits = pits_of(p);
    EXPECT_LT(pits[0] + pits[1] + pits[2] + pits[3], pits[4] + pits[5] + pits[6] + pits[7]);
  }
  const Prober prober(request("giuthi:0,0,0,0/0,0,0,0", 8).rules, catalogue());
  for (const Problem& p : with([](MineRequest& r) { r.filters.greedy_loses = true; })) {
    const auto answer = prober.answer(parse_position(p.position));
    int most = 1;
    for (const auto& ply : answer.plies) most = std::max(most, ply.ply.captures);
    for (const auto& ply : answer.plies) {
      EXPECT_TRUE(ply.ply.captures < most || ply.outcome == Outcome::loss) << p.position;
    }
  }
  for (const Problem& p : with([](MineRequest& r) {
         r.goal = MineGoal::draw;
         r.filters.perpetual = true;
       })) {
    const auto answer = prober.answer(parse_position(p.position));
    EXPECT_EQ(answer.reason, "repetition");
    EXPECT_TRUE(!answer.value.floor || *answer.value.floor < 0) << p.position;
  }
  for (const Problem& p : with([](MineRequest& r) { r.filters.zugzwang = true; })) {
    bool zugzwang = false;
    for (const auto& [before, ply] : facts_of(p).line) {
      Position turned = ply.position;
      turned.side = other(turned.side);
      const int both = static_cast<int>(prober.answer(ply.position).outcome) + static_cast<int>(prober.answer(turned).outcome);
      zugzwang = zugzwang || both < 0;
      if (ply.position.side != Side::south) break;
    }
    EXPECT_TRUE(zugzwang) << p.position;
  }
}

TEST_F(Mining, NoTwoHitsAreCousinsOrMirrorImages) {
  const auto problems = mined(request("giuthi:0,0,0,0/0,0,0,0", 8));
  const auto referee = make_referee(parse_position("giuthi:0,0,0,0/0,0,0,0").rules);
  std::set<std::string> lines;
  std::set<std::string> positions;
  for (const Problem& problem : problems) {
    EXPECT_TRUE(lines.insert(line_signature(problem)).second) << problem.position;
    EXPECT_TRUE(positions.insert(to_text(referee->canonical(parse_position(problem.position)))).second) << problem.position;
  }
}

TEST_F(Mining, SignaturesDoNotChangeUnderMirrorAndShift) {
  const auto signature = [](const char* position, std::vector<std::string> turns) {
    return line_signature({.id = "x", .position = position, .stipulation = {Aim::win, 0}, .solution = {std::move(turns), {}}});
  };
  const std::string first = signature("giuthi:0,0,0,0/0,2,0,0", {"b+", "C-", "c+"});
  EXPECT_EQ(first, signature("giuthi:0,0,0,0/0,0,2,0", {"c-", "B+", "b-"})) << "mirrored";
  EXPECT_EQ(first, signature("giuthi:0,0,0,0/0,0,2,0", {"c+", "B-", "d+"})) << "one to the right";
  EXPECT_NE(first, signature("giuthi:0,0,0,0/0,0,2,0", {"c+", "C-", "d+"}));
}

TEST_F(Mining, TheSameSearchGivesTheSameHits) {
  const auto file = [&](const char* name) { return (folder().path() / name).string(); };
  const auto mine = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"mine", "giuthi", "2x4", "--seeds", "3..8", "--tables", folder().text()};
    words.insert(words.end(), more.begin(), more.end());
    const auto result = test::run(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const std::string one = mine({"--threads", "1", "--sample", "5", "--seed", "3"});
  EXPECT_EQ(one, mine({"--threads", "2", "--sample", "5", "--seed", "3"}));
  EXPECT_NE(one, mine({"--threads", "2", "--sample", "5", "--seed", "4"}));
  EXPECT_LE(std::count(one.begin(), one.end(), '\n'), 6 * 5);
  (void)mine({"--output", file("a.jsonl")});
  (void)mine({"--output", file("b.jsonl"), "--threads", "2"});
  EXPECT_EQ(test::contents_of(file("a.jsonl")), test::contents_of(file("b.jsonl")));
  const auto problems = read_problems(file("a.jsonl"));
  EXPECT_TRUE(
      std::is_sorted(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) { return a.difficulty > b.difficulty; }));
  const std::string best = mine({"--best", "3"});
  EXPECT_EQ(best, test::contents_of(file("a.jsonl")).substr(0, best.size()));
}

// A journal with some layers done and one cut short.
TEST_F(Mining, AStoppedSearchGoesOn) {
  const auto file = (folder().path() / "resumed.jsonl").string();
  const auto mine = [&](const std::string& seeds, const std::string& to) {
    return test::run({"mine", "giuthi", "2x4", "--seeds", seeds, "--tables", folder().text(), "--output", to});
  };
  const auto whole = (folder().path() / "whole.jsonl").string();
  ASSERT_EQ(mine("0..8", whole).code, 0);
  MineRequest wanted = request("giuthi:0,0,0,0/0,0,0,0", 8);
  const Miner miner(wanted, catalogue());
  std::set<std::string> known;
  const std::atomic<bool> stop{false};
  std::ofstream part(file + ".part");
  part << boost::json::serialize(boost::json::object{{"request", wanted.text()}}) << '\n';
  for (int seeds = 0; seeds <= 7; ++seeds) {
    for (const Problem& problem : miner.problems_of({seeds, 0}, known, stop, [](std::uint64_t) {})) part << to_json_line(problem) << '\n';
    if (seeds == 7) break;
    part << R"({"done":{"seeds":)" << seeds << R"(,"marks":0}})" << '\n';
  }
  part << R"({"id":"cut)";
  part.close();
  EXPECT_EQ(mine("0..7", file).code, 2) << "the journal is of another search";
  EXPECT_EQ(mine("0..8", file).code, 0);
  EXPECT_EQ(test::contents_of(file), test::contents_of(whole));
  EXPECT_FALSE(std::filesystem::exists(file + ".part"));
}

TEST_F(Mining, MistakesAreNamed) {
  const auto code = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "mine");
    words.insert(words.end(), {"--tables", folder().text()});
    return test::run(words).code;
  };
  EXPECT_EQ(code({"giuthi", "2x4"}), 2);
  EXPECT_EQ(code({"giuthi", "2x4", "--seeds", "8..3"}), 2);
  EXPECT_EQ(code({"giuthi", "2x4", "--seeds", "3", "--goal", "mate"}), 2);
  EXPECT_EQ(code({"giuthi", "2x4", "--seeds", "3", "--goal", "one-warrior"}), 2);
  EXPECT_EQ(code({"giuthi", "2x4", "--seeds", "3", "--perpetual"}), 2);
  EXPECT_EQ(code({"giuthi", "2x4", "--seeds", "9"}), 4);
}

// Laps are counted by the literal rules; what a trace leaves on the board and captures is the ply's.
TEST(Trace, IsTheSowingOfTheLiteralRules) {
  const Forward forward = Forward::giuthi(3, 8);
  const auto referee = make_referee(parse_position("giuthi:0,0,0/0,0,0").rules);
  std::size_t relays = 0;
  for (const auto& node : forward.nodes()) {
    const Position position = parse_position(node.text);
    twin::Position literal{{position.pits.begin(), position.pits.begin() + 6}, node.side};
    for (const LegalPly& ply : referee->plies(position)) {
      const SowingTrace trace = trace_of(position, ply);
      if (ply.pass) {
        EXPECT_TRUE(trace.laps.empty());
        continue;
      }
      const auto sowing = twin::sow({}, literal, ply.move.pit, ply.move.how);
      EXPECT_EQ(static_cast<int>(trace.laps.size()), sowing.laps) << node.text << ' ' << ply.text;
      relays += trace.laps.size() > 1 ? 1 : 0;
      int captured = 0;
      auto board = position.pits;
      for (const TracedLap& lap : trace.laps) {
        board[static_cast<std::size_t>(lap.from)] = static_cast<std::uint8_t>(board[static_cast<std::size_t>(lap.from)] - lap.seeds);
        for (const int pit : lap.sown) ++board[static_cast<std::size_t>(pit)];
      }
      for (const int pit : trace.captured) {
        captured += board[static_cast<std::size_t>(pit)];
        board[static_cast<std::size_t>(pit)] = 0;
      }
      EXPECT_EQ(captured, ply.captures) << node.text << ' ' << ply.text;
      EXPECT_EQ(board, ply.position.pits) << node.text << ' ' << ply.text;
    }
  }
  EXPECT_GT(relays, 1000U);
}

TEST(Trace, OfKiothiAndAwari) {
  for (const char* text :
       {"kiothi:1,2*,0,2,2*/0,1,2*,1,1 12 9 S", "kiothi:3,0,0,2,4/5,1,0,2,9 0 0 N", "awari:0,0,0,3,2,4/1,1,1,14,1,2 15 17 S"}) {
    const Position position = parse_position(text);
    for (const LegalPly& ply : make_referee(position.rules)->plies(position)) {
      const SowingTrace trace = trace_of(position, ply);
      EXPECT_GE(trace.laps.size(), 1U);
      int difference = 0;
      for (const int pit : trace.captured) EXPECT_EQ(ply.position.pits[static_cast<std::size_t>(pit)], 0) << text << ' ' << ply.text;
      for (const TracedLap& lap : trace.laps) difference += lap.seeds - static_cast<int>(lap.sown.size());
      EXPECT_EQ(difference, 0);
    }
  }
}

}  // namespace
}  // namespace uthi::workshop
