// Answers of the explorer are those of the program's commands, and right by themselves where no command says the same.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "core/referee.hpp"
#include "tests/explorer/samples.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

using boost::json::object;
using boost::json::value;

constexpr const char* kPosition = "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S";

std::string of_program(std::vector<std::string> words) {
  const Result result = run(words);
  EXPECT_EQ(result.code, 0) << result.err;
  return result.out;
}

bool small() {
  const char* size = std::getenv("UTHI_TEST_SIZE");
  return size != nullptr && std::string_view(size) == "small";
}

TEST(Position, IsTheTextOfProbeOnTenThousandPositions) {
  const auto positions = random_positions(small() ? 500 : 10'000, 20'261'130);
  std::string input;
  for (const Position& position : positions) input += to_text(position) + "\n";
  const Result probe = run({"probe", "-", "--tables", bundled_tables()}, {.input = input});
  ASSERT_EQ(probe.code, 0) << probe.err;
  std::size_t at = 0;
  std::map<std::string, int> outcomes;
  for (const Position& position : positions) {
    const std::size_t end = probe.out.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    const explorer::Reply reply = get(target("/v1/position", to_text(position)));
    ASSERT_EQ(reply.status, 200) << *reply.body;
    ASSERT_EQ(*reply.body, probe.out.substr(at, end + 1 - at));
    ++outcomes[std::string(json_of(reply).at("outcome").as_string())];
    at = end + 1;
  }
  EXPECT_EQ(at, probe.out.size());
  EXPECT_EQ(outcomes.size(), 3U) << "wins, draws and losses";
}

TEST(Batch, IsTheTextOfProbeInOrder) {
  std::string input;
  for (const Position& position : random_positions(200, 1)) input += to_text(position) + "\n";
  input += "no position\n\ngiuthi:1,1/1\n";
  const auto reply = bundled_explorer().answer({.method = "POST", .target = "/v1/batch", .body = input});
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.type, "application/x-ndjson");
  EXPECT_EQ(*reply.body, run({"probe", "-", "--tables", bundled_tables()}, {.input = input}).out);
}

TEST(Batch, TakesPositionsAsJsonToo) {
  const std::string plain = std::string(kPosition) + "\n";
  const std::string as_json = "\"" + std::string(kPosition) + "\"\r\n{\"p\": \"" + kPosition + "\"}";
  const auto lines = [](const std::string& body) {
    return *bundled_explorer().answer({.method = "POST", .target = "/v1/batch", .body = body}).body;
  };
  EXPECT_EQ(lines(as_json), lines(plain + plain));
}

TEST(Batch, PassesOverAByteOrderMarkAndNamesOtherEncodings) {
  const auto batch = [](const std::string& body) {
    return bundled_explorer().answer({.method = "POST", .target = "/v1/batch", .body = body});
  };
  EXPECT_EQ(*batch("\xef\xbb\xbf" + std::string(kPosition)).body, *batch(std::string(kPosition)).body);
  const auto wide = batch(std::string("\xff\xfeg\0i\0", 6));
  EXPECT_EQ(wide.status, 400);
  EXPECT_NE(wide.body->find("UTF-16"), std::string::npos) << *wide.body;
}

TEST(Commands, SayTheSame) {
  const std::string tables = bundled_tables();
  EXPECT_EQ(*get(target("/v1/line", kPosition)).body, of_program({"line", kPosition, "--json", "--tables", tables}));
  EXPECT_EQ(*get(target("/v1/board.svg", kPosition, "&values=1&move=b-")).body,
            of_program({"render", kPosition, "--values", "--move", "b-", "--tables", tables}));
  EXPECT_EQ(*get(target("/v1/board.svg", kPosition, "&palette=print")).body, of_program({"render", kPosition, "--palette", "print"}));
  EXPECT_EQ(*get("/v1/rules?game=kiothi&rules=origin=skip").body, of_program({"rules", "kiothi", "--rules", "origin=skip", "--json"}));
  EXPECT_EQ(*get("/v1/play?p=giuthi:4,4,4,4,4/4,4,4,4,4&moves=c%2B+A%2B").body,
            of_program({"play", "giuthi:4,4,4,4,4/4,4,4,4,4", "c+ A+", "--json"}));
  EXPECT_EQ(*get("/v1/play?p=kiothi:1,1/1,1_0_0_S~2&moves=ab=a2_AB=B2").body,
            of_program({"play", "kiothi:1,1/1,1 0 0 S~2", "ab=a2 AB=B2", "--json"}));
}

TEST(Play, TakesMovesHoweverTheyAreEscaped) {
  const std::string wanted = *get("/v1/play?p=giuthi:4,4,4,4,4/4,4,4,4,4&moves=c%2B%20A%2B").body;
  EXPECT_EQ(boost::json::parse(wanted).at("plies").as_array().size(), 2U) << wanted;
  for (const char* moves : {"c++A+", "c%2B+A%2B", "c%2B_A%2B", "c+_A+", "c+%20A%2b"}) {
    EXPECT_EQ(*get(std::string("/v1/play?p=giuthi:4,4,4,4,4/4,4,4,4,4&moves=") + moves).body, wanted) << moves;
  }
}

TEST(Stats, AreThoseOfTheProgram) {
  std::string lines = of_program({"stats", "giuthi", "2x5", "--json", "--tables", bundled_tables()});
  std::string wanted = "[";
  for (const char c : lines.substr(0, lines.size() - 1)) wanted += c == '\n' ? ',' : c;
  EXPECT_EQ(*get("/v1/stats?game=giuthi&board=2x5").body, wanted + "]\n");
  const auto marked = json_of(get("/v1/stats?game=kiothi&board=2x5&layer=6&marks=2")).as_array();
  ASSERT_EQ(marked.size(), 1U);
  EXPECT_EQ(marked[0].at("layer"), (object{{"seeds", 6}, {"marks", 2}}));
}

TEST(Tables, AreThoseOfTheProgramWithoutPaths) {
  const auto sets = json_of(get("/v1/tables")).at("sets").as_array();
  const Result info = run({"info", "--json", "--tables", bundled_tables()});
  std::vector<object> wanted;
  const object listed = info.json();
  for (const value& table : listed.at("tables").as_array()) {
    object without = table.as_object();
    without.erase("path");
    without.erase("shadowed_by");
    wanted.push_back(std::move(without));
  }
  std::size_t tables = 0;
  for (const value& set : sets) {
    EXPECT_EQ(set.at("layers").as_array().size(), set.at("tables").as_array().size());
    EXPECT_EQ(get(target("/v1/position", std::string(set.at("example").as_string()))).status, 200);
    for (const value& table : set.at("tables").as_array()) {
      EXPECT_NE(std::find(wanted.begin(), wanted.end(), table.as_object()), wanted.end()) << table;
      ++tables;
    }
  }
  EXPECT_EQ(tables, wanted.size());
}

// The pits of a position by name.
std::map<std::string, int> pits_of(const Position& position) {
  std::map<std::string, int> pits;
  for (int i = 0; i < 2 * position.rules.pits(); ++i) {
    const bool south = i < position.rules.pits();
    pits[{pit_name(south ? Side::south : Side::north, south ? i : i - position.rules.pits())}] = position.pits[static_cast<std::size_t>(i)];
  }
  return pits;
}

// Sows the laps by hand: each lap takes what it says from its pit, drops a seed in each pit named, and goes on where the last
// one ended; what is taken at the end leaves the board of the move.
TEST(Moves, LapsLeadToThePositionAfterTheMove) {
  auto positions = random_positions(300, 2);
  for (const char* more : {"giuthi:4,4,4,4,4/4,4,4,4,4", "giuthi{origin=sow}:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9",
                           "kiothi:5*,5,0,5,5,5,0,0,0,3*/0,0,0,0,5,5,5,5,5,5 0 0 N", "awari:4,4,4,4,4,4/4,4,4,4,4,14 0 0 S"}) {
    positions.push_back(parse_position(more));
  }
  std::size_t laps = 0;
  std::size_t captures = 0;
  for (const Position& position : positions) {
    const auto reply = json_of(get(target("/v1/moves", to_text(position)))).as_object();
    auto plain = reply;
    for (value& move : plain.at("moves").as_array()) {
      move.as_object().erase("laps");
      move.as_object().erase("taken");
    }
    const auto referee = make_referee(position.rules);
    ASSERT_EQ(plain.at("moves").as_array().size(), referee->plies(position).size());
    for (const value& move : reply.at("moves").as_array()) {
      const std::string text(move.at("move").as_string());
      const Position after = referee->play(position, text);
      EXPECT_EQ(std::string(move.at("position").as_string()), to_text(after));
      auto pits = pits_of(position);
      std::string last;
      for (const value& lap : move.at("laps").as_array()) {
        const std::string from(lap.at("from").as_string());
        EXPECT_TRUE(last.empty() || from == last) << text;
        pits[from] -= static_cast<int>(lap.at("seeds").as_int64());
        for (const value& pit : lap.at("pits").as_array()) {
          last = pit.as_string().c_str();
          ++pits[last];
        }
        EXPECT_EQ(lap.at("pits").as_array().size(), lap.at("seeds").to_number<std::size_t>());
        ++laps;
      }
      int taken = 0;
      for (const value& take : move.at("taken").as_array()) {
        pits[take.at("pit").as_string().c_str()] -= static_cast<int>(take.at("seeds").as_int64());
        taken += static_cast<int>(take.at("seeds").as_int64());
      }
      EXPECT_EQ(pits, pits_of(after)) << to_text(position) << " " << text;
      EXPECT_EQ(move.at("captures"), taken);
      captures += taken > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(laps, 400U);
  EXPECT_GT(captures, 50U);
}

TEST(Moves, CountRedistributionsOfAnOpening) {
  EXPECT_EQ(*get("/v1/moves?p=kiothi:1,1/1,1_0_0_S~2").body, of_program({"moves", "kiothi:1,1/1,1_0_0_S~2", "--json"}));
}

void compare_node(const value& node, int depth, std::size_t& nodes) {
  ++nodes;
  const auto position = json_of(get(target("/v1/position", std::string(node.at("position").as_string())))).as_object();
  for (const char* field : {"outcome", "floor", "ceiling", "floor_depth", "ceiling_depth", "margin"})
    EXPECT_EQ(node.at(field), position.at(field)) << field;
  EXPECT_EQ(node.as_object().contains("moves"), depth > 0);
  if (depth == 0) return;
  const auto& moves = node.at("moves").as_array();
  ASSERT_EQ(moves.size(), position.at("moves").as_array().size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& wanted = position.at("moves").as_array()[i];
    for (const char* field : {"move", "captures", "again", "outcome", "floor", "ceiling"})
      EXPECT_EQ(moves[i].at(field), wanted.at(field)) << field;
    EXPECT_EQ(moves[i].at("child").at("position"), wanted.at("position"));
    compare_node(moves[i].at("child"), depth - 1, nodes);
  }
}

TEST(Tree, EachNodeIsThePositionItself) {
  for (const int depth : {1, 3}) {
    std::size_t nodes = 0;
    compare_node(json_of(get(target("/v1/tree", kPosition, "&depth=" + std::to_string(depth)))), depth, nodes);
    EXPECT_GT(nodes, depth == 1 ? 2U : 8U);
  }
}

TEST(Random, TheSameSeedGivesTheSamePositionAndConditionsHold) {
  std::set<std::string> different;
  for (int seed = 0; seed < 20; ++seed) {
    const std::string asked = "/v1/random?game=giuthi&board=2x5&seeds=9&outcome=loss&unique=1&min_depth=8&seed=" + std::to_string(seed);
    const auto reply = json_of(get(asked));
    EXPECT_EQ(reply, json_of(get(asked)));
    EXPECT_EQ(reply.at("seed"), seed);
    const auto position = json_of(get(target("/v1/position", std::string(reply.at("position").as_string()))));
    EXPECT_EQ(position.at("outcome"), "loss");
    EXPECT_EQ(position.at("seeds"), 9);
    EXPECT_GE(position.at("ceiling_depth").as_int64(), 8);
    std::size_t least = 0;
    for (const value& move : position.at("moves").as_array()) least += move.at("ceiling") == position.at("ceiling") ? 1 : 0;
    EXPECT_EQ(least, 1U) << "one sowing alone loses by no more";
    different.insert(std::string(reply.at("position").as_string()));
  }
  EXPECT_GT(different.size(), 10U);
  for (int i = 0; i < 10; ++i) {
    const auto reply = json_of(get("/v1/random?game=kiothi&board=2x5&seeds=5&marks=2&outcome=win&unique=1"));
    const auto position = json_of(get(target("/v1/position", std::string(reply.at("position").as_string()))));
    EXPECT_EQ(position.at("layer"), (object{{"seeds", 5}, {"marks", 2}}));
    std::size_t wins = 0;
    for (const value& move : position.at("moves").as_array()) wins += move.at("outcome") == "win" ? 1 : 0;
    EXPECT_EQ(wins, 1U);
  }
}

TEST(Problems, AreThoseOfTheCollection) {
  std::vector<value> wanted;
  for (const char* name : {"giuthi-2x5", "giuthi-2x6", "giuthi-2x8", "kiothi-2x10", "kiothi-2x5"}) {
    std::ifstream file(std::string(UTHI_DATA) + "/problems/" + name + ".jsonl");
    for (std::string line; std::getline(file, line);) wanted.push_back(boost::json::parse(line));
  }
  ASSERT_GT(wanted.size(), 70U);
  const auto got = json_of(get("/v1/problems")).as_array();
  EXPECT_EQ(std::vector<value>(got.begin(), got.end()), wanted);
}

// Every path of the document answers with its examples, and every path that answers stands in the document.
TEST(OpenApi, EveryPathAnswersItsExample) {
  const auto document = json_of(get("/v1/openapi.json"));
  std::set<std::string> described;
  for (const auto& path : document.at("paths").as_object()) {
    described.insert(std::string(path.key()));
    if (!path.value().as_object().contains("get")) continue;
    std::string asked(path.key());
    char mark = '?';
    const auto* parameters = path.value().at("get").as_object().if_contains("parameters");
    for (const value& parameter : parameters == nullptr ? boost::json::array() : parameters->as_array()) {
      const value* example = parameter.as_object().if_contains("example");
      if (example == nullptr || parameter.at("name") == "rules") continue;
      asked += std::exchange(mark, '&') + std::string(parameter.at("name").as_string()) + "=";
      asked += example->is_string() ? explorer::percent_encoded(example->as_string()) : boost::json::serialize(*example);
    }
    const explorer::Reply reply = get(asked);
    EXPECT_EQ(reply.status, 200) << asked << *reply.body;
    const auto& types = path.value().at("get").at("responses").at("200").at("content").as_object();
    EXPECT_TRUE(reply.type.starts_with(std::string(types.begin()->key()))) << asked << " " << reply.type;
  }
  const value& batch =
      document.at("paths").at("/v1/batch").at("post").at("requestBody").at("content").at("application/x-ndjson").at("example");
  const auto lines = bundled_explorer().answer({.method = "POST", .target = "/v1/batch", .body = batch.as_string().c_str()});
  EXPECT_NE(lines.body->find("\"outcome\":\"win\""), std::string::npos);
  for (const std::string_view path : explorer::Explorer::paths()) {
    const bool at_the_top = path == "/" || path == "/healthz" || path == "/metrics" || path == "/assets/";
    EXPECT_TRUE(at_the_top || described.contains(std::string(path))) << path;
  }
}

TEST(Tags, ChangeWithThePositionAndTheTables) {
  const std::string asked = target("/v1/position", kPosition);
  const explorer::Reply reply = get(asked);
  ASSERT_TRUE(reply.etag.size() == 18 && reply.etag.front() == '"' && reply.etag.back() == '"') << reply.etag;
  EXPECT_EQ(get("/v1/position?p=giuthi:0,0,1,0,2/0,3,0,1,0%206%205+S").etag, reply.etag) << "the same position, written otherwise";
  EXPECT_NE(get(target("/v1/line", kPosition)).etag, reply.etag);
  EXPECT_NE(get(target("/v1/position", "giuthi:0,0,1,0,2/0,3,0,1,0 6 5 N")).etag, reply.etag);
  for (const std::string& held : {reply.etag, "\"other\", W/" + reply.etag, std::string("*")}) {
    const explorer::Reply again = get(asked, held);
    EXPECT_EQ(again.status, 304) << held;
    EXPECT_EQ(again.etag, reply.etag);
    EXPECT_TRUE(again.body->empty());
  }
  EXPECT_EQ(get(asked, "\"0000000000000000\"").status, 200);
  // The same position from fewer tables.
  TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "giuthi-2x5");
  for (const char* file : {"000", "001", "002", "003", "004", "005", "006", "007"}) {
    const auto name = std::filesystem::path("giuthi-2x5") / (std::string(file) + ".uthi");
    std::filesystem::copy_file(std::filesystem::path(bundled_tables()) / name, folder.path() / name);
  }
  const explorer::Explorer fewer({.folders = {folder.path()}});
  const explorer::Reply other = fewer.answer({.target = asked});
  EXPECT_EQ(*other.body, *reply.body);
  EXPECT_NE(other.etag, reply.etag);
}

}  // namespace
}  // namespace uthi::test
