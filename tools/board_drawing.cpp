// Boards in box-drawing characters, or in ASCII.
#include "tools/board_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "tools/output.hpp"

namespace uthi {

namespace {

// What a board is drawn with.
struct Glyphs {
  std::string_view empty, line, bar, arrow;
  std::array<std::string_view, 3> top, middle, bottom;  // left end, between two pits, right end
};

const Glyphs& glyphs() {
  static constexpr Glyphs kBoxes{"·", "─", "│", "◀", {"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
  static constexpr Glyphs kAscii{".", "-", "|", "<", {"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}};
  return ascii_only() ? kAscii : kBoxes;
}

std::string cell(const Position& position, std::size_t pit) {
  if (position.pits[pit] == 0) return std::string(glyphs().empty);
  return fmt::format("{}{}", position.pits[pit], (position.marks >> pit & 1U) != 0 ? "*" : "");
}

std::string rule(const std::array<std::string_view, 3>& ends, int pits, std::size_t width) {
  std::string dashes;
  for (std::size_t i = 0; i < width + 2; ++i) dashes += glyphs().line;
  std::string text = fmt::format("  {}", ends[0]);
  for (int i = 0; i < pits; ++i) text += fmt::format("{}{}", dashes, i + 1 < pits ? ends[1] : ends[2]);
  return text + '\n';
}

// What of the opening is still to come.
std::string opening_text(const Position& position) {
  if (position.redistributions == 0) return "";
  if (position.redistributions == 1) return fmt::format("  opening: {} redistributes\n", side_name(position.side));
  return fmt::format("  opening: {} redistributes, then {}\n", side_name(position.side), side_name(other(position.side)));
}

}  // namespace

std::string_view side_name(Side side) { return side == Side::south ? "South" : "North"; }

std::string win_name(const GameSpec& game, int margin) {
  return is_win_by_two(game, margin) ? fmt::format(", a {}", game.win_by_two) : std::string();
}

bool ascii_only() {
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text == nullptr ? "" : text);
  };
  if (variable("TERM") == "dumb") return true;
  std::string locale = variable("LC_ALL");
  if (locale.empty()) locale = variable("LC_CTYPE");
  if (locale.empty()) locale = variable("LANG");
  std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return locale.find("utf-8") == std::string::npos && locale.find("utf8") == std::string::npos;
}

std::string drawn(const Position& position) {
  const int pits = position.rules.pits();
  std::size_t width = 1;
  for (std::size_t pit = 0; pit < static_cast<std::size_t>(2 * pits); ++pit) {
    if (position.pits[pit] != 0) width = std::max(width, cell(position, pit).size());
  }
  // North's row is drawn from its last pit to its first, so that facing pits stand one above the other.
  const auto pit_at = [&](Side side, int column) { return side == Side::south ? column : pits - 1 - column; };
  const auto names = [&](Side side) {
    std::string text = "   ";
    for (int i = 0; i < pits; ++i) text += fmt::format(" {:^{}}  ", pit_name(side, pit_at(side, i)), width);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  };
  const auto row = [&](Side side) {
    std::string text = fmt::format("  {}", glyphs().bar);
    for (int i = 0; i < pits; ++i) {
      const int first = side == Side::south ? 0 : pits;
      text += fmt::format(" {:>{}} {}", cell(position, static_cast<std::size_t>(first + pit_at(side, i))), width, glyphs().bar);
    }
    text += fmt::format("  {}  store {}", side_name(side), position.stores[static_cast<std::size_t>(side)]);
    if (position.side == side)
      text += coloured(fmt::format("  {} to {}", glyphs().arrow, position.redistributions > 0 ? "redistribute" : "move"), Colour::bold);
    return text + '\n';
  };
  return names(Side::north) + rule(glyphs().top, pits, width) + row(Side::north) + rule(glyphs().middle, pits, width) + row(Side::south) +
         rule(glyphs().bottom, pits, width) + names(Side::south) + "  counter-clockwise: South sows to the right, North to the left\n" +
         opening_text(position);
}

std::string half_text(int seeds) {
  if (ascii_only()) return fmt::format("{}{}", seeds / 2, seeds % 2 == 0 ? "" : ".5");
  if (seeds == 1) return "½";
  return fmt::format("{}{}", seeds / 2, seeds % 2 == 0 ? "" : "½");
}

}  // namespace uthi
