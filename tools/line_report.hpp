// Best play as text for people and as JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "tablebase/prober.hpp"

namespace uthi {

/// The JSON contract of `uthi line`.
[[nodiscard]] boost::json::object json_of(const Line& line);
/// The drawn board, the sentence, a row a ply, how it ends.
[[nodiscard]] std::string text_of(const Line& line);

}  // namespace uthi
