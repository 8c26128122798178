// uthi rules: a game's rules in plain words, with the options in force.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/rules_report.hpp"

namespace uthi {

namespace {

constexpr int kAnyBoard = 6;  // options do not depend on the board

ExitCode run(const Arguments& arguments) {
  const GameSpec& game = game_named(arguments.words().front());
  const int pits = arguments.words().size() > 1 ? parse_board(arguments.words()[1]) : kAnyBoard;
  RuleSet rules(game, pits);
  rules.set_all(arguments.text("rules").value_or(""));
  Output output;
  if (arguments.has("json")) {
    output.line(json_of_rules(rules));
  } else {
    output.line(coloured(game.title, Colour::bold));
    output.line("");
    output.line(game.rules);
    output.line("\nOptions (in force: the value behind the name; the first of the values is the default):\n");
    for (const OptionSpec& option : game.options) {
      output.line(fmt::format("  {}={}  [{}]\n      {}", option.name, coloured(rules.get(option.name), Colour::bold),
                              fmt::join(option.values, ", "), option.meaning));
    }
    output.line(fmt::format("\nA position: {}", game.example));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& rules_command() {
  static const Command command{
      .name = "rules",
      .summary = "a game's rules in plain words, with the options in force",
      .usage = "uthi rules GAME [--rules K=V,...] [--json]",
      .description =
          "Where accounts of a game differ, the rule is an option with a default. A position carries the options that differ\n"
          "from the default in braces behind the game: giuthi{origin=sow}:...",
      .options = {kRulesOption, kJsonOption},
      .examples =
          "  uthi rules giuthi\n"
          "  uthi rules giuthi --rules origin=sow,chain=broken",
      .least_words = 1,
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
