// Pictures and booklets: every seed is drawn, every name written, and no problem is broken by the end of a page.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "core/error.hpp"
#include "tests/tools/process.hpp"
#include "tools/workshop/book.hpp"
#include "tools/workshop/converter.hpp"
#include "tools/workshop/diagram.hpp"
#include "tools/workshop/lap_strip.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi::workshop {
namespace {

using test::TemporaryFolder;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

std::string drawn(const Position& position, const DiagramStyle& style = {}, const std::optional<SowingTrace>& trace = {}) {
  Diagram diagram{.position = position};
  diagram.style = style;
  diagram.trace = trace;
  return svg_of(diagram);
}

// Every tag that opens is closed, in order.
void expect_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.starts_with('!') || tag.ends_with('/') || tag.starts_with("meta")) continue;
    if (tag.starts_with('/')) {
      ASSERT_FALSE(open.empty()) << tag;
      EXPECT_EQ(open.back(), tag.substr(1));
      open.pop_back();
    } else {
      open.push_back(tag.substr(0, tag.find_first_of(" \n")));
    }
  }
  EXPECT_TRUE(open.empty());
}

TEST(Picture, ShowsEverySeedNameStoreAndMover) {
  const Position position = parse_position("giuthi:2,0,0,1,4/0,3,0,1,7 6 15 N");
  const std::string svg = drawn(position);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<circle"), 10U + 18U) << "a circle for each pit and each seed";
  for (const char* name : {">a<", ">e<", ">A<", ">E<", ">6<", ">15<", ">7<"}) EXPECT_EQ(count(svg, name), 1U) << name;
  EXPECT_NE(svg.find("<title>giuthi:2,0,0,1,4/0,3,0,1,7 6 15 N</title>"), std::string::npos);
  EXPECT_NE(svg.find("North: A 4, B 1, C none, D none, E 2, store 15. South: a none, b 3, c none, d 1, e 7, store 6. North to move."),
            std::string::npos);
  EXPECT_NE(svg.find("role=\"img\""), std::string::npos);
  DiagramStyle plain;
  plain.palette = Palette::print;
  plain.labels = plain.numbers = plain.stores = plain.mover = false;
  const std::string bare = drawn(position, plain);
  EXPECT_EQ(count(bare, "<text"), 0U);
  EXPECT_EQ(bare.find("#c58f58"), std::string::npos) << "no wood in print";
  Diagram narrow{.position = position};
  narrow.style = plain;
  EXPECT_LT(size_of(narrow).width, size_of(Diagram{.position = position}).width);
}

TEST(Picture, ArrowsShowEachLapAndWhatIsCaptured) {
  const Position position = parse_position("giuthi:0,2,0,0,3,1/2,0,0,0,2,1");
  const auto referee = make_referee(position.rules);
  for (const LegalPly& ply : referee->plies(position)) {
    const SowingTrace trace = trace_of(position, ply);
    const std::string svg = drawn(position, {}, trace);
    expect_well_formed(svg);
    EXPECT_EQ(count(svg, "marker-end"), trace.laps.size()) << ply.text;
    EXPECT_EQ(count(svg, "r=\"21\""), trace.captured.size()) << ply.text;
  }
}

TEST(Picture, ASowingOfManyLapsGetsABoardForEach) {
  // A sowing of more than three laps, and one of more than the panels of a strip.
  std::size_t longest = 0;
  for (const char* text : {"giuthi:1,0,2,5,1,3,0,2/4,0,1,3,2,0,1,1", "giuthi:2,0,0,0,0/7,2,1,0,0 0 0 S", "kiothi:1,2*,0,2,2*/3,1,2*,1,1"}) {
    const Position at = parse_position(text);
    for (const LegalPly& ply : make_referee(at.rules)->plies(at)) {
      const SowingTrace trace = trace_of(at, ply);
      if (trace.laps.size() <= kMostArrows) continue;
      longest = std::max(longest, trace.laps.size());
      const std::size_t panels = std::min(trace.laps.size(), kMostPanels);
      const std::string svg = drawn(at, {}, trace);
      expect_well_formed(svg);
      EXPECT_EQ(count(svg, "marker-end"), panels) << text << ' ' << ply.text;
      EXPECT_EQ(count(svg, "<svg"), panels + 1) << text << ' ' << ply.text;
      EXPECT_EQ(count(svg, "r=\"21\""), trace.captured.size()) << text << ' ' << ply.text;
      EXPECT_EQ(count(svg, "left out before"), trace.laps.size() > kMostPanels ? 2U : 0U) << text << ' ' << ply.text;
      EXPECT_NE(svg.find(">" + std::to_string(trace.laps.size()) + "</text>"), std::string::npos) << "the last lap keeps its number";
    }
  }
  EXPECT_GT(longest, kMostPanels);
}

TEST(Picture, NamesOfMarkedPitsAndTextsAreSafe) {
  DiagramStyle style;
  style.caption = "<a & \"b\">";
  const std::string svg = drawn(parse_position("kiothi:1,2*,0,2,2*/0,1,2*,1,1 12 9 S"), style);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, ">2*<"), 3U);
  EXPECT_EQ(count(svg, "&lt;a &amp; &quot;b&quot;&gt;"), 1U);
}

class Pictures : public testing::Test {
 protected:
  // Problems with texts of their own, so that each can be found on a page.
  static std::vector<Problem> problems(int many) {
    std::vector<Problem> list;
    for (int i = 1; i <= many; ++i) {
      Problem problem{.id = std::to_string(i),
                      .position = i % 11 == 0 ? "giuthi:0,0,1,0,2,0,0,4/0,3,0,1,0,5,1,0 6 5 N" : "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S",
                      .stipulation = {Aim::win_by, 100 + i}};
      problem.title = "Title" + std::to_string(i) + "x";
      problem.solution.turns = {"b+,c-", "A-", "d+"};
      for (int word = 0; word < 40; ++word) problem.remarks += "pretty ";
      problem.remarks = "Begin" + std::to_string(i) + "x " + problem.remarks + "End" + std::to_string(i) + "x";
      list.push_back(std::move(problem));
    }
    return list;
  }
  static std::vector<std::string> pages_of(const std::filesystem::path& pdf) {
    const std::string text = converted("pdftotext", {"-layout", pdf.string(), "-"}, "", "poppler-utils");
    std::vector<std::string> pages(1);
    for (const char c : text) {
      if (c == '\f') {
        pages.emplace_back();
      } else {
        pages.back() += c;
      }
    }
    return pages;
  }
  static inline TemporaryFolder folder_;
};

TEST_F(Pictures, BookletsKeepEachProblemAndSolutionOnOnePage) {
  const auto list = problems(25);
  const auto file = folder_.path() / "problems.jsonl";
  std::ofstream out(file);
  for (const Problem& problem : list) out << to_json_line(problem) << '\n';
  out.close();
  for (const int per_page : {4, 6, 9}) {
    const auto pdf = folder_.path() / "book.pdf";
    const auto result = test::run({"book", file.string(), "--per-page", std::to_string(per_page), "--output", pdf.string(), "--force"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto pages = pages_of(pdf);
    for (int i = 1; i <= 25; ++i) {
      const auto pages_with = [&](const std::string& words) {
        std::vector<std::size_t> found;
        for (std::size_t page = 0; page < pages.size(); ++page) {
          if (pages[page].find(words) != std::string::npos) found.push_back(page);
        }
        return found;
      };
      const std::string number = std::to_string(i);
      const auto stipulation = pages_with(std::to_string(100 + i));
      const auto begin = pages_with("Begin" + number + "x");
      ASSERT_EQ(stipulation.size(), 1U) << i << ", " << per_page << " a page";
      ASSERT_EQ(begin.size(), 1U) << i << ", " << per_page << " a page";
      EXPECT_EQ(begin, pages_with("End" + number + "x")) << i;
      // The title stands over the diagram and before the solution.
      EXPECT_EQ(pages_with("Title" + number + "x"), (std::vector<std::size_t>{stipulation.front(), begin.front()})) << i;
    }
    for (const std::string& page : pages) {
      if (page.find("Begin") == std::string::npos) {
        EXPECT_LE(count(page, "Title"), static_cast<std::size_t>(per_page));
      }
    }
  }
}

TEST_F(Pictures, HtmlIsWellFormedAndHoldsEveryProblemOnce) {
  auto list = problems(8);
  list[3].author = "A <B> & C";
  list[4].solution.branches = {{{"B+", "c+"}, {}}, {{"C-", "e+"}, {}}};
  list[4].solution.turns.resize(1);
  const std::string html = html_of(list, {.title = "Eight & more", .per_page = 4});
  expect_well_formed(html);
  EXPECT_EQ(count(html, "<svg"), 8U + 1U) << "one more on the cover";
  EXPECT_EQ(count(html, "class=\"page\""), 2U);
  EXPECT_EQ(count(html, "A &lt;B&gt; &amp; C"), 1U);
  EXPECT_EQ(numbered_text(list[4].solution), "1. b+,c- B+ 2. c+ (1... C- 2. e+)");
  EXPECT_EQ(numbered_text(list[0].solution), "1. b+,c- A- 2. d+");
}

TEST_F(Pictures, TheProgramWritesSvgAndPng) {
  const std::string position = "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S";
  const auto svg = test::run({"render", position});
  EXPECT_EQ(svg.code, 0) << svg.err;
  expect_well_formed(svg.out);
  const auto file = (folder_.path() / "board.png").string();
  ASSERT_EQ(test::run({"render", position, "--move", "b-", "--values", "--output", file, "--width", "400"}).code, 0);
  const std::string png = test::contents_of(file);
  ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ((static_cast<unsigned char>(png[18]) << 8) + static_cast<unsigned char>(png[19]), 400);
  // b+ wins by 8, the lead of one counted; b is the only pit to sow from.
  EXPECT_EQ(count(test::run({"render", position, "--values"}).out, ">+8<"), 1U);
  EXPECT_EQ(test::run({"render", position, "--palette", "red"}).code, 2);
  EXPECT_EQ(test::run({"render", position, "--move", "z+"}).code, 3);
  const auto problems_file = folder_.path() / "two.jsonl";
  std::ofstream(problems_file) << R"({"id":"p1","position":"giuthi:2,2/2,2","stipulation":"win by 8"})"
                               << "\n"
                               << R"({"id":"p2","position":"giuthi:2,2/2,2","stipulation":"win"})"
                               << "\n";
  EXPECT_EQ(test::run({"render", problems_file.string()}).code, 2);
  EXPECT_EQ(test::run({"render", problems_file.string(), "--id", "p3"}).code, 2);
  EXPECT_EQ(count(test::run({"render", problems_file.string(), "--id", "p1"}).out, "South to move and win by at least 8"), 1U);
  ASSERT_EQ(test::run({"render", problems_file.string(), "--output", folder_.text()}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "p2.svg"));
}

TEST(Converter, SaysWhatIsMissingAndWhatFailed) {
  try {
    (void)converted("no-such-program-at-all", {}, "", "some-package");
    FAIL();
  } catch (const InputOutputError& error) {
    EXPECT_NE(std::string(error.what()).find("apt install some-package"), std::string::npos) << error.what();
  }
  EXPECT_THROW((void)converted("false", {}, std::string(1 << 20, 'x'), ""), InputOutputError);
  EXPECT_EQ(converted("cat", {}, std::string(1 << 20, 'x'), ""), std::string(1 << 20, 'x'));
}

}  // namespace
}  // namespace uthi::workshop
