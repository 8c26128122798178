// Text for people, broken so that it fits a terminal of 80 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uthi {

inline constexpr std::size_t kColumns = 80;

/// `text` in lines of at most kColumns, broken at blanks. A break of `text` holds where the line behind it is empty or begins with a
/// blank, or the line before it did or ends in a colon; all others only wrap a paragraph, which is filled anew. An indented line
/// goes on four columns further in.
[[nodiscard]] std::string wrapped(std::string_view text);

/// "Usage: " and `usage`, broken between its parts and not within brackets.
[[nodiscard]] std::string wrapped_usage(std::string_view usage);

}  // namespace uthi
