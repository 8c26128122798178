// Any text played on any board of Kiothi is legal or a PositionError, what legal sowings do is what the slow twin does, and
// redistributions are read as they are printed.
//
// Input: a byte each for board size, rules, and side with opening, a byte a pit for its seeds and mark, and the rest is a
// move text.
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
#include "tests/twin/kiothi_bridge.hpp"

namespace {

using uthi::fuzz::referee_for;
using uthi::fuzz::require;

namespace kiothi = uthi::twin::kiothi;

kiothi::Position plain(const uthi::Position& position) {
  const auto pits = static_cast<std::size_t>(2 * position.rules.pits());
  kiothi::Position twin{{position.pits.begin(), position.pits.begin() + 2 * position.rules.pits()},
                        std::vector<bool>(pits),
                        position.side == uthi::Side::south ? 0 : 1};
  for (std::size_t ring = 0; ring < pits; ++ring) twin.nki[ring] = (position.marks >> ring & 1U) != 0;
  return twin;
}

void check_opening(const uthi::Referee& referee, const uthi::Position& position, std::string_view move) {
  std::string first;
  try {
    require(!referee.over(position));
    require(referee.ways(position) > 0);
    int listed = 0;
    referee.for_each_ply(position, [&](const uthi::LegalPly& ply) {
      if (listed == 0) first = ply.text;
      const uthi::LegalPly read = referee.ply(position, ply.text);
      require(read.text == ply.text && read.position == ply.position);
      require(uthi::parse_position(uthi::to_text(ply.position)) == ply.position);
      require(ply.position.seeds() == position.seeds() && ply.position.redistributions == position.redistributions - 1);
      return ++listed < 50;
    });
    require(listed > 0);
  } catch (const uthi::PositionError&) {
    require(first.empty());  // only positions in which nobody can redistribute
  }
  try {
    const uthi::LegalPly ply = referee.ply(position, move);
    require(ply.position.seeds() == position.seeds());
    require(referee.play(position, ply.text) == ply.position);
  } catch (const uthi::PositionError& error) {
    require(std::string_view(error.what()).size() < 2000);
    require(first.empty() || first != move);
  }
}

void check_sowings(const uthi::Referee& referee, const kiothi::Rules& rules, const uthi::Position& position, std::string_view move) {
  const auto plies = referee.plies(position);
  const auto expected = kiothi::plies(rules, plain(position));
  require(plies.size() == expected.size());
  const auto over = referee.over(position);
  require(over.has_value() == plies.empty());
  require(!over || *over == kiothi::end_margin(rules, plain(position)));
  for (std::size_t i = 0; i < plies.size(); ++i) {
    require(plain(plies[i].position) == expected[i].after);
    require(plies[i].captures == expected[i].captures && !plies[i].again);
    require(plies[i].position.seeds() + plies[i].captures == position.seeds());
    if (i % 16 != 0) continue;  // reading is slower than sowing
    require(referee.play(position, plies[i].text) == plies[i].position);
    require(uthi::parse_position(uthi::to_text(plies[i].position)) == plies[i].position);
  }
  try {
    const uthi::Position after = referee.play(position, move);
    require(std::any_of(plies.begin(), plies.end(), [&](const auto& ply) { return ply.text == move && ply.position == after; }));
  } catch (const uthi::PositionError&) {
    require(std::none_of(plies.begin(), plies.end(), [&](const auto& ply) { return ply.text == move; }));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const int row = 2 + data[0] % 9;
  const auto pits = static_cast<std::size_t>(2 * row);
  const kiothi::Rules rules{(data[1] & 1) != 0, (data[1] & 2) != 0, (data[1] & 4) != 0};
  uthi::Position position{.rules = kiothi::rule_set(rules, row)};
  position.rules.set("redistribute", (data[1] & 8) != 0 ? "upto2" : "two");
  position.side = (data[2] & 1) == 0 ? uthi::Side::south : uthi::Side::north;
  position.redistributions = (data[2] >> 1) % 6 < 2 ? (data[2] >> 1) % 6 + 1 : 0;
  // Many seeds go round small boards for millions of laps, and the twin keeps them all.
  int left = row < 8 ? 40 : uthi::kMaxSeeds;
  for (std::size_t i = 0; i < pits && 3 + i < size; ++i) {
    position.pits[i] = static_cast<std::uint8_t>(std::min<int>(data[3 + i] & 127, left));
    left -= position.pits[i];
    if (position.redistributions == 0 && position.pits[i] > 0 && data[3 + i] > 127) position.marks |= 1U << i;
  }
  const std::string_view move =
      size <= 3 + pits ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data) + 3 + pits, size - 3 - pits);
  const uthi::Referee& referee = referee_for(position.rules);
  require(uthi::parse_position(uthi::to_text(position)) == position);
  if (position.redistributions > 0) {
    check_opening(referee, position, move);
  } else {
    check_sowings(referee, rules, position, move);
  }
  return 0;
}
