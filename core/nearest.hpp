// "Did you mean ...?" for mistyped words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uthi {

/// Edit distance: insertions, deletions, replacements and swaps of neighbours each count one.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// ` (did you mean "build"?)` with the nearest of `words` if one is near, else nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& words);

}  // namespace uthi
