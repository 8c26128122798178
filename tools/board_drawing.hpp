// A position drawn in text: both rows with the names of their pits, the stores, and who is to move.
#pragma once

#include <string>

#include "core/position.hpp"

namespace uthi {

/// "South" or "North".
[[nodiscard]] std::string_view side_name(Side side);

/// What reads the text knows ASCII alone: LC_ALL, LC_CTYPE or LANG (the first that is set) names no UTF-8, or TERM is dumb.
[[nodiscard]] bool ascii_only();

/// Lines of text, each ended; boards of 2 to 10 pits, up to three digits a pit.
[[nodiscard]] std::string drawn(const Position& position);

/// Half of `seeds`: "3", "3½", in ASCII "3.5".
[[nodiscard]] std::string half_text(int seeds);

/// What a win by `margin` is called, for the end of a sentence: ", a one-warrior win"; empty where it has no name.
[[nodiscard]] std::string win_name(const GameSpec& game, int margin);

}  // namespace uthi
