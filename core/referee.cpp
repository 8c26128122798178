// The referee: plain code over the board game.
#include "core/referee.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "core/board_game.hpp"
#include "core/error.hpp"
#include "core/opening.hpp"

namespace uthi {

namespace {

std::uint64_t count_of_64_bits(unsigned __int128 count) {
  if (count > std::numeric_limits<std::uint64_t>::max()) throw DoesNotFit(fmt::format("{} leaves are more than 64 bits count", count));
  return static_cast<std::uint64_t>(count);
}

class BoardReferee final : public Referee {
 public:
  explicit BoardReferee(const RuleSet& rules) : game_(make_board_game(rules)) {}

  const RuleSet& rules() const override { return game_->rules(); }

  Position start(std::optional<int> seeds) const override {
    const std::string_view name = rules().game().name;
    if (const Opening* opening = game_->opening()) {
      if (seeds) throw UsageError(fmt::format("--seeds: the start of {} is not chosen by a number but by its rule options", name));
      return opening->start();
    }
    const int most = kMaxSeeds / (2 * rules().pits());
    if (!seeds)
      throw UsageError(fmt::format("--seeds is missing: {} starts with the same number in every pit, for example --seeds 4", name));
    if (*seeds < 0 || *seeds > most) {
      throw UsageError(fmt::format("--seeds {}: expected 0 to {} in every pit of {}, {} on the board at most", *seeds, most,
                                   rules().board_text(), kMaxSeeds));
    }
    Position position{.rules = rules()};
    std::fill_n(position.pits.begin(), 2 * rules().pits(), static_cast<std::uint8_t>(*seeds));
    return position;
  }

  std::vector<LegalPly> plies(const Position& position) const override {
    std::vector<BoardPly> plies;
    game_->append_plies(board_of(position), plies);
    std::vector<LegalPly> list;
    list.reserve(plies.size());
    for (const BoardPly& ply : plies) list.push_back(legal_ply(position, ply));
    return list;
  }

  void for_each_ply(const Position& position, const std::function<bool(const LegalPly&)>& f) const override {
    if (const Opening* opening = opening_to_come(position)) {
      opening->for_each(position, [&](const Position& after, const Opening::Text& text) { return f(opening_ply({text(), after})); });
      return;
    }
    for (const LegalPly& ply : plies(position)) {
      if (!f(ply)) return;
    }
  }

  unsigned __int128 ways(const Position& position) const override {
    if (const Opening* opening = opening_to_come(position)) return opening->ways(position);
    return static_cast<unsigned>(game_->count_plies(board_of(position)));
  }

  std::optional<int> over(const Position& position) const override {
    if (const Opening* opening = opening_to_come(position)) {
      opening->check(position);
      return std::nullopt;
    }
    const AnyBoard board = board_of(position);
    if (game_->count_plies(board) != 0) return std::nullopt;
    return game_->final_margin(board);
  }

  LegalPly ply(const Position& position, std::string_view text) const override {
    if (const Opening* opening = opening_to_come(position)) return opening_ply(opening->play(position, text));
    const Move wanted = game_->parse_move(text, position.side);
    std::vector<std::string> legal;
    for (LegalPly& ply : plies(position)) {
      if (ply.move == wanted) return std::move(ply);
      legal.push_back(std::move(ply.text));
    }
    if (legal.empty()) throw PositionError(fmt::format("move \"{}\": the game is over at {}", text, to_text(position)));
    throw PositionError(fmt::format("move \"{}\" is not legal at {}; legal: {}", text, to_text(position), fmt::join(legal, " ")));
  }

  int row_margin(const Position& position) const override { return game_->row_margin(game_->board_of(position)); }

  Position canonical(const Position& position) const override {
    if (const Opening* opening = opening_to_come(position)) opening->check(position);
    const AnyBoard board = game_->board_of(position);
    Position image = position;
    image.side = Side::south;
    if (position.side == Side::north) std::swap(image.stores[0], image.stores[1]);
    game_->store_board(game_->stored_image(board), image);
    return image;
  }

  LayerId layer(const Position& position) const override { return game_->layer(board_of(position)); }

  std::uint64_t number(const Position& position) const override { return game_->slot(board_of(position)).number; }

  Position at(LayerId layer, std::uint64_t number) const override {
    Position position{.rules = rules()};
    game_->store_board(game_->board(layer, number), position);
    return position;
  }

  std::uint64_t stored(LayerId layer) const override { return stored_positions(rules(), layer); }

  std::uint64_t positions(LayerId layer) const override { return all_positions(rules(), layer); }

  std::vector<LayerId> layers_up_to(LayerId bound) const override { return game_->layers_up_to(bound); }

  std::uint64_t perft(const Position& position, int plies) const override {
    if (opening_to_come(position) != nullptr) return count_opening_leaves(position, plies);
    return game_->count_leaves(board_of(position), plies);
  }

 private:
  // Null where the game has none, or it is over.
  [[nodiscard]] const Opening* opening_to_come(const Position& position) const {
    return position.redistributions > 0 ? game_->opening() : nullptr;
  }

  // The board of a position whose opening is over.
  [[nodiscard]] AnyBoard board_of(const Position& position) const {
    if (position.redistributions > 0) {
      throw PositionError(fmt::format("position \"{}\": its opening is still to come, and this asks about sowings", to_text(position)));
    }
    return game_->board_of(position);
  }

  [[nodiscard]] LegalPly legal_ply(const Position& position, const BoardPly& ply) const {
    Position after = position;
    after.stores[static_cast<std::size_t>(position.side)] += ply.captures;
    if (!ply.again) after.side = other(position.side);
    game_->store_board(ply.board, after);
    return {ply.move, game_->move_text(ply.move, position.side), ply.captures, ply.again, ply.move.is_pass(), after};
  }

  [[nodiscard]] static LegalPly opening_ply(const Opening::Way& way) {
    return {Move{Move::kOpeningPit, 0}, way.text, 0, false, false, way.after};
  }

  std::uint64_t count_opening_leaves(const Position& position, int plies) const {
    if (plies <= 0) return 1;
    if (plies == 1) return count_of_64_bits(game_->opening()->ways(position));
    std::uint64_t leaves = 0;
    game_->opening()->for_each(position, [&](const Position& after, const Opening::Text&) {
      leaves = count_of_64_bits(static_cast<unsigned __int128>(leaves) + perft(after, plies - 1));
      return true;
    });
    return leaves;
  }

  std::shared_ptr<const BoardGame> game_;
};

}  // namespace

std::unique_ptr<Referee> make_referee(const RuleSet& rules) { return std::make_unique<BoardReferee>(rules); }

}  // namespace uthi
