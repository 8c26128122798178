// One build at a time in a folder of tables.
#pragma once

#include <filesystem>

namespace uthi {

/// Holds an exclusive lock on `<folder>/.uthi.lock` while it lives; the lock goes with the process, however it ends.
class FolderLock {
 public:
  /// Makes the folder if need be. Throws InputOutputError if another process holds the lock, naming it, or if the folder
  /// cannot be written.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace uthi
