// Pages, chapters, solutions.
#include "tools/workshop/book.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace uthi::workshop {

namespace {

constexpr double kPageWidth = 178;       // mm within the margins of A4
constexpr double kFrontWidth = 110;      // mm of the board on the cover
constexpr double kMmOfUnit = 25.4 / 96;  // of SVG's units

// Columns and the height that a problem has on the page, in mm.
struct Grid {
  int columns;
  double height;
};

// Boards of two rows are wide and low; long ones need a wide column.
Grid grid_of(int per_page, int pits) {
  constexpr int kLong = 8;
  if (per_page == 4) return {1, 61};
  if (per_page == 9) return pits >= kLong ? Grid{2, 47} : Grid{3, 78};
  return pits >= kLong ? Grid{1, 40.5} : Grid{2, 79};
}

constexpr std::string_view kStyle = R"(
  @page { size: A4; margin: 16mm 16mm 18mm 16mm; @bottom-center { content: counter(page); font: 9pt "DejaVu Serif", Georgia, serif; } }
  @page cover { @bottom-center { content: none; } }
  html { font-family: "DejaVu Serif", Georgia, serif; font-size: 9.5pt; line-height: 1.35; color: #000; }
  body { margin: 0 auto; max-width: 178mm; }
  .cover { page: cover; break-after: page; }
  .cover h1 { font-size: 22pt; margin: 45mm 0 3mm; font-weight: normal; text-align: center; }
  .cover p.count { text-align: center; font-style: italic; margin-bottom: 22mm; }
  .cover .reading { width: 130mm; margin: 0 auto; }
  .cover .board { text-align: center; margin-top: 10mm; }
  .page { break-after: page; }
  h2 { font-size: 13pt; font-weight: normal; border-bottom: 0.4pt solid #000; margin: 0 0 6mm; padding-bottom: 1mm; }
  .row { display: flex; break-inside: avoid; }
  .problem { box-sizing: border-box; padding: 0 2mm; break-inside: avoid; text-align: center; }
  .problem .frame { display: inline-block; text-align: left; }
  .problem .head { margin-bottom: 0.5mm; }
  .problem .number { font-weight: bold; font-size: 11pt; }
  .problem .title { font-style: italic; }
  .problem .author { font-size: 8pt; }
  .problem .board { display: block; margin: 1mm auto; line-height: 0; }
  .problem svg { display: inline-block; }
  .problem .count { white-space: nowrap; padding-left: 2mm; }
  .problem .stipulation { margin-top: 0.5mm; display: flex; justify-content: space-between; }
  .solutions { columns: 2; column-gap: 8mm; }
  .solution { break-inside: avoid; margin: 0 0 3.2mm; text-align: left; font-size: 8.8pt; }
  .solution .line { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 8.2pt; }
  .solution .themes { font-size: 7.4pt; color: #333; }
  @media screen { .page, .cover { margin-bottom: 12mm; } }
)";

// The minus of moves is set as a true minus, and a line may break behind a comma.
std::string typeset(const std::string& text) {
  std::string out;
  for (const char c : escaped(text)) {
    if (c == '-') {
      out += "\xe2\x88\x92";
    } else {
      out += c;
    }
    if (c == ',') out += "\xe2\x80\x8b";
  }
  return out;
}

std::string_view side_word(Side side) { return side == Side::south ? "South" : "North"; }

// "8 + 2": what South's and North's pits hold, by which a misprint is found (chess magazines count men so).
std::string seeds_by_row(const Position& position) {
  const int pits = position.rules.pits();
  const auto row = [&](int first) { return std::accumulate(position.pits.begin() + first, position.pits.begin() + first + pits, 0); };
  return fmt::format("{} + {}", row(0), row(pits));
}

std::string chapter_of(const Position& position) {
  std::string name = fmt::format("{}, 2\xc3\x97{}", position.rules.game().title, position.rules.pits());
  const std::string text = position.rules.text();
  if (const auto brace = text.find('{'); brace != std::string::npos) name.append(" ").append(text, brace);
  return name;
}

class Book {
 public:
  Book(const std::vector<Problem>& problems, const BookStyle& style) : problems_(problems), style_(style) {
    for (const Problem& problem : problems) {
      positions_.push_back(position_of(problem));
    }
  }

  std::string html() {
    out_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
        escaped(style_.title), kStyle);
    cover();
    diagrams();
    solutions();
    return out_ + "</body>\n</html>\n";
  }

 private:
  [[nodiscard]] Grid grid_here(std::size_t i) const { return grid_of(style_.per_page, positions_[i].rules.pits()); }

  [[nodiscard]] DiagramStyle diagram_style() const { return {.palette = style_.palette}; }

  void cover() {
    out_ += fmt::format("<section class=\"cover\">\n<h1>{}</h1>\n<p class=\"count\">{} problem{}</p>\n", escaped(style_.title),
                        problems_.size(), problems_.size() == 1 ? "" : "s");
    out_ +=
        "<div class=\"reading\"><p>South sits at the bottom and names its pits a, b, c \xe2\x80\xa6 from its left; North sits opposite and "
        "names its own A, B, C \xe2\x80\xa6 from its own left. Sowing counter-clockwise is +, clockwise \xe2\x88\x92: in Giuthi "
        "c+ sows pit c towards its owner\xe2\x80\x99s right. In Kiothi c3 lifts three of pit c. The sowings of one turn are joined by "
        "commas. "
        "Captured seeds stand in the stores at the ends of the board, each at its owner\xe2\x80\x99s right hand; the black arrow head "
        "points to the "
        "row of the player to move. Below each board, at the right, stand the seeds in South\xe2\x80\x99s and in North\xe2\x80\x99s "
        "pits.</p>\n<p>In the solutions turns are numbered in pairs; other replies stand in "
        "parentheses.</p></div>\n";
    if (!problems_.empty()) {
      Diagram front{.position = positions_.front()};
      front.style = diagram_style();
      front.style.scale = kFrontWidth / (size_of(front).width * kMmOfUnit);
      out_ += fmt::format("<div class=\"board\">{}</div>\n", svg_of(front));
    }
    out_ += "</section>\n";
  }

  void diagrams() {
    std::size_t on_page = 0;
    std::string chapter;
    bool page_open = false;
    bool row_open = false;
    const auto close_row = [&] {
      if (std::exchange(row_open, false)) out_ += "</div>\n";
    };
    const auto close_page = [&] {
      close_row();
      if (std::exchange(page_open, false)) out_ += "</section>\n";
    };
    for (std::size_t i = 0; i < problems_.size(); ++i) {
      const std::string here = chapter_of(positions_[i]);
      if (!page_open || here != chapter || on_page == static_cast<std::size_t>(style_.per_page)) {
        close_page();
        out_ += fmt::format("<section class=\"page\">\n<h2>{}{}</h2>\n", escaped(here), here == chapter ? " (continued)" : "");
        chapter = here;
        on_page = 0;
        page_open = true;
      }
      if (on_page % static_cast<std::size_t>(grid_here(i).columns) == 0) {
        close_row();
        out_ += "<div class=\"row\">\n";
        row_open = true;
      }
      draw(i);
      ++on_page;
    }
    close_page();
  }

  void draw(std::size_t i) {
    const Problem& problem = problems_[i];
    const Grid grid = grid_here(i);
    const double column = kPageWidth / grid.columns;
    Diagram diagram{.position = positions_[i], .style = diagram_style()};
    // As large as column and row allow; all boards of a chapter are of one size.
    const DiagramSize size = size_of(diagram);
    const double words = problem.author.empty() ? 14 : 18;
    diagram.style.scale = std::min((column - 5) / (size.width * kMmOfUnit), (grid.height - words) / (size.height * kMmOfUnit));
    diagram.style.title = fmt::format("Problem {}: {}", i + 1, to_text(positions_[i]));
    const double unit = diagram.style.scale * kMmOfUnit;
    out_ += fmt::format(
        "<div class=\"problem\" style=\"width:{:.1f}mm;height:{:.1f}mm\">\n<div class=\"frame\" style=\"width:{:.1f}mm\">\n"
        "<div class=\"head\" style=\"padding:0 {:.1f}mm\"><span class=\"number\">{}</span>",
        column, grid.height, size.width * unit, size.inset * unit, i + 1);
    if (!problem.title.empty()) out_ += fmt::format(" <span class=\"title\">{}</span>", escaped(problem.title));
    if (!problem.author.empty()) out_ += fmt::format("<div class=\"author\">{}</div>", escaped(problem.author));
    out_ += fmt::format(
        "</div>\n<div class=\"board\">{}</div>\n<div class=\"stipulation\" style=\"padding:0 {:.1f}mm\"><span>{}</span>"
        "<span class=\"count\">({})</span></div>\n</div>\n</div>\n",
        svg_of(diagram), size.inset * unit, escaped(sentence_of(problem.stipulation, side_word(positions_[i].side))),
        seeds_by_row(positions_[i]));
  }

  void solutions() {
    out_ += "<section>\n<h2>Solutions</h2>\n<div class=\"solutions\">\n";
    for (std::size_t i = 0; i < problems_.size(); ++i) {
      const Problem& problem = problems_[i];
      out_ += fmt::format("<div class=\"solution\"><b>{}</b>", i + 1);
      const bool stops = problem.title.ends_with('?') || problem.title.ends_with('!');
      if (!problem.title.empty()) out_ += fmt::format(" <i>{}{}</i>", escaped(problem.title), stops ? "" : ".");
      if (!problem.solution.empty()) out_ += fmt::format(" <span class=\"line\">{}</span>", typeset(numbered_text(problem.solution)));
      if (!problem.remarks.empty()) out_ += fmt::format("<div>{}</div>", escaped(problem.remarks));
      if (!problem.themes.empty()) {
        out_ += fmt::format("<div class=\"themes\">{}</div>", escaped(fmt::format("{}", fmt::join(problem.themes, " \xc2\xb7 "))));
      }
      out_ += "</div>\n";
    }
    out_ += "</div>\n</section>\n";
  }

  const std::vector<Problem>& problems_;
  const BookStyle& style_;
  std::vector<Position> positions_;
  std::string out_;
};

std::string numbered(const Solution& solution, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < solution.turns.size(); ++i) {
    const std::size_t turn = first + i;
    if (i > 0) text += ' ';
    if (turn % 2 == 0) {
      text += fmt::format("{}. ", turn / 2 + 1);
    } else if (i == 0) {
      text += fmt::format("{}... ", turn / 2 + 1);
    }
    text += solution.turns[i];
  }
  const std::size_t next = first + solution.turns.size();
  // The first branch is the main line and goes on as if it were part of the turns; the others follow in parentheses.
  if (solution.branches.empty()) return text;
  std::string main_line = numbered(solution.branches.front(), next);
  if (const std::string dots = fmt::format("{}... ", next / 2 + 1); main_line.starts_with(dots)) main_line.erase(0, dots.size());
  text.append(" ").append(main_line);
  for (std::size_t i = 1; i < solution.branches.size(); ++i) text += fmt::format(" ({})", numbered(solution.branches[i], next));
  return text;
}

}  // namespace

std::string numbered_text(const Solution& solution) { return numbered(solution, 0); }

std::string html_of(const std::vector<Problem>& problems, const BookStyle& style) { return Book(problems, style).html(); }

}  // namespace uthi::workshop
