// The target of a request taken apart: a path, and parameters whose values are decoded when they are asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.hpp"

namespace uthi::explorer {

class Target {
 public:
  /// Throws Problem (400) for escapes that are none, control characters, and parameters given twice.
  explicit Target(std::string_view target);

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Throws Problem (400) for a parameter that is none of `names`.
  void allow(std::initializer_list<std::string_view> names) const;
  [[nodiscard]] bool has(std::string_view name) const { return raw(name) != nullptr; }
  /// The value as a form sends it: a plus is a blank. Nothing where it is missing or empty.
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  /// Throws Problem (400) where it is missing.
  [[nodiscard]] std::string required(std::string_view name, std::string_view example) const;
  /// A whole number in least..most; throws Problem (400).
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view name, std::int64_t least, std::int64_t most) const;
  /// 1, true or yes; 0, false or no. Throws Problem (400).
  [[nodiscard]] bool flag(std::string_view name) const;
  /// Moves of a game: an underscore is a blank, and a plus that was not escaped is a direction where one can stand, behind
  /// the name of a pit in a game with directions.
  [[nodiscard]] std::string moves(std::string_view name, const RuleSet& rules, std::string_view example) const;
  /// The position `p`. Throws Problem (400).
  [[nodiscard]] Position position() const;

 private:
  [[nodiscard]] const std::string* raw(std::string_view name) const;

  std::string path_;
  std::vector<std::pair<std::string, std::string>> parameters_;  // names decoded, values not
};

/// `text` with its escapes decoded; nothing where one is none or stands for a control character.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank);
/// `text` fit for the value of a parameter: blanks as underscores, what a URL reserves escaped.
[[nodiscard]] std::string percent_encoded(std::string_view text);

}  // namespace uthi::explorer
