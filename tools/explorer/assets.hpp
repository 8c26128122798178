// The files of the page and the collection of problems, which stand in the program itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uthi::explorer {

struct EmbeddedFile {
  std::string_view name;  ///< Without a folder.
  std::string_view bytes;
};

/// Page files, problem files (*.jsonl) and openapi.json.
[[nodiscard]] const std::vector<EmbeddedFile>& embedded_files();

/// What an exported site has beside the page files: its scripts, and the explorer as WebAssembly. In the library uthi_site.
[[nodiscard]] const std::vector<EmbeddedFile>& site_files();

/// Null if there is none.
[[nodiscard]] const EmbeddedFile* embedded_file(std::string_view name);

/// Bytes of a file of the page: those embedded or, while `folder` is not empty, those that the folder holds under the same
/// name. Nothing for names that are not embedded, whatever the folder holds. Throws InputOutputError.
[[nodiscard]] std::optional<std::string> page_file(std::string_view name, const std::filesystem::path& folder);

/// The media type of a name: "text/css; charset=utf-8"
[[nodiscard]] std::string_view media_type(std::string_view name);

}  // namespace uthi::explorer
