// YAML as JSON values and back, by yaml-cpp. Every scalar is a text, so that nothing is taken for a number or a date.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace uthi::workshop {

/// The documents of a text, empty ones left out. Throws UsageError naming the line; aliases (*name), names of fields that are no
/// text or stand twice, and nesting deeper than `deepest` are refused.
[[nodiscard]] std::vector<boost::json::value> documents_of_yaml(std::string_view text, int deepest);

/// One document: texts quoted, lists within brackets, but for the outermost list.
[[nodiscard]] std::string yaml_of(const boost::json::array& items);

}  // namespace uthi::workshop
