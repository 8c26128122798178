// Builds killed inside a layer: they go on from the checkpoint, refuse one that is damaged, of another build or forged, and
// the files are byte for byte the same.
#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
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

// But for the lock and for checkpoints that were put aside.
std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename() != ".uthi.lock" && entry.path().extension() != ".refused") {
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
    EXPECT_TRUE(fs::exists(file.string() + ".refused"));
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

// A checkpoint file taken apart as tools/checkpoint_file.hpp says, to be changed and sealed again.
struct OpenedCheckpoint {
  std::string fingerprint;
  std::vector<std::string> parts;

  explicit OpenedCheckpoint(const std::string& bytes) {
    std::size_t at = kMagic.size();
    const std::uint64_t length = number(bytes, at);
    const std::uint64_t count = number(bytes, at);
    fingerprint = bytes.substr(at, length);
    at += length;
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t part = 0; part < count; ++part) sizes.push_back(number(bytes, at));
    at += kSeal;
    for (const std::uint64_t size : sizes) {
      parts.push_back(bytes.substr(at, size));
      at += size + kSeal;
    }
    EXPECT_EQ(at, bytes.size());
  }

  // `sizes` instead of those of the parts, if there are any.
  [[nodiscard]] std::string sealed(std::vector<std::uint64_t> sizes = {}) const {
    if (sizes.empty()) {
      for (const std::string& part : parts) sizes.push_back(part.size());
    }
    std::string head = std::string(kMagic) + text(fingerprint.size()) + text(sizes.size()) + fingerprint;
    for (const std::uint64_t size : sizes) head += text(size);
    std::string bytes = head + seal(head);
    for (const std::string& part : parts) bytes += part + seal(part);
    return bytes;
  }

  static constexpr std::string_view kMagic = "UTHICKP1";
  static constexpr std::size_t kSeal = 16;

  static std::uint64_t number(const std::string& bytes, std::size_t& at) {
    std::uint64_t value = 0;
    std::memcpy(&value, &bytes.at(at + sizeof(value) - 1) - (sizeof(value) - 1), sizeof(value));
    at += sizeof(value);
    return value;
  }
  static std::string text(std::uint64_t value) { return {reinterpret_cast<const char*>(&value), sizeof(value)}; }
  static std::string seal(const std::string& bytes) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    return {reinterpret_cast<const char*>(canonical.digest), sizeof(canonical.digest)};
  }
};

// A build that was killed inside a layer, with the checkpoint it left, to be begun from again and again.
class KilledBuild {
 public:
  KilledBuild() {
    std::mt19937 random(35);
    file_ = leave_a_checkpoint(folder_, random, "007");
    EXPECT_FALSE(file_.empty());
    if (file_.empty()) return;
    honest_ = contents_of(file_);
    for (const auto& [name, bytes] : files_of(folder_.path())) kept_[name] = bytes;
  }

  [[nodiscard]] OpenedCheckpoint opened() const { return OpenedCheckpoint(honest_); }

  /// Builds on with these bytes as the checkpoint, and looks at the tables that come of it. Gives what the build said.
  std::string build_on_with(const std::string& checkpoint) {
    fs::remove_all(folder_.path() / "giuthi-2x5");
    for (const auto& [name, bytes] : kept_) write(folder_.path() / name, bytes);
    write(file_, checkpoint);
    const Result result = run(words_of(folder_.text()));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(files_of(folder_.path()), straight()) << result.err;
    return result.err;
  }

  [[nodiscard]] fs::path file() const { return file_; }

 private:
  static void write(const fs::path& path, const std::string& bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }

  TemporaryFolder folder_;
  fs::path file_;
  std::string honest_;
  std::map<std::string, std::string> kept_;
};

TEST(ForgedCheckpoint, OneSealedAgainUnchangedIsGoneOnWithAndTheLayerIsCheckedWhole) {
  KilledBuild killed;
  const std::string said = killed.build_on_with(killed.opened().sealed());
  EXPECT_NE(said.find("going on from this checkpoint"), std::string::npos) << said;
  EXPECT_NE(said.find("entries checked by forward moves: right"), std::string::npos) << said;
  EXPECT_FALSE(fs::exists(killed.file().string() + ".refused"));
}

TEST(ForgedCheckpoint, WhatIsOutOfBoundsIsPutAsideAndTheLayerStartsAnew) {
  KilledBuild killed;
  // Of the first part: stage, positions looked at, guarantee, depth, progress, candidates.
  for (std::size_t word = 0; word < 9; ++word) {
    for (const std::uint64_t value : {~std::uint64_t{0}, std::uint64_t{7'000'000}}) {
      OpenedCheckpoint forged = killed.opened();
      std::memcpy(&forged.parts[0][word * sizeof(value)], &value, sizeof(value));
      const std::string said = killed.build_on_with(forged.sealed());
      EXPECT_NE(said.find("this layer starts anew"), std::string::npos) << word << " " << value << ": " << said;
      EXPECT_TRUE(fs::exists(killed.file().string() + ".refused"));
      EXPECT_FALSE(fs::exists(killed.file())) << "nothing is left to be tried again";
    }
  }
  // Columns of margins.
  for (std::size_t part = 1; part <= 4; ++part) {
    OpenedCheckpoint forged = killed.opened();
    std::fill(forged.parts[part].begin(), forged.parts[part].end(), '\x7e');
    const std::string said = killed.build_on_with(forged.sealed());
    EXPECT_NE(said.find("this layer starts anew"), std::string::npos) << part << ": " << said;
  }
}

TEST(ForgedCheckpoint, SizesThatAreNotThereAskForNoMemory) {
  KilledBuild killed;
  const OpenedCheckpoint honest = killed.opened();
  for (const std::uint64_t size : {~std::uint64_t{0}, ~std::uint64_t{0} - 15, std::uint64_t{1} << 62, std::uint64_t{1} << 33}) {
    std::vector<std::uint64_t> sizes;
    for (const std::string& part : honest.parts) sizes.push_back(part.size());
    sizes.back() = size;
    const std::string said = killed.build_on_with(honest.sealed(sizes));
    EXPECT_NE(said.find("it is cut short; this layer starts anew"), std::string::npos) << size << ": " << said;
  }
}

TEST(ForgedCheckpoint, WhateverIsChangedTheTablesAreTheSame) {
  KilledBuild killed;
  std::mt19937 random(36);
  int refused = 0;
  int found = 0;
  for (int round = 0; round < 12; ++round) {
    OpenedCheckpoint forged = killed.opened();
    for (int change = 0; change < 3; ++change) {
      std::string& part = forged.parts[random() % forged.parts.size()];
      if (part.empty()) continue;
      char& byte = part[random() % part.size()];
      byte = static_cast<char>(round % 2 == 0 ? byte + 1 : byte ^ static_cast<char>(random()));
    }
    // Counts of open plies are what bounds cannot tell.
    if (round % 3 == 0) {
      for (char& open : forged.parts[5]) open = static_cast<char>(open > 1 && random() % 20 == 0 ? open - 1 : open);
    }
    const std::string said = killed.build_on_with(forged.sealed());
    found += said.find("what came of it is false") != std::string::npos ? 1 : 0;
    refused += said.find("this layer starts anew") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(refused, 3);
  // A killed build may have left the very end of a layer, where no count matters any more.
  RecordProperty("found", found);
}

TEST(Checkpoint, TheIntervalIsCheckedForSense) {
  for (const char* minutes : {"-1", "x", "", "1h"}) {
    const Result result = run({"build", "giuthi", "2x3", "--seeds", "2", "--checkpoint", minutes, "--tables", "unused"});
    EXPECT_EQ(result.code, 2) << minutes;
  }
}

}  // namespace
}  // namespace uthi::test
