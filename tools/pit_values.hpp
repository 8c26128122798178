// What the best sowing from each pit leads to, as notes for a picture.
#pragma once

#include <vector>

#include "tablebase/prober.hpp"
#include "tools/workshop/diagram.hpp"

namespace uthi {

/// The final margin, or the outcome, of the best sowing from each of the mover's pits.
[[nodiscard]] std::vector<workshop::PitNote> values_by_pit(const Answer& answer);

}  // namespace uthi
