// Playing a trace lap by lap and laying the boards out.
#include "tools/workshop/lap_strip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace uthi::workshop {

namespace {

constexpr double kGap = 10;
constexpr double kCaption = 20;

std::string pit_text(int pit, int pits) {
  return std::string(1, pit_name(pit < pits ? Side::south : Side::north, pit < pits ? pit : pit - pits));
}

std::string caption_of(std::size_t number, const TracedLap& lap, int pits) {
  return fmt::format("lap {}: {} from {} to {}", number, lap.seeds, pit_text(lap.from, pits), pit_text(lap.sown.back(), pits));
}

void play(const TracedLap& lap, Position& position) {
  auto& from = position.pits[static_cast<std::size_t>(lap.from)];
  from = static_cast<std::uint8_t>(from - lap.seeds);
  position.marks &= ~(decltype(position.marks){1} << lap.from);  // sowing from a nki ends its mark (RULES: Kiothi)
  for (const int pit : lap.sown) ++position.pits[static_cast<std::size_t>(pit)];
}

std::vector<Diagram> panels_of(const Diagram& diagram) {
  const auto& laps = diagram.trace->laps;
  const int pits = diagram.position.rules.pits();
  std::vector<Diagram> panels;
  Position position = diagram.position;
  for (std::size_t i = 0; i < laps.size(); ++i) {
    const bool last = i + 1 == laps.size();
    if (last || panels.size() + 1 < kMostPanels) {
      Diagram& panel = panels.emplace_back(Diagram{.position = position, .style = diagram.style});
      const std::size_t left_out = i - (panels.size() - 1);
      panel.style.scale = 1;
      panel.style.caption = caption_of(i + 1, laps[i], pits);
      if (last && left_out > 0) panel.style.caption += fmt::format(" ({} laps left out before)", left_out);
      panel.style.title = panel.style.caption;
      panel.trace = SowingTrace{{laps[i]}, last ? diagram.trace->captured : std::vector<int>{}};
      panel.first_lap = static_cast<int>(i + 1);
      if (panels.size() == 1) panel.notes = diagram.notes;
    }
    play(laps[i], position);
  }
  return panels;
}

struct Layout {
  std::size_t columns;
  double width;   // of a panel
  double height;  // of a panel
  DiagramSize all;
};

Layout layout_of(const Diagram& diagram, const std::vector<Diagram>& panels) {
  Layout layout{.columns = panels.size() > 6 ? std::size_t{3} : std::size_t{2}, .width = 0, .height = 0, .all = {}};
  for (const Diagram& panel : panels) {
    const DiagramSize size = size_of(panel);
    layout.width = std::max(layout.width, size.width);
    layout.height = std::max(layout.height, size.height);
  }
  const std::size_t rows = (panels.size() + layout.columns - 1) / layout.columns;
  layout.all.width = static_cast<double>(layout.columns) * (layout.width + kGap) - kGap;
  layout.all.height = static_cast<double>(rows) * (layout.height + kGap) - kGap + (diagram.style.caption.empty() ? 0 : kCaption);
  return layout;
}

}  // namespace

std::string lap_strip(const Diagram& diagram) {
  const std::vector<Diagram> panels = panels_of(diagram);
  const Layout layout = layout_of(diagram, panels);
  const DiagramStyle& style = diagram.style;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
      "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{}</title>\n<desc>{} {} laps, drawn one by one.</desc>\n",
      layout.all.width * style.scale, layout.all.height * style.scale, layout.all.width, layout.all.height,
      escaped(style.title.empty() ? to_text(diagram.position) : style.title), escaped(spoken(diagram.position)),
      diagram.trace->laps.size());
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double x = static_cast<double>(i % layout.columns) * (layout.width + kGap);
    // Panels stand on one line: the first may be higher, by its notes.
    const double y = static_cast<double>(i / layout.columns) * (layout.height + kGap) + layout.height - size_of(panels[i]).height;
    out += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", x, y, svg_of(panels[i]));
  }
  if (!style.caption.empty()) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" text-anchor=\"middle\">{}</text>\n", layout.all.width / 2,
                       layout.all.height - kCaption / 2 + 4, escaped(style.caption));
  }
  return out + "</svg>\n";
}

DiagramSize lap_strip_size(const Diagram& diagram) { return layout_of(diagram, panels_of(diagram)).all; }

}  // namespace uthi::workshop
