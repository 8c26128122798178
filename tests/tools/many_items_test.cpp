// One bad item of many: named, and no end for the others; and small things that people's texts and terminals bring.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/tools/process.hpp"
#include "tests/tools/sanitized.hpp"  // their shadow needs more address space than any limit
#include "tools/worst_exit.hpp"

namespace uthi::test {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string kGood = "giuthi:1,1/1,1 0 0 S";
const std::string kBad = "giuthi:1,1/1";
const std::string kUncovered = "giuthi:9,9/9,9 0 0 S";  // beyond the tables of these tests

class ManyItems : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    ASSERT_EQ(run({"build", "giuthi", "2x2", "--seeds", "7", "--tables", folder_->text()}).code, 0);
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string tables() { return folder_->text(); }
  static std::string file(const std::string& name, const std::string& text) {
    const auto path = folder_->path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  static std::string line(const std::string& id, const std::string& position) {
    return R"({"id":")" + id + R"(","position":")" + position + R"(","stipulation":"draw"})" + "\n";
  }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
};

TEST(WorstExit, EveryCodeHasItsPlace) {
  EXPECT_EQ(kFromBestToWorst.size(), 9U);
  EXPECT_EQ(worse_of(ExitCode::ok, ExitCode::no), ExitCode::no);
  EXPECT_EQ(worse_of(ExitCode::bad_position, ExitCode::table_missing), ExitCode::bad_position);
  EXPECT_EQ(worse_of(ExitCode::bad_position, ExitCode::table_damaged), ExitCode::table_damaged);
  for (const ExitCode a : kFromBestToWorst) {
    EXPECT_EQ(worse_of(a, ExitCode::ok), a);
    for (const ExitCode b : kFromBestToWorst) EXPECT_EQ(worse_of(a, b), worse_of(b, a));
  }
}

TEST_F(ManyItems, PositionsBesideABadOneAreAnswered) {
  for (const std::string command : {"probe", "moves", "show", "twin"}) {
    const auto ask = [&](std::vector<std::string> words) {
      words.insert(words.begin(), command);
      if (command == "probe" || command == "twin") words.insert(words.end(), {"--tables", tables()});
      return run(words);
    };
    const auto one = ask({kGood});
    ASSERT_EQ(one.code, 0) << one.err;
    const auto three = ask({kGood, kBad, kGood});
    EXPECT_EQ(three.code, 3) << command;
    EXPECT_EQ(three.out, one.out + "\n" + one.out) << command;
    EXPECT_TRUE(contains(three.err, kBad + ": position \"" + kBad)) << three.err;
    EXPECT_EQ(std::count(three.err.begin(), three.err.end(), '\n'), 1) << three.err;
    const auto lines = ask({kBad, kGood, "--json"}).json_lines();
    ASSERT_EQ(lines.size(), 2U) << command;
    EXPECT_EQ(lines[0].at("input"), kBad.c_str());
    EXPECT_TRUE(lines[0].as_object().contains("error"));
    EXPECT_EQ(lines[1].at("position"), kGood.c_str());
    const auto alone = ask({kBad, "--json"});
    EXPECT_EQ(alone.out, "") << command;
    EXPECT_EQ(alone.code, 3);
  }
}

TEST_F(ManyItems, TheExitCodeIsTheWorst) {
  const auto probe = [](const std::vector<std::string>& positions) {
    std::vector<std::string> words{"probe", "--tables", tables()};
    words.insert(words.end(), positions.begin(), positions.end());
    return run(words);
  };
  EXPECT_EQ(probe({kUncovered, kGood}).code, 4);
  EXPECT_EQ(probe({kUncovered, kBad, kGood}).code, 3);
  EXPECT_EQ(probe({kBad, kUncovered}).code, 3);
  EXPECT_TRUE(contains(probe({kGood, kUncovered}).err, kUncovered + ": "));
  EXPECT_EQ(run({"probe", "--tables", tables(), "-"}, {.input = kUncovered + "\n" + kGood + "\n" + kBad + "\n"}).code, 3);
}

TEST_F(ManyItems, ProblemsBesideABadOneAreCooked) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    if (i == 7) {
      text += "{\"id\":\n";
    } else if (i == 11) {
      text += line("uncovered", kUncovered);
    } else if (i == 13) {
      text += line("p0", kGood);
    } else {
      text += line("p" + std::to_string(i), kGood);
    }
  }
  const auto path = file("twenty.jsonl", text);
  const auto result = run({"cook", path, "--tables", tables()});
  EXPECT_EQ(result.code, 2) << result.err;
  for (const int i : {0, 6, 8, 10, 12, 14, 19}) EXPECT_TRUE(contains(result.out, "p" + std::to_string(i) + ": ")) << i << result.out;
  EXPECT_TRUE(contains(result.err, "twenty.jsonl, line 8: expected a JSON object")) << result.err;
  EXPECT_TRUE(contains(result.err, "twenty.jsonl, line 12, uncovered: ")) << result.err;
  EXPECT_TRUE(contains(result.err, "twenty.jsonl, line 14: the id \"p0\" stood before")) << result.err;
  EXPECT_TRUE(contains(result.out, "3 items not checked")) << result.out;
  const auto lines = run({"cook", path, "--tables", tables(), "--json"}).json_lines();
  ASSERT_EQ(lines.size(), 20U);
  EXPECT_EQ(lines[7].at("line"), 8);
  EXPECT_TRUE(lines[7].at("id").is_null());
  EXPECT_EQ(lines[11].at("id"), "uncovered");
  EXPECT_TRUE(lines[11].as_object().contains("error"));
  EXPECT_EQ(lines[12].at("id"), "p12");
}

TEST_F(ManyItems, FilesBesideABadOneAreRead) {
  const auto good = file("good.jsonl", line("a", kGood));
  for (const std::string command : {"cook", "problems", "similar", "book"}) {
    std::vector<std::string> words{command, "/nonexistent/x.jsonl", good};
    if (command == "cook") words.insert(words.end(), {"--tables", tables()});
    const auto result = run(words);
    EXPECT_EQ(result.code, 7) << command << result.err;
    EXPECT_TRUE(contains(result.err, "/nonexistent/x.jsonl: cannot read")) << result.err;
    EXPECT_TRUE(contains(result.out, command == "similar" ? "1 problem:"
                                     : command == "book"  ? "<svg"
                                     : command == "cook"  ? "a: "
                                                          : "\"id\":\"a\""))
        << result.out;
  }
}

TEST_F(ManyItems, ProblemsSimilarBookAndRenderGoOnBehindAFault) {
  const auto path = file("mixed.jsonl", line("a", kGood) + "[]\n" + line("b", kBad) + line("c", "giuthi:1,1/1,2 0 0 S"));
  const auto written = run({"problems", path});
  EXPECT_EQ(written.code, 3);
  const auto problems = written.json_lines();
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[1].at("id"), "c");
  EXPECT_TRUE(contains(written.err, "mixed.jsonl, line 2: ")) << written.err;
  EXPECT_TRUE(contains(written.err, "mixed.jsonl, line 3, b: ")) << written.err;
  const auto similar = run({"similar", path});
  EXPECT_EQ(similar.code, 3);
  EXPECT_TRUE(contains(similar.out, "2 problems: no two alike; 2 items not compared")) << similar.out;
  const auto book = run({"book", path});
  EXPECT_EQ(book.code, 3);
  EXPECT_TRUE(contains(book.out, ">2 problems<")) << book.out.substr(0, 6000);
  const auto pictures = file("pictures", "") + ".d";
  std::filesystem::create_directory(pictures);
  EXPECT_EQ(run({"render", path, "--output", pictures}).code, 3);
  EXPECT_TRUE(std::filesystem::exists(pictures + "/a.svg"));
  EXPECT_FALSE(std::filesystem::exists(pictures + "/b.svg"));
  EXPECT_TRUE(std::filesystem::exists(pictures + "/c.svg"));
}

TEST_F(ManyItems, AHundredThousandIdenticalProblemsAreComparedInLittleMemory) {
  std::string text;
  constexpr std::size_t kProblems = 100'000;
  for (std::size_t i = 0; i < kProblems; ++i) text += line(std::to_string(i), kGood);
  const auto result = run({"similar", file("same.jsonl", text)}, {.address_space = UTHI_SANITIZED ? 0 : std::uint64_t{1} << 30});
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_TRUE(contains(result.out, "0 and 99999: equal\n"));
  EXPECT_TRUE(contains(result.out, "100,000 problems: 99,999 pairs alike"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(result.out.begin(), result.out.end(), '\n')), kProblems);
}

TEST_F(ManyItems, AMoveCounterBehindThePositionIsPassedOverAndEpdIsNamed) {
  EXPECT_EQ(run({"moves", "awari:4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1", "--json"}).out,
            run({"moves", "awari:4,4,4,4,4,4/4,4,4,4,4,4 0 0 S", "--json"}).out);
  EXPECT_EQ(run({"moves", "awari:4,4,4,4,4,4/4,4,4,4,4,4_0_0_N_37"}).code, 0);
  for (const char* rest : {"S 1 2", "S -1", "S 1234567", "S x", "S 1 ", "S1"}) {
    const auto result = run({"moves", std::string("giuthi:1,1/1,1 0 0 ") + rest});
    EXPECT_EQ(result.code, 3) << rest;
    EXPECT_TRUE(contains(result.err, "expected nothing behind the side to move at character")) << result.err;
  }
  const auto epd = run({"moves", "giuthi:1,1/1,1 0 0 S bm a+; id \"x\";"});
  EXPECT_EQ(epd.code, 3);
  EXPECT_TRUE(contains(epd.err, "operations of EPD are not read")) << epd.err;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

TEST_F(ManyItems, BoardsAreAsciiWhereAskedForOrWhereTheTerminalKnowsNothingElse) {
  const std::vector<std::vector<std::string>> all{{"show", "kiothi:1,2*,0,2,2*/0,1,2*,1,1"},
                                                  {"moves", kGood},
                                                  {"play", "giuthi{repetition=split}:0,0/0,1", ""},
                                                  {"probe", kGood, "--tables", tables()},
                                                  {"line", kGood, "--tables", tables()}};
  for (std::vector<std::string> words : all) {
    const auto drawn = run(words);
    EXPECT_FALSE(is_ascii(drawn.out)) << words.front();
    for (const char* setting : {"LC_ALL=C", "TERM=dumb", "LC_ALL=de_DE.ISO-8859-1"}) {
      EXPECT_TRUE(is_ascii(run(words, {.environment = {setting}}).out)) << words.front() << setting;
    }
    EXPECT_TRUE(is_ascii(run(words, {.environment = {"LC_ALL=", "LC_CTYPE=C", "LANG=C.UTF-8"}}).out)) << "LC_CTYPE comes before LANG";
    EXPECT_TRUE(is_ascii(run(words, {.environment = {"LC_ALL="}}).out)) << "nothing set";
    for (const char* setting : {"LC_ALL=en_US.utf8", "LC_ALL=C.UTF-8"}) {
      EXPECT_EQ(run(words, {.environment = {setting}}).out, drawn.out) << setting;
    }
    EXPECT_EQ(run(words, {.environment = {"LC_ALL=", "LANG=sw_KE.UTF-8"}}).out, drawn.out);
    words.emplace_back("--ascii");
    const auto ascii = run(words);
    EXPECT_TRUE(is_ascii(ascii.out)) << ascii.out;
    EXPECT_EQ(ascii.code, drawn.code);
  }
  EXPECT_TRUE(contains(run({"show", "giuthi:0,1/10,0 0 0 N", "--ascii"}).out,
                       "    B    A\n  +----+----+\n  |  . |  1 |  North  store 0  < to move\n  +----+----+\n  | 10 |  . |  South  store 0\n"
                       "  +----+----+\n    a    b\n"))
      << run({"show", "giuthi:0,1/10,0 0 0 N", "--ascii"}).out;
}

TEST(Help, FitsEightyColumns) {
  const auto check = [](const std::vector<std::string>& words) {
    const std::string help = run(words).out;
    std::size_t start = 0;
    ASSERT_GT(help.size(), 100U);
    while (start < help.size()) {
      const std::size_t end = help.find('\n', start);
      const std::string line = help.substr(start, end - start);
      EXPECT_LE(line.size(), 80U) << words.front() << ": " << line;
      EXPECT_FALSE(line.ends_with(' ')) << words.front() << ": " << line << '|';
      start = end + 1;
    }
  };
  const std::string overview = run({"--help"}).out;
  check({"--help"});
  // Every command that the overview lists.
  std::size_t commands = 0;
  for (std::size_t at = overview.find("\n  "); at != std::string::npos; at = overview.find("\n  ", at + 1)) {
    const std::string name = overview.substr(at + 3, overview.find(' ', at + 3) - at - 3);
    if (name == "uthi" || name == "help" || name.empty()) continue;
    ++commands;
    check({name, "--help"});
  }
  EXPECT_GE(commands, 26U);
}

}  // namespace
}  // namespace uthi::test
