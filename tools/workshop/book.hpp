// A booklet of problems as one HTML page with a style for print: diagrams with the stipulation under each, solutions at the
// back. No problem and no solution is broken by the end of a page.
#pragma once

#include <string>
#include <vector>

#include "tools/workshop/diagram.hpp"
#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

struct BookStyle {
  std::string title = "End-game problems";
  int per_page = 6;  ///< Diagrams: 4, 6 or 9.
  Palette palette = Palette::print;
};

/// The HTML page, complete in itself. Problems keep their order and are numbered from 1; a change of game or board begins a
/// new chapter. Throws PositionError where a position cannot be read.
[[nodiscard]] std::string html_of(const std::vector<Problem>& problems, const BookStyle& style);

/// "1. b+,c− A− 2. c+ (1... B+ 2. d−)": turns numbered as in books.
[[nodiscard]] std::string numbered_text(const Solution& solution);

}  // namespace uthi::workshop
