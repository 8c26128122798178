// Tables appear whole or not at all: full disks, interruptions, left-overs of killed runs.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "core/error.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/table.hpp"
#include "tablebase/writer.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

// While it lives no file can grow past `bytes`: writing fails with EFBIG, as it does with ENOSPC on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

struct Sample {
  RuleSet rules = samples::giuthi(3);
  LayerValues values = samples::random_layer(rules, {8, 0}, 17);
};

TEST(WriteTable, MakesTheFolderAndLeavesOneFile) {
  const Sample sample;
  const samples::Folder folder;
  const auto path = folder.path() / "a" / "b" / "008.uthi";
  const TableHeader header = write_table(path, sample.rules, sample.values, samples::some_lower({8, 0}));
  EXPECT_EQ(folder.files(), 1U);
  EXPECT_EQ(samples::read_file(path), encode_table(sample.rules, sample.values, samples::some_lower({8, 0})));
  const Table table(path, nullptr);
  EXPECT_EQ(table.header().values_digest, header.values_digest);
  EXPECT_EQ(table.file_bytes(), std::filesystem::file_size(path));
  EXPECT_EQ(table.load(), sample.values);
}

TEST(WriteTable, ReplacesAnOlderFileWhileItIsBeingRead) {
  const Sample sample;
  const samples::Folder folder;
  const auto path = folder.path() / "008.uthi";
  write_table(path, sample.rules, sample.values, {});
  const Table old(path, nullptr);
  const LayerValues other = samples::random_layer(sample.rules, {8, 0}, 18);
  write_table(path, sample.rules, other, {});
  EXPECT_EQ(old.load(), sample.values);
  EXPECT_EQ(Table(path, nullptr).load(), other);
  EXPECT_EQ(folder.files(), 1U);
}

TEST(WriteTable, AFullDiskLeavesTheOldFileAndNothingElse) {
  const Sample sample;
  const samples::Folder folder;
  const auto path = folder.path() / "008.uthi";
  const std::vector<std::uint8_t> old{1, 2, 3};
  samples::write_file(path, old);
  std::string message;
  {
    const FileSizeLimit limit(700);
    try {
      write_table(path, sample.rules, sample.values, {});
    } catch (const InputOutputError& error) {
      message = error.what();
    }
  }
  EXPECT_NE(message.find(path.string()), std::string::npos) << message;
  EXPECT_NE(message.find("cannot write the file"), std::string::npos) << message;
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  EXPECT_EQ(folder.files(), 1U);
  EXPECT_EQ(samples::read_file(path), old);
}

TEST(WriteTable, AFileWhereAFolderShouldBe) {
  const Sample sample;
  const samples::Folder folder;
  samples::write_file(folder.path() / "giuthi-2x3", {1});
  EXPECT_THROW(write_table(folder.path() / "giuthi-2x3" / "008.uthi", sample.rules, sample.values, {}), InputOutputError);
}

TEST(WriteTable, AFolderWhereTheFileShouldBe) {
  const Sample sample;
  const samples::Folder folder;
  std::filesystem::create_directories(folder.path() / "008.uthi");
  EXPECT_THROW(write_table(folder.path() / "008.uthi", sample.rules, sample.values, {}), InputOutputError);
  EXPECT_EQ(folder.files(), 0U);
}

TEST(WriteTable, StopsWhenAsked) {
  const Sample sample;
  const samples::Folder folder;
  const std::atomic<bool> stop = true;
  EXPECT_THROW(write_table(folder.path() / "008.uthi", sample.rules, sample.values, {}, {.stop = &stop}), Interrupted);
  EXPECT_EQ(folder.files(), 0U);
}

TEST(StaleTemporaries, OfKilledRunsAreRemovedAndNothingElse) {
  const samples::Folder folder;
  samples::write_file(folder.path() / "giuthi-2x3" / "008.uthi", {1});
  samples::write_file(folder.path() / "giuthi-2x3" / "008.uthi.part-1234-0", {1});
  samples::write_file(folder.path() / "giuthi-2x4" / "009.uthi.part-77-3", {1});
  samples::write_file(folder.path() / "giuthi-2x4" / "my.part-of-it", {1});
  samples::write_file(folder.path() / "giuthi-2x4" / ".part-1", {1});
  EXPECT_EQ(remove_stale_temporaries(folder.path()), 2U);
  EXPECT_EQ(folder.files(), 3U);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "giuthi-2x3" / "008.uthi.part-1234-0"));
  EXPECT_EQ(remove_stale_temporaries(folder.path()), 0U);
  EXPECT_EQ(remove_stale_temporaries(folder.path() / "not there"), 0U);
}

TEST(AtomicFile, IsNotThereBeforeItIsCommitted) {
  const samples::Folder folder;
  const auto path = folder.path() / "x.uthi";
  {
    AtomicFile file(path);
    file.write(std::vector<std::uint8_t>{1, 2, 3});
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_EQ(folder.files(), 1U);
    EXPECT_TRUE(is_temporary(std::filesystem::directory_iterator(folder.path())->path()));
  }
  EXPECT_EQ(folder.files(), 0U);
}

TEST(AtomicFile, TwoWritersOfOneNameDoNotMix) {
  const samples::Folder folder;
  const auto path = folder.path() / "x.uthi";
  AtomicFile first(path);
  AtomicFile second(path);
  first.write(std::vector<std::uint8_t>{1, 1});
  second.write(std::vector<std::uint8_t>{2});
  first.commit();
  EXPECT_EQ(samples::read_file(path), (std::vector<std::uint8_t>{1, 1}));
  second.commit();
  EXPECT_EQ(samples::read_file(path), (std::vector<std::uint8_t>{2}));
  EXPECT_EQ(folder.files(), 1U);
}

}  // namespace
}  // namespace uthi
