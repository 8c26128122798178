// Values of the solver as the twin writes them, to compare and to print.
#pragma once

#include <string>

#include "core/values.hpp"
#include "tests/twin/iteration.hpp"

namespace uthi {

[[nodiscard]] inline twin::Value plain(const Value& value) {
  return {value.floor.value_or(twin::kNone), value.ceiling.value_or(twin::kNone), value.floor_depth.value_or(twin::kNone),
          value.ceiling_depth.value_or(twin::kNone)};
}

[[nodiscard]] inline std::string text(const twin::Value& value) {
  const auto part = [](int number) { return number == twin::kNone ? std::string("none") : std::to_string(number); };
  std::string out = "floor ";
  out.append(part(value.floor)).append(" in ").append(part(value.floor_depth));
  return out.append(", ceiling ").append(part(value.ceiling)).append(" in ").append(part(value.ceiling_depth));
}

}  // namespace uthi
