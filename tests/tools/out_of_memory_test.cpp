// Too little memory, wherever it ends, is exit code 6: no signal, no damage, nothing rebuilt.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "tests/tools/process.hpp"
#include "tests/tools/sanitized.hpp"

namespace uthi::test {
namespace {

std::map<std::string, std::string> files_of(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".uthi") files[entry.path().string()] = contents_of(entry.path());
  }
  return files;
}

TEST(OutOfMemory, IsExitCode6AtEverySize) {
  if (UTHI_SANITIZED) GTEST_SKIP() << "sanitizers reserve address space of their own";
  const TemporaryFolder folder;
  const std::string tables = folder.text() + "/tables";
  ASSERT_EQ(run({"build", "giuthi", "2x4", "--seeds", "8", "--tables", tables}).code, 0);
  const std::string proof = folder.text() + "/x.proof";
  ASSERT_EQ(run({"solve", "giuthi:3,3,3/3,3,3", "--no-tables", "--proof", proof}).code, 0);
  const std::string problems = folder.text() + "/p.jsonl";
  std::ofstream(problems) << R"({"id":"p1","position":"giuthi:1,1,1,1/1,1,1,1","stipulation":"win"})"
                          << "\n";
  const auto before = files_of(tables);
  ASSERT_FALSE(before.empty());
  const std::vector<std::vector<std::string>> commands{
      {"--help"},
      {"info", "--tables", tables},
      {"probe", "giuthi:1,1,1,1/1,1,1,1", "--tables", tables},
      {"verify", "giuthi", "2x4", "--tables", tables},
      {"build", "giuthi", "2x4", "--seeds", "8", "--tables", tables},
      {"build", "giuthi", "2x4", "--seeds", "8", "--tables", folder.text() + "/new"},
      {"solve", "giuthi:3,3,3/3,3,3", "--no-tables"},
      {"check-proof", proof, "--tables", tables},
      {"cook", problems, "--tables", tables},
  };
  // Below the first size at which the program prints its version the system's loader or kernel ends it, not the program.
  std::uint64_t least = std::uint64_t{4} << 20;
  while (run({"--version"}, {.address_space = least}).code != 0) least += std::uint64_t{1} << 20;
  int refused = 0;
  for (const auto& command : commands) {
    const int good = command[0] == "cook" ? run(command).code : 0;
    for (std::uint64_t size = least; size < (std::uint64_t{4} << 30); size += size / 10) {
      const Result result = run(command, {.address_space = size});
      EXPECT_TRUE(result.code == good || result.code == 6)
          << command[0] << " in " << (size >> 20) << " MiB: " << result.code << ' ' << result.err;
      refused += result.code == 6 ? 1 : 0;
    }
  }
  EXPECT_GT(refused, 0) << "no size was too small: nothing was tested";
  EXPECT_EQ(files_of(tables), before);
}

}  // namespace
}  // namespace uthi::test
