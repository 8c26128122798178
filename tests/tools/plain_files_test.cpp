// What is no plain file under the name of one is refused at once and never waited for.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The exit code, or 999 if the program still waits after a time that no refusal needs.
int code_within_time(const std::vector<std::string>& arguments) {
  Running program(arguments);
  for (int i = 0; i < 600; ++i) {
    if (program.finished()) return program.wait();
    std::this_thread::sleep_for(50ms);
  }
  return 999;
}

TEST(PlainFiles, APipeAmongTablesHangsNothing) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"build", "giuthi", "2x2", "--seeds", "4", "--tables", folder.text()}).code, 0);
  const fs::path layer = folder.path() / "giuthi-2x2" / "003.uthi";
  ASSERT_TRUE(fs::remove(layer));
  ASSERT_EQ(mkfifo(layer.c_str(), 0600), 0);
  EXPECT_EQ(code_within_time({"info", "--tables", folder.text()}), 5);
  for (const char* command : {"verify", "stats"}) {
    EXPECT_EQ(code_within_time({command, "giuthi", "2x2", "--tables", folder.text()}), 5) << command;
  }
  EXPECT_TRUE(fs::is_fifo(layer));
}

TEST(PlainFiles, APipeAsACheckpointIsPutAside) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "giuthi-2x2");
  for (int seeds = 0; seeds <= 4; ++seeds) {
    const fs::path pipe = folder.path() / "giuthi-2x2" / ("00" + std::to_string(seeds) + ".uthi.checkpoint");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  }
  EXPECT_EQ(code_within_time({"build", "giuthi", "2x2", "--seeds", "4", "--tables", folder.text()}), 0);
}

TEST(PlainFiles, APipeAsTheLockIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder.path() / ".uthi.lock").c_str(), 0600), 0);
  EXPECT_EQ(code_within_time({"build", "giuthi", "2x2", "--seeds", "2", "--tables", folder.text()}), 7);
}

TEST(PlainFiles, APipeAsAProofOrAsWhatMineHasDoneIsRefused) {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "x.part";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(code_within_time({"check-proof", pipe.string()}), 7);
  ASSERT_EQ(run({"build", "giuthi", "2x2", "--seeds", "2", "--tables", folder.text()}).code, 0);
  EXPECT_EQ(
      code_within_time({"mine", "giuthi", "2x2", "--seeds", "0..2", "--tables", folder.text(), "--output", (folder.path() / "x").string()}),
      7);
}

// A text that the user names may be a pipe, as <(...) of a shell is; waiting for it ends by a signal.
TEST(PlainFiles, ATextMayComeByAPipeAndWaitingForItEndsBySignal) {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "problems";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream(pipe) << R"({"id":"p1","position":"giuthi:2,2/2,2","stipulation":"win"})"
                        << "\n";
  });
  const Result result = run({"problems", pipe.string()});
  writer.join();
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("p1"), std::string::npos);
  Running waiting({"problems", pipe.string()});
  std::this_thread::sleep_for(300ms);
  ASSERT_FALSE(waiting.finished());
  waiting.signal(SIGTERM);
  EXPECT_EQ(waiting.wait(), 130);
}

}  // namespace
}  // namespace uthi::test
