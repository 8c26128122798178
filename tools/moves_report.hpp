// Legal sowings as JSON.
#pragma once

#include <boost/json/object.hpp>

#include "core/referee.hpp"

namespace uthi {

/// One ply: move, captures, again, position.
[[nodiscard]] boost::json::object json_of(const LegalPly& ply);

/// The JSON contract of `uthi moves`: every legal ply, or the number of redistributions while an opening is to come.
[[nodiscard]] boost::json::object json_of_moves(const Referee& referee, const Position& position);

}  // namespace uthi
