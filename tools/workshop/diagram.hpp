// A position as an SVG picture: a carved board with seeds, in colours or for print, with arrows and values where asked for.
//
// Pits are named along the edges, South at the bottom; each pit shows its seeds as dots and as a number beside them. The
// picture has a title and a description for readers that cannot see it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/referee.hpp"
#include "tools/workshop/sowing_trace.hpp"

namespace uthi::workshop {

enum class Palette {
  wood,   ///< Browns, for the screen.
  print,  ///< Black on white, no filled areas.
};

struct DiagramStyle {
  Palette palette = Palette::wood;
  bool labels = true;   ///< Names of pits.
  bool numbers = true;  ///< Counts beside the dots.
  bool stores = true;
  bool mover = true;      ///< An arrow head before the row of the side to move.
  std::string caption{};  ///< A line below the board; none if empty.
  std::string title{};    ///< For readers that cannot see it; the position's text if empty.
  double scale = 1;       ///< Width and height in the file; 1 is 46 units a pit.
};

/// What is written above or below a pit, for example a value: at most 8 characters.
struct PitNote {
  int pit = 0;  ///< Ring pit.
  std::string text;
  bool good = false;  ///< Set apart.
};

struct Diagram {
  Position position;
  DiagramStyle style{};
  std::optional<SowingTrace> trace{};  ///< Drawn as numbered arrows, lap by lap, with the captured pits ringed.
  int first_lap = 1;                   ///< Number of the trace's first arrow.
  std::vector<PitNote> notes{};
};

/// A whole SVG file; also good inside HTML. More than three laps get a board each (tools/workshop/lap_strip.hpp).
[[nodiscard]] std::string svg_of(const Diagram& diagram);

struct DiagramSize {
  double width;
  double height;
  double inset = 0;  ///< From the picture's left and right edges to the board's.
};

/// Of the drawing in units (a pit is 46 wide), before `scale`.
[[nodiscard]] DiagramSize size_of(const Diagram& diagram);

/// `text` with the characters that XML and HTML reserve replaced, and control characters left out.
[[nodiscard]] std::string escaped(std::string_view text);

/// "North: A 2, B none, ... South: ... South to move." for readers that cannot see the picture.
[[nodiscard]] std::string spoken(const Position& position);

}  // namespace uthi::workshop
