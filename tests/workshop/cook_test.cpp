// Planted defects are found and classed right; what is wanted comes from forward sweeps over the literal rules.
#include "tools/workshop/cook.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "core/error.hpp"
#include "tests/tools/process.hpp"
#include "tests/twin/bridge.hpp"
#include "tests/workshop/forward.hpp"
#include "tools/workshop/problem_file.hpp"
#include "tools/workshop/reachability.hpp"

namespace uthi::workshop {
namespace {

using test::TemporaryFolder;
using twin::Forward;
using twin::ForwardNode;
using Codes = std::set<std::string>;

// Boards of 2x3 up to so many seeds; one less where the environment asks for a reduced size.
const int kSeeds = twin::small_size() ? 8 : 9;
constexpr std::size_t kPlanted = 60;  // of each code, at least

// A line of play on the twin's nodes.
struct Line {
  std::size_t start = 0;
  int least = 0;  // "win by `least`"
  std::vector<std::string> moves{};
};

class Planted : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (twin::small_size()) std::cout << "reduced size: 2x3 to " << kSeeds << " seeds instead of 9\n";
    folder_ = new TemporaryFolder;
    ASSERT_EQ(test::run({"build", "giuthi", "2x3", "--seeds", std::to_string(kSeeds), "--tables", folder_->text()}).code, 0);
    catalogue_ = new Catalogue({folder_->path()});
    prober_ = new Prober(parse_position("giuthi:0,0,0/0,0,0").rules, *catalogue_);
    forward_ = new Forward(Forward::giuthi(3, kSeeds));
  }
  static void TearDownTestSuite() {
    delete forward_;
    delete prober_;
    delete catalogue_;
    delete folder_;
  }

  static const Forward& twin() { return *forward_; }
  static const ForwardNode& node(std::size_t i) { return forward_->nodes()[i]; }
  static const TemporaryFolder& folder() { return *folder_; }

  // The best margin that South, to move, can force; 0 if that is none above 0.
  static int best_margin(std::size_t i) {
    for (int k = node(i).seeds; k > 0; --k) {
      if (twin().can_end(i, k)) return k;
    }
    return 0;
  }

  // Moves at `i` that keep "win by least", all of them or only duals (those that need not come back to `i`).
  static std::vector<std::string> good_moves(std::size_t i, int least, bool only_duals) {
    std::vector<std::string> moves;
    for (const auto& edge : node(i).edges) {
      if (!twin().can_end(edge.to, least - edge.gain)) continue;
      if (only_duals && !twin().can_end_without(edge.to, least - edge.gain, i)) continue;
      moves.push_back(edge.move);
    }
    return moves;
  }

  static const ForwardNode::Edge* edge_of(std::size_t i, const std::string& move) {
    for (const auto& edge : node(i).edges) {
      if (edge.move == move) return &edge;
    }
    return nullptr;
  }

  // The codes that a problem "win by least" with this line deserves.
  static Codes wanted(const Line& line) {
    Codes codes;
    if (!twin().can_end(line.start, line.least)) return {"U3"};
    if (twin().can_end(line.start, line.least + 1)) codes.insert("U4");
    std::size_t at = line.start;
    int least = line.least;
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
      const auto* edge = edge_of(at, line.moves[i]);
      if (edge == nullptr) {
        codes.insert("U5");
        break;
      }
      if (node(at).side == 0 && twin().can_end(at, least)) {
        if (!twin().can_end(edge->to, least - edge->gain)) codes.insert("U3");
        for (const std::string& other : good_moves(at, least, true)) {
          if (other != line.moves[i]) codes.insert(i == 0 ? "U1" : "U2");
        }
      }
      least -= edge->gain;
      at = edge->to;
    }
    return codes;
  }

  static Problem problem_of(const Line& line) {
    Problem problem{.id = "p", .position = node(line.start).text, .stipulation = {Aim::win_by, line.least}};
    std::size_t at = line.start;
    bool joined = false;
    for (const std::string& move : line.moves) {
      if (joined) {
        problem.solution.turns.back().append(",").append(move);
      } else {
        problem.solution.turns.push_back(move);
      }
      const auto* edge = edge_of(at, move);
      if (edge == nullptr) break;
      joined = node(edge->to).side == node(at).side && !node(edge->to).over;
      at = edge->to;
    }
    return problem;
  }

  static Codes found(const Problem& problem) {
    Codes codes;
    for (const Defect& defect : cook(problem, *prober_).defects) codes.insert(std::string(code_name(defect.code)));
    return codes;
  }

  // From `start`: the solver's only good move, the opponent's first, as long as the solver has but one. With `dual` the
  // first move that is not the only one is added too.
  static Line unique_line(std::size_t start, int least, bool dual = false) {
    Line line{.start = start, .least = least};
    std::set<std::size_t> seen;
    for (std::size_t at = start; !node(at).over && seen.insert(at).second;) {
      if (node(at).side == 0) {
        const auto good = good_moves(at, least, false);
        if (good.size() != 1 && !(dual && !line.moves.empty())) break;
        line.moves.push_back(good.front());
        if (good.size() != 1) return line;
      } else {
        line.moves.push_back(node(at).edges.front().move);
      }
      const auto* edge = edge_of(at, line.moves.back());
      least -= edge->gain;
      at = edge->to;
    }
    return line;
  }

  template <class F>
  static void for_each_win(F&& f) {
    for (std::size_t i = 0; i < twin().nodes().size(); ++i) {
      if (node(i).side != 0 || node(i).over) continue;
      if (const int best = best_margin(i); best > 0) f(i, best);
    }
  }

  static void check(const Line& line) {
    const Problem problem = problem_of(line);
    EXPECT_EQ(found(problem), wanted(line)) << to_json_line(problem);
  }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
  static inline Catalogue* catalogue_ = nullptr;
  static inline Prober* prober_ = nullptr;
  static inline Forward* forward_ = nullptr;
};

TEST_F(Planted, SoundProblemsHaveNoDefect) {
  std::size_t sound = 0;
  std::size_t with_answers = 0;
  for_each_win([&](std::size_t i, int best) {
    const Line line = unique_line(i, best);
    if (line.moves.empty() || !wanted(line).empty()) return;
    check(line);
    ++sound;
    with_answers += line.moves.size() >= 3 ? 1 : 0;
  });
  EXPECT_GT(sound, 500U);
  EXPECT_GT(with_answers, kPlanted);
}

TEST_F(Planted, SecondKeysAreU1) {
  std::size_t planted = 0;
  std::size_t losses_of_time = 0;
  for_each_win([&](std::size_t i, int best) {
    const auto good = good_moves(i, best, false);
    if (good.size() < 2) return;
    const Line line{i, best, {good.front()}};
    check(line);
    planted += wanted(line) == Codes{"U1"} ? 1 : 0;
    losses_of_time += wanted(line).empty() ? 1 : 0;
  });
  EXPECT_GE(planted, kPlanted);
  EXPECT_GE(losses_of_time, 1U) << "another sowing that can only come back is no second key";
}

TEST_F(Planted, CooksAtALaterMoveAreU2) {
  std::size_t planted = 0;
  for_each_win([&](std::size_t i, int best) {
    const Line line = unique_line(i, best, true);
    if (line.moves.size() < 2) return;
    check(line);
    planted += wanted(line) == Codes{"U2"} ? 1 : 0;
  });
  EXPECT_GE(planted, kPlanted);
}

TEST_F(Planted, WhatCannotBeMetIsU3) {
  std::size_t too_much = 0;
  std::size_t given_away = 0;
  for_each_win([&](std::size_t i, int best) {
    Line line = unique_line(i, best);
    line.least = best + 1;
    check(line);
    too_much += wanted(line) == Codes{"U3"} ? 1 : 0;
    // The solver's last move of a unique line is replaced by another one, which fails.
    line = unique_line(i, best);
    while (!line.moves.empty() && line.moves.size() % 2 == 0) line.moves.pop_back();
    if (line.moves.size() < 3) return;
    std::size_t at = i;
    for (std::size_t m = 0; m + 1 < line.moves.size(); ++m) at = edge_of(at, line.moves[m])->to;
    if (node(at).side != 0 || node(at).edges.size() < 2) return;
    for (const auto& edge : node(at).edges) {
      if (edge.move == line.moves.back()) continue;
      line.moves.back() = edge.move;
      break;
    }
    check(line);
    given_away += wanted(line).contains("U3") ? 1 : 0;
  });
  EXPECT_GE(too_much, kPlanted);
  EXPECT_GE(given_away, kPlanted);
}

TEST_F(Planted, WhatAsksForTooLittleIsU4) {
  std::size_t planted = 0;
  for_each_win([&](std::size_t i, int best) {
    if (best < 3) return;
    for (const int less : {1, 2}) {
      Line line = unique_line(i, best - less);
      if (line.moves.empty()) continue;
      check(line);
      planted += wanted(line) == Codes{"U4"} ? 1 : 0;
    }
  });
  EXPECT_GE(planted, kPlanted);
}

TEST_F(Planted, U4OfEveryStipulationThatCanAskForMore) {
  std::map<Aim, std::size_t> planted;
  for (std::size_t i = 0; i < twin().nodes().size(); ++i) {
    if (node(i).side != 0 || node(i).over) continue;
    const auto has_u4 = [&](Stipulation stipulation, bool wanted) {
      const Problem problem{.id = "p", .position = node(i).text, .stipulation = stipulation};
      EXPECT_EQ(found(problem).contains("U4"), wanted) << node(i).text << ' ' << to_text(stipulation);
      planted[stipulation.aim] += wanted ? 1 : 0;
    };
    const int captured = twin().best_capture(i);
    if (captured > 0) has_u4({Aim::capture, 1}, captured > 1);
    const bool win = twin().can_end(i, 1);
    if (!twin().can_be_held_to(i, -1)) has_u4({Aim::draw, 0}, win);
    if (!twin().can_be_ended(i)) has_u4({Aim::repetition, 0}, win);
    if (!twin().can_be_held_to(i, -3)) has_u4({Aim::lose_at_most, 2}, win || !twin().can_be_held_to(i, -2));
    if (twin().can_end_in_plies(i, 1, 3)) has_u4({Aim::win_in_plies, 3}, twin().can_end_in_plies(i, 1, 2));
    if (twin().can_end_in_turns(i, 1, 2)) has_u4({Aim::win_in_turns, 2}, twin().can_end_in_turns(i, 1, 1));
  }
  for (const Aim aim : {Aim::capture, Aim::draw, Aim::lose_at_most, Aim::win_in_plies, Aim::win_in_turns}) {
    EXPECT_GE(planted[aim], kPlanted) << to_text(Stipulation{aim, 1});
  }
}

TEST_F(Planted, WhatIsIllegalIsU5) {
  std::map<std::string, std::size_t> planted;
  for_each_win([&](std::size_t i, int best) {
    const Line line = unique_line(i, best);
    if (line.moves.empty() || !wanted(line).empty()) return;
    const auto expect_u5 = [&](const char* kind, const Problem& problem) {
      EXPECT_EQ(found(problem), Codes{"U5"}) << kind << ' ' << to_json_line(problem);
      ++planted[kind];
    };
    Problem problem = problem_of(line);
    problem.position.replace(problem.position.find('/') - 2, 2, "");
    expect_u5("a pit is missing", problem);

    problem = problem_of(line);
    problem.rules["origin"] = "sow";
    expect_u5("other rules", problem);

    problem = problem_of(line);
    problem.stipulation = {Aim::one_warrior, 0};
    expect_u5("a stipulation of another game", problem);

    problem = problem_of(line);
    problem.solution.turns.push_back("A+,A+,A+,A+,A+,A+,A+,A+,A+,A+");
    const Codes codes = found(problem);
    EXPECT_EQ(codes, Codes{"U5"}) << to_json_line(problem);
    ++planted["an illegal ply"];
  });
  for (std::size_t i = 0; i < twin().nodes().size(); ++i) {
    if (node(i).side != 0 || !node(i).over) continue;
    EXPECT_EQ(found({.id = "p", .position = node(i).text, .stipulation = {Aim::win, 0}}), Codes{"U5"});
    ++planted["the game is over"];
  }
  EXPECT_EQ(planted.size(), 5U);
  for (const auto& [kind, count] : planted) EXPECT_GE(count, kPlanted) << kind;
}

// Every position that a walk over the twin's plies finds from a start is reachable, and no other one is.
TEST_F(Planted, PositionsThatNoGameLeadsToAreU5) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < twin().nodes().size(); ++i) {
    if (node(i).text == "giuthi:1,1,1/1,1,2 0 0 S") start = i;
  }
  ASSERT_NE(start, 0U);
  // Nodes with South's captures; North's are what is missing.
  std::set<std::pair<std::size_t, int>> reached;
  std::vector<std::pair<std::size_t, int>> open{{start, 0}};
  while (!open.empty()) {
    const auto here = open.back();
    open.pop_back();
    if (!reached.insert(here).second) continue;
    for (const auto& edge : node(here.first).edges) open.push_back({edge.to, here.second + std::max(edge.gain, 0)});
  }
  const Position from = parse_position(node(start).text);
  std::size_t yes = 0;
  std::size_t no = 0;
  for (std::size_t i = 0; i < twin().nodes().size(); ++i) {
    const int gone = node(start).seeds - node(i).seeds;
    if (gone < 0) continue;
    for (int south = 0; south <= gone; south += std::max(1, gone)) {
      Position target = parse_position(node(i).text);
      target.stores = {south, gone - south};
      const Reachability found = reachable(from, target, 1'000'000);
      const bool wanted = reached.contains({i, south});
      EXPECT_EQ(found.reach, wanted ? Reach::yes : Reach::no) << to_text(target);
      (wanted ? yes : no) += 1;
      if (wanted && yes % 10 == 0) {
        std::vector<std::string> words{"play", to_text(from)};
        words.insert(words.end(), found.turns.begin(), found.turns.end());
        words.emplace_back("--json");
        if (!found.turns.empty()) {
          EXPECT_EQ(std::string(test::run(words).json().at("position").as_string()), to_text(target));
        }
      }
    }
  }
  EXPECT_GE(yes, kPlanted);
  EXPECT_GE(no, kPlanted);
  Position more = from;
  more.stores = {1, 0};
  EXPECT_EQ(reachable(from, more, 10).reach, Reach::no);
  EXPECT_EQ(reachable(from, parse_position("giuthi:0,0,0/0,0,1 3 3 N"), 1).reach, Reach::unknown);
}

TEST_F(Planted, TheProgramExitsWithOneOnADefectAndNamesIt) {
  const auto file = folder().path() / "problems.jsonl";
  std::vector<Line> lines;
  for_each_win([&](std::size_t i, int best) {
    if (const auto good = good_moves(i, best, true); good.size() > 1 && lines.empty()) lines.push_back({i, best, {good.front()}});
  });
  std::ofstream(file) << to_json_line(problem_of(lines.front())) << "\n";
  const auto result = test::run({"cook", file.string(), "--tables", folder().text()});
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_NE(result.out.find("U1 second key"), std::string::npos) << result.out;
  const auto object = test::run({"cook", file.string(), "--json", "--tables", folder().text()}).json();
  EXPECT_EQ(object.at("defects").as_array().front().at("code"), "U1");
  EXPECT_FALSE(object.at("sound").as_bool());

  std::ofstream(file) << R"({"id":"x","position":"giuthi:1,1,1/1,1,2","stipulation":"best margin"})"
                      << "\n";
  EXPECT_EQ(test::run({"cook", file.string(), "--reachable", "giuthi:1,1,1/1,1,2", "--tables", folder().text()}).code,
            test::run({"cook", file.string(), "--tables", folder().text()}).code);
  const auto far = test::run({"cook", file.string(), "--reachable", "4", "--tables", folder().text()});
  EXPECT_EQ(far.code, 1);
  EXPECT_NE(far.out.find("U5 illegal: not reachable"), std::string::npos) << far.out;
  EXPECT_EQ(test::run({"cook", file.string(), "--reachable", "x", "--tables", folder().text()}).code, 2);
  EXPECT_EQ(test::run({"cook", "/nonexistent"}).code, 7);
  EXPECT_EQ(test::run({"cook", file.string(), "--tables", "/nonexistent"}).code, 4);
}

}  // namespace
}  // namespace uthi::workshop
