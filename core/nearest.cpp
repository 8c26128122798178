// Optimal string alignment distance over short words.
#include "core/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace uthi {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replace, last[j] + 1, current[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(current);
  }
  return last[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& words) {
  constexpr std::size_t kLongestWord = 40;
  if (word.size() > kLongestWord) return "";
  const auto nearest =
      std::min_element(words.begin(), words.end(), [&](auto a, auto b) { return edit_distance(word, a) < edit_distance(word, b); });
  if (nearest == words.end() || edit_distance(word, *nearest) > std::max<std::size_t>(1, nearest->size() / 3)) return "";
  return fmt::format(" (did you mean \"{}\"?)", *nearest);
}

}  // namespace uthi
