// A sowing of many laps as a strip of small boards, a lap each: on one board so many arrows could not be told apart.
#pragma once

#include <string>

#include "tools/workshop/diagram.hpp"

namespace uthi::workshop {

/// Laps whose arrows one board holds without crossing each other too often.
inline constexpr std::size_t kMostArrows = 3;

/// Boards of a strip at most; of longer sowings the first laps and the last one are drawn, and a caption says how many are
/// left out.
inline constexpr std::size_t kMostPanels = 12;

/// `diagram` has a trace. Panels stand row by row, each the board before its lap; notes stand on the first one, and what is
/// captured is ringed on the last.
[[nodiscard]] std::string lap_strip(const Diagram& diagram);
[[nodiscard]] DiagramSize lap_strip_size(const Diagram& diagram);

}  // namespace uthi::workshop
