// export-site: what is written, what is refused and why, and that a failure leaves a folder as it was.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "tests/tools/process.hpp"
#include "tools/explorer/site/bundle.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

const std::string kTables = std::string(UTHI_DATA) + "/tables";

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Bytes by name, below a folder.
std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.emplace(fs::relative(entry.path(), folder).string(), contents_of(entry.path()));
  }
  return files;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class ExportSite : public testing::Test {
 protected:
  [[nodiscard]] Result export_site(std::vector<std::string> more = {}, const std::string& tables = kTables) const {
    std::vector<std::string> words{"export-site", site_.string()};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--tables", tables});
    return run(words);
  }
  [[nodiscard]] std::map<std::string, std::string> files() const { return files_in(site_); }

  TemporaryFolder folder_;
  fs::path site_ = folder_.path() / "new" / "site";
};

TEST_F(ExportSite, WritesThePageItsFilesAndTheTablesAsTheyAre) {
  const Result result = export_site({"--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const auto site = files();
  const std::string& page = site.at("index.html");
  EXPECT_TRUE(contains(page, "<html lang=\"en\" data-api=\"local\">"));
  EXPECT_TRUE(contains(page, "Content-Security-Policy"));
  EXPECT_TRUE(contains(page, "needs JavaScript"));
  EXPECT_TRUE(contains(page, "<svg"));
  EXPECT_FALSE(contains(page, "{{"));
  for (const char* name : {"main.js", "style.css", "icon.svg", "local_api.js", "site_worker.js", "answers.js", "uthi_wasm.js"}) {
    EXPECT_TRUE(site.contains(std::string("assets/") + name)) << name;
  }
  EXPECT_EQ(site.at("assets/uthi.wasm").substr(0, 4), std::string("\0asm", 4));
  std::size_t tables = 0;
  std::uint64_t table_bytes = 0;
  for (const auto& [name, bytes] : files_in(kTables)) {
    if (!name.ends_with(".uthi")) continue;
    ++tables;
    table_bytes += bytes.size();
    EXPECT_TRUE(site.at("tables/" + name) == bytes) << name;
  }
  std::uint64_t all_bytes = 0;
  for (const auto& [name, bytes] : site) all_bytes += bytes.size();
  const auto report = result.json();
  EXPECT_EQ(report.at("tables").to_number<std::size_t>(), tables);
  EXPECT_EQ(report.at("table_bytes").to_number<std::uint64_t>(), table_bytes);
  EXPECT_EQ(report.at("files").to_number<std::size_t>(), site.size());
  EXPECT_EQ(report.at("bytes").to_number<std::uint64_t>(), all_bytes);
}

TEST_F(ExportSite, TheBundleHoldsTheHeadersOfAllTablesAndTheProblems) {
  ASSERT_EQ(export_site().code, 0);
  const auto site = files();
  const std::string& bytes = site.at("tables/tables.bin");
  const auto entries = explorer::read_bundle({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  std::set<std::string> names;
  for (const auto& entry : entries) {
    names.insert(entry.name);
    if (entry.kind != explorer::BundledKind::table) continue;
    const std::string& table = site.at("tables/" + entry.name);
    EXPECT_EQ(entry.bytes, table.size());
    EXPECT_EQ(table.substr(0, entry.head.size()), std::string(entry.head.begin(), entry.head.end()));
    EXPECT_LT(entry.head.size(), table.size());
  }
  EXPECT_EQ(names.size(), entries.size());
  for (const auto& [name, text] : site) {
    EXPECT_TRUE(!name.ends_with(".uthi") || names.contains(name.substr(std::string("tables/").size()))) << name;
  }
  EXPECT_TRUE(names.contains("openapi.json"));
  EXPECT_TRUE(names.contains("kiothi-2x5.jsonl"));
}

TEST_F(ExportSite, TheSameTablesGiveTheSameBytes) {
  ASSERT_EQ(export_site().code, 0);
  const auto first = files();
  ASSERT_EQ(export_site({"--threads", "1"}).code, 0);
  EXPECT_TRUE(files() == first);
}

TEST_F(ExportSite, TakesAlongTheTablesThatWereAskedFor) {
  ASSERT_EQ(export_site({"kiothi", "2x5", "--seeds", "3", "--marks", "1"}).code, 0);
  std::set<std::string> tables;
  for (const auto& [name, bytes] : files()) {
    if (name.ends_with(".uthi")) tables.insert(name);
  }
  const std::string folder = "tables/kiothi-2x5/";
  EXPECT_EQ(tables, (std::set<std::string>{folder + "000.uthi", folder + "001.uthi", folder + "001-01.uthi", folder + "002.uthi",
                                           folder + "002-01.uthi", folder + "003.uthi", folder + "003-01.uthi"}));
}

TEST_F(ExportSite, ReplacesASiteAndLeavesOtherFilesAlone) {
  ASSERT_EQ(export_site().code, 0);
  write(site_ / "CNAME", "games.example\n");
  write(site_ / ".git" / "config", "[core]\n");
  ASSERT_EQ(export_site({"giuthi", "2x5", "--seeds", "4"}).code, 0);
  auto small = files();
  EXPECT_EQ(small.at("CNAME"), "games.example\n");
  EXPECT_EQ(small.at(".git/config"), "[core]\n");
  EXPECT_FALSE(fs::exists(site_ / "tables" / "kiothi-2x5"));
  EXPECT_FALSE(small.contains("tables/giuthi-2x5/005.uthi"));
  EXPECT_TRUE(small.contains("tables/giuthi-2x5/004.uthi"));
  small.erase("CNAME");
  small.erase(".git/config");
  site_ = folder_.path() / "other";
  ASSERT_EQ(export_site({"giuthi", "2x5", "--seeds", "4"}).code, 0);
  EXPECT_TRUE(files() == small);
}

TEST_F(ExportSite, RefusesAFolderThatHoldsSomethingElse) {
  for (const std::string list : {"", "{", "{}", R"({"made_by":"uthi export-site"})", R"({"made_by":"uthi export-site","files":["../x"]})",
                                 R"({"made_by":"uthi export-site","files":[7]})", R"({"made_by":1,"files":[]})"}) {
    site_ = folder_.path() / "mine";
    fs::remove_all(site_);
    write(site_ / (list.empty() ? "letter.txt" : "site.json"), list);
    write(folder_.path() / "x", "stays");
    const Result result = export_site();
    EXPECT_EQ(result.code, 2) << list;
    EXPECT_TRUE(contains(result.err, "not empty")) << result.err;
    EXPECT_EQ(files().size(), 1U);
    EXPECT_TRUE(fs::exists(folder_.path() / "x"));
  }
  site_ = folder_.path() / "file";
  write(site_, "a file");
  EXPECT_EQ(export_site().code, 2);
  EXPECT_EQ(contents_of(site_), "a file");
}

TEST_F(ExportSite, AnEmptyFolderAndWhatAKilledExportLeftAreNoHindrance) {
  write(site_ / ".uthi-export-1" / "index.html", "half");
  ASSERT_EQ(export_site().code, 0);
  const auto site = files();
  EXPECT_TRUE(site.contains("index.html"));
  EXPECT_FALSE(fs::exists(site_ / ".uthi-export-1"));
  // Killed while files took their places.
  fs::rename(site_ / "site.json", site_ / ".site.json.before");
  fs::remove(site_ / "index.html");
  ASSERT_EQ(export_site().code, 0);
  EXPECT_TRUE(files() == site);
}

TEST_F(ExportSite, ASiteThatWouldBeTooLargeIsNotWritten) {
  const Result result = export_site({"--most-mib", "1"});
  EXPECT_EQ(result.code, 6);
  EXPECT_TRUE(contains(result.err, "--most-mib")) << result.err;
  EXPECT_FALSE(fs::exists(folder_.path() / "new"));
}

TEST_F(ExportSite, WithoutTablesNothingIsWritten) {
  const TemporaryFolder empty;
  EXPECT_EQ(export_site({}, empty.text()).code, 4);
  EXPECT_EQ(export_site({"giuthi", "2x9"}).code, 4);
  EXPECT_EQ(export_site({"giuthi", "2x5", "--rules", "origin=sow"}).code, 4);
  EXPECT_FALSE(fs::exists(folder_.path() / "new"));
}

TEST_F(ExportSite, DamagedTablesAreNotPassedOn) {
  for (const bool header : {true, false}) {
    const fs::path tables = folder_.path() / (header ? "header" : "block");
    fs::copy(kTables, tables, fs::copy_options::recursive);
    const fs::path path = tables / "giuthi-2x5" / "008.uthi";
    std::string bytes = contents_of(path);
    bytes[header ? 40 : bytes.size() - 1] ^= 1;
    write(path, bytes);
    ASSERT_EQ(export_site().code, 0);
    const auto before = files();
    const Result result = export_site({}, tables.string());
    EXPECT_EQ(result.code, 5);
    EXPECT_TRUE(contains(result.err, "008.uthi")) << result.err;
    EXPECT_TRUE(files() == before);
  }
}

TEST_F(ExportSite, MistypedArgumentsAreExplained) {
  EXPECT_EQ(run({"export-site"}).code, 2);
  EXPECT_EQ(run({"export-site", ""}).code, 2);
  EXPECT_EQ(export_site({"giuthi"}).code, 2);
  EXPECT_EQ(export_site({"giuthi", "2x5", "more"}).code, 2);
  EXPECT_EQ(export_site({"chess", "2x5"}).code, 2);
  EXPECT_EQ(export_site({"--marks", "1"}).code, 2);
  EXPECT_EQ(export_site({"giuthi", "2x5", "--marks", "1"}).code, 2);
  EXPECT_EQ(export_site({"--most-mib", "0"}).code, 2);
  EXPECT_FALSE(fs::exists(folder_.path() / "new"));
}

TEST_F(ExportSite, AFolderThatCannotBeWrittenIsNamed) {
  site_ = folder_.path() / "file" / "site";
  write(folder_.path() / "file", "in the way");
  const Result result = export_site();
  EXPECT_EQ(result.code, 7);
  EXPECT_TRUE(contains(result.err, "file")) << result.err;
}

TEST_F(ExportSite, AnInterruptedReplacementIsNoSiteAndCanBeRepeated) {
  ASSERT_EQ(export_site().code, 0);
  const auto before = files();
  // A folder where a file has to go.
  fs::remove(site_ / "assets" / "main.js");
  fs::create_directories(site_ / "assets" / "main.js" / "folder");
  const Result result = export_site();
  EXPECT_EQ(result.code, 7);
  EXPECT_TRUE(contains(result.err, "main.js")) << result.err;
  EXPECT_FALSE(fs::exists(site_ / "site.json"));
  fs::remove_all(site_ / "assets" / "main.js");
  ASSERT_EQ(export_site().code, 0);
  EXPECT_TRUE(files() == before);
}

}  // namespace
}  // namespace uthi::test
