// The folders of tables: asked for, the user's own, and the bundled one.
#include "tools/folders.hpp"

#include <cstdlib>
#include <optional>
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

std::optional<fs::path> user_folder() {
  if (const auto tables = from_environment("UTHI_TABLES")) return tables;
  if (const auto data = from_environment("XDG_DATA_HOME"); data && data->is_absolute()) return *data / "uthi";
  if (const auto home = from_environment("HOME")) return *home / ".local" / "share" / "uthi";
  return std::nullopt;
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

std::optional<fs::path> asked_for(const Arguments& arguments) {
  const auto tables = arguments.text("tables");
  if (!tables) return std::nullopt;
  if (tables->empty()) throw UsageError("--tables: expected a folder, for example --tables ./tables");
  return fs::path(*tables);
}

}  // namespace

std::vector<fs::path> folders_to_read(const Arguments& arguments) {
  if (const auto asked = asked_for(arguments)) return {*asked};
  std::vector<fs::path> folders;
  if (const auto user = user_folder()) folders.push_back(*user);
  if (const auto bundled = bundled_folder()) folders.push_back(*bundled);
  return folders;
}

fs::path folder_to_write(const Arguments& arguments) {
  if (const auto asked = asked_for(arguments)) return *asked;
  if (const auto user = user_folder()) return *user;
  throw UsageError("no folder for tables is known: neither UTHI_TABLES nor HOME is set; give one, for example --tables ./tables");
}

}  // namespace uthi
