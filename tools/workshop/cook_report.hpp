// What `uthi cook` found, as text and as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "tools/workshop/cook.hpp"

namespace uthi::workshop {

/// {"id", "position", "stipulation", "sound", "met", "grade", "checked", "defects", "keys", "losses_of_time", "tries", "set_play",
/// "solution_plies", "uncovered", "open_question"}. "sound" (no defect) is said of what "checked" names: "solution", or "key" where none is
/// given.
[[nodiscard]] boost::json::object json_of(const Problem& problem, const CookReport& report);

/// One line, and one more for each defect; with `full` also keys, tries with their refutations, and set play.
[[nodiscard]] std::string text_of(const Problem& problem, const CookReport& report, bool full);

}  // namespace uthi::workshop
