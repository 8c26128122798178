// Builds killed inside a layer: they go on from the checkpoint, refuse one that is damaged or of another build, and the
// files are byte for byte the same.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::vector<std::string> words_of(const std::string& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"build", "giuthi", "2x5", "--seeds", "9", "--threads", "2", "--tables", folder, "--checkpoint", "0"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename() != ".uthi.lock") {
      files[fs::relative(entry.path(), folder).string()] = contents_of(entry.path());
    }
  }
  return files;
}

std::optional<fs::path> checkpoint_in(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".checkpoint") return entry.path();
  }
  return std::nullopt;
}

// What a build without a checkpoint and without a kill writes.
const std::map<std::string, std::string>& straight() {
  static const auto files = [] {
    TemporaryFolder folder;
    EXPECT_EQ(run({"build", "giuthi", "2x5", "--seeds", "9", "--tables", folder.text()}).code, 0);
    return files_of(folder.path());
  }();
  return files;
}

// Builds and kills, soon after a checkpoint of a layer of at least `least` seeds appears, until a kill leaves one behind.
// It waits for the file and not for a time, so that it does not matter how fast the program is.
fs::path leave_a_checkpoint(const TemporaryFolder& folder, std::mt19937& random, const std::string& least,
                            const std::vector<std::string>& more = {}) {
  const fs::path tables = folder.path() / "giuthi-2x5";
  const auto reached = [&]() -> std::optional<fs::path> {
    const auto file = fs::exists(tables) ? checkpoint_in(folder.path()) : std::nullopt;
    return file && file->filename().string() >= least ? file : std::nullopt;
  };
  for (int attempt = 0; attempt < 30; ++attempt) {
    Running running(words_of(folder.text(), more));
    while (!reached() && !running.finished()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 20));
    running.signal(SIGKILL);
    running.wait();
    if (const auto file = reached()) return *file;
    fs::remove_all(tables);  // too late: the next one begins anew
  }
  ADD_FAILURE() << "no kill left a checkpoint";
  return {};
}

TEST(Checkpoint, KilledAgainAndAgainInsideLayersTheBuildWritesTheSameFiles) {
  std::mt19937 random(31);
  TemporaryFolder folder;
  int going_on = 0;
  for (int round = 0; round < 3; ++round) {
    const fs::path file = leave_a_checkpoint(folder, random, "006");
    const Result result = run(words_of(folder.text()));
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find(file.filename().string() + ": going on from this checkpoint"), std::string::npos) << result.err;
    going_on += result.err.find("going on") != std::string::npos ? 1 : 0;
    ASSERT_EQ(files_of(folder.path()), straight());
    fs::remove_all(folder.path() / "giuthi-2x5");
  }
  EXPECT_EQ(going_on, 3);
}

TEST(Checkpoint, ADamagedOneIsRefusedAndTheLayerStartsAnew) {
  std::mt19937 random(32);
  for (const double place : {0.0, 0.00001, 0.7}) {
    TemporaryFolder folder;
    const fs::path file = leave_a_checkpoint(folder, random, "006");
    const auto at = static_cast<std::streamoff>(place * static_cast<double>(fs::file_size(file) - 1));
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(at);
    const int byte = stream.get();
    stream.seekp(at);
    stream.put(static_cast<char>(byte ^ 0x20));
    stream.close();
    const Result result = run(words_of(folder.text()));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find("this layer starts anew"), std::string::npos) << place << ": " << result.err;
    EXPECT_EQ(files_of(folder.path()), straight());
  }
}

TEST(Checkpoint, OneCutShortOrLengthenedIsRefused) {
  std::mt19937 random(33);
  TemporaryFolder folder;
  fs::path file = leave_a_checkpoint(folder, random, "006");
  fs::resize_file(file, fs::file_size(file) / 2);
  Result result = run(words_of(folder.text()));
  EXPECT_NE(result.err.find("this layer starts anew"), std::string::npos) << result.err;
  EXPECT_EQ(files_of(folder.path()), straight());
  fs::remove_all(folder.path() / "giuthi-2x5");
  file = leave_a_checkpoint(folder, random, "006");
  std::ofstream(file, std::ios::app | std::ios::binary) << "more";
  result = run(words_of(folder.text()));
  EXPECT_NE(result.err.find("something follows its end"), std::string::npos) << result.err;
  EXPECT_EQ(files_of(folder.path()), straight());
}

TEST(Checkpoint, OneOfAnotherBuildIsRefused) {
  std::mt19937 random(34);
  TemporaryFolder folder;
  const fs::path file = leave_a_checkpoint(folder, random, "006", {"--no-depth"});
  const Result result = run(words_of(folder.text()));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.err.find("it is of another build; this layer starts anew"), std::string::npos) << result.err;
  EXPECT_EQ(files_of(folder.path()), straight());
}

TEST(Checkpoint, TheIntervalIsCheckedForSense) {
  for (const char* minutes : {"-1", "x", "", "1h"}) {
    const Result result = run({"build", "giuthi", "2x3", "--seeds", "2", "--checkpoint", minutes, "--tables", "unused"});
    EXPECT_EQ(result.code, 2) << minutes;
  }
}

}  // namespace
}  // namespace uthi::test
