// uthi render: pictures of positions and problems.
#include <fmt/format.h>

#include <filesystem>

#include "core/error.hpp"
#include "tools/board_drawing.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/pit_values.hpp"
#include "tools/probe_report.hpp"
#include "tools/problem_items.hpp"
#include "tools/workshop/converter.hpp"
#include "tools/workshop/diagram.hpp"

namespace uthi {

namespace {

using workshop::Diagram;

constexpr std::int64_t kDefaultWidth = 800;

Diagram diagram_of(const Position& position, const Arguments& arguments) {
  Diagram diagram{.position = position};
  const auto palette = arguments.text("palette").value_or("wood");
  if (palette != "wood" && palette != "print") throw UsageError(fmt::format("--palette {}: expected wood or print", palette));
  diagram.style.palette = palette == "print" ? workshop::Palette::print : workshop::Palette::wood;
  diagram.style.labels = !arguments.has("no-labels");
  diagram.style.numbers = !arguments.has("no-numbers");
  diagram.style.stores = !arguments.has("no-stores");
  if (const auto move = arguments.text("move")) {
    diagram.trace = workshop::trace_of(position, make_referee(position.rules)->ply(position, *move));
  }
  if (arguments.has("values")) {
    Probers probers(folders_to_read(arguments));
    diagram.notes = values_by_pit(probers.for_rules(position.rules).answer(position));
  }
  return diagram;
}

// Pictures as asked for: to a file by its ending, else SVG to standard output.
void deliver(const std::string& svg, const std::optional<std::string>& file, bool png, int width, Output& output) {
  const std::string picture = png ? workshop::png_of(svg, width) : svg;
  if (file) {
    workshop::write_whole(*file, picture);
  } else {
    output.text(picture);
  }
}

ExitCode run(const Arguments& arguments) {
  const std::string& word = arguments.words().front();
  const auto file = arguments.text("output");
  const int width = static_cast<int>(arguments.number("width", 16, 8000).value_or(kDefaultWidth));
  bool png = arguments.has("png") || (file && file->ends_with(".png"));
  Output output;
  if (word.find(':') != std::string::npos) {
    deliver(workshop::svg_of(diagram_of(position_of(word), arguments)), file, png, width, output);
    output.flush();
    return ExitCode::ok;
  }
  const auto id = arguments.text("id");
  if (!id && !file) throw UsageError("a file holds many problems: give --id ID for one, or --output DIR for all of them");
  ItemErrors errors(output, false);
  bool found = false;
  (void)for_each_problem({word}, errors, [&](workshop::ProblemItem& item) {
    const workshop::Problem& problem = *item.problem;
    if (id && problem.id != *id) return;
    found = true;
    const auto svg = attempt(errors, item, [&] {
      Diagram diagram = diagram_of(workshop::position_of(problem), arguments);
      diagram.style.caption = workshop::sentence_of(problem.stipulation, side_name(diagram.position.side));
      diagram.style.title = fmt::format("{}: {}", problem.id, to_text(diagram.position));
      return workshop::svg_of(diagram);
    });
    if (!svg) return;
    if (id) {
      deliver(*svg, file, png, width, output);
    } else {
      deliver(*svg, (std::filesystem::path(*file) / (problem.id + (png ? ".png" : ".svg"))).string(), png, width, output);
    }
  });
  output.flush();
  if (!found && (id || errors.code() == ExitCode::ok))
    throw UsageError(fmt::format("{}: there is no problem \"{}\"", word, id.value_or("")));
  return errors.code();
}

}  // namespace

const Command& render_command() {
  static const Command command{
      .name = "render",
      .summary = "a position or problem as a picture: SVG or PNG",
      .usage = "uthi render POSITION|FILE [--output FILE|DIR] [--move MOVE] [--values] [--palette wood|print] [options]",
      .description =
          "Draws the board: names of pits, seeds as dots and numbers, stores, an arrow head at the row of the side to move. --move\n"
          "draws a sowing lap by lap, each lap a numbered arrow and captured pits ringed; more than three laps get a board each.\n"
          "--values writes at each of the mover's pits what its best sowing leads to with exact play (+4 wins by four, = draws).\n"
          "The picture carries a title and a description for readers that cannot see it. Of a FILE of problems it draws the one\n"
          "that --id names, or all into the folder that --output names. SVG goes to standard output; a name that ends in .png, or\n"
          "--png, gives PNG, for which the program rsvg-convert of librsvg is used.",
      .options = {kTablesOption,
                  {"output", "FILE", "write there; of a whole FILE of problems a folder"},
                  {"id", "ID", "draw this problem of a FILE"},
                  {"move", "MOVE", "draw this sowing from the position"},
                  {"values", "", "write values at the mover's pits (needs tables)"},
                  {"palette", "P", "wood (default) or print: black on white"},
                  {"png", "", "PNG instead of SVG"},
                  {"width", "N", "pixels of a PNG; default 800"},
                  {"no-labels", "", "leave out the names of pits"},
                  {"no-numbers", "", "leave out the counts beside the dots"},
                  {"no-stores", "", "leave out the stores"}},
      .examples =
          "  uthi render 'giuthi:0,0,1,0,2/0,3,0,1,0 6 5 S' > board.svg\n"
          "  uthi render giuthi:0,0,1,0,2/0,3,0,1,0 --move b- --values --output b.png\n"
          "  uthi render data/problems/giuthi-2x5.jsonl --output pictures --palette print",
      .least_words = 1,
      .most_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
