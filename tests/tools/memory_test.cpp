// The memory that a build says it will need is what it takes, whichever way it makes do with what it may use.
//
// A program of its own: the system tells the most memory of all children so far, so the builds come in order of growth.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <iostream>
#include <map>

#include "tests/tools/process.hpp"
#include "tests/tools/sanitized.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;

constexpr bool kMeasurable = UTHI_SANITIZED == 0;

std::uint64_t most_memory_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::map<std::string, std::string> tables_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".uthi") files[entry.path().filename().string()] = contents_of(entry.path());
  }
  return files;
}

struct Way {
  const char* memory;  // GiB
  bool from_files;
  bool keep_edges;
};

TEST(Memory, IsForeseenWithinTenPercentAndKept) {
  std::map<std::string, std::string> tables;
  for (const auto& [memory, from_files, keep_edges] : {Way{"0.043", true, false}, Way{"0.055", false, false}, Way{"2", false, true}}) {
    TemporaryFolder folder;
    const std::vector<std::string> words{"build",   "giuthi", "2x6",      "--seeds", "14",       "--threads",   "2",
                                         "--level", "1",      "--memory", memory,    "--tables", folder.text(), "--json"};
    std::vector<std::string> dry = words;
    dry.emplace_back("--dry-run");
    const auto plan = run(dry).json();
    const auto& top = plan.at("layers").as_array().back().as_object();
    EXPECT_EQ(!top.at("from_files").as_array().empty(), from_files) << memory;
    EXPECT_EQ(top.at("keep_edges").as_bool(), keep_edges) << memory;
    const Result result = run(words);
    ASSERT_EQ(result.code, 0) << result.err;
    const auto foreseen = static_cast<double>(plan.at("memory_bytes").to_number<std::uint64_t>());
    const auto taken = static_cast<double>(most_memory_of_children());
    std::cout << "--memory " << memory << ": foreseen " << foreseen / 1e6 << " MB, taken " << taken / 1e6 << " MB\n";
    if (kMeasurable) {
      EXPECT_GT(foreseen, 0.9 * taken);
      EXPECT_LT(foreseen, 1.1 * taken);
      EXPECT_LT(taken, std::stod(memory) * (1 << 30) * 1.05);
    } else {
      std::cout << "reduced: memory is not measured under a sanitizer\n";
    }
    if (tables.empty()) tables = tables_in(folder.path());
    EXPECT_EQ(tables.size(), 15U);
    EXPECT_EQ(tables_in(folder.path()), tables) << "other bytes with --memory " << memory;
  }
}

TEST(Memory, LayersPastTwoToTheThirtyTwoPositionsAreRefused) {
  const Result result = run({"build", "giuthi", "2x6", "--seeds", "36", "--memory", "100000", "--dry-run"});
  EXPECT_EQ(result.code, 6) << result.err;
  EXPECT_NE(result.err.find("2^32"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace uthi::test
