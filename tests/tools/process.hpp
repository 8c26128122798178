// Running the program `uthi` in a process of its own.
#pragma once

#include <sys/types.h>

#include <boost/json.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace uthi::test {

struct Result {
  int code = -1;  ///< Exit code, or minus the signal that ended the process.
  std::string out;
  std::string err;

  /// The lines of standard output as JSON. Throws where one is none.
  [[nodiscard]] std::vector<boost::json::value> json_lines() const;
  /// The one JSON object of standard output. Throws unless there is exactly one line.
  [[nodiscard]] boost::json::object json() const;
};

struct Setting {
  std::string input{};
  std::vector<std::string> environment{};    ///< "NAME=value", before a minimal environment
  std::optional<std::string> output_file{};  ///< Standard output goes there instead of into the result.
  bool close_output = false;                 ///< Standard output is a pipe that nobody reads.
  std::uint64_t address_space = 0;           ///< Limit in bytes; 0 for none.
};

[[nodiscard]] Result run(const std::vector<std::string>& arguments, const Setting& setting = {});

/// Runs with standard output and error on a terminal; the result's `out` is what it showed.
[[nodiscard]] Result run_on_terminal(const std::vector<std::string>& arguments, const Setting& setting = {});

/// A process that runs while the test goes on; killed if it still runs at the end.
class Running {
 public:
  /// Standard output goes to `output_file` or nowhere.
  explicit Running(const std::vector<std::string>& arguments, const std::optional<std::string>& output_file = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void signal(int signal) const;
  [[nodiscard]] bool finished();
  /// Exit code, or minus the signal that ended it.
  int wait();

 private:
  pid_t process_;
  std::optional<int> code_;
};

/// A folder that goes with it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string text() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string contents_of(const std::filesystem::path& file);
/// JSON objects of the lines of a file.
[[nodiscard]] std::vector<boost::json::object> objects_of(const std::filesystem::path& file);

}  // namespace uthi::test
