// Folders of tables.
#include "tablebase/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "core/error.hpp"
#include "tablebase/block_cache.hpp"

namespace uthi {

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

std::filesystem::path table_path(const std::filesystem::path& folder, const RuleSet& rules, LayerId layer) {
  return folder / rules.for_tables().full_text() / file_name(layer);
}

class Catalogue::State {
 public:
  State(std::vector<std::filesystem::path> list, std::uint64_t cache_bytes)
      : folders(std::move(list)), cache_(std::make_shared<BlockCache>(cache_bytes)) {}

  // The table at `path`, opened once.
  std::shared_ptr<const Table> open(const std::filesystem::path& path) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Table>& table = open_[path];
    if (!table) table = std::make_shared<const Table>(path, cache_);
    return table;
  }

  std::vector<std::filesystem::path> folders;

 private:
  std::shared_ptr<BlockCache> cache_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<const Table>> open_;
};

Catalogue::Catalogue(std::vector<std::filesystem::path> folders, std::uint64_t cache_bytes)
    : state_(std::make_shared<State>(std::move(folders), cache_bytes)) {}

const std::vector<std::filesystem::path>& Catalogue::folders() const { return state_->folders; }

std::shared_ptr<const Table> Catalogue::find(const RuleSet& rules, LayerId layer) const {
  for (const std::filesystem::path& folder : state_->folders) {
    const std::filesystem::path path = table_path(folder, rules, layer);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      if (error) throw InputOutputError(fmt::format("{}: cannot look for it: {}", path.string(), error.message()));
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

std::shared_ptr<const Table> Catalogue::get(const RuleSet& rules, LayerId layer) const {
  if (auto table = find(rules, layer)) return table;
  std::vector<std::string> folders;
  for (const std::filesystem::path& folder : state_->folders) folders.push_back(folder.string());
  const std::vector<LayerId> there = layers(rules);
  std::string message =
      fmt::format("no table for {} {} with {} seeds{} in {}", rules.text(), rules.board_text(), layer.seeds,
                  layer.marks > 0 ? fmt::format(" and {} {}", layer.marks, layer.marks == 1 ? "mark" : "marks") : "",
                  folders.empty() ? std::string("any folder: none is given") : fmt::format("{}", fmt::join(folders, ", ")));
  message += there.empty() ? "; there is none for these rules" : fmt::format("; there are tables for {}", layers_text(there));
  message += layer.seeds <= kMaxLayerSeeds ? fmt::format("; to make it: {}", build_command(rules, layer))
                                           : fmt::format("; tables go up to {} seeds, positions with more have none", kMaxLayerSeeds);
  throw TableMissing(message);
}

std::vector<LayerId> Catalogue::layers(const RuleSet& rules) const {
  std::set<LayerId> found;
  for (const std::filesystem::path& folder : state_->folders) {
    std::error_code error;
    for (auto it = std::filesystem::directory_iterator(folder / rules.for_tables().full_text(), error); !error && it != end(it);
         it.increment(error)) {
      if (const auto layer = layer_named(it->path().filename().string())) found.insert(*layer);
    }
  }
  return {found.begin(), found.end()};
}

std::vector<Catalogue::Listed> Catalogue::list() const {
  std::vector<Listed> files;
  for (const std::filesystem::path& folder : state_->folders) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) continue;
    for (auto it = std::filesystem::recursive_directory_iterator(folder, error); !error && it != end(it); it.increment(error)) {
      if (it.depth() > 0) it.disable_recursion_pending();
      if (it->path().extension() == kExtension) files.push_back({it->path(), nullptr, ""});
    }
    if (error) throw InputOutputError(fmt::format("{}: cannot list this folder: {}", folder.string(), error.message()));
  }
  std::sort(files.begin(), files.end(), [](const Listed& a, const Listed& b) { return a.path < b.path; });
  files.erase(std::unique(files.begin(), files.end(), [](const Listed& a, const Listed& b) { return a.path == b.path; }), files.end());
  for (Listed& file : files) {
    try {
      auto table = state_->open(file.path);
      const TableHeader& header = table->header();
      const auto name = std::filesystem::path(header.rules.full_text()) / file_name(header.layer);
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
