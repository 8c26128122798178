// Staging, and moving into place.
#include "tools/explorer/site/site_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/plain_file.hpp"

namespace uthi::explorer {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kList = "site.json";
constexpr std::string_view kListBefore = ".site.json.before";  // While files are moved.
constexpr std::string_view kStaging = ".uthi-export-";
constexpr std::string_view kMadeBy = "uthi export-site";

[[noreturn]] void refused(const fs::path& path, std::string_view action, const std::error_code& error) {
  throw InputOutputError(fmt::format("{}: cannot {}: {}", path.string(), action, error.message()));
}

bool stays_inside(const fs::path& name) {
  return !name.empty() && name.is_relative() && std::none_of(name.begin(), name.end(), [](const fs::path& part) { return part == ".."; });
}

// The files that a list names; nothing if it is no list of a site.
std::optional<std::set<std::string>> files_listed(const fs::path& list) {
  std::error_code missing;
  if (!fs::exists(list, missing)) return std::nullopt;
  std::ifstream in = open_plain_stream(list);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse(text, error);
  if (error || !value.is_object()) return std::nullopt;
  const auto* made_by = value.get_object().if_contains("made_by");
  const auto* files = value.get_object().if_contains("files");
  if (made_by == nullptr || !made_by->is_string() || made_by->get_string() != kMadeBy || files == nullptr || !files->is_array())
    return std::nullopt;
  std::set<std::string> names;
  for (const auto& file : files->get_array()) {
    if (!file.is_string() || !stays_inside(std::string(file.get_string()))) return std::nullopt;
    names.emplace(file.get_string());
  }
  return names;
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, error); !error && it != end(it); it.increment(error)) entries.push_back(it->path());
  if (error) refused(folder, "list this folder", error);
  return entries;
}

bool is_staging(const fs::path& path) { return path.filename().string().starts_with(kStaging); }

void make_folders(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) refused(folder, "make this folder", error);
}

void move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) refused(to, "put it in its place", error);
}

// Folders that a removed file leaves empty go too, up to `top`.
void remove_file(const fs::path& top, const std::string& name) {
  std::error_code ignored;
  fs::path path = top / name;
  fs::remove(path, ignored);
  for (path = path.parent_path(); path != top && fs::is_empty(path, ignored) && !ignored; path = path.parent_path()) {
    fs::remove(path, ignored);
  }
}

}  // namespace

SiteFolder::SiteFolder(fs::path folder) : folder_(fs::absolute(std::move(folder)).lexically_normal()) {
  if (!folder_.has_filename()) folder_ = folder_.parent_path();
  std::error_code error;
  const auto status = fs::status(folder_, error);
  if (fs::exists(status)) {
    if (!fs::is_directory(status)) throw UsageError(fmt::format("{}: expected a folder for the site, or nothing", folder_.string()));
    std::vector<fs::path> there = entries_of(folder_);
    // Left by an export that was killed.
    for (const fs::path& path : there) {
      if (is_staging(path)) fs::remove_all(path, error);
    }
    std::erase_if(there, is_staging);
    auto listed = files_listed(folder_ / kList);
    if (!listed) listed = files_listed(folder_ / kListBefore);
    if (!listed && !there.empty()) {
      throw UsageError(fmt::format("{}: this folder is not empty, and holds no site that {} wrote; expected an empty or a new folder",
                                   folder_.string(), kMadeBy));
    }
    if (listed) before_ = std::move(*listed);
  } else {
    new_ = folder_;
    while (new_.has_relative_path() && !fs::exists(new_.parent_path(), error)) new_ = new_.parent_path();
  }
  staging_ = folder_ / fmt::format("{}{}", kStaging, ::getpid());
  make_folders(staging_);
}

SiteFolder::~SiteFolder() {
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
  if (new_.empty()) return;
  // Only folders that are empty, as those that were made for the site are.
  for (fs::path path = folder_; fs::remove(path, ignored) && path != new_;) path = path.parent_path();
}

void SiteFolder::write(const std::string& name, std::span<const std::uint8_t> bytes) {
  AtomicFile file(staging_ / name);
  file.write(bytes);
  file.commit();
  bytes_ += bytes.size();
  names_.insert(name);
}

void SiteFolder::write(const std::string& name, std::string_view text) {
  write(name, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

void SiteFolder::copy(const std::string& name, const fs::path& from) {
  std::ifstream in = open_plain_stream(from);
  AtomicFile file(staging_ / name);
  std::vector<char> piece(1U << 20);
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    const auto count = static_cast<std::size_t>(in.gcount());
    file.write(std::span(reinterpret_cast<const std::uint8_t*>(piece.data()), count));
    bytes_ += count;
  }
  if (!in.eof()) throw InputOutputError(fmt::format("{}: cannot read", from.string()));
  file.commit();
  names_.insert(name);
}

void SiteFolder::commit(std::string_view version) {
  boost::json::array files(names_.begin(), names_.end());
  const boost::json::object list{{"made_by", kMadeBy}, {"version", version}, {"files", std::move(files)}};
  const std::string text = boost::json::serialize(list) + "\n";
  write(std::string(kList), text);
  names_.erase(std::string(kList));
  for (const std::string& name : names_) make_folders((folder_ / name).parent_path());
  std::error_code error;
  if (fs::exists(folder_ / kList, error)) move_file(folder_ / kList, folder_ / kListBefore);
  new_.clear();
  for (const std::string& name : names_) move_file(staging_ / name, folder_ / name);
  for (const std::string& name : before_) {
    if (!names_.contains(name)) remove_file(folder_, name);
  }
  move_file(staging_ / kList, folder_ / kList);
  fs::remove(folder_ / kListBefore, error);
}

}  // namespace uthi::explorer
