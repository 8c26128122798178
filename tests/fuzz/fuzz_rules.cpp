// Any text is a rule list, a board or a game name, or a UsageError; rules that are printed and read again are the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/rule_set.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

template <class F>
void may_refuse(F&& f) {
  try {
    f();
  } catch (const uthi::UsageError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const uthi::GameSpec* game : uthi::all_games()) {
    may_refuse([&] {
      uthi::RuleSet rules(*game, 6);
      rules.set_all(text);
      const std::string printed = rules.text();
      const std::size_t brace = printed.find('{');
      uthi::RuleSet again(*game, 6);
      if (brace != std::string::npos) again.set_all(std::string_view(printed).substr(brace + 1, printed.size() - brace - 2));
      require(again == rules);
      require(rules.for_tables().for_tables() == rules.for_tables());
    });
  }
  may_refuse([&] {
    const int pits = uthi::parse_board(text);
    require(pits >= 2 && pits <= 10);
  });
  may_refuse([&] { require(uthi::game_named(text).name == text); });
  return 0;
}
