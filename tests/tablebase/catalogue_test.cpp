// Folders of tables: several rule sets side by side, files under wrong names, what is missing and how to make it.
#include "tablebase/catalogue.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

RuleSet sowing_origin(int pits) {
  RuleSet rules = samples::giuthi(pits);
  rules.set("origin", "sow");
  return rules;
}

void put(const std::filesystem::path& folder, const RuleSet& rules, int seeds, std::uint64_t seed = 1) {
  const LayerId layer{seeds, 0};
  write_table(table_path(folder, rules, layer), rules, samples::random_layer(rules, layer, seed), samples::some_lower(layer), {.level = 1});
}

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TablePath, NamesRulesAndLayer) {
  EXPECT_EQ(table_path("t", samples::giuthi(6), {14, 0}), "t/giuthi-2x6/014.uthi");
  EXPECT_EQ(table_path("t", sowing_origin(10), {120, 0}), "t/giuthi{origin=sow}-2x10/120.uthi");
  EXPECT_EQ(table_path("t", samples::giuthi(10), {8, 2}), "t/giuthi-2x10/008-02.uthi");
}

TEST(Catalogue, FindsTablesOfSeveralRuleSetsInSeveralFolders) {
  const samples::Folder a;
  const samples::Folder b;
  put(a.path(), samples::giuthi(3), 4, 1);
  put(b.path(), samples::giuthi(3), 4, 2);
  put(b.path(), samples::giuthi(3), 5, 3);
  put(b.path(), sowing_origin(3), 6, 4);
  const Catalogue catalogue({a.path() / "missing", a.path(), b.path()});
  const auto four = catalogue.find(samples::giuthi(3), {4, 0});
  ASSERT_TRUE(four);
  EXPECT_EQ(four->load(), samples::random_layer(samples::giuthi(3), {4, 0}, 1));
  EXPECT_EQ(catalogue.find(samples::giuthi(3), {4, 0}), four);
  EXPECT_TRUE(catalogue.find(samples::giuthi(3), {5, 0}));
  EXPECT_TRUE(catalogue.find(sowing_origin(3), {6, 0}));
  EXPECT_FALSE(catalogue.find(samples::giuthi(3), {6, 0}));
  EXPECT_FALSE(catalogue.find(sowing_origin(3), {4, 0}));
  EXPECT_FALSE(catalogue.find(samples::giuthi(4), {4, 0}));
}

TEST(Catalogue, SeesTablesThatComeLater) {
  const samples::Folder folder;
  const Catalogue catalogue({folder.path()});
  EXPECT_FALSE(catalogue.find(samples::giuthi(3), {4, 0}));
  put(folder.path(), samples::giuthi(3), 4);
  EXPECT_TRUE(catalogue.find(samples::giuthi(3), {4, 0}));
}

TEST(Catalogue, SaysWhatIsMissingWhatIsThereAndHowToMakeIt) {
  const samples::Folder folder;
  for (const int seeds : {0, 1, 2, 4}) put(folder.path(), samples::giuthi(2), seeds);
  const Catalogue catalogue({folder.path()});
  std::string message = message_of([&] { (void)catalogue.get(samples::giuthi(2), {9, 0}); });
  EXPECT_NE(message.find("giuthi 2x2 with 9 seeds"), std::string::npos) << message;
  EXPECT_NE(message.find(folder.path().string()), std::string::npos) << message;
  EXPECT_NE(message.find("there are tables for 0 to 2, 4 seeds"), std::string::npos) << message;
  EXPECT_NE(message.find("uthi build giuthi 2x2 --seeds 9"), std::string::npos) << message;
  message = message_of([&] { (void)catalogue.get(sowing_origin(2), {9, 0}); });
  EXPECT_NE(message.find("there is none for these rules"), std::string::npos) << message;
  EXPECT_NE(message.find("uthi build giuthi 2x2 --seeds 9 --rules origin=sow"), std::string::npos) << message;
  message = message_of([&] { (void)catalogue.get(samples::giuthi(2), {121, 0}); });
  EXPECT_NE(message.find("tables go up to 120 seeds"), std::string::npos) << message;
  EXPECT_THROW((void)catalogue.get(samples::giuthi(2), {9, 0}), TableMissing);
}

TEST(Catalogue, AFileUnderAnotherLayersNameIsDamaged) {
  const samples::Folder folder;
  put(folder.path(), samples::giuthi(3), 4);
  std::filesystem::copy(table_path(folder.path(), samples::giuthi(3), {4, 0}), table_path(folder.path(), samples::giuthi(3), {5, 0}));
  const Catalogue catalogue({folder.path()});
  EXPECT_THROW((void)catalogue.find(samples::giuthi(3), {5, 0}), TableDamaged);
  const std::string message = message_of([&] { (void)catalogue.get(samples::giuthi(3), {5, 0}); });
  EXPECT_NE(message.find("005.uthi"), std::string::npos) << message;
  EXPECT_NE(message.find("holds layer 4"), std::string::npos) << message;
}

TEST(Catalogue, AFileUnderAnotherRuleSetsNameIsDamaged) {
  const samples::Folder folder;
  put(folder.path(), samples::giuthi(3), 4);
  std::filesystem::create_directories(folder.path() / "giuthi{origin=sow}-2x3");
  std::filesystem::copy(table_path(folder.path(), samples::giuthi(3), {4, 0}), table_path(folder.path(), sowing_origin(3), {4, 0}));
  const Catalogue catalogue({folder.path()});
  EXPECT_THROW((void)catalogue.find(sowing_origin(3), {4, 0}), TableDamaged);
  EXPECT_TRUE(catalogue.find(samples::giuthi(3), {4, 0}));
}

TEST(Catalogue, ListsEveryTableFileSortedWithItsFaults) {
  const samples::Folder folder;
  put(folder.path(), samples::giuthi(3), 4);
  put(folder.path(), samples::giuthi(2), 10);
  put(folder.path(), sowing_origin(3), 2);
  samples::write_file(folder.path() / "giuthi-2x3" / "005.uthi", {1, 2, 3});
  samples::write_file(folder.path() / "giuthi-2x3" / "004.uthi.part-1-0", {1, 2, 3});
  samples::write_file(folder.path() / ".uthi.lock", {});
  std::filesystem::copy(table_path(folder.path(), samples::giuthi(3), {4, 0}), folder.path() / "giuthi-2x3" / "4.uthi");
  std::filesystem::copy(table_path(folder.path(), samples::giuthi(3), {4, 0}), folder.path() / "stray.uthi");
  const auto files = Catalogue({folder.path(), folder.path() / "missing", folder.path()}).list();
  std::vector<std::string> seen;
  for (const auto& file : files) {
    seen.push_back(std::filesystem::relative(file.path, folder.path()).string() + (file.table ? "" : " bad"));
    EXPECT_EQ(file.error.empty(), file.table != nullptr) << file.error;
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"giuthi-2x2/010.uthi", "giuthi-2x3/004.uthi", "giuthi-2x3/005.uthi bad",
                                            "giuthi-2x3/4.uthi bad", "giuthi{origin=sow}-2x3/002.uthi", "stray.uthi bad"}));
  EXPECT_EQ(Catalogue({folder.path()}).layers(samples::giuthi(3)), (std::vector<LayerId>{{4, 0}, {5, 0}}));
}

}  // namespace
}  // namespace uthi
