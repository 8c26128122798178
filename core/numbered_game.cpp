// The rules on numbers, by way of the board game.
#include "core/numbered_game.hpp"

#include "core/board_game.hpp"

namespace uthi {

NumberedGame::NumberedGame(const RuleSet& rules, LayerId bound) : game_(make_board_game(rules)) { game_->reserve(bound.seeds); }

const RuleSet& NumberedGame::rules() const { return game_->rules(); }
std::uint64_t NumberedGame::size(LayerId layer) const { return stored_positions(rules(), layer); }
Place NumberedGame::place(const Position& position) const { return game_->place(position); }
Position NumberedGame::position(const Place& place) const { return game_->position(place); }
void NumberedGame::append_plies(const Place& place, std::vector<NumberedPly>& plies) const { game_->append_plies(place, plies); }
int NumberedGame::final_margin(const Place& place) const { return game_->final_margin(place); }
int NumberedGame::row_margin(const Place& place) const { return game_->row_margin(place); }
int NumberedGame::images(const Place& place) const { return game_->images(place); }
Place NumberedGame::other_to_move(const Place& place) const { return game_->other_to_move(place); }

std::unique_ptr<const NumberedGame> make_numbered_game(const RuleSet& rules, LayerId bound) {
  return std::make_unique<const NumberedGame>(rules, bound);
}

}  // namespace uthi
