// What goes wrong says so: status, kind, what was expected, an example; and never a name of a file or folder.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tests/explorer/samples.hpp"
#include "tools/explorer/careful_referee.hpp"

namespace uthi::test {
namespace {

struct Wrong {
  std::string target;
  int status;
  std::string kind;
  std::string said;  // somewhere in the problem
};

void expect_problem(const explorer::Reply& reply, const Wrong& wrong) {
  EXPECT_EQ(reply.status, wrong.status) << wrong.target << "\n" << *reply.body;
  EXPECT_EQ(reply.type, "application/problem+json") << wrong.target;
  EXPECT_EQ(reply.cache, "no-store");
  EXPECT_EQ(reply.etag, "");
  const auto problem = json_of(reply).as_object();
  EXPECT_EQ(std::string(problem.at("type").as_string()), "urn:uthi:problem:" + wrong.kind) << wrong.target << "\n" << *reply.body;
  EXPECT_EQ(problem.at("status"), wrong.status);
  EXPECT_FALSE(problem.at("title").as_string().empty());
  EXPECT_NE(reply.body->find(wrong.said), std::string::npos) << wrong.target << "\n" << *reply.body;
  EXPECT_EQ(reply.body->find(UTHI_DATA), std::string::npos) << *reply.body;
}

const std::string kPosition = "?p=giuthi:0,0,1,0,2/0,3,0,1,0_6_5_S";

TEST(Errors, OfEveryEndpointNameWhatIsExpected) {
  const std::vector<Wrong> wrong{
      {"/v1/position", 400, "syntax", "\\\"p\\\" is missing"},
      {"/v1/position?p=", 400, "syntax", "\\\"p\\\" is missing"},
      {"/v1/position?p=nonsense", 400, "syntax", "giuthi:2,0,0,1,4"},
      {"/v1/position?p=giuthi:1,1/1", 400, "syntax", "two rows of the same length"},
      {"/v1/position?p=giuti:1,1/1,1", 400, "syntax", "did you mean"},
      {"/v1/position?p=giuthi{origin=so}:1,1/1,1", 400, "syntax", "origin"},
      {"/v1/position?p=giuthi:1,1/1,1&q=1", 400, "syntax", "there is no parameter"},
      {"/v1/position?p=giuthi:1,1/1,1&p=2", 400, "syntax", "given twice"},
      {"/v1/position?p=%zz", 400, "syntax", "escape"},
      {"/v1/position?p=%0", 400, "syntax", "escape"},
      {"/v1/position?p=giuthi:1,1/1,1%00", 400, "syntax", "control character"},
      {"/v1/position?p=giuthi:1,1/1,1%0a", 400, "syntax", "control character"},
      {"/v1/position?p=%ff%fe", 400, "syntax", "expected"},
      {"/v1/position?p=giuthi:9,9/9,9", 404, "no-table", "giuthi 2x5: 0 to 10 seeds"},
      {"/v1/position?p=giuthi:9,9/9,9", 404, "no-table", "uthi build giuthi 2x2 --seeds 36"},
      {"/v1/position?p=giuthi{origin=sow}:0,0,1,0,2/0,3,0,1,0", 404, "no-table", "giuthi{origin=sow} 2x5 with 7 seeds"},
      {"/v1/position?p=giuthi:18,18,18,18,18/18,18,18,18,18", 404, "no-table", "180 seeds"},
      {"/v1/position?p=kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5_0_0_S~2", 404, "no-table", "opening"},
      {"/v1/line?p=giuthi:9,9/9,9", 404, "no-table", "tables"},
      {"/v1/tree?p=giuthi:9,9/9,9", 404, "no-table", "tables"},
      {"/v1/tree" + kPosition + "&depth=5", 400, "syntax", "1 to 4"},
      {"/v1/tree" + kPosition + "&depth=two", 400, "syntax", "1 to 4"},
      {"/v1/board.svg?p=giuthi:9,9/9,9&values=1", 404, "no-table", "tables"},
      {"/v1/board.svg" + kPosition + "&values=maybe", 400, "syntax", "1 or 0"},
      {"/v1/board.svg" + kPosition + "&palette=pink", 400, "syntax", "wood or print"},
      {"/v1/board.svg" + kPosition + "&move=a%2B", 422, "not-legal", "legal: b+ b-"},
      {"/v1/play" + kPosition, 400, "syntax", "\\\"moves\\\" is missing"},
      {"/v1/play" + kPosition + "&moves=a%2B", 422, "not-legal", "ply 1"},
      {"/v1/play" + kPosition + "&moves=b%2B_A%2B", 422, "not-legal", "turn goes on"},
      {"/v1/play?p=kiothi:1,1/1,1_0_0_S~2&moves=ab=c1", 422, "not-legal", "ply 1"},
      {"/v1/moves?p=kiothi:1,0/0,0_0_0_S~2", 422, "not-legal", "redistribut"},
      {"/v1/stats", 400, "syntax", "\\\"game\\\" is missing"},
      {"/v1/stats?game=chess&board=2x5", 400, "syntax", "chess"},
      {"/v1/stats?game=giuthi&board=8x8", 400, "syntax", "2x10"},
      {"/v1/stats?game=giuthi&board=2x7", 404, "no-table", "giuthi 2x5: 0 to 10 seeds"},
      {"/v1/stats?game=giuthi&board=2x5&layer=11", 404, "no-table", "giuthi 2x5: 0 to 10 seeds"},
      {"/v1/stats?game=giuthi&board=2x5&layer=x", 400, "syntax", "0 to 120"},
      {"/v1/random?game=giuthi&board=2x5&seeds=30", 404, "no-table", "giuthi 2x5: 0 to 10 seeds"},
      {"/v1/random?game=giuthi&board=2x5&outcome=perhaps", 400, "syntax", "win, draw or loss"},
      {"/v1/random?game=giuthi&board=2x5&seeds=1&outcome=win&min_depth=50", 404, "none-found", "fewer conditions"},
      {"/v1/rules?game=go", 400, "syntax", "go"},
      {"/v1/rules?game=giuthi&rules=komi=7", 400, "syntax", "komi"},
      {"/v1/", 404, "not-found", "/v1/position"},
      {"/v2/position", 404, "not-found", "/v1/position"},
      {"nothing", 400, "syntax", "slash"},
      {"", 400, "syntax", "slash"},
  };
  for (const Wrong& one : wrong) expect_problem(get(one.target), one);
}

TEST(Errors, NothingOutsideTheProgramCanBeRead) {
  for (const char* name :
       {"../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "//etc/passwd", "index.html/..", "..",
        ".", "", "CMakeLists.txt", "style.css%00.png", "giuthi-2x5.jsonl", "openapi.json", "..\\..\\etc\\passwd"}) {
    for (const std::filesystem::path& assets : {std::filesystem::path(), std::filesystem::path(UTHI_PAGE)}) {
      const explorer::Explorer explorer({.folders = {bundled_tables()}, .assets = assets});
      const explorer::Reply reply = explorer.answer({.target = std::string("/assets/") + name});
      EXPECT_TRUE(reply.status == 404 || reply.status == 400) << name << " " << reply.status;
      EXPECT_EQ(reply.type, "application/problem+json");
    }
  }
  // Names of rule sets and boards are names of folders of tables, too.
  for (const char* path :
       {"/v1/stats?game=../giuthi&board=2x5", "/v1/stats?game=giuthi&board=../2x5", "/v1/stats?game=giuthi&board=2x5&rules=origin=../skip",
        "/v1/position?p=../../giuthi:1,1/1,1", "/v1/position?p=giuthi{origin=/../skip}:1,1/1,1"}) {
    EXPECT_EQ(get(path).status, 400) << path;
  }
}

TEST(Errors, MethodsThatAPathDoesNotTake) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW", ""}) {
    const auto reply = bundled_explorer().answer({.method = method, .target = "/v1/position" + kPosition});
    expect_problem(reply, {method, 405, "method", "GET, HEAD, OPTIONS"});
    ASSERT_FALSE(reply.headers.empty());
    EXPECT_EQ(reply.headers.front(), (std::pair<std::string, std::string>("Allow", "GET, HEAD, OPTIONS")));
  }
  expect_problem(get("/v1/batch"), {"/v1/batch", 405, "method", "POST"});
  const auto options = bundled_explorer().answer({.method = "OPTIONS", .target = "/v1/batch"});
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(bundled_explorer().answer({.method = "HEAD", .target = "/v1/position" + kPosition}).status, 200);
}

TEST(Errors, SizesAreBounded) {
  expect_problem(get("/v1/position?p=" + std::string(explorer::kMostTargetBytes, 'x')), {"long", 414, "too-large", "at most 8192 bytes"});
  const auto post = [](std::string body) {
    return bundled_explorer().answer({.method = "POST", .target = "/v1/batch", .body = std::move(body)});
  };
  expect_problem(post(std::string(explorer::kMostBodyBytes + 1, 'x')), {"body", 413, "too-large", "262144"});
  expect_problem(post(std::string(1001, '\n')), {"lines", 413, "too-large", "at most 1000 lines"});
  EXPECT_EQ(post(std::string(1000, '\n')).status, 200);
  EXPECT_EQ(post("").status, 200);
}

// 96 seeds on 2x8 are more positions than a table can number.
TEST(Errors, NameNoBuildThatCannotBe) {
  const auto problem = json_of(get("/v1/position?p=giuthi:6,6,6,6,6,6,6,6/6,6,6,6,6,6,6,6")).as_object();
  EXPECT_EQ(problem.at("status"), 404);
  EXPECT_FALSE(problem.contains("build"));
  EXPECT_TRUE(json_of(get("/v1/position?p=giuthi:9,9/9,9")).as_object().contains("build"));
}

// With 120 warriors on 2x3 no pit ever gets empty, and a sowing goes on for more laps than anybody waits for.
TEST(Errors, SowingsWithoutAnEndAreGivenUpSoon) {
  const std::string position = "kiothi:11,23,19/25,24,18 0 0 S";
  EXPECT_THROW(explorer::require_short_sowings(parse_position(position)), DoesNotFit);
  EXPECT_NO_THROW(explorer::require_short_sowings(parse_position("giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9")));
  for (const std::string& path :
       {std::string("/v1/moves"), std::string("/v1/play"), std::string("/v1/board.svg"), std::string("/v1/position"), std::string("/")}) {
    const std::string more = path == "/v1/play" ? "&moves=a1" : path == "/v1/board.svg" ? "&move=a1" : "";
    const explorer::Reply reply = get(target(path, position, more));
    EXPECT_EQ(reply.status, 422) << path << *reply.body;
    EXPECT_NE(reply.body->find("laps"), std::string::npos) << *reply.body;
  }
}

TEST(Errors, DamagedTablesAreLeftOutOrNamedWithoutTheirPlace) {
  const auto folder = std::filesystem::temp_directory_path() / ("uthi-errors-test-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "giuthi-2x5");
  for (int seeds = 0; seeds <= 3; ++seeds) {
    const auto name = std::filesystem::path("giuthi-2x5") / ("00" + std::to_string(seeds) + ".uthi");
    std::filesystem::copy_file(std::filesystem::path(bundled_tables()) / name, folder / name);
  }
  // One header and the last block of another file are spoiled.
  std::ofstream(folder / "giuthi-2x5" / "002.uthi", std::ios::binary) << "no table";
  {
    std::fstream file(folder / "giuthi-2x5" / "003.uthi", std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(-1, std::ios::end);
    const int last = file.peek();
    file.put(static_cast<char>(~last));
  }
  const explorer::Explorer explorer({.folders = {folder}});
  EXPECT_EQ(explorer.tables().damaged().size(), 1U);
  const auto ask = [&](const std::string& text) { return explorer.answer({.target = target("/v1/position", text)}); };
  EXPECT_EQ(ask("giuthi:0,0,0,0,0/0,1,0,0,0").status, 200);
  EXPECT_EQ(ask("giuthi:0,0,0,0,0/0,1,1,0,0").status, 200) << "the game is over, so no table is needed";
  EXPECT_EQ(ask("giuthi:0,0,0,0,0/0,2,0,0,0").status, 404);
  // Some position of three seeds has its depth in the spoiled block.
  bool damaged = false;
  const auto prober = explorer.tables().prober(parse_position("giuthi:0,0,0,0,0/0,2,0,0,0").rules);
  for (std::uint64_t number = 0; number < prober->referee().stored({3, 0}); ++number) {
    const explorer::Reply reply = ask(to_text(prober->referee().at({3, 0}, number)));
    EXPECT_EQ(reply.body->find(folder.string()), std::string::npos) << *reply.body;
    if (reply.status == 500) damaged = true;
    EXPECT_TRUE(reply.status == 500 || reply.status == 200 || reply.status == 404);
  }
  EXPECT_TRUE(damaged);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace uthi::test
