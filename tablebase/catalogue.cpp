// Folders of tables.
#include "tablebase/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/board_game.hpp"
#include "core/error.hpp"
#include "tablebase/block_cache.hpp"

namespace uthi {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtension = ".uthi";

std::string file_name(LayerId layer) {
  return layer.marks > 0 ? fmt::format("{:03}-{:02}{}", layer.seeds, layer.marks, kExtension)
                         : fmt::format("{:03}{}", layer.seeds, kExtension);
}

// The layer that a file's name stands for, if it is just what `file_name` writes.
std::optional<LayerId> layer_named(const std::string& name) {
  LayerId layer;
  const char* const last = name.data() + name.size();
  auto [at, error] = std::from_chars(name.data(), last, layer.seeds);
  if (error == std::errc{} && at != last && *at == '-') error = std::from_chars(at + 1, last, layer.marks).ec;
  if (error != std::errc{} || file_name(layer) != name) return std::nullopt;
  return layer;
}

// What a table is looked for under: "giuthi{origin=sow}-2x6".
bool names_rules(const std::string& name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string::npos) return false;
  const std::string game = name.substr(0, dash);
  const std::size_t brace = game.find('{');
  try {
    RuleSet rules(game_named(game.substr(0, brace)), parse_board(name.substr(dash + 1)));
    if (brace != std::string::npos) rules.set_all(game.substr(brace + 1, game.size() - brace - 2));
    return rules.for_tables().full_text() == name;
  } catch (const Error&) {
    return false;
  }
}

bool leads_nowhere(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == fs::file_type::symlink && !fs::exists(path, error);
}

std::string nowhere_text(const fs::path& path) {
  return fmt::format("{}: expected a table, and this is a symbolic link that leads nowhere", path.string());
}

// The entries of a folder, sorted.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, error); !error && it != end(it); it.increment(error)) entries.push_back(it->path());
  if (error) throw InputOutputError(fmt::format("{}: cannot list this folder: {}", folder.string(), error.message()));
  std::sort(entries.begin(), entries.end());
  return entries;
}

// The table files of folders, by their names; contents come later.
class FileList {
 public:
  void add_folder(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error) || !is_new(folder, "")) return;
    for (const fs::path& entry : entries_of(folder)) {
      const std::string name = entry.filename().string();
      if (fs::is_directory(entry, error)) {
        // Behind a link of any other name nothing is looked for, and it may lead anywhere.
        if (!fs::is_symlink(entry, error) || names_rules(name)) add_rule_set(entry);
      } else if (entry.extension() == kExtension) {
        files_.push_back({entry, nullptr, ""});
      } else if (names_rules(name) && leads_nowhere(entry)) {
        files_.push_back({entry, nullptr, nowhere_text(entry)});
      }
    }
  }
  [[nodiscard]] std::vector<Catalogue::Listed> take() { return std::move(files_); }

 private:
  // A folder under another name is another one: what probing finds there is not there under the first.
  bool is_new(const fs::path& folder, const std::string& name) {
    std::error_code error;
    fs::path real = fs::canonical(folder, error);
    return seen_.emplace(error ? folder : std::move(real), name).second;
  }

  void add_rule_set(const fs::path& path) {
    if (!is_new(path, path.filename().string())) return;
    for (const fs::path& file : entries_of(path)) {
      if (file.extension() == kExtension) files_.push_back({file, nullptr, leads_nowhere(file) ? nowhere_text(file) : ""});
    }
  }

  std::vector<Catalogue::Listed> files_;
  std::set<std::pair<fs::path, std::string>> seen_;
};

}  // namespace

std::string layers_text(const std::vector<LayerId>& layers) {
  std::map<int, std::vector<int>> by_marks;
  for (const LayerId layer : layers) by_marks[layer.marks].push_back(layer.seeds);
  std::vector<std::string> groups;
  for (const auto& [marks, seeds] : by_marks) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < seeds.size();) {
      std::size_t last = i;
      while (last + 1 < seeds.size() && seeds[last + 1] == seeds[last] + 1) ++last;
      parts.push_back(last == i ? fmt::format("{}", seeds[i]) : fmt::format("{} to {}", seeds[i], seeds[last]));
      i = last + 1;
    }
    const std::string kind = marks == 0 ? "seeds" : fmt::format("with {} {}", marks, marks == 1 ? "mark" : "marks");
    groups.push_back(fmt::format("{} {}", fmt::join(parts, ", "), kind));
  }
  return fmt::format("{}", fmt::join(groups, ", "));
}

std::string build_command(const RuleSet& rules, LayerId layer) {
  std::string command = fmt::format("uthi build {} {} --seeds {}", rules.game().name, rules.board_text(), layer.seeds);
  if (layer.marks > 0) command += fmt::format(" --marks {}", layer.marks);
  const std::string text = rules.for_tables().text();
  if (const std::size_t brace = text.find('{'); brace != std::string::npos) {
    command += fmt::format(" --rules {}", std::string_view(text).substr(brace + 1, text.size() - brace - 2));
  }
  return command;
}

bool can_be_built(const RuleSet& rules, LayerId layer) {
  if (layer.seeds > kMaxLayerSeeds) return false;
  try {
    return stored_positions(rules.for_tables(), layer) <= std::numeric_limits<std::uint32_t>::max();
  } catch (const DoesNotFit&) {  // not even 64 bits count them
    return false;
  }
}

std::string plain_advice(const RuleSet& rules, const TableQuestion& question) {
  if (can_be_built(rules, question.top)) return "to make it: " + build_command(rules, question.top);
  const std::string why = question.top.seeds > kMaxLayerSeeds
                              ? fmt::format("tables go up to {} seeds, positions with more have none", kMaxLayerSeeds)
                              : "a table of so many positions cannot be made";
  return why + "; uthi solve decides a single position";
}

fs::path table_path(const fs::path& folder, const RuleSet& rules, LayerId layer) {
  return folder / rules.for_tables().full_text() / file_name(layer);
}

class Catalogue::State {
 public:
  State(std::vector<fs::path> list, std::uint64_t cache_bytes, TableAdvice how)
      : folders(std::move(list)), advice(std::move(how)), cache_(std::make_shared<BlockCache>(cache_bytes)) {}

  // The table at `path`, opened once.
  std::shared_ptr<const Table> open(const fs::path& path) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Table>& table = open_[path];
    if (!table) table = std::make_shared<const Table>(path, cache_);
    return table;
  }

  std::vector<fs::path> folders;
  TableAdvice advice;

 private:
  std::shared_ptr<BlockCache> cache_;
  std::mutex mutex_;
  std::map<fs::path, std::shared_ptr<const Table>> open_;
};

Catalogue::Catalogue(std::vector<fs::path> folders, std::uint64_t cache_bytes, TableAdvice advice)
    : state_(std::make_shared<State>(std::move(folders), cache_bytes, std::move(advice))) {}

const std::vector<fs::path>& Catalogue::folders() const { return state_->folders; }

std::string Catalogue::advice(const RuleSet& rules, const TableQuestion& question) const { return state_->advice(rules, question); }

std::shared_ptr<const Table> Catalogue::find(const RuleSet& rules, LayerId layer) const {
  for (const fs::path& folder : state_->folders) {
    const fs::path path = table_path(folder, rules, layer);
    std::error_code error;
    if (!fs::exists(path, error)) {
      if (error) throw InputOutputError(fmt::format("{}: cannot look for it: {}", path.string(), error.message()));
      // To go on to the next folder here would answer from other tables than those that were linked.
      for (const fs::path& link : {path, path.parent_path()}) {
        if (leads_nowhere(link)) throw InputOutputError(nowhere_text(link));
      }
      continue;
    }
    std::shared_ptr<const Table> table = state_->open(path);
    const TableHeader& header = table->header();
    if (header.rules != rules.for_tables() || header.layer != layer) {
      throw TableDamaged(fmt::format("{}: header, rules and layer: the file holds layer {} of {}, its name says layer {} of {}",
                                     path.string(), to_text(header.layer), header.rules.full_text(), to_text(layer),
                                     rules.for_tables().full_text()));
    }
    return table;
  }
  return nullptr;
}

std::string folders_text(const std::vector<fs::path>& folders) {
  if (folders.empty()) return "any folder: none is given";
  std::vector<std::string> places;
  for (const fs::path& folder : folders) {
    std::error_code error;
    places.push_back(folder.string() + (fs::exists(folder, error) ? "" : " (there is no such folder)"));
  }
  return fmt::format("{}", fmt::join(places, ", "));
}

namespace {

[[noreturn]] void fail_missing(const Catalogue& catalogue, const RuleSet& rules, const std::vector<LayerId>& missing,
                               const TableQuestion& question) {
  const LayerId one = missing.front();
  std::string message = fmt::format("no table{} for {} {} with ", missing.size() == 1 ? "" : "s", rules.text(), rules.board_text());
  if (missing.size() > 1) {
    message += layers_text(missing);
  } else {
    message += fmt::format("{} seeds", one.seeds);
    if (one.marks > 0) message += fmt::format(" and {} {}", one.marks, one.marks == 1 ? "mark" : "marks");
  }
  message += " in " + folders_text(catalogue.folders());
  const std::vector<LayerId> there = catalogue.layers(rules);
  std::error_code error;
  const bool has_folder = std::any_of(catalogue.folders().begin(), catalogue.folders().end(),
                                      [&](const fs::path& folder) { return fs::exists(folder, error); });
  if (!there.empty()) {
    message += fmt::format("; there are tables for {}", layers_text(there));
  } else if (has_folder) {
    message += "; there is none for these rules";
  }
  throw TableMissing(fmt::format("{}; {}", message, catalogue.advice(rules, question)));
}

}  // namespace

std::shared_ptr<const Table> Catalogue::get(const RuleSet& rules, LayerId layer) const { return get(rules, layer, {.top = layer}); }

std::shared_ptr<const Table> Catalogue::get(const RuleSet& rules, LayerId layer, const TableQuestion& question) const {
  if (auto table = find(rules, layer)) return table;
  fail_missing(*this, rules, {layer}, question);
}

void Catalogue::require(const RuleSet& rules, const std::vector<LayerId>& layers) const {
  std::vector<LayerId> missing;
  LayerId top;
  for (const LayerId layer : layers) {
    if (find(rules, layer)) continue;
    missing.push_back(layer);
    top = {std::max(top.seeds, layer.seeds), std::max(top.marks, layer.marks)};
  }
  if (!missing.empty()) fail_missing(*this, rules, missing, {.top = top});
}

std::vector<LayerId> Catalogue::layers(const RuleSet& rules) const {
  std::set<LayerId> found;
  for (const fs::path& folder : state_->folders) {
    std::error_code error;
    for (auto it = fs::directory_iterator(folder / rules.for_tables().full_text(), error); !error && it != end(it); it.increment(error)) {
      if (const auto layer = layer_named(it->path().filename().string())) found.insert(*layer);
    }
  }
  return {found.begin(), found.end()};
}

std::vector<Catalogue::Listed> Catalogue::list() const {
  FileList list;
  for (const fs::path& folder : state_->folders) list.add_folder(folder);
  std::vector<Listed> files = list.take();
  for (Listed& file : files) {
    if (!file.error.empty()) continue;
    try {
      auto table = state_->open(file.path);
      const TableHeader& header = table->header();
      const auto name = fs::path(header.rules.full_text()) / file_name(header.layer);
      if (file.path.parent_path().filename() / file.path.filename() == name) {
        file.table = std::move(table);
      } else {
        file.error = fmt::format("{}: header, rules and layer: the file holds layer {} of {}, and should be named {}", file.path.string(),
                                 to_text(header.layer), header.rules.full_text(), name.string());
      }
    } catch (const Error& problem) {
      file.error = problem.what();
    }
  }
  return files;
}

}  // namespace uthi
