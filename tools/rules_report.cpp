// A game's options and its rules in plain words.
#include "tools/rules_report.hpp"

#include <boost/json/array.hpp>

#include "tools/json.hpp"

namespace uthi {

boost::json::object json_of_rules(const RuleSet& rules) {
  const GameSpec& game = rules.game();
  boost::json::array options;
  for (const OptionSpec& option : game.options) {
    boost::json::array values;
    for (const std::string_view value : option.values) values.push_back(boost::json::string(value));
    options.push_back(boost::json::object{{"name", option.name},
                                          {"value", rules.get(option.name)},
                                          {"default", option.values.front()},
                                          {"values", std::move(values)},
                                          {"meaning", option.meaning}});
  }
  return {{"game", game.name}, {"title", game.title}, {"rules", json_of(rules)}, {"options", std::move(options)}, {"text", game.rules}};
}

}  // namespace uthi
