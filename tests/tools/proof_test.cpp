// uthi check-proof and uthi explain: what they say of right, wrong, damaged and missing files, and with which exit code.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>

#include "solver/proof/writer.hpp"
#include "tests/solver/proof_maker.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

const std::string kTables = UTHI_DATA "/tables";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// North can force an end with six seeds or hold the game for ever; a branch has a forced pass.
const char* const kRoot = "giuthi:1,0,2,0,1/1,2,0,1,0 3 5 N";

class ProofCommands : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    maker_ = new ProofMaker(RuleSet(giuthi_spec(), 5), {8, 0});
    write_proof(file("right"), made());
    write_proof(file("tables"), made(5));
  }
  static void TearDownTestSuite() {
    delete folder_;
    delete maker_;
  }

  static Proof made(int leaf_seeds = -1) {
    const Position root = parse_position(kRoot);
    return maker_->proof(root, maker_->true_claims(root), leaf_seeds);
  }
  static std::string file(const std::string& name) { return (folder_->path() / name).string(); }
  static std::string write(const std::string& name, const Proof& proof) {
    write_proof(file(name), proof);
    return file(name);
  }

  static inline TemporaryFolder* folder_ = nullptr;
  static inline ProofMaker* maker_ = nullptr;
};

TEST_F(ProofCommands, CheckSaysWhatIsProved) {
  const Result result = run({"check-proof", file("right")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(contains(result.out, std::string(kRoot) + "\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "proved, North wins: floor = 6, no ceiling\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "floor >= 6")) << result.out;
  EXPECT_TRUE(contains(result.out, "ceiling >= 9")) << result.out;
}

TEST_F(ProofCommands, CheckGivesJson) {
  for (const char* threads : {"1", "2"}) {
    const auto report = run({"check-proof", file("tables"), "--tables", kTables, "--threads", threads, "--json"}).json();
    EXPECT_EQ(report.at("file").as_string(), file("tables"));
    EXPECT_EQ(report.at("root"), kRoot);
    EXPECT_EQ(report.at("game"), "giuthi");
    EXPECT_EQ(report.at("board"), "2x5");
    EXPECT_EQ(report.at("rules").at("repetition"), "draw");
    EXPECT_EQ(report.at("proved"), true);
    EXPECT_EQ(report.at("statement"), "North wins: floor = 6, no ceiling");
    EXPECT_EQ(report.at("outcome"), "win");
    EXPECT_EQ(report.at("floor"), 6);
    EXPECT_EQ(report.at("no_floor"), false);
    EXPECT_TRUE(report.at("ceiling").is_null());
    EXPECT_EQ(report.at("no_ceiling"), true);
    EXPECT_TRUE(report.at("fault").is_null());
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    for (const ProofPart& part : made(5).parts) {
      nodes += part.nodes.size();
      leaves += static_cast<std::uint64_t>(std::count_if(part.nodes.begin(), part.nodes.end(), [](const ProofNode& n) { return n.leaf; }));
    }
    EXPECT_GT(leaves, 0U);
    EXPECT_EQ(report.at("claims").as_array().size(), 3U);
    EXPECT_EQ(report.at("claims").at(0).at("claim"), "floor >= 6");
    EXPECT_EQ(report.at("nodes").to_number<std::uint64_t>(), nodes);
    EXPECT_EQ(report.at("leaves").to_number<std::uint64_t>(), leaves);
    EXPECT_EQ(report.at("tables").as_array().size(), made(5).tables.size());
    EXPECT_EQ(report.at("bytes").to_number<std::uint64_t>(), std::filesystem::file_size(file("tables")));
    std::uint64_t in_layers = 0;
    for (const auto& layer : report.at("layers").as_array()) in_layers += layer.at("nodes").to_number<std::uint64_t>();
    EXPECT_EQ(in_layers, nodes);
    EXPECT_GE(report.at("seconds").to_number<double>(), 0);
  }
}

TEST_F(ProofCommands, CheckNamesTheFirstFault) {
  Proof proof = made();
  proof.parts[1].nodes.pop_back();
  const std::string path = write("fault", proof);
  const Result result = run({"check-proof", path});
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_TRUE(contains(result.out, "not proved, part 2 (floor <= 6), node ")) << result.out;
  EXPECT_TRUE(contains(result.out, "which no node covers")) << result.out;
  const Result json = run({"check-proof", path, file("right"), "--json"});
  EXPECT_EQ(json.code, 1);
  const auto lines = json.json_lines();
  ASSERT_EQ(lines.size(), 2U);
  const auto& report = lines[0].as_object();
  EXPECT_EQ(report.at("proved"), false);
  EXPECT_TRUE(report.at("statement").is_null());
  EXPECT_TRUE(report.at("outcome").is_null());
  EXPECT_EQ(report.at("fault").at("part"), 2);
  EXPECT_TRUE(contains(std::string(report.at("fault").at("what").as_string()), "which no node covers"));
  EXPECT_EQ(make_referee(maker_->rules())->canonical(parse_position(std::string(report.at("fault").at("position").as_string()))),
            parse_position(std::string(report.at("fault").at("position").as_string())));
  EXPECT_EQ(lines[1].at("proved"), true);
}

TEST_F(ProofCommands, TablesMustBeThereAndBeTheVeryOnes) {
  const TemporaryFolder empty;
  const Result missing = run({"check-proof", file("tables"), "--tables", empty.text()});
  EXPECT_EQ(missing.code, 4);
  for (const ProofTable& table : made(5).tables) EXPECT_TRUE(contains(missing.err, to_text(table.layer))) << missing.err;
  EXPECT_TRUE(contains(missing.err, "giuthi 2x5")) << missing.err;
  Proof other = made(5);
  other.tables.front().values_digest.bytes[3] ^= 1;
  const Result changed = run({"check-proof", write("other", other), "--tables", kTables});
  EXPECT_EQ(changed.code, 1) << changed.err;
  EXPECT_TRUE(contains(changed.out, "relies on a table with the digest " + other.tables.front().values_digest.text())) << changed.out;
}

TEST_F(ProofCommands, DamagedFilesAndOthersAreToldApart) {
  std::string bytes = contents_of(file("right"));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  std::ofstream(file("damaged"), std::ios::binary) << bytes;
  for (const char* command : {"check-proof", "explain"}) {
    const Result damaged = run({command, file("damaged")});
    EXPECT_EQ(damaged.code, 5) << command;
    EXPECT_TRUE(contains(damaged.err, file("damaged"))) << damaged.err;
    const Result table = run({command, kTables + "/giuthi-2x5/005.uthi"});
    EXPECT_EQ(table.code, 5);
    EXPECT_TRUE(contains(table.err, "this is no Uthi proof")) << table.err;
    EXPECT_EQ(run({command, file("nowhere")}).code, 7);
    EXPECT_EQ(run({command}).code, 2);
  }
  const Result both = run({"check-proof", file("right"), file("damaged"), "--json"});
  EXPECT_EQ(both.code, 5);
  EXPECT_EQ(both.json_lines().size(), 2U);
}

// One bad file does not stop the others, and the exit code is the worst.
TEST_F(ProofCommands, CheckAnswersEveryFile) {
  std::ofstream(file("junk"), std::ios::binary) << "no proof at all, but some text that is long enough for a prologue";
  Proof proof = made();
  proof.parts[1].nodes.pop_back();
  const std::string fault = write("with_fault", proof);
  const TemporaryFolder empty;
  const std::vector<std::string> files{file("junk"), file("right"), fault, file("nowhere"), file("tables"), file("right")};
  std::vector<std::string> words{"check-proof"};
  words.insert(words.end(), files.begin(), files.end());
  words.insert(words.end(), {"--tables", empty.text()});
  const Result text = run(words);
  EXPECT_EQ(text.code, 7) << text.err;
  for (const std::size_t bad : {0, 3, 4}) EXPECT_TRUE(contains(text.err, "uthi: " + files[bad] + ": ")) << text.err;
  EXPECT_FALSE(contains(text.err, file("junk") + ": " + file("junk"))) << text.err;
  EXPECT_EQ(std::count(text.err.begin(), text.err.end(), '\n'), 3) << text.err;
  EXPECT_TRUE(contains(text.out, fault + ": not proved,")) << text.out;
  const std::string proved = file("right") + ": proved,";
  EXPECT_NE(text.out.find(proved), text.out.rfind(proved)) << text.out;

  words.push_back("--json");
  const Result json = run(words);
  EXPECT_EQ(json.code, 7) << json.err;
  const auto lines = json.json_lines();
  ASSERT_EQ(lines.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(lines[i].at("file").as_string(), files[i]);
    EXPECT_EQ(lines[i].as_object().contains("error"), i == 0 || i == 3 || i == 4) << i;
  }
  EXPECT_EQ(lines[1].at("proved"), true);
  EXPECT_EQ(lines[2].at("proved"), false);
  EXPECT_TRUE(contains(std::string(lines[0].at("error").as_string()), "this is no Uthi proof"));
  EXPECT_EQ(run({"check-proof", file("junk"), file("right")}).code, 5);
  EXPECT_EQ(run({"check-proof", file("right"), fault, file("right")}).code, 1);
  // What is asked wrongly is said once, before any file.
  const Result usage = run({"check-proof", file("right"), file("right"), "--memory", "much"});
  EXPECT_EQ(usage.code, 2);
  EXPECT_EQ(usage.out, "");
  EXPECT_EQ(std::count(usage.err.begin(), usage.err.end(), '\n'), 1) << usage.err;
}

// Nodes that do not fit are not read.
TEST_F(ProofCommands, StayWithinMemory) {
  for (const char* command : {"check-proof", "explain"}) {
    const Result little = run({command, file("right"), "--memory", "0.000001"});
    EXPECT_EQ(little.code, 6) << little.err;
    EXPECT_EQ(little.out, "");
    EXPECT_TRUE(contains(little.err, file("right") + ": the ")) << little.err;
    EXPECT_TRUE(contains(little.err, " of memory and 1074 bytes may be used (--memory)") ||
                contains(little.err, " of memory and 1.1 kB may be used (--memory)"))
        << little.err;
    EXPECT_EQ(run({command, file("right"), "--memory", "0.01"}).code, 0);
  }
}

// Every entry of a tree against the referee: plies are legal, all replies are there, references are to the same position.
class TreeCheck {
 public:
  explicit TreeCheck(const boost::json::object& root) : referee_(make_referee(parse_position(text(root, "position")).rules)) {
    collect(root);
  }

  void check(const boost::json::object& entry) {
    const Position position = parse_position(text(entry, "position"));
    if (entry.at("state") == "again") {
      Position elsewhere = parse_position(text(numbered_.at(entry.at("refers_to").to_number<int>()), "position"));
      Position here = referee_->canonical(position);
      elsewhere = referee_->canonical(elsewhere);
      here.stores = elsewhere.stores = {};
      EXPECT_EQ(here, elsewhere);
      ++again;
    }
    EXPECT_EQ(entry.at("state") == "end", referee_->over(position).has_value());
    if (entry.at("state") != "followed") return;
    const auto& below = entry.at("below").as_array();
    const auto plies = referee_->plies(position);
    EXPECT_EQ(below.size(), entry.at("claimant_moves").as_bool() ? 1 : plies.size());
    for (const auto& next : below) {
      const LegalPly ply = referee_->ply(position, text(next.as_object(), "ply"));
      EXPECT_EQ(to_text(ply.position), text(next.as_object(), "position"));
      EXPECT_EQ(next.at("captures"), ply.captures);
      EXPECT_EQ(next.at("again"), ply.again);
      EXPECT_EQ(next.at("side"), position.side == Side::south ? "S" : "N");
      const int sign = entry.at("claimant_moves").as_bool() ? 1 : -1;
      const auto seeds = ply.position.seeds();
      const int needed = entry.at("target").to_number<int>() - sign * ply.captures;
      EXPECT_TRUE(next.at("needed") == needed || (needed > seeds && next.at("needed") == seeds + 1)) << next;
      EXPECT_TRUE(next.at("state") == "granted" || next.at("target").to_number<int>() >= next.at("needed").to_number<int>());
      if (next.at("rank").is_int64() && entry.at("rank").is_int64() && referee_->layer(position) == referee_->layer(ply.position)) {
        EXPECT_LT(next.at("rank").to_number<int>(), entry.at("rank").to_number<int>());
        ++falls;
      }
      ++steps;
      check(next.as_object());
    }
  }

  int steps = 0;
  int again = 0;
  int falls = 0;

 private:
  static std::string text(const boost::json::object& object, const char* field) { return std::string(object.at(field).as_string()); }
  void collect(const boost::json::object& entry) {
    EXPECT_TRUE(numbered_.emplace(entry.at("number").to_number<int>(), entry).second);
    if (!entry.contains("below")) return;
    for (const auto& next : entry.at("below").as_array()) collect(next.as_object());
  }

  std::unique_ptr<Referee> referee_;
  std::map<int, boost::json::object> numbered_;
};

TEST_F(ProofCommands, ExplainPlaysTheStrategyOut) {
  int steps = 0;
  int again = 0;
  int falls = 0;
  for (const char* position : {kRoot, "giuthi:0,3,0,1,0/2,0,1,0,1 0 0 S", "giuthi:0,1,2,1,1/0,0,1,2,0 3 4 N"}) {
    const Position root = parse_position(position);
    const std::string path = write("explained", maker_->proof(root, maker_->true_claims(root)));
    const Result result = run({"explain", path, "--depth", "12", "--most", "100000", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto report = result.json();
    EXPECT_EQ(report.at("root"), position);
    for (const auto& part : report.at("parts").as_array()) {
      EXPECT_EQ(part.at("cut"), 0);
      TreeCheck check(part.at("tree").as_object());
      check.check(part.at("tree").as_object());
      EXPECT_EQ(part.at("shown").to_number<int>(), check.steps + 1);
      steps += check.steps;
      again += check.again;
      falls += check.falls;
    }
  }
  EXPECT_GT(steps, 250);
  EXPECT_GT(again, 15);
  EXPECT_GT(falls, 5);
}

TEST_F(ProofCommands, ExplainIsReadable) {
  const Result result = run({"explain", file("right"), "--depth", "2"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "floor >= 6: North brings the game to an end with 6 seeds or more still to come for it.")) << result.out;
  EXPECT_TRUE(contains(result.out, "ceiling >= 9: North sees to it that the game does not end.")) << result.out;
  EXPECT_TRUE(contains(result.out, "  #1    " + std::string(kRoot) + "  North has 6 or more to come, rank ")) << result.out;
  EXPECT_TRUE(contains(result.out, "  #2      North C+, plays again: giuthi:0,2,1,0,1/1,2,0,1,0 3 5 N  ")) << result.out;
  EXPECT_TRUE(contains(result.out, "not followed beyond 2 plies; --depth 4 shows more")) << result.out;
  const Result little = run({"explain", file("right"), "--depth", "20", "--most", "8"});
  EXPECT_TRUE(contains(little.out, "not followed, ")) << little.out;
  EXPECT_TRUE(contains(little.out, "positions shown already; --most ")) << little.out;
  const Result leaves = run({"explain", file("tables"), "--depth", "20"});
  EXPECT_TRUE(contains(leaves.out, " or more to come, by the table\n")) << leaves.out;
}

TEST_F(ProofCommands, ExplainSaysWhereAProofBreaksOff) {
  Proof proof = made();
  const auto root = maker_->game(8).key(proof.root);
  std::erase_if(proof.parts[1].nodes, [&](const ProofNode& node) { return node.key != root; });
  const Result result = run({"explain", write("broken", proof)});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "the proof does not hold here")) << result.out;
}

// Files of format 1 stay readable. The values are those of RULES (2x4 with three in every pit), and of the bundled tables.
TEST(BundledProofs, AreProved) {
  const std::string folder = UTHI_DATA "/proofs";
  const Result start = run({"check-proof", folder + "/giuthi-2x4-24.proof"});
  EXPECT_EQ(start.code, 0) << start.err;
  EXPECT_TRUE(contains(start.out, "giuthi:3,3,3,3/3,3,3,3 0 0 S\n")) << start.out;
  EXPECT_TRUE(contains(start.out, "proved, a draw by repetition: floor = -2, ceiling = 8\n")) << start.out;
  const auto small = run({"check-proof", folder + "/giuthi-2x5-8.proof", "--json"}).json();
  const auto probed = run({"probe", kRoot, "--tables", kTables, "--json"}).json();
  EXPECT_EQ(small.at("root"), probed.at("position"));
  EXPECT_EQ(small.at("proved"), true);
  EXPECT_EQ(small.at("floor"), probed.at("floor"));
  EXPECT_EQ(small.at("ceiling"), probed.at("ceiling"));
  EXPECT_EQ(small.at("no_ceiling"), true);
  EXPECT_EQ(small.at("outcome"), probed.at("outcome"));
}

TEST(ProofsOfOtherGames, AreCheckedAndExplained) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> roots{{"kiothi{start=5x5}:1,2*,0/1*,1,1 2 3 N", "start"},
                                                               {"awari:1,0,2/1,2,1 4 2 N", "value"},
                                                               {"giuthi{repetition=split}:1,2,0/2,0,1 0 0 N", "value"}};
  for (const auto& [text, part] : roots) {
    const Position root = parse_position(text);
    const ProofMaker maker(root.rules, make_referee(root.rules)->layer(root));
    const std::string path = (folder.path() / "some.proof").string();
    write_proof(path, maker.proof(root, maker.true_claims(root)));
    const Result check = run({"check-proof", path});
    EXPECT_EQ(check.code, 0) << check.out << check.err;
    EXPECT_TRUE(contains(check.out, part)) << check.out;
    const auto report = run({"explain", path, "--depth", "8", "--most", "5000", "--json"}).json();
    for (const auto& tree : report.at("parts").as_array()) {
      TreeCheck compare(tree.at("tree").as_object());
      compare.check(tree.at("tree").as_object());
      EXPECT_GT(compare.steps, 0) << text;
    }
  }
}

}  // namespace
}  // namespace uthi::test
