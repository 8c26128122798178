// Statistics of layers as text for people, as JSON and as CSV.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "tablebase/statistics.hpp"

namespace uthi {

/// The JSON contract of `uthi stats`.
[[nodiscard]] boost::json::object json_of(const LayerStatistics& layer);
[[nodiscard]] std::string text_of(const LayerStatistics& layer);
/// A row, without its end, and the names of its fields.
[[nodiscard]] std::string csv_of(const LayerStatistics& layer);
extern const std::string_view kStatisticsCsvHead;

}  // namespace uthi
