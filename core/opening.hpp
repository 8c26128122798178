// The redistributions that some games begin with, at the level of written positions and whatever the game.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/position.hpp"

namespace uthi {

class Opening {
 public:
  /// A redistribution as it is written, and the position after it.
  struct Way {
    std::string text;
    Position after;
  };
  using Text = std::function<std::string()>;

  virtual ~Opening() = default;
  /// The start position, all redistributions to come. Throws UsageError for boards that are too small.
  [[nodiscard]] virtual Position start() const = 0;
  /// Throws PositionError unless an opening is to come and whoever still has to redistribute can.
  virtual void check(const Position& position) const = 0;
  /// Number of legal redistributions. Throws as `check`.
  [[nodiscard]] virtual unsigned __int128 ways(const Position& position) const = 0;
  /// Calls f(position after, its text for the asking) for all of them until f returns false. Throws as `check`.
  virtual void for_each(const Position& position, const std::function<bool(const Position& after, const Text& text)>& f) const = 0;
  /// Reads and plays one. Throws PositionError naming the character at fault, for illegal ones too, and as `check`.
  [[nodiscard]] virtual Way play(const Position& position, std::string_view text) const = 0;
};

}  // namespace uthi
