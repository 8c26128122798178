// Pages of other sites: what they may read, what they may not ask for, and what browsers are told before they ask.
#include <gtest/gtest.h>

#include "tests/explorer/serving.hpp"

namespace uthi::test {
namespace {

const std::string kBody = "giuthi:0,0,1,0,2/0,3,0,1,0\n";
const std::string kOrder = R"({"position": "giuthi:1,1/1,1", "seconds": 1})";

HttpReply ask(const Serving& server, const std::string& bytes) {
  Client client(server.port());
  client.send(bytes);
  return client.receive().value();
}

TEST(Preflight, SaysWhatAPageMaySendToEveryPathOfGet) {
  const Serving server;
  for (const std::string_view path : explorer::Explorer::paths()) {
    if (path == "/v1/batch" || path == "/v1/solve") continue;
    const auto reply =
        ask(server, "OPTIONS " + std::string(path) + " HTTP/1.1\r\nHost: x\r\nOrigin: https://example.org\r\n" +
                        "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: if-none-match,content-type\r\n\r\n");
    EXPECT_EQ(reply.status, 204) << path;
    EXPECT_EQ(reply.headers.at("allow"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(reply.headers.at("access-control-allow-origin"), "*");
    EXPECT_EQ(reply.headers.at("access-control-allow-methods"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(reply.headers.at("access-control-allow-headers"), "Content-Type, If-None-Match");
    EXPECT_EQ(reply.headers.at("access-control-max-age"), "86400");
    EXPECT_FALSE(reply.headers.contains("content-length")) << "204 has none";
  }
}

TEST(Preflight, LetsOnlyNamedSitesSendPosts) {
  const Serving server({}, {.folders = {bundled_tables()}}, {.address = "127.0.0.1", .port = 0, .origins = {"https://example.org"}});
  for (const char* path : {"/v1/batch", "/v1/solve"}) {
    const auto asks = [&](const std::string& origin) {
      return ask(server, std::string("OPTIONS ") + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: " + origin +
                             "\r\nAccess-Control-Request-Method: POST\r\n\r\n");
    };
    const auto named = asks("https://example.org");
    EXPECT_EQ(named.status, 204);
    EXPECT_EQ(named.headers.at("allow"), "POST, OPTIONS");
    EXPECT_EQ(named.headers.at("access-control-allow-origin"), "https://example.org");
    EXPECT_EQ(named.headers.at("access-control-allow-methods"), "POST, OPTIONS");
    EXPECT_EQ(named.headers.at("access-control-allow-headers"), "Content-Type, If-None-Match");
    EXPECT_EQ(named.headers.at("vary"), "Origin");
    const auto foreign = asks("https://other.example");
    EXPECT_EQ(foreign.status, 204);
    EXPECT_FALSE(foreign.headers.contains("access-control-allow-origin"));
    EXPECT_FALSE(foreign.headers.contains("access-control-allow-methods"));
    EXPECT_EQ(foreign.headers.at("vary"), "Origin");
  }
}

TEST(Preflight, TagsCanBeReadAndSentBack) {
  const Serving server;
  Client client(server.port());
  const auto reply = client.get(kPosition, "Origin: https://example.org\r\n").value();
  EXPECT_NE(reply.headers.at("access-control-expose-headers").find("ETag"), std::string::npos);
  const auto again = client.get(kPosition, "Origin: https://example.org\r\nIf-None-Match: " + reply.headers.at("etag") + "\r\n").value();
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.headers.at("access-control-allow-origin"), "*");
}

TEST(Posts, AreRefusedUnderNamesThatAreNotThisServers) {
  const Serving server;
  for (const auto& [path, body] : {std::pair<std::string, std::string>("/v1/batch", kBody), {"/v1/solve", kOrder}}) {
    for (const char* foreign : {"rebound.example:8137", "127.0.0.1.example.org", "192.0.2.1", ""}) {
      const auto reply = ask(server, post(path, body, "", foreign));
      EXPECT_EQ(reply.status, 403) << path << " " << foreign;
      EXPECT_EQ(reply.phrase, "Forbidden");
      EXPECT_EQ(reply.headers.at("content-type"), "application/problem+json");
      const auto problem = boost::json::parse(reply.body);
      EXPECT_EQ(problem.at("type"), "urn:uthi:problem:host");
      EXPECT_NE(reply.body.find("--host NAME"), std::string::npos) << "it says how to allow it";
    }
    for (const std::string& own : {std::string("127.0.0.1"), "localhost:" + std::to_string(server.port()), std::string("LOCALHOST")})
      EXPECT_EQ(ask(server, post(path, body, "", own)).status, 200) << path << " " << own;
  }
  EXPECT_EQ(ask(server, "POST /v1/batch HTTP/1.0\r\nContent-Length: 0\r\n\r\n").status, 403) << "a request that names nobody";
}

TEST(Posts, AreTakenUnderNamesThatWereGiven) {
  const Serving named({}, {.folders = {bundled_tables()}}, {.address = "127.0.0.1", .port = 0, .hosts = {"uthi.example.org"}});
  EXPECT_EQ(ask(named, post("/v1/batch", kBody, "", "uthi.example.org:8137")).status, 200);
  EXPECT_EQ(ask(named, post("/v1/batch", kBody, "", "other.example.org")).status, 403);
  const Serving everywhere({}, {.folders = {bundled_tables()}}, {.address = "0.0.0.0", .port = 0});
  EXPECT_EQ(ask(everywhere, post("/v1/batch", kBody, "", "192.0.2.1:8137")).status, 200) << "any address may be one of this machine";
  EXPECT_EQ(ask(everywhere, post("/v1/batch", kBody, "", "rebound.example")).status, 403);
}

TEST(Posts, AreRefusedFromPagesOfOtherSites) {
  const Serving server({}, {.folders = {bundled_tables()}}, {.address = "127.0.0.1", .port = 0, .origins = {"https://example.org"}});
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  for (const auto& [path, body] : {std::pair<std::string, std::string>("/v1/batch", kBody), {"/v1/solve", kOrder}}) {
    for (const char* foreign : {"https://other.example", "null", "http://127.0.0.1:1", "http://localhost", "x"}) {
      const auto reply = ask(server, post(path, body, std::string("Origin: ") + foreign + "\r\n", host));
      EXPECT_EQ(reply.status, 403) << path << " " << foreign;
      EXPECT_EQ(boost::json::parse(reply.body).at("type"), "urn:uthi:problem:origin");
      EXPECT_NE(reply.body.find("--origin"), std::string::npos) << "it says how to allow it";
      EXPECT_FALSE(reply.headers.contains("access-control-allow-origin"));
    }
    EXPECT_EQ(ask(server, post(path, body, "Sec-Fetch-Site: cross-site\r\n", host)).status, 403);
    EXPECT_EQ(ask(server, post(path, body, "Sec-Fetch-Site: same-site\r\n", host)).status, 403);
    const auto own = ask(server, post(path, body, "Origin: http://" + host + "\r\nSec-Fetch-Site: same-origin\r\n", host));
    EXPECT_EQ(own.status, 200) << "the page of the server itself";
    const auto named = ask(server, post(path, body, "Origin: https://example.org\r\nSec-Fetch-Site: cross-site\r\n", host));
    EXPECT_EQ(named.status, 200) << path;
    EXPECT_EQ(named.headers.at("access-control-allow-origin"), "https://example.org");
    EXPECT_EQ(named.headers.at("vary"), "Origin");
  }
}

TEST(Posts, AreRefusedBeforeTheirBodyIsSent) {
  const Serving server;
  const auto reply =
      ask(server, "POST /v1/batch HTTP/1.1\r\nHost: rebound.example\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n");
  EXPECT_EQ(reply.status, 403);
}

TEST(Gets, AreAnsweredUnderAnyNameToPagesOfAnySite) {
  const Serving server;
  Client client(server.port());
  client.send("GET " + kPosition + " HTTP/1.1\r\nHost: anything.example\r\nOrigin: https://example.org\r\n\r\n");
  const auto reply = client.receive().value();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.headers.at("access-control-allow-origin"), "*");
}

}  // namespace
}  // namespace uthi::test
