// The server behind a real socket: connections kept, limits of size and time, streams, and a stop in good order.
#include "tools/explorer/server.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "tests/explorer/client.hpp"
#include "tests/explorer/samples.hpp"
#include "tests/explorer/serving.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

using namespace std::chrono_literals;

TEST(Server, KeepsConnectionsAndAnswersAsTheExplorerDoes) {
  const Serving server;
  Client client(server.port());
  for (int i = 0; i < 3; ++i) {
    const auto reply = client.get(kPosition);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200);
    EXPECT_EQ(reply->body, *get(kPosition).body);
    EXPECT_EQ(reply->headers.at("content-type"), "application/json");
    EXPECT_EQ(reply->headers.at("etag"), get(kPosition).etag);
    EXPECT_EQ(reply->headers.at("access-control-allow-origin"), "*");
    EXPECT_EQ(reply->headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(reply->headers.at("cache-control"), "public, max-age=60");
    EXPECT_TRUE(reply->headers.contains("date"));
  }
  const auto missing = client.get("/nowhere").value();
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(missing.headers.at("content-type"), "application/problem+json");
  EXPECT_EQ(client.get("/").value().headers.at("content-security-policy").substr(0, 18), "default-src 'none'");
}

TEST(Server, AnswersPipelinedRequestsInOrder) {
  const Serving server;
  Client client(server.port());
  std::string requests;
  std::vector<std::string> wanted;
  for (const Position& position : random_positions(50, 3)) {
    const std::string asked = target("/v1/position", to_text(position));
    requests += "GET " + asked + " HTTP/1.1\r\nHost: test\r\n\r\n";
    wanted.push_back(*get(asked).body);
  }
  client.send(requests);
  for (const std::string& body : wanted) {
    const auto reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body, body);
  }
}

TEST(Server, SaysNotModified) {
  const Serving server;
  Client client(server.port());
  const std::string tag = client.get(kPosition).value().headers.at("etag");
  const auto reply = client.get(kPosition, "If-None-Match: " + tag + "\r\n").value();
  EXPECT_EQ(reply.status, 304);
  EXPECT_EQ(reply.headers.at("etag"), tag);
  EXPECT_EQ(client.get(kPosition, "If-None-Match: \"0\"\r\n").value().status, 200) << "the connection is still in step";
}

TEST(Server, HeadIsGetWithoutABody) {
  const Serving server;
  Client client(server.port());
  client.send("HEAD " + kPosition + " HTTP/1.1\r\nHost: test\r\n\r\n");
  const auto head = client.receive(false).value();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(get(kPosition).body->size()));
  EXPECT_EQ(client.get(kPosition).value().status, 200);
}

TEST(Server, TakesBatchesAlsoInPieces) {
  const Serving server;
  Client client(server.port());
  std::string body;
  for (const Position& position : random_positions(100, 4)) body += to_text(position) + "\n";
  const std::string wanted = *bundled_explorer().answer({.method = "POST", .target = "/v1/batch", .body = body}).body;
  client.send(post("/v1/batch", body));
  EXPECT_EQ(client.receive().value().body, wanted);
  client.send("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
  const auto go_on = client.head().value();
  EXPECT_EQ(go_on.status, 100);
  char size[16];
  std::snprintf(size, sizeof(size), "%zx\r\n", body.size());
  client.send(size + body + "\r\n0\r\n\r\n");
  EXPECT_EQ(client.receive().value().body, wanted);
}

TEST(Server, ClosesWhenAskedTo) {
  const Serving server;
  Client client(server.port());
  EXPECT_EQ(client.get(kPosition, "Connection: close\r\n").value().status, 200);
  EXPECT_TRUE(client.closed_within(2s));
  Client old(server.port());
  old.send("GET " + kPosition + " HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.receive().value().status, 200);
  EXPECT_TRUE(old.closed_within(2s));
}

TEST(Server, RefusesWhatIsTooLarge) {
  const Serving server;
  Client header(server.port());
  header.send("GET / HTTP/1.1\r\nX-Long: " + std::string(20'000, 'x'));
  EXPECT_EQ(header.receive().value().status, 431);
  EXPECT_TRUE(header.closed_within(5s));
  Client long_target(server.port());
  EXPECT_EQ(long_target.get("/v1/position?p=" + std::string(9000, 'x')).value().status, 414);
  Client body(server.port());
  body.send("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n");
  EXPECT_EQ(body.receive().value().status, 413) << "before the body is sent";
  EXPECT_TRUE(body.closed_within(5s));
  // Without a length, the body is cut off where it passes the limit.
  Client chunks(server.port());
  chunks.send("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  for (int i = 0; i < 8; ++i) chunks.send(chunk);
  EXPECT_EQ(chunks.receive().value().status, 413);
  EXPECT_EQ(server.metric("uthi_connections_cut_total"), 3);
}

TEST(Server, RefusesWhatIsNoHttp) {
  const Serving server;
  for (const std::string& bytes : {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), std::string("hello\r\n\r\n"),
                                   std::string("GET / HTTP/9.9\r\n\r\n"), std::string("GET  / HTTP/1.1\r\n\r\n"),
                                   std::string("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n")}) {
    Client client(server.port());
    client.send(bytes);
    const auto reply = client.receive();
    EXPECT_TRUE(!reply || reply->status == 400) << bytes;
    EXPECT_TRUE(client.closed_within(5s)) << bytes;
  }
  Client client(server.port());
  EXPECT_EQ(client.get(kPosition).value().status, 200);
}

// A byte now and then does not keep a connection open: the limit is for the whole request.
TEST(Server, CutsOffSlowRequestsAndIdleConnections) {
  const Serving server({.idle = 400ms, .request = 300ms});
  Client slow(server.port());
  bool cut = false;
  for (int i = 0; i < 100 && !cut; ++i) {
    cut = !slow.send(i == 0 ? "G" : "x") || slow.closed_within(50ms).has_value();
  }
  EXPECT_TRUE(cut);
  Client body(server.port());
  body.send("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\ngiu");
  EXPECT_TRUE(body.closed_within(5s));
  Client idle(server.port());
  EXPECT_TRUE(idle.closed_within(5s));
  EXPECT_EQ(server.metric("uthi_connections_cut_total"), 2) << "an idle connection is no offence";
}

TEST(Server, HoldsManyIdleConnections) {
  const Serving server;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 300; ++i) clients.push_back(std::make_unique<Client>(server.port()));
  EXPECT_TRUE(server.reaches("uthi_connections", 301));
  for (std::size_t i = 0; i < clients.size(); i += 37) EXPECT_EQ(clients[i]->get(kPosition)->status, 200);
}

TEST(Server, RefusesConnectionsBeyondTheLimit) {
  const Serving server({.connections = 2});
  Client first(server.port());
  Client second(server.port());
  EXPECT_EQ(first.get(kPosition).value().status, 200);
  EXPECT_EQ(second.get(kPosition).value().status, 200);
  Client third(server.port());
  EXPECT_TRUE(third.closed_within(5s));
  first.close();
  for (int i = 0; i < 100; ++i) {
    Client again(server.port());
    const auto reply = again.get(kPosition);
    if (reply && reply->status == 200) return;
    std::this_thread::sleep_for(20ms);
  }
  FAIL() << "a place that is free again is not given away";
}

TEST(Server, ClientsThatAskForTooMuchMustWait) {
  const Serving server({.work = 0.000'001, .burst = 0.000'001});
  Client client(server.port());
  EXPECT_EQ(client.get("/v1/tree?p=giuthi:1,2,0,1,1/1,0,2,1,1&depth=3").value().status, 200);
  const auto refused = client.get("/v1/tree?p=giuthi:1,2,0,1,1/1,0,2,1,1&depth=2").value();
  EXPECT_EQ(refused.status, 429);
  EXPECT_GE(std::stoi(refused.headers.at("retry-after")), 1);
  EXPECT_EQ(client.get("/v1/tree?p=giuthi:1,2,0,1,1/1,0,2,1,1&depth=3").value().status, 200) << "what is kept costs nothing";
  EXPECT_EQ(client.get("/healthz").value().status, 200);
}

TEST(Server, TooManyWaitingRequestsAreRefused) {
  const Serving server({.waiting = 0});
  Client client(server.port());
  const auto refused = client.get(kPosition).value();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.headers.at("retry-after"), "1");
}

TEST(Solve, StreamsProgressAndTheResultOfTheProgram) {
  const Serving server;
  for (const std::string position : {"giuthi:3,3,3/3,3,3", "giuthi{repetition=score}:2,1,1/0,1,2"}) {
    Client client(server.port());
    client.send(post("/v1/solve", R"({"floor": true, "ceiling": true, "position": ")" + position + "\"}"));
    const auto reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200);
    EXPECT_EQ(reply->headers.at("content-type"), "application/x-ndjson");
    std::vector<boost::json::object> lines;
    for (std::string_view rest = reply->body; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
      lines.push_back(boost::json::parse(boost::json::string_view(rest.substr(0, rest.find('\n')))).as_object());
    }
    ASSERT_GE(lines.size(), 2U);
    EXPECT_EQ(lines.front().at("positions"), 0);
    EXPECT_TRUE(lines.front().at("bounds").as_object().contains("floor"));
    const auto& result = lines.back().at("result").as_object();
    const auto wanted = run({"solve", position, "--floor", "--ceiling", "--threads", "1", "--tables", bundled_tables(), "--json"}).json();
    for (const char* field : {"position", "rules", "claim", "status", "floor", "ceiling", "bounds", "nodes", "method"})
      EXPECT_EQ(result.at(field), wanted.at(field)) << field;
    EXPECT_TRUE(client.closed_within(5s));
  }
}

TEST(Solve, ClosingTheConnectionCancels) {
  const Serving server({.solves = 1});
  {
    Client client(server.port());
    client.send(post("/v1/solve", kHard));
    ASSERT_EQ(client.head().value().status, 200);
    EXPECT_FALSE(client.chunk().empty());
    EXPECT_EQ(server.metric("uthi_searches"), 1);
    Client other(server.port(), "127.0.0.2");
    other.send(post("/v1/solve", kHard));
    const auto refused = other.receive().value();
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.headers.at("retry-after"), "5");
  }
  EXPECT_TRUE(server.reaches("uthi_searches", 0));
}

TEST(Solve, RefusesWhatIsNoQuestion) {
  const Serving server({.solve_seconds = 5});
  const auto status = [&](const std::string& body, const std::string& more = "") {
    Client client(server.port());
    client.send(post("/v1/solve", body, more));
    const auto reply = client.receive().value();
    EXPECT_EQ(reply.headers.at("content-type"), "application/problem+json");
    return reply.status;
  };
  for (const char* body :
       {"", "[]", "{", "{}", R"({"position": 1})", R"({"position": "x"})", R"({"position": "giuthi:1,1/1,1", "time": 3})",
        R"({"position": "giuthi:1,1/1,1", "seconds": 6})", R"({"position": "giuthi:1,1/1,1", "seconds": -1})",
        R"({"position": "giuthi:1,1/1,1", "nodes": 0})", R"({"position": "giuthi:1,1/1,1", "claim": "sure"})",
        R"({"position": "giuthi:1,1/1,1", "claim": "win", "floor": true})", R"({"position": "giuthi:1,1/1,1", "floor": 1})"}) {
    EXPECT_EQ(status(body), 400) << body;
  }
  EXPECT_EQ(status(std::string(10'000, '[')), 400);
  EXPECT_EQ(status(R"({"position": "kiothi:1,1/1,1_0_0_S~2"})"), 422);
  EXPECT_EQ(status(R"({"position": "kiothi:11,23,19/25,24,18"})"), 422);
  EXPECT_EQ(status(kHard, "Sec-Fetch-Site: cross-site\r\n"), 403);
}

TEST(Stop, FinishesWhatIsUnderWay) {
  Serving server;
  Client idle(server.port());
  EXPECT_EQ(idle.get("/healthz").value().status, 200);
  Client half(server.port());
  half.send("GET " + kPosition + " HTTP/1.1\r\nHost: ");
  Client solving(server.port());
  solving.send(post("/v1/solve", kHard));
  ASSERT_EQ(solving.head().value().status, 200);
  EXPECT_FALSE(solving.chunk().empty());
  server.ask_to_stop();
  EXPECT_TRUE(idle.closed_within(5s));
  half.send("test\r\n\r\n");
  const auto reply = half.receive();
  ASSERT_TRUE(reply) << "a request that had begun is answered";
  EXPECT_EQ(reply->status, 200);
  EXPECT_TRUE(half.closed_within(5s));
  std::string last;
  for (std::string line = solving.chunk(); !line.empty(); line = solving.chunk()) last = line;
  EXPECT_EQ(boost::json::parse(last).at("result").at("stopped"), "interrupted");
  solving.close();
  server.stop();
  EXPECT_THROW(Client{server.port()}, std::runtime_error);
}

TEST(Stop, DoesNotWaitForEver) {
  Serving server({.stop = 300ms});
  Client half(server.port());
  half.send("GET / HT");
  const auto start = std::chrono::steady_clock::now();
  server.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 8s) << "the request itself had ten seconds";
}

// The port of a program that serves, whose address is the one line on its standard output, which `file` takes.
std::uint16_t port_of(const std::filesystem::path& file) {
  std::string url;
  for (int i = 0; i < 500 && !url.ends_with("/\n"); ++i) {
    std::this_thread::sleep_for(10ms);
    if (std::filesystem::exists(file)) url = contents_of(file);
  }
  EXPECT_TRUE(url.starts_with("http://127.0.0.1:")) << url;
  return static_cast<std::uint16_t>(std::stoi(url.substr(17)));
}

TEST(Program, ServesUntilASignalAndExitsWithZero) {
  for (const int signal : {SIGTERM, SIGINT}) {
    TemporaryFolder folder;
    const auto file = folder.path() / "url";
    Running program({"serve", "--tables", bundled_tables(), "--bind", "127.0.0.1:0"}, file.string());
    Client client(port_of(file));
    EXPECT_EQ(client.get(kPosition).value().status, 200);
    program.signal(signal);
    EXPECT_EQ(program.wait(), 0);
  }
}

TEST(Program, IsKnownUnderEveryNameThatItIsGiven) {
  TemporaryFolder folder;
  const auto file = folder.path() / "url";
  Running program({"serve", "--tables", bundled_tables(), "--bind", "127.0.0.1:0", "--host", "a.example", "--host", "b.example", "--origin",
                   "https://c.example"},
                  file.string());
  Client client(port_of(file));
  const auto status = [&](const std::string& host, const std::string& more = "") {
    client.send(post("/v1/batch", "", more, host));
    return client.receive().value().status;
  };
  EXPECT_EQ(status("a.example"), 200);
  EXPECT_EQ(status("b.example:80"), 200);
  EXPECT_EQ(status("127.0.0.1", "Origin: https://c.example\r\n"), 200);
  EXPECT_EQ(status("c.example"), 403);
}

TEST(Program, SaysWhyItCannotServe) {
  const Serving server;
  const Result taken = run({"serve", "--tables", bundled_tables(), "--bind", "127.0.0.1:" + std::to_string(server.port())});
  EXPECT_EQ(taken.code, 7);
  EXPECT_NE(taken.err.find("another program listens there"), std::string::npos) << taken.err;
  EXPECT_EQ(run({"serve", "--bind", "somewhere"}).code, 2);
  EXPECT_EQ(run({"serve", "--bind", "127.0.0.1:70000"}).code, 2);
  EXPECT_EQ(run({"serve", "--assets", "/nonexistent"}).code, 2);
  EXPECT_EQ(run({"serve", "--host", "http://example.org", "--bind", "127.0.0.1:0", "--tables", bundled_tables()}).code, 2);
  EXPECT_EQ(run({"serve", "--origin", "example.org", "--bind", "127.0.0.1:0", "--tables", bundled_tables()}).code, 2);
  EXPECT_EQ(run({"serve", "--bind", "203.0.113.1:0", "--tables", bundled_tables()}).code, 7);
  const Result missing = run({"serve", "--tables", "/nonexistent", "--bind", "127.0.0.1:0"});
  EXPECT_EQ(missing.code, 4);
  EXPECT_NE(missing.err.find("uthi build"), std::string::npos);
}

}  // namespace
}  // namespace uthi::test
