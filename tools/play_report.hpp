// Games played move by move as text for people and as JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "tools/game_record.hpp"

namespace uthi {

/// The JSON contract of `uthi play`.
[[nodiscard]] boost::json::object json_of(const GameRecord& game, const Referee& referee);
/// The last position, drawn, and what there is to say of it.
[[nodiscard]] std::string text_of(const GameRecord& game, const Referee& referee);

}  // namespace uthi
