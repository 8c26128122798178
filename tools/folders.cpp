// The folders of tables: asked for, the user's own, and the bundled one.
#include "tools/folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <system_error>

namespace uthi {

namespace fs = std::filesystem;

namespace {

// The XDG base directory specification has relative folders ignored; an empty variable counts as unset.
std::optional<fs::path> from_environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path(value);
}

// "a:b"; a colon cannot be part of a name here, as in PATH.
std::vector<fs::path> listed_in(const char* name, const std::string& list) {
  std::vector<fs::path> folders;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    if (end == begin) {
      throw UsageError(
          fmt::format("{}={}: expected a folder before and after each \":\", for example {}=/data/tables:/mnt/tables", name, list, name));
    }
    folders.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

std::vector<fs::path> user_folders() {
  if (const auto tables = from_environment("UTHI_TABLES")) return listed_in("UTHI_TABLES", tables->string());
  if (const auto data = from_environment("XDG_DATA_HOME"); data && data->is_absolute()) return {*data / "uthi"};
  if (const auto home = from_environment("HOME")) return {*home / ".local" / "share" / "uthi"};
  return {};
}

// Installed beside the program, or in the source tree that it was built from.
std::optional<fs::path> bundled_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = program.parent_path().parent_path() / "share" / "uthi" / "tables";
    if (fs::is_directory(installed, error)) return installed;
  }
  const fs::path source(UTHI_SOURCE_TABLES);
  if (fs::is_directory(source, error)) return source;
  return std::nullopt;
}

std::vector<fs::path> asked_for(const Arguments& arguments) {
  std::vector<fs::path> folders;
  for (const std::string& name : arguments.texts("tables")) {
    if (name.empty()) throw UsageError("--tables: expected a folder, for example --tables ./tables");
    folders.emplace_back(name);
  }
  return folders;
}

bool is_there(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) return false;
  if (status.type() == fs::file_type::none)
    throw InputOutputError(fmt::format("{}: cannot look for it: {}", folder.string(), error.message()));
  if (!fs::is_directory(status)) throw InputOutputError(fmt::format("{}: expected a folder of tables, and this is none", folder.string()));
  return true;
}

[[noreturn]] void fail_not_there(const fs::path& folder) {
  const std::string name = folder.string();
  throw TableMissing(fmt::format("--tables {}: there is no such folder{}", name,
                                 name.find(':') == std::string::npos ? "" : "; several folders are given as --tables A --tables B"));
}

// A folder that is reached twice, by a link or by two names, is searched where it comes first.
std::vector<fs::path> each_once(const std::vector<fs::path>& folders) {
  std::vector<fs::path> kept;
  std::set<fs::path> seen;
  for (const fs::path& folder : folders) {
    std::error_code error;
    fs::path real = fs::weakly_canonical(folder, error);
    if (seen.insert(error ? folder : std::move(real)).second) kept.push_back(folder);
  }
  return kept;
}

}  // namespace

std::vector<fs::path> folders_to_read(const Arguments& arguments) {
  std::vector<fs::path> folders = asked_for(arguments);
  if (!folders.empty()) {
    const auto missing = std::find_if_not(folders.begin(), folders.end(), is_there);
    const bool any = std::any_of(folders.begin(), folders.end(), is_there);
    if (any && missing != folders.end()) fail_not_there(*missing);
    return each_once(folders);
  }
  folders = user_folders();
  for (const fs::path& folder : folders) (void)is_there(folder);
  if (const auto bundled = bundled_folder()) folders.push_back(*bundled);
  return each_once(folders);
}

std::vector<fs::path> folders_that_exist(const Arguments& arguments) {
  for (const fs::path& folder : asked_for(arguments)) {
    if (!is_there(folder)) fail_not_there(folder);
  }
  return folders_to_read(arguments);
}

fs::path folder_to_write(const Arguments& arguments) {
  std::vector<fs::path> folders = asked_for(arguments);
  if (folders.empty()) folders = user_folders();
  if (folders.empty()) {
    throw UsageError("no folder for tables is known: neither UTHI_TABLES nor HOME is set; give one, for example --tables ./tables");
  }
  for (const fs::path& folder : folders) (void)is_there(folder);
  return folders.front();
}

}  // namespace uthi
