// The folder of an exported site: what may stand there before, and how the files of a new one come into it.
//
// All files are written into a folder within it first. Only when all are there do they take their places, the list of them
// (site.json) last; so a failure leaves the folder as it was, and an interruption never leaves what looks whole and is not.
// Files that are not of the site stay.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace uthi::explorer {

class SiteFolder {
 public:
  /// Throws UsageError if `folder` holds anything but a site that was exported; InputOutputError.
  explicit SiteFolder(std::filesystem::path folder);
  /// Removes what was written, and the folder if it is new, unless `commit` has been reached.
  ~SiteFolder();
  SiteFolder(const SiteFolder&) = delete;
  SiteFolder& operator=(const SiteFolder&) = delete;

  /// `name` is relative to the site: "assets/main.js". Throws InputOutputError, as all the others.
  void write(const std::string& name, std::span<const std::uint8_t> bytes);
  void write(const std::string& name, std::string_view text);
  /// Copies a file.
  void copy(const std::string& name, const std::filesystem::path& from);
  /// Where what was written stands until `commit`.
  [[nodiscard]] const std::filesystem::path& staging() const { return staging_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

  /// Puts all files in their places, with site.json, and removes those that only the site before had.
  void commit(std::string_view version);

 private:
  std::filesystem::path folder_;
  std::filesystem::path staging_;
  std::set<std::string> names_{};
  std::set<std::string> before_{};  ///< Files of the site that stands there.
  std::filesystem::path new_{};     ///< The first folder that had to be made; empty if none.
  std::uint64_t bytes_ = 0;
};

}  // namespace uthi::explorer
