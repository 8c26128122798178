// HTTP as RFC 9110 and 9112 have it: statuses and their phrases, methods, hosts, targets, and bodies with one reading only.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tests/explorer/serving.hpp"
#include "tests/tools/process.hpp"
#include "tools/explorer/problem.hpp"

namespace uthi::test {
namespace {

using namespace std::chrono_literals;

HttpReply ask(const Serving& server, const std::string& bytes, bool has_body = true) {
  Client client(server.port());
  client.send(bytes);
  auto reply = client.receive(has_body);
  return reply ? *reply : HttpReply{};
}

// From RFC 9110, section 15, and RFC 6585.
const std::map<int, std::string> kPhrases{{100, "Continue"},
                                          {200, "OK"},
                                          {204, "No Content"},
                                          {304, "Not Modified"},
                                          {400, "Bad Request"},
                                          {403, "Forbidden"},
                                          {404, "Not Found"},
                                          {405, "Method Not Allowed"},
                                          {408, "Request Timeout"},
                                          {413, "Content Too Large"},
                                          {414, "URI Too Long"},
                                          {417, "Expectation Failed"},
                                          {422, "Unprocessable Content"},
                                          {429, "Too Many Requests"},
                                          {431, "Request Header Fields Too Large"},
                                          {500, "Internal Server Error"},
                                          {501, "Not Implemented"},
                                          {503, "Service Unavailable"}};

TEST(Status, EachThatIsSentHasItsOwnPhrase) {
  TemporaryFolder empty;  // of page files, which are therefore missing
  const Serving server({.request = 300ms}, {.folders = {bundled_tables()}, .assets = empty.path()});
  const Serving busy({.waiting = 0});
  const Serving strict({.work = 0.000'001, .burst = 0.000'001});
  (void)ask(strict, "GET /v1/tree?p=giuthi:1,2,0,1,1/1,0,2,1,1&depth=2 HTTP/1.1\r\nHost: x\r\n\r\n");
  Client client(server.port());
  const std::string tag = client.get(kPosition).value().headers.at("etag");
  std::set<int> seen;
  const auto expect = [&](int status, const Serving& one, const std::string& bytes) {
    const HttpReply reply = ask(one, bytes);
    EXPECT_EQ(reply.status, status) << bytes << reply.body;
    ASSERT_TRUE(kPhrases.contains(reply.status)) << reply.status;
    EXPECT_EQ(reply.phrase, kPhrases.at(reply.status));
    if (status >= 400) {
      EXPECT_EQ(std::string(boost::json::parse(reply.body).at("title").as_string()), kPhrases.at(status));
    }
    seen.insert(reply.status);
  };
  const auto get = [](const std::string& target, const std::string& more = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
  };
  expect(200, server, get(kPosition));
  expect(204, server, "OPTIONS " + kPosition + " HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(304, server, get(kPosition, "If-None-Match: " + tag + "\r\n"));
  expect(400, server, get("/v1/position"));
  expect(403, server, post("/v1/batch", "", "", "x"));
  expect(404, server, get("/nowhere"));
  expect(405, server, "PUT /v1/tables HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(408, server, "GET / HT");
  expect(413, server, "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n");
  expect(414, server, get("/v1/position?p=" + std::string(9000, 'x')));
  expect(417, server, get("/", "Expect: the unexpected\r\n"));
  expect(422, server, get("/v1/play?p=giuthi:0,0,1,0,2/0,3,0,1,0_6_5_S&moves=a%2B"));
  expect(429, strict, get(kPosition));
  expect(431, server, "GET / HTTP/1.1\r\nX: " + std::string(20'000, 'x'));
  expect(500, server, get("/assets/style.css"));
  expect(501, server, "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n");
  expect(503, busy, get(kPosition));
  client.send("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
  const auto go_on = client.head().value();
  EXPECT_EQ(go_on.phrase, kPhrases.at(go_on.status));
  seen.insert(go_on.status);
  for (const explorer::Status& status : explorer::kStatuses) EXPECT_TRUE(seen.contains(status.code)) << status.code << " was not seen";
  EXPECT_EQ(explorer::kStatuses.size(), kPhrases.size());
}

TEST(Status, HasNoPhraseOfAnother) {
  for (int code = 100; code < 600; ++code) {
    EXPECT_EQ(explorer::reason_phrase(code), kPhrases.contains(code) ? std::string_view(kPhrases.at(code)) : "") << code;
  }
}

// Every path, those of searches, figures and page files too, answers every method by the same table.
TEST(Methods, AreThoseOfTheTableAtEveryPath) {
  const Serving server({.work = 0});
  for (const std::string_view known : explorer::Explorer::paths()) {
    std::string path(known);
    const bool posts = path == "/v1/batch" || path == "/v1/solve";
    const std::string allow = posts ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
    if (path == "/assets/") path += "style.css";
    for (const std::string method : {"OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"}) {
      const bool taken = posts ? method == "POST" : method == "GET" || method == "HEAD";
      if (taken) continue;
      const auto reply = ask(server, method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", method != "HEAD");
      EXPECT_EQ(reply.status, method == "OPTIONS" ? 204 : 405) << method << " " << path;
      EXPECT_EQ(reply.headers.at("allow"), allow) << method << " " << path;
    }
  }
  const auto whole = ask(server, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(whole.status, 204);
  EXPECT_EQ(whole.headers.at("allow"), "GET, HEAD, POST, OPTIONS");
}

// An escape in a path makes no other path of it.
TEST(Methods, OfAPathAreTheSameHoweverItIsWritten) {
  const Serving server;
  EXPECT_EQ(ask(server, post("/v1/%73olve", R"({"position": "giuthi:1,1/1,1"})")).status, 200);
  EXPECT_EQ(ask(server, post("/v1/%73olve", "{}", "", "rebound.example")).status, 403);
  EXPECT_EQ(ask(server, post("/v1/solve?x=1", R"({"position": "giuthi:1,1/1,1"})")).status, 400) << "there is no such parameter";
  EXPECT_EQ(ask(server, "GET /v1/%73olve HTTP/1.1\r\nHost: x\r\n\r\n").status, 405);
  EXPECT_EQ(server.metric(R"(uthi_requests_total{path="/v1/solve",status="405"})"), 1);
}

TEST(Head, HasTheHeadersOfGetAtEveryPath) {
  const Serving server({.work = 0});
  std::vector<std::string> targets{kPosition,
                                   "/nowhere",
                                   "/v1/position",
                                   "/assets/style.css",
                                   "/assets/nothing",
                                   "/v1/rules?game=giuthi",
                                   "/v1/random?game=giuthi&board=2x5&seed=1"};
  for (const std::string_view path : explorer::Explorer::paths()) targets.emplace_back(path);
  for (const std::string& target : targets) {
    if (target.find("metrics") != std::string::npos) continue;  // counts both, so that its length changes
    auto get = ask(server, "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    Client client(server.port());
    client.send("HEAD " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    auto head = client.receive(false).value();
    EXPECT_EQ(head.status, get.status) << target;
    for (HttpReply* reply : {&get, &head}) {
      EXPECT_TRUE(reply->headers.contains("date"));
      reply->headers.erase("date");
    }
    // What a refusal says names the method, so its length may differ.
    if (get.status == 405) {
      get.headers.erase("content-length");
      head.headers.erase("content-length");
    }
    EXPECT_EQ(head.headers, get.headers) << target;
    EXPECT_EQ(client.get("/healthz").value().body, "ok\n") << "there was no body behind the headers of " << target;
  }
}

TEST(Host, MustBeThereOnceAndBeOne) {
  const Serving server;
  const auto status = [&](const std::string& fields, const std::string& version = "HTTP/1.1") {
    return ask(server, "GET /healthz " + version + "\r\n" + fields + "\r\n").status;
  };
  EXPECT_EQ(status(""), 400);
  EXPECT_EQ(status("Host: a\r\nHost: a\r\n"), 400);
  for (const char* bad : {"a b", "a/b", "user@a", "a:b", "[::1", "http://a"})
    EXPECT_EQ(status(std::string("Host: ") + bad + "\r\n"), 400) << bad;
  for (const char* good : {"a", "A.example:80", "[::1]:8137", "127.0.0.1", ""})
    EXPECT_EQ(status(std::string("Host: ") + good + "\r\n"), 200) << good;
  EXPECT_EQ(status("", "HTTP/1.0"), 200) << "HTTP/1.0 knows no Host";
}

TEST(Targets, MayNameTheServer) {
  const Serving server;
  EXPECT_EQ(ask(server, "GET http://x.example/healthz HTTP/1.1\r\nHost: x\r\n\r\n").body, "ok\n");
  EXPECT_EQ(ask(server, "GET HTTP://x.example:8137" + kPosition + " HTTP/1.1\r\nHost: x\r\n\r\n").body, *get(kPosition).body);
  EXPECT_EQ(ask(server, "GET http://x.example HTTP/1.1\r\nHost: x\r\n\r\n").headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(ask(server, "GET http://x.example?p=no HTTP/1.1\r\nHost: x\r\n\r\n").status, 400) << "the page, with a parameter";
  for (const char* bad : {"ftp://x/healthz", "http:///healthz", "http://u@x/healthz", "x.example:80", "healthz"})
    EXPECT_EQ(ask(server, std::string("GET ") + bad + " HTTP/1.1\r\nHost: x\r\n\r\n").status, 400) << bad;
  // The name in the target counts, and not the one beside it.
  const std::string rest = " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n";
  EXPECT_EQ(ask(server, "POST http://rebound.example/v1/batch" + rest).status, 403);
  EXPECT_EQ(ask(server, "POST http://127.0.0.1/v1/batch" + rest).status, 200);
}

// Where two readers could see two lengths of a body, one of them takes its rest for a request (request smuggling).
TEST(Bodies, HaveOneReadingOrNone) {
  const Serving server;
  const auto statuses = [&](const std::string& fields, const std::string& version = "HTTP/1.1") {
    Client client(server.port());
    client.send("POST /v1/batch " + version + "\r\nHost: 127.0.0.1\r\n" + fields + "\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    const auto reply = client.receive();
    if (!reply || reply->status < 400) return reply ? reply->status : 0;
    EXPECT_EQ(reply->headers.at("connection"), "close") << fields;
    EXPECT_EQ(client.rest(), "") << "nothing behind such a request is answered: " << fields;
    return reply->status;
  };
  EXPECT_EQ(statuses("Transfer-Encoding: chunked\r\n"), 200);
  EXPECT_EQ(statuses("Transfer-Encoding: Chunked\r\n"), 200);
  EXPECT_EQ(statuses("Content-Length: 5\r\n"), 200);
  for (const char* both :
       {"Transfer-Encoding: unheard-of\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nTransfer-Encoding: unheard-of\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: identity\r\nContent-Length: 5\r\n", "Transfer-Encoding:\r\nContent-Length: 5\r\n"}) {
    EXPECT_EQ(statuses(both), 400) << both;
  }
  for (const char* lengths :
       {"Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 5, 6\r\n", "Content-Length: +5\r\n", "Content-Length: 5x\r\n",
        "Content-Length: \r\n", "Content-Length: 0x5\r\n", "Content-Length: 99999999999999999999\r\n"}) {
    EXPECT_EQ(statuses(lengths), 400) << lengths;
  }
  for (const char* coding : {"Transfer-Encoding: gzip\r\n", "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, gzip\r\n",
                             "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: \"chunked\"\r\n"}) {
    const int status = statuses(coding);
    EXPECT_TRUE(status == 400 || status == 501) << coding << status;
  }
  EXPECT_EQ(statuses("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(statuses("Transfer-Encoding : chunked\r\n"), 400) << "no blank before a colon";
  EXPECT_EQ(statuses("Transfer-Encoding: chunked\r\n", "HTTP/1.0"), 400) << "HTTP/1.0 has none";
}

TEST(Bodies, AreNotAskedForInVain) {
  const Serving server;
  const std::string expects = "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n";
  EXPECT_EQ(ask(server, "POST /v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n" + expects).status, 405);
  EXPECT_EQ(ask(server, "POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n" + expects).status, 404);
  EXPECT_EQ(ask(server, "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 100000000\r\n\r\n").status,
            413);
  // HTTP/1.0 knows no 100.
  const auto old = ask(server, "POST /v1/batch HTTP/1.0\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n\n");
  EXPECT_EQ(old.status, 200);
}

TEST(Timeouts, AreSaid) {
  const Serving server({.request = 300ms});
  for (const std::string bytes :
       {"G", "GET / HTTP/1.1\r\nHost: x\r\n", "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\ngiu"}) {
    Client client(server.port());
    client.send(bytes);
    const auto reply = client.receive();
    ASSERT_TRUE(reply) << bytes;
    EXPECT_EQ(reply->status, 408);
    EXPECT_EQ(reply->headers.at("connection"), "close");
    EXPECT_TRUE(client.closed_within(5s));
  }
}

TEST(Timeouts, CountFromTheFirstByteOfEachRequest) {
  const Serving server({.request = 500ms});
  Client client(server.port());
  for (int i = 0; i < 4; ++i) {
    std::this_thread::sleep_for(250ms);
    EXPECT_EQ(client.get("/healthz").value().status, 200) << "the limit is for one request";
  }
}

TEST(TooLarge, IsTheTargetOrTheHeader) {
  const Serving server;
  EXPECT_EQ(ask(server, "GET /" + std::string(30'000, 'x')).status, 414);
  EXPECT_EQ(ask(server, "GET / HTTP/1.1\r\nX: " + std::string(30'000, 'x')).status, 431);
}

TEST(Http10, HasNoChunks) {
  const Serving server;
  Client client(server.port());
  const std::string body = R"({"position": "giuthi:1,1/1,1", "floor": true})";
  client.send("POST /v1/solve HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  const auto head = client.head().value();
  EXPECT_EQ(head.status, 200);
  EXPECT_FALSE(head.headers.contains("transfer-encoding"));
  const std::string lines = client.rest();
  EXPECT_TRUE(lines.starts_with("{\"positions\":0,")) << lines;
  EXPECT_NE(lines.find("\n{\"result\":"), std::string::npos) << lines;
}

}  // namespace
}  // namespace uthi::test
