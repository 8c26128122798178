// Forged tables, by the program: what a forger changes and seals again is found by verify, and no proof is called proved by it.
#include <gtest/gtest.h>

#include "solver/proof/writer.hpp"
#include "tablebase/catalogue.hpp"
#include "tests/solver/proof_maker.hpp"
#include "tests/tablebase/forge.hpp"
#include "tests/tools/process.hpp"

namespace uthi::test {
namespace {

namespace fs = std::filesystem;
using forge::Bytes;
using forge::What;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// 2x3 up to 6 seeds, built by the program, with depths or without.
class BuiltFolder {
 public:
  explicit BuiltFolder(bool depths) {
    std::vector<std::string> words{"build", "giuthi", "2x3", "--seeds", std::to_string(kSeeds), "--tables", folder_.text()};
    if (!depths) words.emplace_back("--no-depth");
    EXPECT_EQ(run(words).code, 0);
    for (int seeds = 0; seeds <= kSeeds; ++seeds) right_.push_back(samples::read_file(file(seeds)));
  }

  static constexpr int kSeeds = 6;
  [[nodiscard]] fs::path path() const { return folder_.path(); }
  [[nodiscard]] fs::path file(int seeds) const { return table_path(folder_.path(), samples::giuthi(3), {seeds, 0}); }
  [[nodiscard]] Result verify(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"verify", "--tables", folder_.text()});
    return run(more);
  }
  void restore() const {
    for (int seeds = 0; seeds <= kSeeds; ++seeds) samples::write_file(file(seeds), right_[static_cast<std::size_t>(seeds)]);
  }

  // One entry of a layer changed; all is sealed as if it had been so from the start, in the layers above as well.
  void forge_entry(int seeds, What what, std::mt19937_64& random) const {
    LayerValues values = Table(file(seeds), nullptr).load();
    forge::change_entry(values, what, random);
    samples::write_file(file(seeds), forge::with_values(samples::read_file(file(seeds)), values));
    forge::name_digest_above(file(seeds).parent_path(), {seeds, 0}, digest_of_values(values.floor, values.ceiling));
  }

 private:
  TemporaryFolder folder_;
  std::vector<Bytes> right_;
};

TEST(Forgery, VerifyFinds300Of300ForgedTables) {
  const BuiltFolder with(true);
  const BuiltFolder without(false);
  std::mt19937_64 random(300);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const BuiltFolder& folder = i % 3 == 2 ? without : with;
    const int seeds = 1 + static_cast<int>(random() % BuiltFolder::kSeeds);
    folder.forge_entry(seeds, i % 3 == 1 ? What::depth : What::margin, random);
    const Result result = folder.verify();
    // The first that is wrong is in that layer; which entries are depends on what leans on the one that was changed.
    const bool named = result.out.rfind("wrong: layer " + std::to_string(seeds) + ", number ", 0) == 0;
    EXPECT_EQ(result.code, 1) << result.out << result.err;
    EXPECT_FALSE(contains(result.out, "all proved")) << result.out;
    EXPECT_FALSE(contains(result.out, "is not the one here")) << "sealed badly: " << result.out;
    EXPECT_TRUE(named) << result.out;
    found += result.code == 1 && named ? 1 : 0;
    folder.restore();
  }
  EXPECT_EQ(found, 300);
  EXPECT_EQ(with.verify().code, 0);
  EXPECT_EQ(without.verify().code, 0);
}

TEST(Forgery, AKeptDigestIsDamage) {
  const BuiltFolder folder(true);
  std::mt19937_64 random(5);
  for (int i = 0; i < 20; ++i) {
    const int seeds = 1 + static_cast<int>(random() % BuiltFolder::kSeeds);
    const TableHeader before = Table(folder.file(seeds), nullptr).header();
    LayerValues values = Table(folder.file(seeds), nullptr).load();
    forge::change_entry(values, What::margin, random);
    const Bytes forged = forge::with_values(samples::read_file(folder.file(seeds)), values);
    samples::write_file(folder.file(seeds),
                        forge::with_header(forged, [&](TableHeader& header) { header.values_digest = before.values_digest; }));
    const Result result = folder.verify();
    EXPECT_EQ(result.code, 5);
    EXPECT_TRUE(contains(result.err, folder.file(seeds).string())) << result.err;
    EXPECT_TRUE(contains(result.err, "digest")) << result.err;
    folder.restore();
  }
}

// Layer 3 of a build without depths among layers with depths.
class MixedFolder : public testing::Test {
 protected:
  void SetUp() override { fs::copy_file(without_.file(3), with_.file(3), fs::copy_options::overwrite_existing); }

  const BuiltFolder with_{true};
  const BuiltFolder without_{false};
};

TEST_F(MixedFolder, VerifyNamesTheLayersWhoseDepthsAreNotProved) {
  const Result result = with_.verify();
  EXPECT_EQ(result.code, 4) << result.out;
  EXPECT_FALSE(contains(result.out, "all proved from the layers below\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "values all proved from the layers below, depths not all")) << result.out;
  for (int seeds = 4; seeds <= 6; ++seeds) {
    EXPECT_TRUE(contains(result.out, "depths of layer " + std::to_string(seeds) + " not proved: ")) << result.out;
  }
  EXPECT_TRUE(contains(result.out, "lean on layers without depths (3 seeds)")) << result.out;
  const Result json = with_.verify({"--json"});
  EXPECT_EQ(json.code, 4);
  const auto report = json.json();
  EXPECT_EQ(report.at("ok"), false);
  EXPECT_EQ(report.at("depths"), false);
  EXPECT_EQ(report.at("faults"), 0);
  ASSERT_EQ(report.at("depths_not_proved").as_array().size(), 3U);
  EXPECT_EQ(report.at("depths_not_proved").at(0).at("seeds"), 4);
  for (const auto& layer : report.at("layers").as_array()) {
    const int seeds = layer.at("layer").at("seeds").to_number<int>();
    EXPECT_EQ(layer.at("values_proved"), true);
    EXPECT_EQ(layer.at("has_depths"), seeds != 3);
    EXPECT_EQ(layer.at("depths_proved"), seeds < 3);
    EXPECT_EQ(layer.at("depths_left").to_number<int>() > 0, seeds >= 4) << seeds;
  }
}

// Layers with depths above which there are none are another matter: nothing was left.
TEST_F(MixedFolder, LayersWithoutDepthsAboveAllOthersLeaveNothing) {
  with_.restore();
  fs::copy_file(without_.file(6), with_.file(6), fs::copy_options::overwrite_existing);
  const Result result = with_.verify({"--json"});
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(result.json().at("depths_not_proved").as_array().empty());
  EXPECT_EQ(result.json().at("ok"), true);
  EXPECT_EQ(result.json().at("depths"), false);
}

TEST_F(MixedFolder, NoForgedTableIsCalledProved) {
  std::mt19937_64 random(77);
  int wrong = 0;
  for (int i = 0; i < 60; ++i) {
    const What what = i % 2 == 0 ? What::margin : What::depth;
    int seeds = 1 + static_cast<int>(random() % BuiltFolder::kSeeds);
    if (what == What::depth && seeds == 3) seeds = 2;
    with_.forge_entry(seeds, what, random);
    const Result result = with_.verify();
    // A depth that leans on none may be any within its limits; then it is one of those that are said not to be proved.
    const bool may_be_open = what == What::depth && seeds > 3;
    EXPECT_TRUE(result.code == 1 || (may_be_open && result.code == 4)) << result.out;
    wrong += result.code == 1 ? 1 : 0;
    with_.restore();
    SetUp();
  }
  EXPECT_GT(wrong, 45);
}

TEST_F(MixedFolder, ASampleSaysWhatItDoesNotShow) {
  with_.restore();
  const Result sample = with_.verify({"--sample", "50"});
  EXPECT_EQ(sample.code, 0);
  EXPECT_FALSE(contains(sample.out, "proved from")) << sample.out;
  EXPECT_TRUE(contains(sample.out, "a sample, all right; nothing else is proved, and circles in sampled layers were not looked for"))
      << sample.out;
  const auto report = with_.verify({"--sample", "50", "--whole", "3", "--json"}).json();
  EXPECT_EQ(report.at("depths"), false);
  for (const auto& layer : report.at("layers").as_array()) {
    EXPECT_EQ(layer.at("values_proved"), layer.at("layer").at("seeds").to_number<int>() <= 3);
    EXPECT_EQ(layer.at("depths_proved"), layer.at("layer").at("seeds").to_number<int>() <= 3);
  }
  const Result little = with_.verify({"--sample", "50", "--memory", "0.000001"});
  EXPECT_TRUE(contains(little.out, "nor all digests compared")) << little.out;
  SetUp();
  EXPECT_EQ(with_.verify({"--sample", "5000"}).code, 4) << "some of the sample lean on layer 3";
}

// A proof that relies on tables, one value of which is forged.
class ForgedLeaves : public testing::Test {
 protected:
  static constexpr const char* kRoot = "giuthi:1,0,2,0,1/1,2,0,1,0 3 5 N";
  static constexpr int kLeafSeeds = 5;

  static const ProofMaker& maker() {
    static const ProofMaker made(RuleSet(giuthi_spec(), 5), {8, 0});
    return made;
  }
  static const Proof& proof() {
    static const Proof made = maker().proof(parse_position(kRoot), maker().true_claims(parse_position(kRoot)), kLeafSeeds);
    return made;
  }
  // Tables of the format, in a folder of their own, and the file of the proof beside them.
  void use(const fs::path& tables, bool name_roots) {
    fs::remove_all(tables_);
    fs::create_directories(tables_);
    for (int seeds = 0; seeds <= kLeafSeeds; ++seeds) {
      const fs::path from = table_path(tables, maker().rules(), {seeds, 0});
      fs::create_directories(file(seeds).parent_path());
      fs::copy_file(from, file(seeds));
    }
    Proof named = proof();
    if (name_roots) {
      for (ProofTable& table : named.tables) table.values_root = Table(file(table.layer.seeds), nullptr).header().values_root();
    }
    write_proof(proof_file(), named);
  }
  [[nodiscard]] fs::path file(int seeds) const { return table_path(tables_, maker().rules(), {seeds, 0}); }
  [[nodiscard]] std::string proof_file() const { return (folder_.path() / "some.proof").string(); }
  [[nodiscard]] Result check(const char* memory, bool json = false) const {
    std::vector<std::string> words{"check-proof", proof_file(), "--tables", tables_.string(), "--memory", memory};
    if (json) words.emplace_back("--json");
    return run(words);
  }

  // The value of a leaf changed; then `seal` puts the header right as far as it wants.
  void forge_leaf(const std::function<void(TableHeader& made, const TableHeader& before)>& seal) const {
    const auto& nodes = proof().parts[0].nodes;
    const auto& game = maker().game(parse_position(kRoot).seeds());
    const auto leaf = std::find_if(nodes.begin(), nodes.end(),
                                   [&](const ProofNode& node) { return node.leaf && game.layer(node.key).seeds == kLeafSeeds; });
    ASSERT_NE(leaf, nodes.end());
    const Bytes right = samples::read_file(file(kLeafSeeds));
    LayerValues values = Table(file(kLeafSeeds), nullptr).load();
    const std::uint64_t number = game.number(leaf->key);
    // Better for whoever claims something: a forger's work.
    auto& floor = values.floor[number];
    auto& ceiling = values.ceiling[number];
    if (floor == kNoMargin || ceiling == kNoMargin) GTEST_FAIL() << "the test wants a leaf with both bounds";
    if (ceiling < values.layer.seeds) {
      ++ceiling;
    } else {
      --floor;
    }
    const TableHeader before = parse_header(right, right.size(), "right");
    samples::write_file(file(kLeafSeeds),
                        forge::with_header(forge::with_values(right, values), [&](TableHeader& header) { seal(header, before); }));
  }

  void expect_not_proved(const Result& result, int code) const {
    EXPECT_EQ(result.code, code) << result.out << result.err;
    EXPECT_FALSE(contains(result.out, ": proved, ")) << result.out;
  }

  TemporaryFolder folder_;
  fs::path tables_ = folder_.path() / "tables";
};

const fs::path kNew = fs::path(UTHI_DATA) / "tables";
const fs::path kOld = fs::path(UTHI_TEST_DATA) / "format-4";
const fs::path kOlder = fs::path(UTHI_TEST_DATA) / "format-2";
// All layers in memory; or the nodes alone, so that digests are compared piece by piece, or blocks where the proof names roots.
const char* const kMuch = "1";
const char* const kLittle = "0.0000053";

TEST_F(ForgedLeaves, RightTablesOfEveryFormatAreProvedAndSaidHow) {
  for (const auto& [tables, roots] : {std::pair{kNew, false}, std::pair{kNew, true}, std::pair{kOld, false}, std::pair{kOlder, false}}) {
    use(tables, roots);
    for (const char* memory : {kMuch, kLittle}) {
      const Result result = check(memory);
      EXPECT_EQ(result.code, 0) << result.out << result.err;
      EXPECT_TRUE(contains(result.out, "proved, North wins: floor = 6, no ceiling")) << result.out;
      const auto report = check(memory, true).json();
      EXPECT_EQ(report.at("proved"), true);
      const bool by_root = roots && memory == kLittle;
      EXPECT_EQ(contains(result.out, "too large for --memory"), by_root) << result.out;
      for (const auto& table : report.at("tables").as_array()) {
        EXPECT_EQ(table.at("checked"), by_root ? "root" : "digest");
        EXPECT_EQ(table.at("root").is_string(), roots);
      }
    }
  }
}

TEST_F(ForgedLeaves, AValueUnderAKeptDigestIsNotProved) {
  for (const auto& [tables, roots] : {std::pair{kNew, false}, std::pair{kNew, true}, std::pair{kOld, false}, std::pair{kOlder, false}}) {
    for (const char* memory : {kMuch, kLittle}) {
      use(tables, roots);
      forge_leaf([](TableHeader& made, const TableHeader& before) { made.values_digest = before.values_digest; });
      expect_not_proved(check(memory), 5);
      EXPECT_TRUE(contains(check(memory).err, "the values do not match their digest in the header")) << check(memory).err;
    }
  }
}

TEST_F(ForgedLeaves, NorUnderKeptDigestsOfBlocks) {
  for (const bool roots : {false, true}) {
    for (const char* memory : {kMuch, kLittle}) {
      use(kNew, roots);
      forge_leaf([](TableHeader& made, const TableHeader& before) {
        made.values_digest = before.values_digest;
        made.values_tree = before.values_tree;
      });
      expect_not_proved(check(memory), 5);
    }
  }
}

TEST_F(ForgedLeaves, NorInATableOfAnOlderFormat) {
  use(kOld, false);
  const Bytes right = samples::read_file(file(kLeafSeeds));
  // As format 4 had it: one value changed, the checksum of its block redone, the header's digest kept.
  forge_leaf([](TableHeader& made, const TableHeader& before) { made.values_digest = before.values_digest; });
  const Bytes forged = samples::read_file(file(kLeafSeeds));
  TableHeader header = parse_header(forged, forged.size(), "forged");
  Bytes blocks(forged.begin() + static_cast<std::ptrdiff_t>(header.header_bytes), forged.end());
  header.version = 4;
  header.values_tree.clear();
  Bytes old = serialise_header(header);
  old.insert(old.end(), blocks.begin(), blocks.end());
  samples::write_file(file(kLeafSeeds), old);
  ASSERT_EQ(Table(file(kLeafSeeds), nullptr).header().version, 4U);
  for (const char* memory : {kMuch, kLittle}) expect_not_proved(check(memory), 5);
  samples::write_file(file(kLeafSeeds), right);
  EXPECT_EQ(check(kMuch).code, 0);
}

TEST_F(ForgedLeaves, ATableSealedAnewIsAnotherTable) {
  for (const bool roots : {false, true}) {
    for (const char* memory : {kMuch, kLittle}) {
      use(kNew, roots);
      forge_leaf([](TableHeader&, const TableHeader&) {});
      expect_not_proved(check(memory), 1);
      EXPECT_TRUE(contains(check(memory).out, "relies on a table with the digest")) << check(memory).out;
    }
  }
}

}  // namespace
}  // namespace uthi::test
