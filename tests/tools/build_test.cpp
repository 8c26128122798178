// Builds: resumed, killed, interrupted, in each other's way, too large; and byte for byte the same through all of it.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "tests/tools/process.hpp"
#include "tests/tools/sanitized.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Result build(const std::string& folder, const std::string& board, int seeds, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"build", "giuthi", board, "--seeds", std::to_string(seeds), "--tables", folder};
  words.insert(words.end(), more.begin(), more.end());
  return run(words);
}

// Every file but the lock, with its contents.
std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename() != ".uthi.lock") {
      files[fs::relative(entry.path(), folder).string()] = contents_of(entry.path());
    }
  }
  return files;
}

bool wait_for(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

TEST(Build, IsTheSameForAnyNumberOfThreads) {
  TemporaryFolder one;
  TemporaryFolder two;
  TemporaryFolder seven;
  ASSERT_EQ(build(one.text(), "2x4", 10, {"--threads", "1"}).code, 0);
  ASSERT_EQ(build(two.text(), "2x4", 10, {"--threads", "2"}).code, 0);
  ASSERT_EQ(build(seven.text(), "2x4", 10, {"--threads", "7"}).code, 0);
  const auto files = files_of(one.path());
  EXPECT_EQ(files.size(), 11U);
  EXPECT_EQ(files, files_of(two.path()));
  EXPECT_EQ(files, files_of(seven.path()));
}

TEST(Build, KeepsFinishedLayers) {
  TemporaryFolder folder;
  ASSERT_EQ(build(folder.text(), "2x4", 6).code, 0);
  const auto written = fs::last_write_time(folder.path() / "giuthi-2x4" / "006.uthi");
  const auto summary = build(folder.text(), "2x4", 8, {"--json"}).json();
  EXPECT_EQ(summary.at("layers_kept"), 7);
  EXPECT_EQ(summary.at("layers_built"), 2);
  EXPECT_EQ(summary.at("layers"), 9);
  EXPECT_EQ(summary.at("positions"), 12870);  // C(16, 8)
  EXPECT_EQ(fs::last_write_time(folder.path() / "giuthi-2x4" / "006.uthi"), written);
  std::uintmax_t bytes = 0;
  for (const auto& [name, contents] : files_of(folder.path())) bytes += contents.size();
  EXPECT_EQ(summary.at("bytes").to_number<std::uintmax_t>(), bytes);
}

TEST(Build, SurvivesTwentyKillsAtRandomMoments) {
  TemporaryFolder whole;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(build(whole.text(), "2x5", 11).code, 0);
  const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
  TemporaryFolder killed;
  std::mt19937 random(4711);
  int kills = 0;
  for (int attempt = 0; kills < 20 && attempt < 400; ++attempt) {
    Running running({"build", "giuthi", "2x5", "--seeds", "11", "--tables", killed.text()});
    std::this_thread::sleep_for(std::chrono::microseconds(random() % static_cast<unsigned>(duration.count())));
    running.signal(SIGKILL);
    if (running.wait() == -SIGKILL) {
      ++kills;
    } else {
      fs::remove_all(killed.path() / "giuthi-2x5");  // it was done already: the next one begins anew
    }
  }
  ASSERT_EQ(kills, 20);
  const Result last = build(killed.text(), "2x5", 11);
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(files_of(killed.path()), files_of(whole.path()));
}

TEST(Build, InterruptedStopsCleanlyAndASecondOneInTheFolderIsRefused) {
  for (const int signal : {SIGINT, SIGTERM}) {
    TemporaryFolder folder;
    Running first({"build", "giuthi", "2x7", "--seeds", "16", "--threads", "1", "--tables", folder.text()});
    ASSERT_TRUE(wait_for([&] { return fs::exists(folder.path() / "giuthi-2x7" / "008.uthi"); }));
    const Result second = build(folder.text(), "2x4", 3);
    EXPECT_EQ(second.code, 7) << second.err;
    EXPECT_NE(second.err.find("another build is at work"), std::string::npos) << second.err;
    ASSERT_FALSE(first.finished());
    first.signal(signal);
    EXPECT_EQ(first.wait(), 130);
    for (const auto& [name, contents] : files_of(folder.path())) EXPECT_TRUE(name.ends_with(".uthi")) << "left behind: " << name;
    EXPECT_EQ(run({"info", "--tables", folder.text()}).code, 0);
    EXPECT_EQ(build(folder.text(), "2x4", 3).code, 0);
  }
}

TEST(Build, RebuildsADamagedLayerAndSaysSo) {
  TemporaryFolder folder;
  ASSERT_EQ(build(folder.text(), "2x4", 8).code, 0);
  const auto files = files_of(folder.path());
  const fs::path layer = folder.path() / "giuthi-2x4" / "005.uthi";
  const auto size = fs::file_size(layer);
  for (const std::uintmax_t at : {std::uintmax_t{3}, size / 2, size - 1}) {
    std::fstream stream(layer, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const int byte = stream.get();
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(static_cast<char>(byte ^ 0x10));
    stream.close();
    const Result result = build(folder.text(), "2x4", 8);
    EXPECT_EQ(result.code, 0);
    EXPECT_NE(result.err.find("005.uthi"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("built anew"), std::string::npos) << result.err;
    EXPECT_EQ(files_of(folder.path()), files);
  }
  fs::resize_file(layer, size / 3);
  EXPECT_EQ(build(folder.text(), "2x4", 8).code, 0);
  EXPECT_EQ(files_of(folder.path()), files);
}

TEST(Build, DoesNotTrustALayerBuiltFromOthers) {
  TemporaryFolder folder;
  ASSERT_EQ(build(folder.text(), "2x3", 6).code, 0);
  const auto files = files_of(folder.path());
  // The table of another rule set under this one's name, and a layer in the place of another.
  ASSERT_EQ(build(folder.text(), "2x3", 6, {"--rules", "empty=none"}).code, 0);
  fs::copy_file(folder.path() / "giuthi{empty=none}-2x3" / "004.uthi", folder.path() / "giuthi-2x3" / "004.uthi",
                fs::copy_options::overwrite_existing);
  fs::copy_file(folder.path() / "giuthi-2x3" / "002.uthi", folder.path() / "giuthi-2x3" / "006.uthi", fs::copy_options::overwrite_existing);
  const Result result = build(folder.text(), "2x3", 6);
  EXPECT_EQ(result.code, 0);
  fs::remove_all(folder.path() / "giuthi{empty=none}-2x3");
  EXPECT_EQ(files_of(folder.path()), files);
}

TEST(Build, DepthsAreAddedWhenAskedForAndKeptWhenNot) {
  TemporaryFolder folder;
  ASSERT_EQ(build(folder.text(), "2x4", 6, {"--no-depth"}).code, 0);
  const auto bare = files_of(folder.path());
  const auto probe = run({"probe", "giuthi:1,0,0,1/1,1,2,0", "--tables", folder.text(), "--json"}).json();
  EXPECT_TRUE(probe.at("floor").is_int64() || probe.at("ceiling").is_int64());
  EXPECT_TRUE(probe.at("floor_depth").is_null());
  EXPECT_TRUE(probe.at("ceiling_depth").is_null());
  EXPECT_EQ(build(folder.text(), "2x4", 6, {"--json"}).json().at("layers_built"), 7);
  const auto deep = files_of(folder.path());
  EXPECT_NE(deep, bare);
  EXPECT_EQ(build(folder.text(), "2x4", 6, {"--no-depth", "--json"}).json().at("layers_kept"), 7);
  EXPECT_EQ(files_of(folder.path()), deep);
}

TEST(Plan, DryRunWritesNothing) {
  TemporaryFolder folder;
  const Result result = build((folder.path() / "new").string(), "2x6", 14, {"--dry-run", "--json"});
  EXPECT_EQ(result.code, 0);
  const auto plan = result.json();
  EXPECT_EQ(plan.at("positions"), 9657700);  // C(26, 12)
  EXPECT_EQ(plan.at("layers").as_array().size(), 15U);
  EXPECT_GT(plan.at("memory_bytes").to_number<std::uint64_t>(), 4'000'000U);
  EXPECT_FALSE(fs::exists(folder.path() / "new"));
  EXPECT_NE(build(folder.text(), "2x6", 14, {"--dry-run"}).out.find("9,657,700"), std::string::npos);
}

TEST(Plan, WhatDoesNotFitIsRefusedAndNamesWhatDoes) {
  TemporaryFolder folder;
  const Result result = build(folder.text(), "2x6", 14, {"--memory", "0.03"});
  EXPECT_EQ(result.code, 6);
  const std::size_t at = result.err.find("--seeds ");
  ASSERT_NE(at, std::string::npos) << result.err;
  const int fits = std::stoi(result.err.substr(at + 8));
  EXPECT_EQ(build(folder.text(), "2x6", fits, {"--memory", "0.03", "--dry-run"}).code, 0);
  EXPECT_EQ(build(folder.text(), "2x6", fits + 1, {"--memory", "0.03", "--dry-run"}).code, 6);
  const std::size_t memory = result.err.find("--memory ");
  ASSERT_NE(memory, std::string::npos) << result.err;
  const std::string enough = std::to_string(std::stod(result.err.substr(memory + 9)));
  EXPECT_EQ(build(folder.text(), "2x6", 14, {"--memory", enough, "--dry-run"}).code, 0);
  EXPECT_TRUE(files_of(folder.path()).empty());
}

TEST(Plan, SizesBeyondAllNumbersAreRefusedAtOnce) {
  TemporaryFolder folder;
  for (const auto& [board, seeds] : std::vector<std::pair<std::string, int>>{{"2x10", 120}, {"2x10", 40}, {"2x6", 60}, {"2x2", 120}}) {
    const Result result = build(folder.text(), board, seeds, {"--memory", "0.015"});
    EXPECT_EQ(result.code, 6) << board << ' ' << seeds << result.err;
    EXPECT_NE(result.err.find("--seeds"), std::string::npos) << result.err;
  }
}

TEST(Plan, MemoryThatRunsOutEndsWithTheSameCode) {
#if UTHI_SANITIZED
  GTEST_SKIP() << "sanitizers reserve address space without bound";
#else
  TemporaryFolder folder;
  const Result result =
      run({"build", "giuthi", "2x6", "--seeds", "15", "--threads", "1", "--memory", "100", "--level", "1", "--tables", folder.text()},
          {.address_space = 64ULL << 20});
  EXPECT_EQ(result.code, 6) << result.err;
  EXPECT_NE(result.err.find("memory"), std::string::npos) << result.err;
#endif
}

TEST(Build, ReportsFoldersThatCannotBeWritten) {
  const Result result = build("/dev/null/tables", "2x3", 3);
  EXPECT_EQ(result.code, 7) << result.err;
  EXPECT_NE(result.err.find("/dev/null"), std::string::npos) << result.err;
}

TEST(Build, DataGoesToStandardOutputAllElseToStandardError) {
  TemporaryFolder folder;
  const Result result = build(folder.text(), "2x3", 5, {"--json"});
  EXPECT_EQ(result.json_lines().size(), 1U);
  EXPECT_NE(result.err.find("layers 0..5"), std::string::npos);
}

}  // namespace
}  // namespace uthi::test
