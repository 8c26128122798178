// Text as people have it: byte order marks, other encodings, lines and streams without end, YAML's escapes.
#include "tools/text_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>

#include "core/error.hpp"
#include "core/position.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/sanitized.hpp"  // their shadow needs more address space than any limit
#include "tools/utf8.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi::workshop {
namespace {

using namespace std::string_literals;
using test::TemporaryFolder;

class Text : public testing::Test {
 protected:
  std::string file(const std::string& text, const std::string& name = "text") {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::vector<TextLine> lines(const std::string& text, TextLimits limits = {}) {
    TextReader reader(file(text), limits);
    std::vector<TextLine> all;
    while (auto line = reader.next()) all.push_back(std::move(*line));
    return all;
  }
  std::vector<ProblemItem> items(const std::string& text, const std::string& name) {
    std::vector<ProblemItem> all;
    for_each_problem(file(text, name), [&](ProblemItem& item) { all.push_back(item); });
    return all;
  }

  TemporaryFolder folder_;
};

const std::string kMark = "\xef\xbb\xbf";
const std::string kLine = R"({"id":"a","position":"giuthi:2,2/2,2","stipulation":"win"})";

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST_F(Text, AByteOrderMarkIsPassedOverOnceAtTheStartOnly) {
  const auto read = lines(kMark + "a\n" + kMark + "b\r\n\nc");
  ASSERT_EQ(read.size(), 4U);
  EXPECT_EQ(read[0].text, "a");
  EXPECT_EQ(read[1].text, kMark + "b");
  EXPECT_EQ(read[2].text, "");
  EXPECT_EQ(read[3].text, "c");
  EXPECT_EQ(read[3].number, 4U);
  EXPECT_EQ(lines(kMark + kMark + "a")[0].text, kMark + "a");
  EXPECT_TRUE(lines("").empty());
  EXPECT_EQ(parse_position(kMark + "giuthi:1,1/1,1"), parse_position("giuthi:1,1/1,1"));
}

TEST_F(Text, Utf16AndUtf32AreNamed) {
  EXPECT_NE(message_of([&] { (void)lines("\xff\xfeg\0i\0\n\0"s); }).find("UTF-16"), std::string::npos);
  EXPECT_NE(message_of([&] { (void)lines("\xfe\xff\0g\0i\0\n"s); }).find("UTF-16"), std::string::npos);
  EXPECT_NE(message_of([&] { (void)lines("\xff\xfe\0\0g\0\0\0"s); }).find("UTF-32"), std::string::npos);
  EXPECT_NE(message_of([&] { (void)lines("\0\0\xfe\xff\0\0\0g"s); }).find("UTF-32"), std::string::npos);
  const auto without_mark = lines("g\0i\0\n\0"s);
  EXPECT_NE(without_mark.at(0).fault.find("byte 2 is NUL, as in UTF-16"), std::string::npos) << without_mark[0].fault;
}

TEST_F(Text, ALineThatIsNoUtf8NamesItsByteAndTheOthersAreRead) {
  const auto read = lines("good\nAndr\xe9 x\nb\xc3\xa9\n\xc0\xaf\n\xed\xa0\x80\nlast");
  ASSERT_EQ(read.size(), 6U);
  EXPECT_EQ(read[0].fault, "");
  EXPECT_NE(read[1].fault.find("byte 5 (0xe9)"), std::string::npos) << read[1].fault;
  EXPECT_EQ(read[2].fault, "");
  EXPECT_NE(read[3].fault.find("byte 1"), std::string::npos) << "an overlong form";
  EXPECT_NE(read[4].fault.find("byte 1"), std::string::npos) << "half a surrogate pair";
  EXPECT_EQ(read[5].fault, "");
  EXPECT_EQ(read[5].text, "last");
}

TEST_F(Text, LinesAndTextsHaveLimitsThatAreNamed) {
  const auto read = lines("1234\n12345\n1234", {.line = 4, .whole = 1000});
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].fault, "");
  EXPECT_NE(read[1].fault.find("at most 4 bytes"), std::string::npos) << read[1].fault;
  EXPECT_EQ(read[2].text, "1234");
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  EXPECT_EQ(lines(std::string(kMiB - 2, '\n') + "x", {.line = 4, .whole = kMiB}).size(), kMiB - 1);
  EXPECT_NE(message_of([&] { (void)lines(std::string(2 * kMiB, '\n'), {.line = 4, .whole = kMiB}); }).find("1 MiB at most"),
            std::string::npos);
  // Endless: any number of lines, but none of any length.
  EXPECT_EQ(lines(std::string(2 * kMiB, '\n'), {.line = 4, .whole = kMiB, .endless = true}).size(), 2 * kMiB);
  EXPECT_NE(message_of([&] { (void)lines(std::string(2 * kMiB, 'x'), {.line = 4, .whole = kMiB, .endless = true}); }).find("in a line"),
            std::string::npos);
}

TEST_F(Text, StreamsWithoutEndEndAtOnce) {
  for (const char* device : {"/dev/zero", "/dev/urandom"}) {
    for (const char* command : {"cook", "problems", "similar", "book"}) {
      const auto result = test::run({command, device}, {.address_space = UTHI_SANITIZED ? 0 : std::uint64_t{2} << 30});
      // Noise can look like a fault of YAML, which is the end of a file too.
      EXPECT_TRUE(result.code == 6 || (result.code == 2 && device == "/dev/urandom"s)) << command << ' ' << device << result.code;
      EXPECT_NE(result.err.find(std::string(device) + ", line "), std::string::npos) << result.err.substr(0, 300);
      EXPECT_NE(result.err.find("not read further"), std::string::npos) << result.err.substr(0, 300);
    }
  }
}

TEST_F(Text, ProblemsOfAnyFormatSkipTheMark) {
  for (const char* name : {"a.jsonl", "a.txt"}) EXPECT_TRUE(items(kMark + kLine + "\n", name).at(0).problem) << name;
  const std::string yaml = "id: a\nposition: giuthi:2,2/2,2\nstipulation: win\n";
  for (const char* name : {"a.yaml", "a"}) EXPECT_TRUE(items(kMark + yaml, name).at(0).problem) << name;
}

TEST_F(Text, TheEndingOfANameInAnyCaseOrElseTheFirstLineTellsTheFormat) {
  const std::string yaml = "# by hand\n\n- {id: a, position: 'giuthi:2,2/2,2', stipulation: win}\n";
  for (const char* name : {"a.yaml", "a.yml", "a.olv", "a.YML", "a.Yaml", "a.OLV", "a.txt", "a"}) {
    const auto read = items(yaml, name);
    ASSERT_EQ(read.size(), 1U) << name;
    EXPECT_TRUE(read[0].problem) << name << read[0].fault;
    EXPECT_EQ(read[0].line, 3U) << name;
  }
  for (const char* name : {"a.jsonl", "a.JSONL", "a.json", "a.txt", "a"}) EXPECT_TRUE(items("\n " + kLine, name).at(0).problem) << name;
  EXPECT_EQ(format_by_content("{id: a}"), Format::yaml);
  EXPECT_EQ(format_by_content(" { \"id\": 1}"), Format::json);
  EXPECT_EQ(test::run({"problems", "-"}, {.input = yaml}).out, test::run({"problems", "-"}, {.input = kLine}).out);
}

TEST_F(Text, YamlThatIsNoUtf8NamesTheLineAndWritesNothingOfIt) {
  const std::string good = "- {id: a, position: 'giuthi:2,2/2,2', stipulation: win}\n";
  const auto path = file(good + "- {id: b, position: 'giuthi:2,2/2,2', stipulation: win, author: Andr\xe9}\n", "a.yaml");
  const auto result = test::run({"problems", path});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("a.yaml, line 2: expected text in UTF-8"), std::string::npos) << result.err;
  EXPECT_FALSE(first_bad_utf8(result.out));
  EXPECT_NE(message_of([&] { (void)parse_problems(good + "- \xe9\n", Format::yaml, "t"); }).find("t, line 2"), std::string::npos);
}

TEST_F(Text, EscapesOfYamlAreTheCharactersOfYaml) {
  const auto remark_of = [](const std::string& escaped) {
    const std::string text = "{id: a, position: p, stipulation: win, remarks: \"" + escaped + "\"}";
    return parse_problems(text, Format::yaml, "t").at(0).remarks;
  };
  EXPECT_EQ(remark_of(R"(\_)"), "\xc2\xa0");
  EXPECT_EQ(remark_of(R"(\N)"), "\xc2\x85");
  EXPECT_EQ(remark_of(R"(\L)"), "\xe2\x80\xa8");
  EXPECT_EQ(remark_of(R"(\P)"), "\xe2\x80\xa9");
  EXPECT_EQ(remark_of(R"(\xa0\x85\xe9\u00a0\U0001f600)"), "\xc2\xa0\xc2\x85\xc3\xa9\xc2\xa0\xf0\x9f\x98\x80");
  // Beside characters whose bytes end or begin alike.
  EXPECT_EQ(remark_of("\xc3\xa0\\_\\_\xc3\x85\\N\xe2\x80\x85"), "\xc3\xa0\xc2\xa0\xc2\xa0\xc3\x85\xc2\x85\xe2\x80\x85");
  EXPECT_EQ(remark_of("a\\_b"),
            "a\xc2\xa0"
            "b");
}

// Every character of the basic plane that a text may hold comes back from both formats, alone and after another one.
TEST_F(Text, EveryCharacterReadsBackFromJsonAndYaml) {
  std::vector<Problem> problems;
  for (unsigned first = 0x20; first < 0x10000; first += 0x40) {
    Problem problem{.id = std::to_string(first), .position = "p", .stipulation = {Aim::win, 0}};
    for (unsigned c = first; c < std::min(first + 0x40, 0x10000U); ++c) {
      // Surrogates are no characters; Unicode's noncharacters yaml-cpp writes as U+FFFD.
      const bool none = (c >= 0xd800 && c < 0xe000) || (c >= 0xfdd0 && c <= 0xfdef) || c >= 0xfffe;
      if (c == 0x7f || none) continue;
      if (c < 0x80) {
        problem.remarks += static_cast<char>(c);
      } else if (c < 0x800) {
        problem.remarks.append({static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 0x3f))});
      } else {
        problem.remarks.append(
            {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3f)), static_cast<char>(0x80 | (c & 0x3f))});
      }
    }
    problems.push_back(std::move(problem));
  }
  std::string lines;
  for (const Problem& problem : problems) lines.append(to_json_line(problem)).append("\n");
  EXPECT_EQ(parse_problems(lines, Format::json, "t"), problems);
  const auto from_yaml = parse_problems(to_yaml(problems), Format::yaml, "t");
  ASSERT_EQ(from_yaml.size(), problems.size());
  for (std::size_t i = 0; i < problems.size(); ++i) EXPECT_EQ(from_yaml[i], problems[i]) << problems[i].id;
}

TEST_F(Text, PositionsOnStandardInputSkipTheMarkAndNameWhatIsNoText) {
  const auto marked = test::run({"moves", "-"}, {.input = kMark + "giuthi:1,1/1,1\n"});
  EXPECT_EQ(marked.code, 0) << marked.out;
  EXPECT_EQ(marked.json().at("position"), "giuthi:1,1/1,1 0 0 S");
  EXPECT_EQ(test::run({"moves", kMark + "giuthi:1,1/1,1", "--json"}).out, marked.out);
  const auto wide = test::run({"moves", "-"}, {.input = "\xff\xfeg\0i\0\n\0"s});
  EXPECT_EQ(wide.code, 2);
  EXPECT_NE(wide.err.find("standard input: the text is in UTF-16"), std::string::npos) << wide.err;
  const auto mixed = test::run({"moves", "-"}, {.input = "giuthi:1,1/1,1\xe9\n" + std::string(100000, 'x') + "\ngiuthi:1,1/1,1\n"});
  EXPECT_EQ(mixed.code, 3);
  const auto answers = mixed.json_lines();
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_NE(std::string(answers[0].at("error").as_string()).find("byte 15 (0xe9)"), std::string::npos);
  EXPECT_NE(std::string(answers[1].at("error").as_string()).find("at most 65536 bytes"), std::string::npos);
  EXPECT_EQ(answers[1].at("line"), 2);
  EXPECT_EQ(answers[2].at("position"), "giuthi:1,1/1,1 0 0 S");
}

}  // namespace
}  // namespace uthi::workshop
