// Finding embedded files.
#include "tools/explorer/assets.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "core/error.hpp"
#include "tablebase/plain_file.hpp"

namespace uthi::explorer {

const EmbeddedFile* embedded_file(std::string_view name) {
  const auto& files = embedded_files();
  const auto found = std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

std::optional<std::string> page_file(std::string_view name, const std::filesystem::path& folder) {
  const EmbeddedFile* file = embedded_file(name);
  if (file == nullptr || name.ends_with(".jsonl") || name == "openapi.json") return std::nullopt;
  if (folder.empty()) return std::string(file->bytes);
  std::ifstream in = open_plain_stream(folder / file->name);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  if (!in) throw InputOutputError((folder / file->name).string() + ": cannot be read");
  return bytes;
}

std::string_view media_type(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".wasm", "application/wasm"},
      {".txt", "text/plain; charset=utf-8"},
  }};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

}  // namespace uthi::explorer
