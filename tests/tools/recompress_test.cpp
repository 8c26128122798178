// recompress: old files and files of other levels rewritten, with nothing lost and nothing half done.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "tablebase/catalogue.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".uthi") files.emplace(fs::relative(entry.path(), folder).string(), contents_of(entry.path()));
  }
  return files;
}

// The tables of Giuthi 2x3 up to six seeds, as the first release wrote them.
class Recompress : public testing::Test {
 protected:
  void SetUp() override { fs::copy(fs::path(UTHI_TEST_DATA) / "format-1", folder_.path(), fs::copy_options::recursive); }

  [[nodiscard]] Result recompress(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"recompress", folder_.text()};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  [[nodiscard]] fs::path file(int layer) const { return table_path(folder_.path(), RuleSet(game_named("giuthi"), 3), {layer, 0}); }

  TemporaryFolder folder_;
};

TEST_F(Recompress, OldTablesBecomeWhatABuildWritesToday) {
  const auto before = run({"info", "--tables", folder_.text(), "--json"}).json();
  const Result result = recompress({"--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto lines = result.json_lines();
  ASSERT_EQ(lines.size(), 7U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& old = before.at("tables").as_array()[i];
    EXPECT_EQ(old.at("version"), 1);
    EXPECT_EQ(lines[i].at("version_before"), 1);
    EXPECT_EQ(lines[i].at("version"), 5);
    EXPECT_EQ(lines[i].at("level"), 19);
    EXPECT_EQ(lines[i].at("kept"), false);
    EXPECT_EQ(lines[i].at("values_digest"), old.at("values_digest"));
    EXPECT_EQ(lines[i].at("bytes_before"), old.at("bytes"));
    EXPECT_EQ(lines[i].at("bytes").to_number<std::uintmax_t>(), fs::file_size(file(static_cast<int>(i))));
  }
  const TemporaryFolder built;
  ASSERT_EQ(run({"build", "giuthi", "2x3", "--seeds", "6", "--tables", built.text()}).code, 0);
  EXPECT_EQ(files_in(folder_.path()), files_in(built.path()));
  EXPECT_EQ(run({"verify", "--tables", folder_.text()}).code, 0);
}

TEST_F(Recompress, ABuildGoesOnFromOldTablesAndFromRewrittenOnes) {
  for (int round = 0; round < 2; ++round) {
    const auto built = run({"build", "giuthi", "2x3", "--seeds", "7", "--tables", folder_.text(), "--json"}).json();
    EXPECT_EQ(built.at("layers_kept"), 7 + round);
    EXPECT_EQ(run({"verify", "--tables", folder_.text()}).code, 0);
    ASSERT_EQ(recompress({"--level", "3"}).code, 0);
  }
}

TEST_F(Recompress, FilesThatAreAsAskedForAreKept) {
  ASSERT_EQ(recompress().code, 0);
  const auto first = files_in(folder_.path());
  for (const auto& line : recompress({"--json"}).json_lines()) EXPECT_EQ(line.at("kept"), true);
  EXPECT_EQ(files_in(folder_.path()), first);
  // Another level or block size is other work; back again the bytes are the same, for any number of threads.
  for (const auto& line : recompress({"--level", "1", "--block-bits", "5", "--json"}).json_lines()) EXPECT_EQ(line.at("kept"), false);
  const auto info = run({"info", "--tables", folder_.text(), "--json"}).json();
  EXPECT_EQ(info.at("tables").as_array().back().at("level"), 1);
  EXPECT_EQ(info.at("tables").as_array().back().at("columns").as_array()[0].at("block_positions"), 32);
  ASSERT_EQ(recompress({"--threads", "3"}).code, 0);
  EXPECT_EQ(files_in(folder_.path()), first);
}

TEST_F(Recompress, OneFileAlone) {
  const auto before = files_in(folder_.path());
  const Result result = run({"recompress", file(6).string()});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("1 table rewritten, 0 kept"), std::string::npos) << result.out;
  for (const auto& [name, bytes] : files_in(folder_.path())) EXPECT_EQ(bytes == before.at(name), name != "giuthi-2x3/006.uthi") << name;
}

TEST_F(Recompress, ADamagedFileStopsItAndStaysAsItWas) {
  auto bytes = contents_of(file(5));
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  std::ofstream(file(5), std::ios::binary | std::ios::trunc) << bytes;
  const Result result = recompress();
  EXPECT_EQ(result.code, 5);
  EXPECT_NE(result.err.find("005.uthi"), std::string::npos) << result.err;
  EXPECT_EQ(contents_of(file(5)), bytes);
}

TEST_F(Recompress, MistakesAreNamed) {
  EXPECT_EQ(run({"recompress"}).code, 2);
  EXPECT_EQ(recompress({"--level", "23"}).code, 2);
  EXPECT_EQ(recompress({"--block-bits", "3"}).code, 2);
  EXPECT_EQ(run({"recompress", folder_.text() + "/none"}).code, 7);
  const TemporaryFolder empty;
  EXPECT_EQ(run({"recompress", empty.text()}).code, 4);
}

}  // namespace
}  // namespace uthi::test
