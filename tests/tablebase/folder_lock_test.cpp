// One build at a time in a folder.
#include "tablebase/folder_lock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>

#include "core/error.hpp"
#include "tests/tablebase/samples.hpp"

namespace uthi {
namespace {

TEST(FolderLock, RefusesASecondHolderNamingTheFirst) {
  const samples::Folder folder;
  std::optional<FolderLock> first(std::in_place, folder.path());
  try {
    const FolderLock second(folder.path());
    FAIL() << "locked twice";
  } catch (const InputOutputError& error) {
    const std::string expected = "another build is at work in " + folder.path().string() + " (process " + std::to_string(::getpid()) + ")";
    EXPECT_EQ(std::string(error.what()).find(expected), 0U) << error.what();
  }
  first.reset();
  EXPECT_NO_THROW(FolderLock{folder.path()});
}

TEST(FolderLock, MakesItsFolder) {
  const samples::Folder folder;
  const FolderLock lock(folder.path() / "new" / "folder");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "new" / "folder" / ".uthi.lock"));
}

TEST(FolderLock, OtherFoldersAreFree) {
  const samples::Folder a;
  const samples::Folder b;
  const FolderLock first(a.path());
  EXPECT_NO_THROW(FolderLock{b.path()});
}

TEST(FolderLock, ALeftOverLockFileIsNoLock) {
  const samples::Folder folder;
  samples::write_file(folder.path() / ".uthi.lock", {'9', '9', '\n'});
  EXPECT_NO_THROW(FolderLock{folder.path()});
}

TEST(FolderLock, AFileInPlaceOfTheFolder) {
  const samples::Folder folder;
  samples::write_file(folder.path() / "file", {1});
  EXPECT_THROW(FolderLock{folder.path() / "file"}, InputOutputError);
}

}  // namespace
}  // namespace uthi
