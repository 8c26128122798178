// uthi book: problems as a booklet.
#include <fmt/format.h>

#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/output.hpp"
#include "tools/problem_items.hpp"
#include "tools/workshop/book.hpp"
#include "tools/workshop/converter.hpp"

namespace uthi {

namespace {

ExitCode run(const Arguments& arguments) {
  workshop::BookStyle style;
  if (const auto title = arguments.text("title")) style.title = *title;
  style.per_page = static_cast<int>(arguments.number("per-page", 1, 9).value_or(style.per_page));
  if (style.per_page != 4 && style.per_page != 6 && style.per_page != 9) {
    throw UsageError(fmt::format("--per-page {}: expected 4, 6 or 9 diagrams", style.per_page));
  }
  if (arguments.has("colour")) style.palette = workshop::Palette::wood;
  Output output;
  ItemErrors errors(output, false);
  std::vector<workshop::Problem> problems;
  (void)for_each_problem(arguments.words(), errors, [&](workshop::ProblemItem& item) {
    if (attempt(errors, item, [&] { return workshop::position_of(*item.problem); })) problems.push_back(std::move(*item.problem));
  });
  if (problems.empty() && errors.code() != ExitCode::ok) return errors.code();
  const std::string html = workshop::html_of(problems, style);
  const auto file = arguments.text("output");
  const bool pdf = arguments.has("pdf") || (file && file->ends_with(".pdf"));
  const std::string book = pdf ? workshop::pdf_of(html) : html;
  if (file) {
    workshop::write_whole(*file, book);
    return errors.code();
  }
  output.text(book);
  output.flush();
  return errors.code();
}

}  // namespace

const Command& book_command() {
  static const Command command{
      .name = "book",
      .summary = "problems as a booklet: HTML with a style for print, or PDF",
      .usage = "uthi book FILE... [--output FILE] [--title TEXT] [--per-page 4|6|9] [--colour]",
      .description =
          "Sets problems as a booklet: diagrams with the stipulation under each, in chapters by game and board, and the solutions\n"
          "with themes and remarks at the back. No problem is broken by the end of a page. A problem that cannot be read is named and left "
          "out. HTML goes to standard output or to the\n"
          "file; a name that ends in .pdf, or --pdf, gives PDF, for which the program weasyprint is used.",
      .options = {{"output", "FILE", "write there"},
                  {"title", "TEXT", "title of the booklet; default \"End-game problems\""},
                  {"per-page", "N", "4, 6 (default) or 9 diagrams a page"},
                  {"colour", "", "boards in colour instead of black on white"},
                  {"pdf", "", "PDF instead of HTML"}},
      .examples =
          "  uthi book data/problems/*.jsonl --output problems.html\n"
          "  uthi book data/problems/*.jsonl --title 'Sixty ends' --output problems.pdf",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
