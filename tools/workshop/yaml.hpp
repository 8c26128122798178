// YAML as JSON values and back, by yaml-cpp. Every scalar is a text, so that nothing is taken for a number or a date.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace uthi::workshop {

/// A document that is no list, or an item of one that is.
struct YamlItem {
  boost::json::value value;
  int line = 1;  ///< Where it begins.
};

struct YamlText {
  std::vector<YamlItem> items;
  std::string fault;   ///< Why the text was not read to its end; empty if it was.
  int fault_line = 0;  ///< Where.
};

/// The items of a text, empty documents left out, up to the first fault: what is no YAML or no UTF-8, aliases (*name), names of
/// fields that are no text or stand twice, nesting deeper than `deepest`. Escapes are those of YAML: "\_" is U+00A0.
[[nodiscard]] YamlText items_of_yaml(std::string_view text, int deepest);

/// One document: texts quoted, lists within brackets, but for the outermost list.
[[nodiscard]] std::string yaml_of(const boost::json::array& items);

}  // namespace uthi::workshop
