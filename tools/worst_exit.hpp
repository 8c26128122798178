// The exit code of a command that goes on behind an item it could not answer: the worst of all its items.
#pragma once

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace uthi {

/// Exit codes from the least bad to the worst. What was answered comes first, then what could be answered with more room or
/// tables, then what was asked wrongly, and at the end what calls for help.
inline constexpr std::array kFromBestToWorst{ExitCode::ok,         ExitCode::no,           ExitCode::does_not_fit,  ExitCode::table_missing,
                                             ExitCode::usage,      ExitCode::bad_position, ExitCode::table_damaged, ExitCode::input_output,
                                             ExitCode::interrupted};

[[nodiscard]] constexpr ExitCode worse_of(ExitCode a, ExitCode b) {
  const auto rank = [](ExitCode code) { return std::find(kFromBestToWorst.begin(), kFromBestToWorst.end(), code); };
  return rank(a) < rank(b) ? b : a;
}

}  // namespace uthi
