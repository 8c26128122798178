// The page as the server renders it, without JavaScript: verdict, moves as links, forms, and nothing unescaped.
#include <gtest/gtest.h>

#include <regex>

#include "tests/explorer/samples.hpp"
#include "tools/explorer/assets.hpp"

namespace uthi::test {
namespace {

std::string page(const std::string& position) { return *get(target("/", position)).body; }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Page, ShowsBoardVerdictAndMovesInGroups) {
  const explorer::Reply reply = get(target("/", "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.type, "text/html; charset=utf-8");
  const std::string& text = *reply.body;
  EXPECT_FALSE(contains(text, "{{")) << "a placeholder is left";
  EXPECT_TRUE(contains(text, "<title>Giuthi 2x5, South to move"));
  EXPECT_TRUE(contains(text, "South wins by 8 in 10 plies."));
  EXPECT_TRUE(contains(text, "<svg xmlns"));
  EXPECT_TRUE(contains(text, "data-position=\"giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S\""));
  const std::size_t wins = text.find("<section class=\"moves-group moves-win\"><h3>Wins for South</h3>");
  const std::size_t losses = text.find("<section class=\"moves-group moves-loss\"><h3>Losses for South</h3>");
  EXPECT_LT(wins, losses);
  EXPECT_NE(losses, std::string::npos);
  EXPECT_TRUE(contains(text,
                       "<a class=\"move\" href=\"?p=giuthi:0,0,1,0,2/0,0,1,2,1_6_5_S\" data-move=\"b+\">b+</a> <span class=\"move-words\">"
                       "wins by 8 in 10 plies, plays again</span>"));
  EXPECT_TRUE(contains(text, "data-move=\"b-\">b-</a> <span class=\"move-words\">loses by 6 in 15 plies</span>"));
  EXPECT_TRUE(contains(text, "<input id=\"enter-p\" name=\"p\" value=\"giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S\""));
  bool protects = false;
  for (const auto& [name, value] : reply.headers) {
    protects =
        protects || (name == "Content-Security-Policy" && contains(value, "default-src 'none'") && contains(value, "script-src 'self'"));
  }
  EXPECT_TRUE(protects);
}

// A reader without JavaScript can play on by links: every link leads to a page with an answer.
TEST(Page, EveryLinkToAPositionAnswers) {
  const std::regex link("href=\"(\\?p=[^\"]*)\"");
  std::size_t links = 0;
  for (const std::string& start :
       {std::string("/"), target("/", "giuthi:1,2,0,1,1/1,0,2,1,1"), target("/", "kiothi:0,0,0,0,0/0,0,1,3*,2*")}) {
    const std::string text = *get(start).body;
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
      const explorer::Reply reply = get(std::string("/").append((*it)[1].str()));
      EXPECT_EQ(reply.status, 200) << (*it)[1].str();
      EXPECT_FALSE(contains(*reply.body, "Not known")) << (*it)[1].str();
      ++links;
    }
  }
  EXPECT_GT(links, 15U);
}

TEST(Page, BeginsWhereThereIsSomethingToPlay) {
  const std::string text = *get("/").body;
  EXPECT_TRUE(contains(text, "class=\"move\""));
  EXPECT_FALSE(contains(text, "The game is over"));
  EXPECT_FALSE(contains(text, "giuthi:1,1,1,1,1/1,1,1,1,1")) << "no pit of a start with one seed each can be sown";
}

TEST(Page, SaysHowGamesEnd) {
  EXPECT_TRUE(contains(page("giuthi:0,0,0,0,0/0,1,0,0,0 6 5 S"), "The game is over: South has won by 2."));
  EXPECT_TRUE(contains(page("giuthi:0,0,0,0,0/0,0,0,0,0 5 5 N"), "The game is over: a draw."));
}

TEST(Page, WithoutTablesStillListsTheMoves) {
  const std::string text = page("giuthi:4,4,4,4,4/4,4,4,4,4");
  EXPECT_TRUE(contains(text, "no table for giuthi 2x5 with 40 seeds"));
  EXPECT_TRUE(contains(text, "giuthi 2x5: 0 to 10 seeds"));
  EXPECT_TRUE(contains(text, "moves-group moves-plain"));
  EXPECT_TRUE(contains(text, "data-move=\"c+\""));
  EXPECT_TRUE(contains(page("kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5_0_0_S~2"), "South redistributes first, in one of "));
}

TEST(Page, OfNoPositionExplainsAndKeepsTheForm) {
  const explorer::Reply reply = get("/?p=giuthi:1,1/1");
  EXPECT_EQ(reply.status, 400);
  EXPECT_TRUE(contains(*reply.body, "two rows of the same length"));
  EXPECT_TRUE(contains(*reply.body, "value=\"giuthi:1,1/1\""));
  EXPECT_TRUE(contains(*reply.body, "For example: giuthi:"));
}

TEST(Page, EscapesWhatItIsGiven) {
  for (const char* text :
       {"%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "%3Cimg%20src=x%20onerror=alert(1)%3E", "'%22%3E{{board}}", "giuthi:%3Cb%3E"}) {
    const std::string body = *get(std::string("/?p=") + text).body;
    EXPECT_FALSE(contains(body, "<script>alert"));
    EXPECT_FALSE(contains(body, "<img src=x"));
    EXPECT_FALSE(contains(body, "<b>"));
  }
}

TEST(Page, TakesItsOwnParametersToo) { EXPECT_EQ(get("/?p=giuthi:1,2,0,1,1/1,0,2,1,1&flip=1&hide=1&mode=both").status, 200); }

TEST(Assets, AreServedWithTheirTypesAndTags) {
  std::size_t files = 0;
  for (const explorer::EmbeddedFile& file : explorer::embedded_files()) {
    if (file.name.ends_with(".jsonl") || file.name == "openapi.json") continue;
    const std::string name = "/assets/" + std::string(file.name);
    const explorer::Reply reply = get(name);
    ASSERT_EQ(reply.status, 200) << name;
    EXPECT_EQ(*reply.body, file.bytes);
    EXPECT_NE(reply.type, "application/octet-stream") << name;
    EXPECT_EQ(get(name, reply.etag).status, 304);
    ++files;
  }
  EXPECT_GE(files, 2U);
  EXPECT_EQ(get("/assets/style.css").type, "text/css; charset=utf-8");
}

// The page asks other machines for nothing.
TEST(Assets, NameNoOtherHosts) {
  for (const explorer::EmbeddedFile& file : explorer::embedded_files()) {
    if (!file.name.ends_with(".html") && !file.name.ends_with(".css") && !file.name.ends_with(".js")) continue;
    std::string text(file.bytes);
    for (std::size_t at = 0; (at = text.find("//", at)) != std::string::npos; at += 2) {
      const bool scheme = at >= 5 && (text.substr(at - 5, 5) == "http:" || (at >= 6 && text.substr(at - 6, 6) == "https:"));
      const std::string host = text.substr(at + 2, 10);
      EXPECT_TRUE(!scheme || host == "www.w3.org" || host.starts_with("127.0.0.1")) << file.name << ": " << text.substr(at, 60);
    }
  }
}

}  // namespace
}  // namespace uthi::test
