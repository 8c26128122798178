// Drawing boards. Units: a pit is 46 wide; everything is placed from the middle of its pit.
#include "tools/workshop/diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tools/workshop/lap_strip.hpp"

namespace uthi::workshop {

namespace {

constexpr double kPit = 46;     // from pit to pit
constexpr double kRadius = 19;  // of a pit
constexpr double kStore = 40;   // width of a store
constexpr double kLabel = 15;   // height of a row of names
constexpr double kNote = 14;    // height of a row of notes
constexpr double kArrows = 30;  // room for arrows beyond the rows
constexpr double kMargin = 5;

struct Colours {
  std::string_view board, edge, pit, pit_edge, seed, seed_edge, ink, faint, arrow, capture;
};

const Colours& colours_of(Palette palette) {
  static const Colours wood{"#c58f58", "#7a4e24", "#9d6a38", "#6d431d", "#f4e6c8", "#4a2f14", "#2b1a0a", "#6b5540", "#1d4e89", "#b3261e"};
  static const Colours print{"#ffffff", "#000000", "#ffffff", "#000000", "#000000", "none", "#000000", "#444444", "#000000", "#000000"};
  return palette == Palette::wood ? wood : print;
}

struct Spot {
  double x;
  double y;
};

// Where dots stand in a pit: one in the middle, small circles, then rings.
std::vector<Spot> dots(int seeds) {
  std::vector<Spot> spots;
  const auto ring = [&](int count, double radius, double turn) {
    for (int i = 0; i < count; ++i) {
      const double angle = turn + 2 * std::numbers::pi * i / count;
      spots.push_back({radius * std::sin(angle), -radius * std::cos(angle)});
    }
  };
  switch (seeds) {
    case 0:
      return spots;
    case 1:
      ring(1, 0, 0);
      return spots;
    case 2:
      ring(2, 5, std::numbers::pi / 2);
      return spots;
    case 3:
      ring(3, 6, 0);
      return spots;
    case 4:
      ring(4, 7, std::numbers::pi / 4);
      return spots;
    case 5:
      ring(4, 8.5, std::numbers::pi / 4);
      ring(1, 0, 0);
      return spots;
    case 6:
      ring(5, 9, 0);
      ring(1, 0, 0);
      return spots;
    case 7:
      ring(6, 9, 0);
      ring(1, 0, 0);
      return spots;
    default:
      break;
  }
  // More than seven: an inner and an outer ring; more than eighteen are shown as eighteen, the number tells.
  const int shown = std::min(seeds, 18);
  const int inner = shown <= 10 ? 2 : shown <= 13 ? 4 : 6;
  ring(std::min(shown - inner, 12), 12, 0);
  ring(inner, inner == 2 ? 4 : 6, std::numbers::pi / 4);
  return spots;
}

class Drawing {
 public:
  explicit Drawing(const Diagram& diagram) : diagram_(diagram), style_(diagram.style), colours_(colours_of(style_.palette)) {
    const Position& position = diagram.position;
    pits_ = position.rules.pits();
    const bool note_rows = !diagram.notes.empty();
    const bool arrows = diagram.trace.has_value();
    const double left = kMargin + (style_.stores ? kStore : 0) + (style_.mover ? 14 : 0);
    top_ = kMargin + (arrows ? kArrows : 0) + (note_rows ? kNote : 0) + (style_.labels ? kLabel : 0);
    left_ = left;
    width_ = left + pits_ * kPit + (style_.stores ? kStore : 0) + (style_.mover ? 14 : 0) + kMargin;
    board_bottom_ = top_ + 2 * kPit;
    height_ = board_bottom_ + (style_.labels ? kLabel : 0) + (note_rows ? kNote : 0) + (arrows ? kArrows : 0) +
              (style_.caption.empty() ? 0 : 20) + kMargin;
  }

  [[nodiscard]] DiagramSize size() const { return {width_, height_, left_ - (style_.stores ? kStore : 3)}; }

  std::string svg() {
    const std::string title = style_.title.empty() ? to_text(diagram_.position) : style_.title;
    out_ += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n",
        width_ * style_.scale, height_ * style_.scale, width_, height_, escaped(title), escaped(spoken(diagram_.position)));
    board();
    for (int pit = 0; pit < 2 * pits_; ++pit) draw_pit(pit);
    if (style_.labels) labels();
    if (style_.stores) stores();
    if (style_.mover) mover();
    for (const PitNote& note : diagram_.notes) draw_note(note);
    if (diagram_.trace) arrows(*diagram_.trace);
    if (!style_.caption.empty()) {
      text({width_ / 2, height_ - kMargin - 4}, style_.caption, 12, colours_.ink, "middle", "");
    }
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] Spot middle(int pit) const {
    const bool south = pit < pits_;
    const int column = south ? pit : 2 * pits_ - 1 - pit;
    return {left_ + (column + 0.5) * kPit, top_ + (south ? 1.5 : 0.5) * kPit};
  }

  void text(Spot at, std::string_view words, double size, std::string_view colour, std::string_view anchor, std::string_view more) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" fill=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", at.x, at.y, size,
                        colour, anchor, more, escaped(words));
  }

  void board() {
    const double extra = style_.stores ? kStore : 3;
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"16\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"/>\n",
        left_ - extra, top_, pits_ * kPit + 2 * extra, 2 * kPit, colours_.board, colours_.edge);
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"0.8\"/>\n", left_ + 2,
                        top_ + kPit, left_ + pits_ * kPit - 2, top_ + kPit, colours_.edge);
  }

  void draw_pit(int pit) {
    const Spot at = middle(pit);
    const int seeds = diagram_.position.pits[static_cast<std::size_t>(pit)];
    const bool marked = (diagram_.position.marks >> pit & 1U) != 0;
    out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", at.x, at.y,
                        kRadius, colours_.pit, colours_.pit_edge, marked ? "3.2" : "1");
    // The number stands at the lower right of its pit, in a space of its own, so the dots keep to the upper left.
    const double shift = style_.numbers ? -3 : 0;
    const double size = seeds > 12 ? 2.3 : 2.9;
    // Some places lie in the middle between two tenths, where the last bit of a sine would decide, and processors differ in it.
    constexpr double kNudge = 1e-6;
    for (const Spot& dot : dots(seeds)) {
      out_ +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"0.7\"/>\n",
                      at.x + 0.9 * dot.x + shift + kNudge, at.y + 0.9 * dot.y + shift + kNudge, size, colours_.seed, colours_.seed_edge);
    }
    if (style_.numbers && seeds > 0) {
      const std::string number = fmt::format("{}{}", seeds, marked ? "*" : "");
      out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" rx=\"3\" fill=\"{}\"/>\n",
                          at.x + 16.5 - 8.0 * static_cast<double>(number.size()), at.y + 8.5, 8.0 * static_cast<double>(number.size()) + 3,
                          colours_.board);
      text({at.x + 18, at.y + 19}, number, 12, colours_.ink, "end", " font-weight=\"bold\"");
    }
  }

  void labels() {
    for (int pit = 0; pit < 2 * pits_; ++pit) {
      const Spot at = middle(pit);
      const bool south = pit < pits_;
      const std::string name(1, pit_name(south ? Side::south : Side::north, south ? pit : pit - pits_));
      text({at.x, south ? board_bottom_ + 12 : top_ - 4}, name, 11, colours_.faint, "middle", "");
    }
  }

  // South's store at the right, North's at the left: each at its owner's right hand.
  void stores() {
    for (const Side side : {Side::south, Side::north}) {
      const double x = side == Side::south ? left_ + pits_ * kPit + kStore / 2 : left_ - kStore / 2;
      const int seeds = diagram_.position.stores[static_cast<std::size_t>(side)];
      text({x, top_ + kPit + 6}, std::to_string(seeds), 17, colours_.ink, "middle", " font-weight=\"bold\"");
      text({x, side == Side::south ? top_ + kPit + 22 : top_ + kPit - 14}, side == Side::south ? "S" : "N", 10, colours_.ink, "middle", "");
    }
  }

  void mover() {
    const bool south = diagram_.position.side == Side::south;
    const double y = top_ + (south ? 1.5 : 0.5) * kPit;
    const double edge = style_.stores ? kStore : 3;
    // At the end of the mover's row, outside the board.
    const double x = south ? left_ - edge - 3 : left_ + pits_ * kPit + edge + 3;
    const double tail = south ? -10 : 10;
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f} l{:g} -6 v12 z\" fill=\"{}\"/>\n", x, y, tail, colours_.ink);
  }

  void draw_note(const PitNote& note) {
    const Spot at = middle(note.pit);
    const double y = note.pit < pits_ ? board_bottom_ + (style_.labels ? kLabel : 0) + 11 : top_ - (style_.labels ? kLabel : 0) - 3;
    text({at.x, y}, std::string_view(note.text).substr(0, 8), 10, note.good ? colours_.arrow : colours_.faint, "middle",
         note.good ? " font-weight=\"bold\"" : "");
  }

  // Each lap is a curve from its origin to its landing pit, bowed to the outside of the board on the way round.
  void arrows(const SowingTrace& trace) {
    out_ += fmt::format(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
        "orient=\"auto-start-reverse\">"
        "<path d=\"M0 0 L8 4 L0 8 z\" fill=\"{}\"/></marker></defs>\n",
        colours_.arrow);
    int number = diagram_.first_lap - 1;
    for (int pit = 0; style_.labels && pit < 2 * pits_; ++pit) {
      taken_.push_back({middle(pit).x, pit < pits_ ? board_bottom_ + 8 : top_ - 8});
    }
    for (const TracedLap& lap : trace.laps) {
      ++number;
      const Spot from = middle(lap.from);
      const Spot to = middle(lap.sown.back());
      const bool south = lap.from < pits_;
      const bool crosses = south != (lap.sown.back() < pits_);
      // Laps within a row bow away from the board's middle, the more the longer they are.
      const double bow = crosses ? 0 : (south ? 1 : -1) * (24 + 8.0 * ((number - 1) % 5));
      const double inset = 11;
      const double side = south ? 1 : -1;
      const Spot start{from.x + (to.x > from.x ? 3 : -3), from.y + (crosses ? 0 : side * inset)};
      const Spot end{to.x, to.y + (crosses ? (to.y < from.y ? inset : -inset) : side * inset)};
      const double middle_x = (start.x + end.x) / 2 + (crosses ? lap.direction * (south ? 1 : -1) * 16.0 : 0);
      const double middle_y = (start.y + end.y) / 2 + bow;
      out_ += fmt::format(
          "<path d=\"M{:.1f} {:.1f} Q{:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.7\"{} "
          "marker-end=\"url(#tip)\"/>\n",
          start.x, start.y, middle_x, middle_y, end.x, end.y, colours_.arrow, number % 2 == 0 ? " stroke-dasharray=\"5 2\"" : "");
      const Spot label = free_place(start, {middle_x, middle_y}, end);
      out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"0.8\"/>\n", label.x,
                          label.y, colours_.arrow);
      text({label.x, label.y + 3}, std::to_string(number), 8.5, colours_.arrow, "middle", "");
    }
    for (const int pit : trace.captured) {
      const Spot at = middle(pit);
      out_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"21\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"3 2\"/>\n", at.x,
          at.y, colours_.capture);
    }
  }

  // The place on a curve that is farthest from what is written so far, not too near to its ends.
  Spot free_place(Spot start, Spot control, Spot end) {
    Spot best{};
    double best_distance = -1;
    for (const double t : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74}) {
      const double a = (1 - t) * (1 - t);
      const double b = 2 * t * (1 - t);
      const double c = t * t;
      const Spot place{a * start.x + b * control.x + c * end.x, a * start.y + b * control.y + c * end.y};
      double distance = 16;  // farther is no better
      for (const Spot& taken : taken_) distance = std::min(distance, std::hypot(place.x - taken.x, place.y - taken.y));
      if (distance <= best_distance) continue;
      best_distance = distance;
      best = place;
    }
    taken_.push_back(best);
    return best;
  }

  const Diagram& diagram_;
  const DiagramStyle& style_;
  const Colours& colours_;
  int pits_ = 0;
  double left_ = 0, top_ = 0, width_ = 0, height_ = 0, board_bottom_ = 0;
  std::string out_;
  std::vector<Spot> taken_;  // by names of pits and numbers of arrows
};

}  // namespace

namespace {
bool is_strip(const Diagram& diagram) { return diagram.trace && diagram.trace->laps.size() > kMostArrows; }
}  // namespace

std::string svg_of(const Diagram& diagram) { return is_strip(diagram) ? lap_strip(diagram) : Drawing(diagram).svg(); }

DiagramSize size_of(const Diagram& diagram) { return is_strip(diagram) ? lap_strip_size(diagram) : Drawing(diagram).size(); }

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) out += c;
    }
  }
  return out;
}

std::string spoken(const Position& position) {
  const int pits = position.rules.pits();
  const auto row = [&](Side side) {
    std::string words = side == Side::south ? "South:" : "North:";
    for (int i = 0; i < pits; ++i) {
      const auto pit = static_cast<std::size_t>(i + (side == Side::south ? 0 : pits));
      const int seeds = position.pits[pit];
      words += fmt::format("{} {} {}{}", i > 0 ? "," : "", pit_name(side, i), seeds == 0 ? std::string("none") : std::to_string(seeds),
                           (position.marks >> pit & 1U) != 0 ? " marked" : "");
    }
    return words + fmt::format(", store {}. ", position.stores[static_cast<std::size_t>(side)]);
  };
  return row(Side::north) + row(Side::south) + (position.side == Side::south ? "South to move." : "North to move.");
}

}  // namespace uthi::workshop
