// The explorer as a folder of plain files: the page, the explorer as WebAssembly, and tables.
//
//   index.html            the page, showing its first position; it works below any address, and asks nothing of other places
//   assets/               what the page uses; local_api.js answers it, in place of a server
//   tables/tables.bin     the headers of all tables, the collection of problems (bundle.hpp); fetched when the page opens
//   tables/GAME/SS.uthi   the tables as they are, each fetched when an answer first needs it
//   site.json             what belongs to the site, for the next export
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/table_sets.hpp"

namespace uthi::explorer {

struct SiteOrder {
  std::filesystem::path folder;
  std::vector<TableSet> sets{};  ///< Tables to take along.
  std::uint64_t most_bytes = 0;
  int threads = 1;                          ///< For checking tables.
  const std::atomic<bool>* stop = nullptr;  ///< Gives up once it is true.
};

struct SiteReport {
  std::size_t tables = 0;
  std::uint64_t positions = 0;  ///< Of all tables, mirror images counted.
  std::uint64_t table_bytes = 0;
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

/// Checks every table, writes the site, and checks what was written. Throws UsageError (the folder holds something else),
/// DoesNotFit, TableDamaged, InputOutputError, Interrupted.
SiteReport export_site(const SiteOrder& order);

}  // namespace uthi::explorer
