// Playing written turns.
#include "tools/game_record.hpp"

#include <fmt/format.h>

#include <map>

#include "core/error.hpp"
#include "tools/board_drawing.hpp"

namespace uthi {

namespace {

// A move with the sign in front of it: is it the first of a turn, or joined to the one before by a comma?
struct WrittenMove {
  std::string text;
  bool joined;
};

std::vector<WrittenMove> moves_of(const std::vector<std::string>& words) {
  std::vector<WrittenMove> moves;
  for (const std::string& word : words) {
    bool joined = false;
    std::string text;
    const auto take = [&] {
      if (text.empty()) {
        throw PositionError(fmt::format("moves \"{}\": expected a move on both sides of a comma, for example c+,e- A+", word));
      }
      moves.push_back({text, joined});
      text.clear();
    };
    for (const char c : word) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (c == ',') {
        take();
        joined = true;
      } else if (!blank) {
        text += c;
      } else if (!text.empty() || joined) {
        take();
        joined = false;
      }
    }
    if (!text.empty() || joined) take();
  }
  return moves;
}

// What makes two positions of one game the same: everything but the stores, which only captures change.
std::string without_stores(Position position) {
  position.stores = {};
  return to_text(position);
}

}  // namespace

std::optional<std::array<int, 2>> GameRecord::scores() const {
  if (!over) return std::nullopt;
  // Rows and stores add up to what the game started with, and their difference is known.
  const int all = last.stores[0] + last.stores[1] + last.seeds();
  const int margin = last.lead() + *over;
  const int south = (all + (last.side == Side::south ? margin : -margin)) / 2;
  return std::array<int, 2>{south, all - south};
}

GameRecord play_game(const Referee& referee, const Position& start, const std::vector<std::string>& words) {
  GameRecord game{.start = start, .last = start};
  std::map<std::string, std::size_t> seen{{without_stores(start), 0}};
  game.over = referee.over(start);
  for (const WrittenMove& move : moves_of(words)) {
    const std::size_t number = game.steps.size() + 1;
    const auto fail = [&](const std::string& message) { throw PositionError(fmt::format("ply {} ({}): {}", number, move.text, message)); };
    if (game.repeats) {
      fail(fmt::format("the game is over: the position repeats that after ply {}: {}", *game.repeats, to_text(game.last)));
    }
    if (game.over) fail(fmt::format("the game is over at {}", to_text(game.last)));
    const std::string_view mover = side_name(game.last.side);
    if (game.turn_open && !move.joined) {
      const std::string& before = game.steps.back().ply.text;
      fail(fmt::format("{}'s turn goes on after {}; join its sowings by a comma, for example {},{}", mover, before, before,
                       referee.plies(game.last).front().text));
    }
    if (!game.turn_open && move.joined) {
      const std::string before = game.steps.empty() ? "" : game.steps.back().ply.text;
      fail(fmt::format("the turn ended with {} and {} is to move; put a blank between two turns, not a comma", before, mover));
    }
    const LegalPly ply = [&] {
      try {
        return referee.ply(game.last, move.text);
      } catch (const PositionError& error) {
        throw PositionError(fmt::format("ply {}: {}", number, error.what()));
      }
    }();
    game.steps.push_back({game.last.side, ply});
    game.last = ply.position;
    game.over = referee.over(game.last);
    game.turn_open = ply.again && !game.over;
    const auto [first, is_new] = seen.emplace(without_stores(game.last), number);
    if (!is_new && !game.over) {
      game.repeats = first->second;
      game.turn_open = false;
    }
  }
  return game;
}

}  // namespace uthi
