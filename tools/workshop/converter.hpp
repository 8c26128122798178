// Other programs that turn what Uthi draws into other formats: rsvg-convert (of librsvg) for PNG, weasyprint for PDF.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uthi::workshop {

/// Runs `program` with `arguments`, gives it `input`, and returns what it writes. Throws InputOutputError with what it said
/// where it fails; `package` is the Debian package to install where it is missing.
[[nodiscard]] std::string converted(const std::string& program, const std::vector<std::string>& arguments, std::string_view input,
                                    std::string_view package);

/// SVG to PNG, `width` pixels wide.
[[nodiscard]] std::string png_of(std::string_view svg, int width);

/// HTML to PDF.
[[nodiscard]] std::string pdf_of(std::string_view html);

}  // namespace uthi::workshop
