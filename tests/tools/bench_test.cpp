// The benchmark measures what it says, and its signature depends on the rules alone.
#include <gtest/gtest.h>

#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

TEST(Bench, SignatureIsTheSameEveryTime) {
  const auto once = run({"bench", "giuthi", "2x4", "--seeds", "7", "--quick", "--threads", "1", "--json"}).json();
  const auto twice = run({"bench", "giuthi", "2x4", "--seeds", "7", "--runs", "2", "--threads", "2", "--json"}).json();
  EXPECT_EQ(once.at("signature"), twice.at("signature"));
  EXPECT_EQ(once.at("solving").as_array().size(), 1U);
  EXPECT_EQ(twice.at("solving").as_array().size(), 2U);
  const auto other = run({"bench", "giuthi", "2x4", "--seeds", "7", "--quick", "--rules", "origin=sow", "--json"}).json();
  EXPECT_NE(once.at("signature"), other.at("signature"));
}

TEST(Bench, DigestIsThatOfTheBuiltTable) {
  TemporaryFolder folder;
  ASSERT_EQ(run({"build", "giuthi", "2x4", "--seeds", "7", "--tables", folder.text()}).code, 0);
  const auto bench = run({"bench", "giuthi", "2x4", "--seeds", "7", "--quick", "--json"}).json();
  const auto info = run({"info", "--tables", folder.text(), "--json"}).json();
  const auto& top = info.at("tables").as_array().back();
  EXPECT_EQ(bench.at("signature").at("values_digest"), top.at("values_digest"));
  EXPECT_EQ(bench.at("signature").at("depths_digest"), top.at("depths_digest"));
  EXPECT_EQ(bench.at("positions").to_number<int>(), 6435);  // C(15, 8): boards of at most 7 seeds on 8 pits
  for (const char* field : {"plies", "unplies", "index_slot", "index_board"}) {
    EXPECT_GT(bench.at(field).at("per_second").to_number<double>(), 0) << field;
  }
  EXPECT_GT(bench.at("cold_probe_ns").to_number<double>(), 0);
  for (const char* table : {"cold_probes", "cold_probes_without_depths"}) {
    const auto& cold = bench.at(table);
    EXPECT_GT(cold.at("probes").to_number<int>(), 0) << table;
    EXPECT_GT(cold.at("median_ns").to_number<double>(), 0) << table;
    EXPECT_GE(cold.at("slowest_ns").to_number<double>(), cold.at("median_ns").to_number<double>()) << table;
  }
  EXPECT_GT(bench.at("warm_probe_ns").to_number<double>(), 0);
}

TEST(Bench, PrintsTextForPeople) {
  const Result result = run({"bench", "giuthi", "2x3", "--seeds", "6", "--quick"});
  EXPECT_EQ(result.code, 0);
  for (const char* part : {"solving, 1 thread", "un-moves", "probe, cold block", "Signature:"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << result.out;
  }
}

}  // namespace
}  // namespace uthi::test
