// Any text played on any board is legal or a PositionError, and what legal moves do is what the slow twin does.
//
// Input: a byte each for board size, rules and side, a byte a pit, and the rest is a move text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "tests/fuzz/referees.hpp"
#include "tests/twin/bridge.hpp"

namespace {

using uthi::fuzz::referee_for;
using uthi::fuzz::require;

uthi::twin::Position plain(const uthi::Position& position) {
  return {{position.pits.begin(), position.pits.begin() + 2 * position.rules.pits()}, position.side == uthi::Side::south ? 0 : 1};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const int row = 2 + data[0] % 9;
  const auto pits = static_cast<std::size_t>(2 * row);
  const uthi::twin::Rules rules{(data[1] & 1) != 0, (data[1] & 2) != 0, (data[1] & 4) != 0};
  uthi::Position position{.rules = uthi::twin::rule_set(rules, row)};
  position.side = data[2] % 2 == 0 ? uthi::Side::south : uthi::Side::north;
  int left = uthi::kMaxSeeds;
  for (std::size_t i = 0; i < pits && 3 + i < size; ++i) {
    position.pits[i] = static_cast<std::uint8_t>(std::min<int>(data[3 + i], left));
    left -= position.pits[i];
  }
  const uthi::Referee& referee = referee_for(position.rules);
  const auto plies = referee.plies(position);
  const auto expected = uthi::twin::plies(rules, plain(position));
  require(plies.size() == expected.size());
  require(referee.over(position).has_value() == plies.empty());
  for (std::size_t i = 0; i < plies.size(); ++i) {
    require(plain(plies[i].position) == expected[i].after);
    require(plies[i].captures == expected[i].captures && plies[i].again == expected[i].again);
    require(plies[i].position.seeds() + plies[i].captures == position.seeds());
    require(referee.play(position, plies[i].text) == plies[i].position);
  }
  if (size <= 3 + pits) return 0;
  const std::string_view move(reinterpret_cast<const char*>(data) + 3 + pits, size - 3 - pits);
  try {
    const uthi::Position after = referee.play(position, move);
    require(std::any_of(plies.begin(), plies.end(), [&](const auto& ply) { return ply.text == move && ply.position == after; }));
  } catch (const uthi::PositionError&) {
    require(std::none_of(plies.begin(), plies.end(), [&](const auto& ply) { return ply.text == move; }));
  }
  return 0;
}
