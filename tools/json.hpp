// JSON of rule sets, positions, values and errors, one shape for all commands.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <optional>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "core/values.hpp"
#include "tools/output.hpp"

namespace uthi {

/// Every rule option with its value.
[[nodiscard]] boost::json::object json_of(const RuleSet& rules);
/// {"seeds", "marks"}
[[nodiscard]] boost::json::object json_of(LayerId layer);
/// The number, or null.
[[nodiscard]] boost::json::value json_of(const std::optional<int>& number);
/// A count: a number, or its digits as a string where 64 bits do not hold it.
[[nodiscard]] boost::json::value json_of_count(unsigned __int128 count);
/// {"south", "north"}
[[nodiscard]] boost::json::object json_of_stores(const Position& position);

/// Adds `floor`, `ceiling`, `floor_depth`, `ceiling_depth`.
void add_value(boost::json::object& object, const Value& value);

/// Adds `one_warrior`, true for a decided win or loss by exactly two, in games in which that has a name.
void add_win_by_two(boost::json::object& object, const GameSpec& game, const std::optional<int>& margin);

/// "win", "draw", "loss"
[[nodiscard]] std::string_view outcome_name(Outcome outcome);

using LineAnswer = std::function<boost::json::object(const Position&)>;

/// `answer(position)` of one input line, or {"error", "line", "input"}; then `code` becomes the worse of it and the error's. A
/// line that could not be read has a `fault`, which is the error.
[[nodiscard]] boost::json::object answer_of_line(std::string_view line, std::uint64_t number, const LineAnswer& answer, ExitCode& code,
                                                 std::string_view fault = {});

/// A position from the command line. Throws PositionError; a blank that the shell took for the end gets a hint.
[[nodiscard]] Position position_of(const std::string& word);

}  // namespace uthi
