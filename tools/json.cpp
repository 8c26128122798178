// JSON for programs, and the answer to a line.
#include "tools/json.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "core/error.hpp"
#include "tools/worst_exit.hpp"

namespace uthi {

boost::json::object json_of(const RuleSet& rules) {
  boost::json::object object;
  for (const OptionSpec& option : rules.game().options) object[option.name] = rules.get(option.name);
  return object;
}

boost::json::object json_of(LayerId layer) { return {{"seeds", layer.seeds}, {"marks", layer.marks}}; }

boost::json::value json_of(const std::optional<int>& number) {
  if (!number) return nullptr;
  return *number;
}

boost::json::value json_of_count(unsigned __int128 count) {
  if (count <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(count);
  return boost::json::string(fmt::format("{}", count));
}

boost::json::object json_of_stores(const Position& position) { return {{"south", position.stores[0]}, {"north", position.stores[1]}}; }

void add_value(boost::json::object& object, const Value& value) {
  object["floor"] = json_of(value.floor);
  object["ceiling"] = json_of(value.ceiling);
  object["floor_depth"] = json_of(value.floor_depth);
  object["ceiling_depth"] = json_of(value.ceiling_depth);
}

void add_win_by_two(boost::json::object& object, const GameSpec& game, const std::optional<int>& margin) {
  if (!game.win_by_two.empty()) object["one_warrior"] = margin && is_win_by_two(game, *margin);
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::win:
      return "win";
    case Outcome::loss:
      return "loss";
    case Outcome::draw:
      break;
  }
  return "draw";
}

boost::json::object answer_of_line(std::string_view line, std::uint64_t number, const LineAnswer& answer, ExitCode& code,
                                   std::string_view fault) {
  constexpr std::size_t kLongestEcho = 400;
  try {
    if (!fault.empty()) throw PositionError(std::string(fault));
    return answer(parse_position(line));
  } catch (const Error& error) {
    code = worse_of(code, error.code());
    return {{"error", valid_utf8(error.what())}, {"line", number}, {"input", valid_utf8(line.substr(0, kLongestEcho))}};
  }
}

Position position_of(const std::string& word) {
  if (word.find(':') == std::string::npos) {
    throw PositionError(fmt::format(
        "\"{}\" is no position; put a position in quotes or write its blanks as underscores, for example giuthi:2,0,0,1,4/0,3,0,1,2_6_5_S",
        word));
  }
  return parse_position(word);
}

}  // namespace uthi
