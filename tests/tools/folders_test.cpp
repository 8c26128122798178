// Folders of tables: links, several of them, and those that are none. What probing reads is what all commands read.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "tablebase/catalogue.hpp"
#include "tablebase/writer.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

constexpr int kMostSeeds = 5;
const std::string kPosition = "giuthi:2,0,1/1,0,1";
const std::string kName = "giuthi-2x3";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A server of these tables gets as far as printing its address.
bool serves(const std::vector<std::string>& folders) {
  const TemporaryFolder place;
  const std::string file = place.text() + "/out";
  Running server(with({"serve", "--bind", "127.0.0.1:0"}, folders), file);
  for (int i = 0; i < 600 && !server.finished(); ++i) {
    if (fs::exists(file) && contains(contents_of(file), "http://")) {
      server.signal(SIGTERM);
      return server.wait() == 0;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

class Folders : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    store_ = new TemporaryFolder;
    ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", std::to_string(kMostSeeds), "--tables", store_->text()}).code, 0);
  }
  static void TearDownTestSuite() {
    delete store_;
    store_ = nullptr;
  }
  void SetUp() override {
    fs::create_directories(a());
    fs::create_directories(b());
  }

  static fs::path store() { return store_->path() / kName; }
  [[nodiscard]] std::string a() const { return folder_.text() + "/a"; }
  [[nodiscard]] std::string b() const { return folder_.text() + "/b"; }
  [[nodiscard]] fs::path file(const std::string& folder, int seeds) const { return table_path(folder, rules_, {seeds, 0}); }
  [[nodiscard]] std::vector<std::string> both() const { return {"--tables", a(), "--tables", b()}; }

  // Copies layers least..most to a folder.
  void put(const std::string& folder, int least, int most) const {
    fs::create_directories(fs::path(folder) / kName);
    for (int seeds = least; seeds <= most; ++seeds) fs::copy(store() / file(folder, seeds).filename(), file(folder, seeds));
  }
  // Changes a value; checksums and digests are right again.
  void forge(const std::string& folder, int seeds) const {
    const Table table(file(folder, seeds), nullptr);
    LayerValues values = table.load();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values.floor[i] == kNoMargin || values.floor[i] <= -seeds) continue;
      --values.floor[i];
      break;
    }
    write_table(file(folder, seeds), rules_, values, table.header().lower);
  }
  // Everything that reads tables finds all of them where `folders` says.
  void expect_found(const std::vector<std::string>& folders, const Setting& setting = {}) const {
    const auto words = [&](std::vector<std::string> command) { return with(std::move(command), folders); };
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"probe", kPosition}, {"line", kPosition}, {"twin", kPosition}, {"render", kPosition, "--values"}}) {
      const Result result = run(words(command), setting);
      EXPECT_EQ(result.code, 0) << command.front() << ": " << result.err;
    }
    const auto info = run(words({"info", "--json"}), setting).json();
    std::size_t listed = 0;
    for (const auto& table : info.at("tables").as_array()) {
      if (table.at("game") == "giuthi" && table.at("board") == "2x3") ++listed;
    }
    EXPECT_EQ(listed, kMostSeeds + 1U);
    const Result verify = run(words({"verify", "giuthi", "2x3", "--json"}), setting);
    ASSERT_EQ(verify.code, 0) << verify.err;
    EXPECT_EQ(verify.json().at("layers").as_array().size(), kMostSeeds + 1U);
    EXPECT_EQ(run(words({"stats", "giuthi", "2x3", "--json"}), setting).json_lines().size(), kMostSeeds + 1U);
    const Result mine = run(words({"mine", "giuthi", "2x3", "--seeds", "2..5"}), setting);
    EXPECT_EQ(mine.code, 0) << mine.err;
    const Result cook = run(words({"cook", "-"}), {.input = mine.out, .environment = setting.environment});
    EXPECT_EQ(cook.code, 0) << cook.out << cook.err;
    const TemporaryFolder place;
    const std::string proof = place.text() + "/p.proof";
    const Result solve = run(words({"solve", kPosition, "--proof", proof}), setting);
    ASSERT_EQ(solve.code, 0) << solve.err;
    EXPECT_EQ(run(words({"check-proof", proof}), setting).code, 0);
    const auto site = run(words({"export-site", place.text() + "/site", "giuthi", "2x3", "--json"}), setting).json();
    EXPECT_EQ(site.at("tables").to_number<int>(), kMostSeeds + 1);
  }

  TemporaryFolder folder_;
  RuleSet rules_{game_named("giuthi"), 3};
  static inline TemporaryFolder* store_ = nullptr;
};

TEST_F(Folders, ARuleSetFolderThatIsALinkIsFoundByEveryCommand) {
  fs::create_directory_symlink(store(), fs::path(a()) / kName);
  expect_found({"--tables", a()});
  EXPECT_TRUE(serves({"--tables", a()}));
  const auto rewritten = run({"recompress", a(), "--json"}).json_lines();
  EXPECT_EQ(rewritten.size(), kMostSeeds + 1U);
}

TEST_F(Folders, AFolderThatIsReachedTwiceIsListedOnceAndCirclesEnd) {
  put(a(), 0, kMostSeeds);
  fs::create_directory_symlink("..", fs::path(a()) / kName / "up");
  fs::create_directory_symlink(".", fs::path(a()) / "self");
  fs::create_directory_symlink(".", fs::path(a()) / "giuthi-2x4");
  fs::create_directory_symlink(kName, fs::path(a()) / "the-best");
  fs::create_symlink("ring", fs::path(a()) / "ring");
  fs::create_directory_symlink(fs::path(a()) / kName, fs::path(b()) / kName);
  fs::create_directory_symlink(a(), folder_.path() / "c");
  const auto folders = with(both(), {"--tables", folder_.text() + "/c", "--tables", a() + "/."});
  const auto info = run(with({"info", "--json"}, folders)).json();
  EXPECT_EQ(info.at("tables").as_array().size(), kMostSeeds + 1U);
  EXPECT_EQ(info.at("damaged"), 0);
  EXPECT_EQ(run(with({"verify", "--json"}, folders)).json_lines().size(), 1U);
  EXPECT_EQ(run({"recompress", a(), "--json"}).json_lines().size(), kMostSeeds + 1U);
}

// Probing looks for rules by the name of their folder.
TEST_F(Folders, ALinkUnderTheNameOfOtherRulesIsDamagedForProbingAndListing) {
  put(a(), 0, kMostSeeds);
  fs::create_directory_symlink(kName, fs::path(a()) / "giuthi{origin=sow}-2x3");
  EXPECT_EQ(run({"probe", "giuthi{origin=sow}:2,0,1/1,0,1", "--tables", a()}).code, 5);
  EXPECT_EQ(run({"info", "--tables", a()}).code, 5);
  EXPECT_EQ(run({"verify", "--tables", a()}).code, 5);
}

TEST_F(Folders, ALinkThatLeadsNowhereIsNamedAndNotPassedOver) {
  fs::create_directory_symlink(folder_.path() / "nowhere", fs::path(a()) / kName);
  put(b(), 0, kMostSeeds);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"probe", kPosition}, {"verify"}, {"info"}, {"stats", "giuthi", "2x3"}}) {
    const Result result = run(with(command, both()));
    EXPECT_TRUE(result.code == 5 || result.code == 7) << command.front() << " " << result.code;
    EXPECT_TRUE(contains(result.out + result.err, a() + "/" + kName)) << result.out << result.err;
  }
  // A link of any other name is nobody's.
  fs::rename(fs::path(a()) / kName, fs::path(a()) / "notes");
  EXPECT_EQ(run(with({"verify"}, both())).code, 0);
}

TEST_F(Folders, OfTheEnvironmentAreAListAndSearchedInOrder) {
  put(a(), 0, 2);
  put(b(), 3, kMostSeeds);
  expect_found({}, {.environment = {"UTHI_TABLES=" + a() + ":" + b()}});
  // What is not there yet holds nothing, as on PATH.
  expect_found({}, {.environment = {"UTHI_TABLES=" + folder_.text() + "/later:" + a() + ":" + b()}});
}

TEST_F(Folders, OfRepeatedOptionsAreSearchedInOrder) {
  put(a(), 0, 2);
  put(b(), 3, kMostSeeds);
  expect_found(both());
  EXPECT_TRUE(serves(both()));
}

TEST_F(Folders, AnEmptyNameIsAMistakeAndNoFallback) {
  put(a(), 0, kMostSeeds);
  for (const std::string& list : {a() + ":", ":" + a(), a() + "::" + b(), std::string(":")}) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"probe", kPosition}, {"info"}, {"verify"}, {"build", "giuthi", "2x3", "--seeds", "1"}}) {
      const Result result = run(command, {.environment = {"UTHI_TABLES=" + list}});
      EXPECT_EQ(result.code, 2) << command.front() << " " << list;
      EXPECT_TRUE(contains(result.err, "UTHI_TABLES=" + list)) << result.err;
    }
  }
  EXPECT_EQ(run({"probe", kPosition, "--tables", a(), "--tables", ""}).code, 2);
}

TEST_F(Folders, ABuildWritesToTheFirst) {
  ASSERT_EQ(run(with({"build", "giuthi", "2x3", "--seeds", "1"}, both())).code, 0);
  EXPECT_TRUE(fs::exists(file(a(), 1)));
  EXPECT_TRUE(fs::is_empty(b()));
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "2"}, {.environment = {"UTHI_TABLES=" + b() + ":" + a()}}).code, 0);
  EXPECT_TRUE(fs::exists(file(b(), 2)));
  EXPECT_FALSE(fs::exists(file(a(), 2)));
}

TEST_F(Folders, ThatAreFilesAreNamed) {
  const std::string plain = folder_.text() + "/plain";
  std::ofstream(plain) << "text";
  for (const std::vector<std::string>& command : {std::vector<std::string>{"probe", kPosition},
                                                  {"info"},
                                                  {"verify"},
                                                  {"stats", "giuthi", "2x3"},
                                                  {"serve"},
                                                  {"solve", kPosition},
                                                  {"mine", "giuthi", "2x3", "--seeds", "2"},
                                                  {"export-site", folder_.text() + "/site"},
                                                  {"build", "giuthi", "2x3", "--seeds", "1"}}) {
    for (const Result& result : {run(with(command, {"--tables", plain})), run(command, {.environment = {"UTHI_TABLES=" + plain}})}) {
      EXPECT_EQ(result.code, 7) << command.front() << result.err;
      EXPECT_TRUE(contains(result.err, plain + ": expected a folder")) << result.err;
    }
  }
}

TEST_F(Folders, ThatDoNotExistAreNamed) {
  const std::string missing = folder_.text() + "/missing";
  put(a(), 0, kMostSeeds);
  for (const std::vector<std::string>& command : {std::vector<std::string>{"probe", kPosition},
                                                  {"line", kPosition},
                                                  {"info"},
                                                  {"verify"},
                                                  {"stats", "giuthi", "2x3"},
                                                  {"serve"},
                                                  {"solve", kPosition},
                                                  {"mine", "giuthi", "2x3", "--seeds", "2"},
                                                  {"export-site", folder_.text() + "/site"}}) {
    for (const auto& folders : {std::vector<std::string>{"--tables", missing}, {"--tables", a(), "--tables", missing}}) {
      const Result result = run(with(command, folders));
      EXPECT_EQ(result.code, 4) << command.front() << result.err;
      EXPECT_TRUE(contains(result.err, missing)) << result.err;
      EXPECT_TRUE(contains(result.err, "there is no such folder")) << result.err;
    }
  }
  const Result list = run({"solve", kPosition, "--tables", a() + ":" + b()});
  EXPECT_TRUE(contains(list.err, "--tables A --tables B")) << list.err;
}

TEST_F(Folders, LayersOfTwoFoldersAreOneSet) {
  put(a(), 0, 2);
  put(b(), 3, kMostSeeds);
  const auto report = run(with({"verify", "--json"}, both())).json();
  EXPECT_EQ(report.at("ok"), true);
  EXPECT_EQ(report.at("layers").as_array().size(), kMostSeeds + 1U);
  EXPECT_EQ(report.at("folders"), (boost::json::array{boost::json::string(a()), boost::json::string(b())}));
  const std::string places = a() + " (0 to 2 seeds), " + b() + " (3 to 5 seeds)";
  for (const std::string command : {"verify", "info"}) {
    const Result text = run(with({command}, both()));
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_TRUE(contains(text.out, places)) << text.out;
  }
  EXPECT_TRUE(contains(run(with({"stats", "giuthi", "2x3"}, both())).out, "From " + file(b(), 4).string()));
  // A layer that neither has is missing.
  fs::remove(file(b(), 3));
  EXPECT_EQ(run(with({"verify"}, both())).code, 4);
}

TEST_F(Folders, OfALayerInTwoFoldersTheFirstIsReadAndVerified) {
  put(a(), 0, kMostSeeds);
  put(b(), 0, kMostSeeds);
  EXPECT_EQ(run(with({"verify"}, both())).code, 0);
  const std::string right = run(with({"stats", "giuthi", "2x3", "--json"}, both())).out;
  forge(a(), 4);
  const Result result = run(with({"verify"}, both()));
  EXPECT_EQ(result.code, 1) << result.out;
  EXPECT_TRUE(contains(result.out, "giuthi-2x3 in " + a())) << result.out;
  EXPECT_NE(run(with({"stats", "giuthi", "2x3", "--json"}, both())).out, right);
  EXPECT_EQ(run({"stats", "giuthi", "2x3", "--json", "--tables", b(), "--tables", a()}).out, right);
}

TEST_F(Folders, ShadowedTablesAreNamedAndVerifiedToo) {
  put(a(), 0, kMostSeeds);
  put(b(), 4, 4);
  forge(b(), 4);
  EXPECT_EQ(run({"verify", "--tables", a()}).code, 0);
  const auto reports = run(with({"verify", "--json"}, both())).json_lines();
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_EQ(reports[0].at("ok"), true);
  EXPECT_EQ(reports[0].at("shadowed"), false);
  EXPECT_EQ(reports[1].at("ok"), false);
  EXPECT_EQ(reports[1].at("shadowed"), true);
  const Result text = run(with({"verify"}, both()));
  EXPECT_EQ(text.code, 1);
  EXPECT_TRUE(contains(text.out, b() + " (4 seeds)")) << text.out;
  EXPECT_TRUE(contains(text.out, "shadowed by other folders")) << text.out;
  const Result info = run(with({"info"}, both()));
  EXPECT_TRUE(contains(info.out, "Shadowed: " + file(b(), 4).string())) << info.out;
}

TEST_F(Folders, ADamagedTableIsNotReplacedByTheNextFolders) {
  put(a(), 0, kMostSeeds);
  put(b(), 0, kMostSeeds);
  std::ofstream(file(a(), 5), std::ios::binary | std::ios::trunc) << "no table";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"probe", kPosition}, {"verify"}, {"info"}, {"stats", "giuthi", "2x3"}}) {
    EXPECT_EQ(run(with(command, both())).code, 5) << command.front();
  }
}

}  // namespace
}  // namespace uthi::test
