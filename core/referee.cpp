// The referee, once for every game and board size.
#include "core/referee.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>

#include "core/error.hpp"
#include "core/games.hpp"

namespace uthi {

namespace {

// Stands in for the opening of games that have none.
struct NoOpening {
  explicit NoOpening(const RuleSet&) {}
};

template <class G>
struct OpeningType {
  using Type = NoOpening;
};
template <HasOpening G>
struct OpeningType<G> {
  using Type = typename G::Opening;
};

std::uint64_t count_of_64_bits(unsigned __int128 count) {
  if (count > std::numeric_limits<std::uint64_t>::max()) throw DoesNotFit(fmt::format("{} leaves are more than 64 bits count", count));
  return static_cast<std::uint64_t>(count);
}

template <Game G>
class RefereeOf final : public Referee {
 public:
  explicit RefereeOf(const RuleSet& rules) : rules_(rules), game_(rules), opening_(rules) {}

  const RuleSet& rules() const override { return rules_; }

  Position start(std::optional<int> seeds) const override {
    const std::string_view name = rules_.game().name;
    if constexpr (HasOpening<G>) {
      if (seeds) throw UsageError(fmt::format("--seeds: the start of {} is not chosen by a number but by its rule options", name));
      return G::Opening::start(rules_);
    } else {
      const int most = kMaxSeeds / (2 * rules_.pits());
      if (!seeds)
        throw UsageError(fmt::format("--seeds is missing: {} starts with the same number in every pit, for example --seeds 4", name));
      if (*seeds < 0 || *seeds > most) {
        throw UsageError(fmt::format("--seeds {}: expected 0 to {} in every pit of {}, {} on the board at most", *seeds, most,
                                     rules_.board_text(), kMaxSeeds));
      }
      Position position{.rules = rules_};
      std::fill_n(position.pits.begin(), 2 * rules_.pits(), static_cast<std::uint8_t>(*seeds));
      return position;
    }
  }

  std::vector<LegalPly> plies(const Position& position) const override {
    std::vector<LegalPly> list;
    for_each_sowing(position, [&](LegalPly ply) { list.push_back(std::move(ply)); });
    return list;
  }

  void for_each_ply(const Position& position, const std::function<bool(const LegalPly&)>& f) const override {
    if constexpr (HasOpening<G>) {
      if (position.redistributions > 0) {
        opening_.for_each(position, [&](const auto& way, const Position& after) { return f(opening_ply(way, after)); });
        return;
      }
    }
    bool go_on = true;
    for_each_sowing(position, [&](const LegalPly& ply) { go_on = go_on && f(ply); });
  }

  unsigned __int128 ways(const Position& position) const override {
    if constexpr (HasOpening<G>) {
      if (position.redistributions > 0) return opening_.ways(position);
    }
    return static_cast<unsigned>(game_.for_each_ply(board_of(position), detail::AnyVisitor{}));
  }

  std::optional<int> over(const Position& position) const override {
    if constexpr (HasOpening<G>) {
      if (position.redistributions > 0) {
        opening_.check(position);
        return std::nullopt;
      }
    }
    const auto board = board_of(position);
    if (game_.for_each_ply(board, detail::AnyVisitor{}) != 0) return std::nullopt;
    return game_.final_margin(board);
  }

  LegalPly ply(const Position& position, std::string_view text) const override {
    if constexpr (HasOpening<G>) {
      if (position.redistributions > 0) {
        const auto way = opening_.parse(position, text);
        return opening_ply(way, opening_.play(position, way));
      }
    }
    const Move wanted = game_.parse_move(text, position.side);
    std::vector<std::string> legal;
    for (LegalPly& ply : plies(position)) {
      if (ply.move == wanted) return std::move(ply);
      legal.push_back(std::move(ply.text));
    }
    if (legal.empty()) throw PositionError(fmt::format("move \"{}\": the game is over at {}", text, to_text(position)));
    throw PositionError(fmt::format("move \"{}\" is not legal at {}; legal: {}", text, to_text(position), fmt::join(legal, " ")));
  }

  int row_margin(const Position& position) const override { return game_.row_margin(game_.board_of(position)); }

  Position canonical(const Position& position) const override {
    if constexpr (HasOpening<G>) {
      if (position.redistributions > 0) opening_.check(position);
    }
    const auto board = game_.board_of(position);
    Position image = position;
    image.side = Side::south;
    if (position.side == Side::north) std::swap(image.stores[0], image.stores[1]);
    game_.store_board(G::Index::stored_image(board), image);
    return image;
  }

  LayerId layer(const Position& position) const override { return game_.layer(board_of(position)); }

  std::uint64_t number(const Position& position) const override {
    const auto board = board_of(position);
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

  std::uint64_t perft(const Position& position, int plies) const override {
    if constexpr (HasOpening<G>) {
      if (position.redistributions > 0) return count_opening_leaves(position, plies);
    }
    return count_leaves(board_of(position), plies);
  }

 private:
  // The board of a position whose opening is over.
  typename G::Board board_of(const Position& position) const {
    if (position.redistributions > 0) {
      throw PositionError(fmt::format("position \"{}\": its opening is still to come, and this asks about sowings", to_text(position)));
    }
    return game_.board_of(position);
  }

  template <class F>
  void for_each_sowing(const Position& position, F&& f) const {
    game_.for_each_ply(board_of(position), [&](Move move, const Ply<typename G::Board>& ply) {
      Position after = position;
      after.stores[static_cast<std::size_t>(position.side)] += ply.captures;
      if (!ply.again) after.side = other(position.side);
      game_.store_board(ply.board, after);
      f(LegalPly{move, game_.move_text(move, position.side), ply.captures, ply.again, move.is_pass(), after});
    });
  }

  template <class Way>
  LegalPly opening_ply(const Way& way, const Position& after) const {
    return {Move{Move::kOpeningPit, 0}, opening_.text(way), 0, false, false, after};
  }

  std::uint64_t count_opening_leaves(const Position& position, int plies) const {
    if (plies <= 0) return 1;
    if (plies == 1) return count_of_64_bits(opening_.ways(position));
    std::uint64_t leaves = 0;
    opening_.for_each(position, [&](const auto&, const Position& after) {
      leaves = count_of_64_bits(static_cast<unsigned __int128>(leaves) + perft(after, plies - 1));
      return true;
    });
    return leaves;
  }

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
  typename OpeningType<G>::Type opening_;
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
