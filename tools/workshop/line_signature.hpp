// Lines that are the same up to mirror and shift: problems with such lines are cousins.
#pragma once

#include <string>

#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

/// The solution's sowings without what mirror and shift change: two problems with the same one are cousins.
[[nodiscard]] std::string line_signature(const Problem& problem);

}  // namespace uthi::workshop
