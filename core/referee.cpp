// The referee, once for every game and board size.
#include "core/referee.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <mutex>

#include "core/error.hpp"
#include "core/games.hpp"

namespace uthi {

namespace {

template <Game G>
class RefereeOf final : public Referee {
 public:
  explicit RefereeOf(const RuleSet& rules) : rules_(rules), game_(rules) {}

  const RuleSet& rules() const override { return rules_; }

  std::vector<LegalPly> plies(const Position& position) const override {
    std::vector<LegalPly> list;
    game_.for_each_ply(game_.board_of(position), [&](Move move, const Ply<typename G::Board>& ply) {
      Position after = position;
      after.stores[static_cast<std::size_t>(position.side)] += ply.captures;
      if (!ply.again) after.side = other(position.side);
      game_.store_board(ply.board, after);
      list.push_back({move, game_.move_text(move, position.side), ply.captures, ply.again, move.is_pass(), after});
    });
    return list;
  }

  std::optional<int> over(const Position& position) const override {
    const auto board = game_.board_of(position);
    if (game_.for_each_ply(board, detail::AnyVisitor{}) != 0) return std::nullopt;
    return game_.final_margin(board);
  }

  Position play(const Position& position, std::string_view text) const override {
    const Move wanted = game_.parse_move(text, position.side);
    std::vector<std::string> legal;
    for (LegalPly& ply : plies(position)) {
      if (ply.move == wanted) return std::move(ply.position);
      legal.push_back(std::move(ply.text));
    }
    if (legal.empty()) throw PositionError(fmt::format("move \"{}\": the game is over at {}", text, to_text(position)));
    throw PositionError(fmt::format("move \"{}\" is not legal at {}; legal: {}", text, to_text(position), fmt::join(legal, " ")));
  }

  int row_margin(const Position& position) const override { return game_.row_margin(game_.board_of(position)); }

  Position canonical(const Position& position) const override {
    const auto board = game_.board_of(position);
    Position image = position;
    image.side = Side::south;
    if (position.side == Side::north) std::swap(image.stores[0], image.stores[1]);
    game_.store_board(G::Index::stored_image(board), image);
    return image;
  }

  LayerId layer(const Position& position) const override { return game_.layer(game_.board_of(position)); }

  std::uint64_t number(const Position& position) const override {
    const auto board = game_.board_of(position);
    return index_of(game_.layer(board)).slot(board).number;
  }

  Position at(LayerId layer, std::uint64_t number) const override {
    Position position{.rules = rules_};
    game_.store_board(index_of(layer).board(number), position);
    return position;
  }

  std::uint64_t stored(LayerId layer) const override { return G::Index::count(layer); }

  std::uint64_t positions(LayerId layer) const override { return G::Index::positions(layer); }

  std::vector<LayerId> layers_up_to(LayerId bound) const override { return G::layers_up_to(bound); }

  std::uint64_t perft(const Position& position, int plies) const override { return count_leaves(game_.board_of(position), plies); }

 private:
  std::uint64_t count_leaves(const typename G::Board& board, int plies) const {
    if (plies <= 0) return 1;
    if (plies == 1) return static_cast<std::uint64_t>(game_.for_each_ply(board, detail::AnyVisitor{}));
    std::uint64_t leaves = 0;
    game_.for_each_ply(board, [&](Move, const Ply<typename G::Board>& ply) { leaves += count_leaves(ply.board, plies - 1); });
    return leaves;
  }

  // Row tables grow to the largest layer asked for; each layer's index is made once.
  const typename G::Index& index_of(LayerId layer) const {
    const std::lock_guard lock(mutex_);
    const auto found = indices_.find(layer);
    if (found != indices_.end()) return found->second;
    if (!tables_ || tables_->max_seeds() < layer.seeds) tables_ = std::make_shared<const typename G::Rows>(layer.seeds);
    return indices_.emplace(layer, typename G::Index(tables_, layer)).first->second;
  }

  RuleSet rules_;
  G game_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const typename G::Rows> tables_;
  mutable std::map<LayerId, typename G::Index> indices_;
};

}  // namespace

std::unique_ptr<Referee> make_referee(const RuleSet& rules) {
  std::unique_ptr<Referee> referee;
  with_game(rules, [&]<class G>() { referee = std::make_unique<RefereeOf<G>>(rules); });
  return referee;
}

}  // namespace uthi
