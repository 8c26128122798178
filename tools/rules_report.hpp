// The rules of a game as JSON.
#pragma once

#include <boost/json/object.hpp>

#include "core/rule_set.hpp"

namespace uthi {

/// The JSON contract of `uthi rules`.
[[nodiscard]] boost::json::object json_of_rules(const RuleSet& rules);

}  // namespace uthi
