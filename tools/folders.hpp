// Where tables are looked for, and where builds put them.
#pragma once

#include <filesystem>
#include <vector>

#include "tools/command.hpp"

namespace uthi {

/// `--tables`, or else the user's folder and then the tables that come with the program.
[[nodiscard]] std::vector<std::filesystem::path> folders_to_read(const Arguments& arguments);

/// `--tables`, or else the user's folder: $UTHI_TABLES, $XDG_DATA_HOME/uthi, ~/.local/share/uthi.
/// Throws UsageError where none of them is known.
[[nodiscard]] std::filesystem::path folder_to_write(const Arguments& arguments);

}  // namespace uthi
