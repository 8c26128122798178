// The waves as words, for a checkpoint.
#include "solver/waves.hpp"

#include <cstddef>

namespace uthi {

std::vector<std::uint32_t> Waves::to_words(std::uint32_t depth) const {
  std::vector<std::uint32_t> words;
  for (; depth < last_; ++depth) {
    const Wave& wave = waves_[depth];
    for (const NodeList* list : {&wave.a, &wave.a_candidates, &wave.b}) {
      words.push_back(static_cast<std::uint32_t>(list->size()));
      words.insert(words.end(), list->begin(), list->end());
    }
  }
  return words;
}

void Waves::take_words(std::span<const std::uint32_t> words, std::uint32_t depth) {
  clear();
  for (; !words.empty(); ++depth) {
    Wave& wave = at(depth);
    for (NodeList* list : {&wave.a, &wave.a_candidates, &wave.b}) {
      const auto numbers = words.subspan(1, words[0]);
      list->insert(list->end(), numbers.begin(), numbers.end());
      words = words.subspan(1 + numbers.size());
    }
  }
}

}  // namespace uthi
