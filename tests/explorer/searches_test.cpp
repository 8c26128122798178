// Searches among clients: charged as all work is, one of each client, and from the tables that all answers come from.
#include <gtest/gtest.h>

#include "tests/explorer/serving.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

using namespace std::chrono_literals;

// Starts a search that does not end by itself; the status of its reply.
int start(Client& client) {
  client.send(post("/v1/solve", kHard));
  const auto head = client.head();
  return head ? head->status : 0;
}

HttpReply refused(Client& client) {
  client.send(post("/v1/solve", kHard));
  return client.receive().value();
}

TEST(Searches, AreChargedToTheWorkOfTheClient) {
  const Serving server({.work = 0.001, .burst = 0.001});
  Client client(server.port());
  // So many positions take more than a hundredth of a second on any machine, however busy it is.
  client.send(post("/v1/solve", R"({"position": "giuthi:8,8,8,8,8,8,8,8/8,8,8,8,8,8,8,8", "floor": true, "nodes": 300000})"));
  const auto reply = client.receive().value();
  ASSERT_EQ(reply.status, 200);
  Client again(server.port());
  const auto late = again.get(kPosition).value();
  EXPECT_EQ(late.status, 429) << "the work that the search took is owed";
  EXPECT_GT(std::stoi(late.headers.at("retry-after")), 5) << "at a thousandth of a second each second that takes a while";
  Client search(server.port());
  EXPECT_EQ(refused(search).status, 429);
  Client other(server.port(), "127.0.0.2");
  EXPECT_EQ(other.get(kPosition).value().status, 200) << "others owe nothing";
}

TEST(Searches, AreChargedWhileTheyRun) {
  const Serving server({.work = 0.001, .burst = 0.1});
  Client client(server.port());
  ASSERT_EQ(start(client), 200);
  int status = 200;
  // What is asked beside it takes far less than a tenth of a second in all.
  for (int i = 0; i < 100 && status != 429; ++i) {
    std::this_thread::sleep_for(100ms);
    Client beside(server.port());
    status = beside.get("/v1/random?game=giuthi&board=2x5").value().status;
  }
  EXPECT_EQ(status, 429);
  EXPECT_EQ(server.metric("uthi_searches"), 1) << "it runs on";
}

TEST(Searches, OfOneClientLeaveRoomForOthers) {
  const Serving server({.solves = 2, .turn = 100ms});
  Client first(server.port());
  ASSERT_EQ(start(first), 200);
  Client second(server.port());
  const auto reply = refused(second);
  EXPECT_EQ(reply.status, 429);
  EXPECT_EQ(reply.headers.at("retry-after"), "5");
  EXPECT_NE(reply.body.find("one at a time"), std::string::npos);
  Client other(server.port(), "127.0.0.2");
  EXPECT_EQ(start(other), 200) << "one client cannot keep both slots";
  Client third(server.port(), "127.0.0.3");
  EXPECT_EQ(refused(third).status, 503);
}

// As the page does: it aborts one search and begins the next at once.
TEST(Searches, ThatWereGivenUpMakeRoomForTheNext) {
  const Serving server({.solves = 1, .turn = 5s});
  for (int i = 0; i < 5; ++i) {
    Client client(server.port());
    EXPECT_EQ(start(client), 200);
    EXPECT_FALSE(client.chunk().empty());
  }
}

TEST(Searches, WaitForTheirTurnInOrder) {
  const Serving server({.solves = 1, .turn = 10s});
  auto first = std::make_unique<Client>(server.port());
  ASSERT_EQ(start(*first), 200);
  Client waits(server.port(), "127.0.0.2");
  waits.send(post("/v1/solve", kHard));
  std::this_thread::sleep_for(200ms);
  Client again(server.port());
  again.send(post("/v1/solve", R"({"position": "giuthi:1,1/1,1"})"));
  first.reset();
  EXPECT_EQ(waits.head().value().status, 200) << "the one who came before the client that searched";
  EXPECT_EQ(server.metric("uthi_searches"), 1);
  waits.close();
  EXPECT_EQ(again.receive().value().status, 200);
}

TEST(Searches, CanBeTurnedOff) {
  const Serving server({.solves = 0});
  Client client(server.port());
  EXPECT_EQ(refused(client).status, 503);
}

// The tables are those there when the server starts, for searches as for all answers: what is taken away or added later
// makes no difference.
TEST(Searches, UseTheTablesThatAreOpen) {
  TemporaryFolder folder;
  const auto there = folder.path() / "giuthi-2x5";
  std::filesystem::create_directory(there);
  const auto copy = [&](int least, int most) {
    for (int seeds = least; seeds <= most; ++seeds) {
      char name[32];
      std::snprintf(name, sizeof(name), "%03d.uthi", seeds);
      std::filesystem::copy_file(std::filesystem::path(bundled_tables()) / "giuthi-2x5" / name, there / name);
    }
  };
  copy(0, 7);
  const Serving server({}, {.folders = {folder.path()}});
  const auto solved = [&](const std::string& position) {
    Client client(server.port());
    client.send(post("/v1/solve", "{\"floor\": true, \"ceiling\": true, \"position\": \"" + position + "\"}"));
    const std::string body = client.receive().value().body;
    const std::size_t last = body.rfind('\n', body.size() - 2);
    return boost::json::parse(body.substr(last + 1)).at("result").as_object();
  };
  const std::string covered = "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S";
  const std::string beyond = "giuthi:0,1,1,0,2/0,3,0,1,1 6 5 S";
  const auto before = solved(covered);
  EXPECT_EQ(before.at("method"), "table");
  const auto open = solved(beyond);
  EXPECT_NE(open.at("method"), "table");
  copy(8, 10);
  EXPECT_EQ(solved(beyond).at("method"), open.at("method")) << "tables of nine seeds came later";
  Client client(server.port());
  EXPECT_EQ(client.get(target("/v1/position", beyond)).value().status, 404) << "as for the others";
  for (const auto& entry : std::filesystem::directory_iterator(there)) std::filesystem::remove(entry.path());
  EXPECT_EQ(solved(covered).at("method"), "table") << "nothing is opened anew";
  EXPECT_EQ(solved(covered).at("floor"), before.at("floor"));
}

}  // namespace
}  // namespace uthi::test
