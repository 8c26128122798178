// The unique line of a one-warrior win, which tables do not hold: it is searched, position by position.
#pragma once

#include "core/referee.hpp"
#include "tablebase/prober.hpp"
#include "tools/workshop/mine_line.hpp"

namespace uthi::workshop {

/// The line from `start`, whose mover is the solver; empty where the first sowing is not the only good one.
[[nodiscard]] FoundLine one_warrior_line(const Position& start, const Referee& referee, const Prober& prober);

}  // namespace uthi::workshop
