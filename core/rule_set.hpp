// Which game is meant: its name, the size of the board, and a value for each of its rule options.
//
// Text form: `giuthi` or, with options that differ from the default in alphabetical order, `giuthi{chain=broken,origin=sow}`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace uthi {

/// One rule option; `values.front()` is the default.
struct OptionSpec {
  std::string_view name;
  std::vector<std::string_view> values;
  std::string_view meaning;   ///< One sentence for people.
  bool opening_only = false;  ///< Decides nothing once the opening is over, so tables do not depend on it.
};

/// What is said of a game before a board exists. Options are in alphabetical order.
struct GameSpec {
  std::string_view name;     ///< "giuthi"
  std::string_view title;    ///< "Giuthi"
  std::string_view example;  ///< A legal position text, for error messages.
  std::vector<OptionSpec> options;
  bool has_marks = false;   ///< Positions carry marked pits.
  bool has_mirror = false;  ///< Mirror images have the same value.
  /// Both players redistribute seeds before the first sowing (core/position.hpp, `S~2`).
  bool has_opening = false;
  /// What people call a win by exactly two seeds ("one-warrior win"); empty where it has no name.
  std::string_view win_by_two{};
  std::string_view rules;  ///< The rules in plain words.
};

/// True for a win or loss by exactly two seeds in a game in which that has a name.
[[nodiscard]] inline bool is_win_by_two(const GameSpec& game, int margin) {
  return !game.win_by_two.empty() && (margin == 2 || margin == -2);
}

class RuleSet {
 public:
  /// All options at their default. Throws UsageError unless 2 <= pits <= 10.
  RuleSet(const GameSpec& game, int pits);

  [[nodiscard]] const GameSpec& game() const { return *game_; }
  [[nodiscard]] int pits() const { return pits_; }

  /// Value of an option; `name` must be one of the game's.
  [[nodiscard]] std::string_view get(std::string_view name) const;
  /// Throws UsageError for an option or value that the game does not have, naming those it has.
  void set(std::string_view name, std::string_view value);
  /// Sets from "origin=sow,chain=broken"; empty text changes nothing. Throws UsageError, for an option given twice too.
  void set_all(std::string_view text);

  /// The same rules with the options of the opening at their default: what tables are made for.
  [[nodiscard]] RuleSet for_tables() const;

  /// "giuthi" or "giuthi{origin=sow}".
  [[nodiscard]] std::string text() const;
  /// "2x6".
  [[nodiscard]] std::string board_text() const;
  /// "giuthi-2x6" or "giuthi{origin=sow}-2x6": a name for folders and messages.
  [[nodiscard]] std::string full_text() const;

  friend bool operator==(const RuleSet& a, const RuleSet& b) {
    return a.game_ == b.game_ && a.pits_ == b.pits_ && a.choices_ == b.choices_;
  }

 private:
  const GameSpec* game_;
  int pits_;
  std::vector<std::uint8_t> choices_;  // index into values, an entry for each option
};

/// The games that this library knows (core/games.hpp lists them).
[[nodiscard]] std::span<const GameSpec* const> all_games();
/// Throws UsageError for an unknown name, naming the nearest.
[[nodiscard]] const GameSpec& game_named(std::string_view name);
/// Reads "2x6" to 6. Throws UsageError.
[[nodiscard]] int parse_board(std::string_view text);

}  // namespace uthi
