// Rule sets: reading, printing, and errors that name the nearest right word.
#include "core/rule_set.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "core/games.hpp"
#include "core/nearest.hpp"

namespace uthi {

namespace {

std::string names_of(const std::vector<OptionSpec>& options) {
  std::vector<std::string_view> names;
  for (const OptionSpec& option : options) names.push_back(option.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::size_t option_index(const GameSpec& game, std::string_view name) {
  for (std::size_t i = 0; i < game.options.size(); ++i) {
    if (game.options[i].name == name) return i;
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& option : game.options) names.push_back(option.name);
  throw UsageError(fmt::format("{} has no rule option \"{}\"{}; its options are {}", game.name, name, did_you_mean(name, names),
                               names_of(game.options)));
}

}  // namespace

RuleSet::RuleSet(const GameSpec& game, int pits) : game_(&game), pits_(pits), choices_(game.options.size(), 0) {
  if (pits < 2 || pits > 10) throw UsageError(fmt::format("2x{}: boards have 2 to 10 pits a row, 2x2 to 2x10", pits));
}

std::string_view RuleSet::get(std::string_view name) const {
  const std::size_t option = option_index(*game_, name);
  return game_->options[option].values[choices_[option]];
}

void RuleSet::set(std::string_view name, std::string_view value) {
  const std::size_t index = option_index(*game_, name);
  const OptionSpec& option = game_->options[index];
  const auto found = std::find(option.values.begin(), option.values.end(), value);
  if (found == option.values.end()) {
    throw UsageError(fmt::format("{}: {}={} is not a rule that is supported{}; {} can be {}", game_->name, name, value,
                                 did_you_mean(value, option.values), name, fmt::join(option.values, ", ")));
  }
  choices_[index] = static_cast<std::uint8_t>(found - option.values.begin());
}

void RuleSet::set_all(std::string_view text) {
  if (text.empty()) return;
  std::vector<std::string_view> given;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view item = text.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      throw UsageError(fmt::format("rule \"{}\": expected option=value, for example {}={}", item, game_->options.front().name,
                                   game_->options.front().values.front()));
    }
    const std::string_view name = item.substr(0, equals);
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      throw UsageError(fmt::format("rule \"{}\": expected each option once, but {} stands before it too", item, name));
    }
    given.push_back(name);
    set(name, item.substr(equals + 1));
    if (comma == text.size()) return;
    text.remove_prefix(comma + 1);
  }
}

RuleSet RuleSet::for_tables() const {
  RuleSet rules = *this;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (game_->options[i].opening_only) rules.choices_[i] = 0;
  }
  return rules;
}

std::string RuleSet::text() const {
  std::vector<std::string> different;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (choices_[i] != 0) different.push_back(fmt::format("{}={}", game_->options[i].name, game_->options[i].values[choices_[i]]));
  }
  return different.empty() ? std::string(game_->name) : fmt::format("{}{{{}}}", game_->name, fmt::join(different, ","));
}

std::string RuleSet::board_text() const { return fmt::format("2x{}", pits_); }

std::string RuleSet::full_text() const { return fmt::format("{}-{}", text(), board_text()); }

std::span<const GameSpec* const> all_games() {
  static const std::vector<const GameSpec*> games = [] {
    std::vector<const GameSpec*> list;
    detail::visit_game_types([&](auto type) {
      list.push_back(&type.spec());
      return false;
    });
    return list;
  }();
  return games;
}

const GameSpec& game_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const GameSpec* game : all_games()) {
    if (game->name == name) return *game;
    names.push_back(game->name);
  }
  throw UsageError(fmt::format("there is no game \"{}\"{}; the games are {}", name, did_you_mean(name, names), fmt::join(names, ", ")));
}

int parse_board(std::string_view text) {
  int pits = 0;
  if (text.size() >= 3 && text.substr(0, 2) == "2x") {
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), pits);
    if (error == std::errc{} && end == text.data() + text.size() && pits >= 2 && pits <= 10) return pits;
  }
  throw UsageError(fmt::format("board \"{}\": expected 2x2 to 2x10, for example 2x6", text));
}

}  // namespace uthi
