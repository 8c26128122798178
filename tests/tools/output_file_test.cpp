// Every option that writes a file: what stands there already is kept, followed, written through or replaced, as asked for.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProblem = R"({"id":"p1","position":"giuthi:2,2/2,2","stipulation":"win"})"
                                 "\n";

class OutputFiles : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(problems_) << kProblem; }

  // One command for each option that writes a file.
  std::vector<std::vector<std::string>> commands(const fs::path& to) const {
    return {{"book", problems_.string(), "--output", to.string()},
            {"render", "giuthi:2,2/2,2", "--output", to.string()},
            {"render", problems_.string(), "--id", "p1", "--output", to.string()},
            {"solve", "giuthi:2,2/2,2", "--no-tables", "--proof", to.string()},
            {"mine", "giuthi", "2x2", "--seeds", "0..4", "--tables", tables(), "--output", to.string()}};
  }

  std::string tables() const {
    const fs::path there = folder_.path() / "tables";
    if (!fs::exists(there)) {
      EXPECT_EQ(run({"build", "giuthi", "2x2", "--seeds", "4", "--tables", there.string()}).code, 0);
    }
    return there.string();
  }

  static Result forced(std::vector<std::string> words) {
    words.emplace_back("--force");
    return run(words);
  }

  void expect_no_temporaries() const {
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
    }
  }

  TemporaryFolder folder_;
  fs::path problems_ = folder_.path() / "in.jsonl";
};

TEST_F(OutputFiles, AnExistingFileIsReplacedOnlyByForceAndKeepsItsPermissions) {
  const fs::path file = folder_.path() / "mine";
  for (const auto& command : commands(file)) {
    std::ofstream(file, std::ios::trunc) << "precious";
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    const Result refused = run(command);
    EXPECT_EQ(refused.code, 2) << command[0];
    EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
    EXPECT_EQ(contents_of(file), "precious") << command[0];
    const Result replaced = forced(command);
    EXPECT_EQ(replaced.code, 0) << command[0] << replaced.err;
    EXPECT_NE(contents_of(file), "precious") << command[0];
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write) << command[0];
    expect_no_temporaries();
  }
}

TEST_F(OutputFiles, SymbolicLinksAreFollowed) {
  fs::create_directory(folder_.path() / "elsewhere");
  const fs::path target = folder_.path() / "elsewhere" / "target";
  const fs::path link = folder_.path() / "link";
  fs::create_symlink("elsewhere/target", link);
  for (const auto& command : commands(link)) {
    fs::remove(target);
    EXPECT_EQ(run(command).code, 0) << command[0] << ": a link to what is not there yet";
    EXPECT_TRUE(fs::is_symlink(link)) << command[0];
    ASSERT_TRUE(fs::is_regular_file(target)) << command[0];
    EXPECT_EQ(run(command).code, 2) << command[0];
    EXPECT_EQ(forced(command).code, 0) << command[0];
    EXPECT_TRUE(fs::is_symlink(link)) << command[0];
  }
}

TEST_F(OutputFiles, APipeIsWrittenThroughAndStaysAPipe) {
  const fs::path pipe = folder_.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& command : commands(pipe)) {
    const int reader = open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reader, 0);
    EXPECT_EQ(run(command).code, 0) << command[0];
    EXPECT_TRUE(fs::is_fifo(pipe)) << command[0];
    std::array<char, 16> start{};
    if (command[0] != "mine") {
      EXPECT_GT(read(reader, start.data(), start.size()), 0) << command[0];
    }
    close(reader);
  }
}

TEST_F(OutputFiles, ADeviceIsWrittenThroughAndStaysADevice) {
  // A full device of our own, so that nothing of the machine is at stake.
  const fs::path device = folder_.path() / "full";
  if (mknod(device.c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0) GTEST_SKIP() << "devices can be made by root alone";
  if (const int probe = open(device.c_str(), O_WRONLY | O_CLOEXEC); probe >= 0) {
    close(probe);
  } else {
    GTEST_SKIP() << "devices do not work on this file system";
  }
  for (const auto& command : commands(device)) {
    const Result result = forced(command);
    EXPECT_TRUE(fs::is_character_file(device)) << command[0];
    if (command[0] != "mine") {
      EXPECT_EQ(result.code, 7) << command[0] << result.err;
    }
  }
}

TEST_F(OutputFiles, StandardOutputByNameIsWrittenThrough) {
  const std::string file = (folder_.path() / "out").string();
  std::ofstream(file) << "";
  for (const auto& command : commands("/dev/stdout")) {
    if (command[0] == "mine") continue;
    EXPECT_EQ(run(command).code, 0) << command[0];
    EXPECT_GT(run(command).out.size(), 20U) << command[0];
    EXPECT_EQ(run(command, {.output_file = file}).code, 0) << command[0];
    EXPECT_GT(fs::file_size(file), 20U) << command[0];
  }
}

TEST_F(OutputFiles, AFolderIsRefused) {
  const fs::path there = folder_.path() / "folder";
  fs::create_directory(there);
  for (const auto& command : commands(there)) {
    EXPECT_EQ(forced(command).code, 2) << command[0];
    EXPECT_TRUE(fs::is_empty(there)) << command[0];
  }
}

TEST_F(OutputFiles, WhatIsReadIsNotWrittenUnderWhateverName) {
  const fs::path link = folder_.path() / "link";
  const fs::path hard = folder_.path() / "hard";
  fs::create_symlink(problems_, link);
  fs::create_hard_link(problems_, hard);
  for (const fs::path& name : {problems_, link, hard}) {
    EXPECT_EQ(forced({"book", problems_.string(), "--output", name.string()}).code, 2) << name;
    EXPECT_EQ(forced({"render", problems_.string(), "--id", "p1", "--output", name.string()}).code, 2) << name;
    EXPECT_EQ(run({"book", problems_.string(), "--output", name.string()}).code, 2) << name;
    EXPECT_EQ(contents_of(problems_), kProblem) << name;
  }
}

TEST_F(OutputFiles, NoPictureIsWrittenIfOneOfThemStandsAlready) {
  std::ofstream(problems_, std::ios::app) << R"({"id":"p2","position":"giuthi:2,2/2,2","stipulation":"win"})"
                                          << "\n";
  const fs::path pictures = folder_.path() / "pictures";
  fs::create_directory(pictures);
  std::ofstream(pictures / "p2.svg") << "precious";
  EXPECT_EQ(run({"render", problems_.string(), "--output", pictures.string()}).code, 2);
  EXPECT_FALSE(fs::exists(pictures / "p1.svg"));
  EXPECT_EQ(contents_of(pictures / "p2.svg"), "precious");
  EXPECT_EQ(forced({"render", problems_.string(), "--output", pictures.string()}).code, 0);
  EXPECT_NE(contents_of(pictures / "p2.svg"), "precious");
}

TEST_F(OutputFiles, ATableThatIsAPipeStaysAPipe) {
  const fs::path layer = fs::path(tables()) / "giuthi-2x2" / "001.uthi";
  ASSERT_TRUE(fs::exists(layer));
  fs::remove(layer);
  ASSERT_EQ(mkfifo(layer.c_str(), 0600), 0);
  const Result built = run({"build", "giuthi", "2x2", "--seeds", "4", "--tables", tables()});
  EXPECT_GT(built.code, 0) << "neither done nor killed";
  EXPECT_TRUE(fs::is_fifo(layer));
}

}  // namespace
}  // namespace uthi::test
