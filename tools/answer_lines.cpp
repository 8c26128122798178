// Lines in, objects out.
#include "tools/answer_lines.hpp"

#include "core/error.hpp"
#include "tools/text_reader.hpp"

namespace uthi {

ExitCode answer_lines(Output& output, const LineAnswer& answer) {
  TextReader lines("-", {.endless = true}, [&] { output.flush(); });
  ExitCode code = ExitCode::ok;
  while (const auto line = lines.next()) output.line(answer_of_line(line->text, line->number, answer, code, line->fault));
  output.flush();
  return code;
}

}  // namespace uthi
