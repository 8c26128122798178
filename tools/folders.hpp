// Where tables are looked for, and where builds put them.
#pragma once

#include <filesystem>
#include <vector>

#include "tools/command.hpp"

namespace uthi {

/// Those that `--tables` names, or else the user's and then the tables that come with the program; each once. The user's are
/// those of $UTHI_TABLES, a list as PATH is, or else $XDG_DATA_HOME/uthi or ~/.local/share/uthi. They need not be there;
/// of several that `--tables` names all must, or none: what is missing without any says so itself. Throws UsageError for an
/// empty name, InputOutputError for what is no folder, TableMissing.
[[nodiscard]] std::vector<std::filesystem::path> folders_to_read(const Arguments& arguments);

/// As `folders_to_read`, for what goes on without tables: throws TableMissing for any folder of `--tables` that is not there.
[[nodiscard]] std::vector<std::filesystem::path> folders_that_exist(const Arguments& arguments);

/// The first that `--tables` names, or else of the user's. Throws UsageError where none of them is known, as well as
/// `folders_to_read` does.
[[nodiscard]] std::filesystem::path folder_to_write(const Arguments& arguments);

}  // namespace uthi
