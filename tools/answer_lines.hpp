// The loop that answers standard input line by line.
#pragma once

#include "tools/json.hpp"
#include "tools/output.hpp"

namespace uthi {

/// Reads a position an input line and writes what `answer_of_line` gives as one JSON line each, in order. Returns the worst
/// exit code of all lines.
[[nodiscard]] ExitCode answer_lines(Output& output, const LineAnswer& answer);

}  // namespace uthi
