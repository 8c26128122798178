// The format of problems: what is written reads back, and what is wrong is named.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <fstream>
#include <random>

#include "core/error.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi::workshop {
namespace {

const std::string kWhole =
    R"({"id":"a.1","position":"giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S","stipulation":"win by 3","rules":{"origin":"skip"},"author":"A \"B\"",)"
    R"("source":"s: # - [x]","title":"yes","themes":["1","null",""],"solution":["b+,c-","A-","d+",[["B+","c+"],["C-","c-",[["A+"],["pass"]]]]],)"
    R"("remarks":"é 2026-01-01 ~","difficulty":12})";

Problem one(const std::string& line) { return parse_problems(line, Format::json, "t").at(0); }

TEST(ProblemFormat, WholeProblemsReadBackFromJsonAndYaml) {
  const Problem problem = one(kWhole);
  EXPECT_EQ(to_json_line(problem), kWhole);
  EXPECT_EQ(problem.solution.branches.size(), 2U);
  EXPECT_EQ(problem.solution.branches[1].branches[1].turns.front(), "pass");
  EXPECT_EQ(to_text(problem.solution), "b+,c- A- d+ (B+ c+; C- c- (A+; pass))");
  EXPECT_EQ(one(to_json_line(problem)), problem);
  const auto from_yaml = parse_problems(to_yaml({problem, one(R"({"id":"b","position":"x","stipulation":"win"})")}), Format::yaml, "t");
  ASSERT_EQ(from_yaml.size(), 2U);
  EXPECT_EQ(from_yaml[0], problem);
  EXPECT_EQ(from_yaml[1].id, "b");
}

TEST(ProblemFormat, RandomProblemsReadBack) {
  std::mt19937 random(7);
  const auto text = [&] {
    static const std::string kBits[] = {"a", "\"", "\\",           ":", " ", "#", "'", "- ", "{", "]", "é",
                                        "0", "~",  "\xe2\x80\x94", ",", "&", "*", "!", "%",  "|", ">"};
    std::string made;
    for (auto i = random() % 12; i > 0; --i) made.append(kBits[random() % std::size(kBits)]);
    return made;
  };
  std::vector<Problem> problems;
  for (int i = 0; i < 300; ++i) {
    Problem problem{.id = std::to_string(i), .position = text(), .stipulation = {Aim::win_by, 1 + i}};
    problem.author = text();
    problem.title = text();
    problem.remarks = text();
    for (auto n = random() % 4; n > 0; --n) problem.themes.push_back(text());
    problem.solution.turns = {text().append("x")};
    for (auto n = random() % 3; n > 0; --n) problem.solution.branches.push_back({{text().append("y"), "z"}, {}});
    if (i % 2 == 0) problem.difficulty = i;
    problems.push_back(std::move(problem));
  }
  std::string lines;
  for (const Problem& problem : problems) lines.append(to_json_line(problem)).append("\n\n");
  EXPECT_EQ(parse_problems(lines, Format::json, "t"), problems);
  EXPECT_EQ(parse_problems(to_yaml(problems), Format::yaml, "t"), problems);
}

TEST(ProblemFormat, YamlMayBeWrittenByHand) {
  const auto problems = parse_problems(
      "id: a\nposition: giuthi:2,2/2,2 0 0 S\nstipulation: win by 8\nsolution: [a+, [[A+, b+]]]\n---\n"
      "- {id: 17, position: 'giuthi:2,2/2,2', stipulation: draw, difficulty: 5}\n",
      Format::yaml, "t");
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].position, "giuthi:2,2/2,2 0 0 S");
  EXPECT_EQ(problems[1].id, "17");
  EXPECT_EQ(problems[1].difficulty, 5);
}

struct Bad {
  std::string fields;
  std::string expected;
};

TEST(ProblemFormat, MistakesNameTheLineAndTheField) {
  const std::string start = R"("id":"a","position":"p")";
  const std::vector<Bad> list{
      {R"("id":"a","position":"p")", "field \"stipulation\": expected it to be there"},
      {R"("position":"p","stipulation":"win")", "field \"id\""},
      {R"("id":"a","stipulation":"win")", "field \"position\""},
      {start + R"(,"stipulation":"wins")", "stipulation \"wins\""},
      {start + R"(,"stipulation":3)", "field \"stipulation\": expected a text"},
      {start + R"(,"stipulation":"win","autor":"x")", "did you mean \"author\"?"},
      {start + R"(,"stipulation":"win","themes":"x")", "field \"themes\": expected a list"},
      {start + R"(,"stipulation":"win","themes":[1])", "field \"themes\": expected a text"},
      {start + R"(,"stipulation":"win","solution":"a+")", "field \"solution\": expected a list"},
      {start + R"(,"stipulation":"win","solution":["a+",[["A+"]],"b+"])", "nothing may follow"},
      {start + R"(,"stipulation":"win","solution":[[["A+"]]])", "behind a turn of the solver"},
      {start + R"(,"stipulation":"win","solution":["a+","A+",[["b+"]]])", "behind a turn of the solver"},
      {start + R"(,"stipulation":"win","solution":["a+",[]])", "one branch at least"},
      {start + R"(,"stipulation":"win","solution":["a+",[[]]])", "begin with a turn of the opponent"},
      {start + R"(,"stipulation":"win","solution":[1])", "turns as texts"},
      {start + R"(,"stipulation":"win","difficulty":-1)", "0 to 9999"},
      {start + R"(,"stipulation":"win","difficulty":"1")", "0 to 9999"},
      {start + R"(,"stipulation":"win","rules":"x")", "field \"rules\""},
      {start + R"(,"stipulation":"win","remarks":"a\nb")", "on one line"},
      {R"("id":"a b","position":"p","stipulation":"win")", "field \"id\""},
  };
  for (const Bad& bad : list) {
    try {
      (void)parse_problems(std::string("\n{").append(bad.fields).append("}\n"), Format::json, "file");
      ADD_FAILURE() << bad.fields;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(bad.expected), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("file, line 2"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW((void)parse_problems("[1]", Format::json, "t"), UsageError);
  EXPECT_THROW((void)parse_problems("{", Format::json, "t"), UsageError);
  EXPECT_THROW((void)parse_problems("a: [", Format::yaml, "t"), UsageError);
  EXPECT_THROW((void)parse_problems("3", Format::yaml, "t"), UsageError);
  EXPECT_THROW((void)parse_problems("{id: a, id: b, position: p, stipulation: win}", Format::yaml, "t"), UsageError);
  EXPECT_THROW((void)parse_problems("a: &x [1]\nb: *x", Format::yaml, "t"), UsageError);
  EXPECT_THROW((void)parse_problems("? [a]\n: b", Format::yaml, "t"), UsageError);
  EXPECT_THROW((void)parse_problems(std::string(10000, '['), Format::yaml, "t"), UsageError);
  const std::string twice = R"({"id":"a","position":"p","stipulation":"win"})";
  EXPECT_THROW((void)parse_problems(twice + "\n" + twice, Format::json, "t"), UsageError);
  EXPECT_THROW((void)read_problems("/nonexistent/x.jsonl"), InputOutputError);
}

TEST(ProblemFormat, RulesMustBeThoseOfThePosition) {
  Problem problem = one(R"({"id":"a","position":"giuthi{origin=sow}:2,2/2,2","stipulation":"win","rules":{"origin":"sow"}})");
  EXPECT_EQ(to_text(position_of(problem)), "giuthi{origin=sow}:2,2/2,2 0 0 S");
  fill_in_rules(problem);
  EXPECT_EQ(problem.rules.size(), 4U);
  EXPECT_EQ(problem.rules.at("repetition"), "draw");
  problem.rules["origin"] = "skip";
  EXPECT_THROW((void)position_of(problem), PositionError);
  problem.rules = {{"crossing", "no"}};
  EXPECT_THROW((void)position_of(problem), PositionError);
}

TEST(ProblemFormat, TheSchemaHasTheFields) {
  const auto text = [] {
    std::ifstream in(UTHI_DATA "/problems/problem.schema.json");
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  const auto schema = boost::json::parse(text).as_object();
  std::vector<std::string> names;
  for (const auto& field : schema.at("properties").as_object()) names.emplace_back(field.key());
  EXPECT_EQ(names, std::vector<std::string>(problem_fields().begin(), problem_fields().end()));
  EXPECT_EQ(schema.at("required"), (boost::json::array{"id", "position", "stipulation"}));
  EXPECT_EQ(schema.at("additionalProperties"), false);
}

}  // namespace
}  // namespace uthi::workshop
