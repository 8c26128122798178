// The strip coder of one game and board size; compiled board size by board size (tablebase/CMakeLists.txt).
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/values.hpp"
#include "tablebase/home_rows.hpp"
#include "tablebase/strip_coder.hpp"
#include "tablebase/traits.hpp"

namespace uthi {

/// Games whose sowings can stay at home, the same player to move again.
template <class G>
inline constexpr bool has_strips = SharesBeginnings<G>&& G::kMirror;

template <Game G>
requires has_strips<G>
class StripCoderOf final : public StripCoder {
 public:
  using Board = typename G::Board;
  using Word = typename Board::Word;
  using Rows = typename G::Rows;
  static constexpr int kPits = G::kPits;

  StripCoderOf(const RuleSet& rules, LayerId layer, std::span<const ValuePair> dictionary, int bits, std::shared_ptr<Shelf> shelf)
      : rules_(rules),
        game_(rules),
        seeds_(layer.seeds),
        layout_(kPits, layer.seeds, bits),
        shelf_(std::move(shelf)),
        rows_(shared_rows(layer.seeds)),
        index_(rows_, layer),
        side_(static_cast<std::size_t>(2 * layer.seeds + 3)) {
    for (const ValuePair pair : dictionary) codes_.push_back({floor_code(pair.floor), ceiling_code(pair.ceiling)});
    symbol_of_.assign(side_ * side_, kNone);
    for (std::size_t i = 0; i < codes_.size(); ++i) symbol_of_[at(codes_[i].floor, codes_[i].ceiling)] = static_cast<std::uint16_t>(i);
    only_above_.assign(side_ * side_, kNone);
    for (std::size_t floor = side_; floor-- > 0;) {
      for (std::size_t ceiling = side_; ceiling-- > 0;) {
        std::uint16_t only = symbol_of_[at(floor, ceiling)];
        if (floor + 1 < side_) only = join(only, only_above_[at(floor + 1, ceiling)]);
        if (ceiling + 1 < side_) only = join(only, only_above_[at(floor, ceiling + 1)]);
        only_above_[at(floor, ceiling)] = only;
      }
    }
  }

  const StripLayout& layout() const override { return layout_; }

  StripLayout::Place place(std::uint64_t number) const override {
    Board board = index_.board(number);
    if (row::reversed<kPits>(board.opponent) < board.opponent) board = mirrored(board);
    const int own_seeds = row::sum(board.own);
    return layout_.place(own_seeds, rows_->rank(board.own), straight_number(seeds_ - own_seeds, board.opponent));
  }

  void numbers(std::uint64_t block, std::span<std::uint64_t> numbers) const override {
    const Strip strip = layout_.strip(block);
    for (std::uint64_t i = 0; i < strip.opponents; ++i) {
      const auto beside = index_.opponent_row(rows_->straight(seeds_ - strip.own_seeds, strip.first + i));
      for (std::uint64_t rank = 0; rank < strip.own_rows; ++rank) {
        numbers[rank * strip.opponents + i] = beside.number(rows_->row(strip.own_seeds, rank));
      }
    }
  }

  bool fill(std::uint64_t block, std::span<std::uint16_t> symbols, EntryTeller& teller, std::string& problem) const override {
    try {
      return Filling(*this, layout_.strip(block), symbols, teller).run(problem);
    } catch (const DoesNotFit& error) {
      problem = error.what();
      return false;
    }
  }

 private:
  static constexpr std::uint16_t kNone = 0xffff;     // no pair of the dictionary
  static constexpr std::uint16_t kSeveral = 0xfffe;  // more than one
  static constexpr std::uint8_t kNoCode = 255;

  /// Margins in their order: no floor before all, no ceiling behind all.
  struct Codes {
    std::uint8_t floor;
    std::uint8_t ceiling;
  };
  [[nodiscard]] std::uint8_t floor_code(std::int8_t margin) const {
    return static_cast<std::uint8_t>(margin == kNoMargin ? 0 : margin + seeds_ + 1);
  }
  [[nodiscard]] std::uint8_t ceiling_code(std::int8_t margin) const {
    return static_cast<std::uint8_t>(margin == kNoMargin ? 2 * seeds_ + 2 : margin + seeds_ + 1);
  }
  [[nodiscard]] std::size_t at(std::size_t floor, std::size_t ceiling) const { return floor * side_ + ceiling; }

  static std::uint16_t join(std::uint16_t a, std::uint16_t b) {
    if (a == kNone || a == b) return b;
    return b == kNone ? a : kSeveral;
  }

  // Tables of rows serve all layers with fewer seeds; a few sizes do for all.
  [[nodiscard]] std::shared_ptr<const Rows> shared_rows(int seeds) const {
    const int most = (seeds + 3) / 4 * 4;
    return shelf_->get<Rows>("rows " + rules_.full_text() + " " + std::to_string(most), [&] { return Rows(most); });
  }

  [[nodiscard]] std::uint64_t straight_number(int seeds, Word straight) const {
    const bool palindrome = row::reversed<kPits>(straight) == straight;
    return rows_->fold(seeds, straight) + (palindrome ? rows_->pairs(seeds) : 0);
  }

  [[nodiscard]] std::shared_ptr<const HomeRows<G>> home_rows(int seeds) const {
    return shelf_->get<HomeRows<G>>("home " + rules_.full_text() + " " + std::to_string(seeds),
                                    [&] { return HomeRows<G>(game_, *rows_, seeds); });
  }

  // One strip being filled in.
  class Filling {
   public:
    Filling(const StripCoderOf& coder, const Strip& strip, std::span<std::uint16_t> symbols, EntryTeller& teller)
        : coder_(coder),
          strip_(strip),
          symbols_(symbols),
          teller_(teller),
          home_(coder.home_rows(strip.own_seeds)),
          floors_(strip.entries()),
          ceilings_(strip.entries()),
          least_floor_(strip.opponents),
          least_ceiling_(strip.opponents) {
      const int seeds = coder.seeds_ - strip.own_seeds;
      for (std::uint64_t i = 0; i < strip.opponents; ++i) {
        const Word word = coder.rows_->straight(seeds, strip.first + i);
        Traits traits{};
        put(traits, Trait::own_seeds, strip.own_seeds);
        put(traits, Trait::opponent_pits, std::popcount(row::at_least(word, 1)));
        put(traits, Trait::opponent_sowable, std::popcount(row::at_least(word, 2)));
        put(traits, Trait::opponent_first, row::get(word, 0));
        put(traits, Trait::opponent_last, row::get(word, kPits - 1));
        opponents_.push_back({word, row::reversed<kPits>(word) == word, traits});
      }
    }

    bool run(std::string& problem) {
      const HomeRow* above = nullptr;
      for (const HomeRow& own : home_->order()) {
        begin_row(own);
        for (std::uint64_t i = 0; i < strip_.opponents; ++i) {
          const std::uint64_t entry = own.rank * strip_.opponents + i;
          std::uint16_t symbol;
          if (opponents_[i].palindrome && !own.leads) {
            symbol = symbols_[own.reversed * strip_.opponents + i];
          } else {
            symbol = coder_.only_above_[coder_.at(least_floor_[i], least_ceiling_[i])];
            if (symbol == kSeveral) symbol = own.at_home && own.later == 0 ? known_pair(i) : told(own, i, entry, above);
            if (symbol >= coder_.codes_.size()) {
              problem = "an entry is less than what a sowing at home attains";
              return false;
            }
          }
          symbols_[entry] = symbol;
          floors_[entry] = coder_.codes_[symbol].floor;
          ceilings_[entry] = coder_.codes_[symbol].ceiling;
        }
        above = &own;
      }
      return true;
    }

   private:
    using HomeRow = typename HomeRows<G>::Row;
    struct Opponent {
      Word row;
      bool palindrome;
      Traits traits;  // those that are the same with all own rows
    };

    // What sowings at home attain, beside each of the opponent's rows.
    void begin_row(const HomeRow& own) {
      begun_ = false;
      std::fill(least_floor_.begin(), least_floor_.end(), std::uint8_t{0});
      std::fill(least_ceiling_.begin(), least_ceiling_.end(), std::uint8_t{0});
      for (const std::uint32_t child : home_->children(own)) {
        const std::uint8_t* floors = &floors_[child * strip_.opponents];
        const std::uint8_t* ceilings = &ceilings_[child * strip_.opponents];
        for (std::uint64_t i = 0; i < strip_.opponents; ++i) {
          least_floor_[i] = std::max(least_floor_[i], floors[i]);
          least_ceiling_[i] = std::max(least_ceiling_[i], ceilings[i]);
        }
      }
    }

    [[nodiscard]] std::uint16_t known_pair(std::uint64_t i) const {
      return coder_.symbol_of_[coder_.at(least_floor_[i], least_ceiling_[i])];
    }

    // What the own row has in common with all the opponent's; only where an entry is open.
    void begin_sowings(const HomeRow& own) {
      begun_ = true;
      own_ = coder_.rows_->row(strip_.own_seeds, own.rank);
      away_.clear();
      stays_ = false;
      for (const auto& sowing : coder_.game_.beginnings(own_)) {
        if (G::stays_home(sowing)) {
          stays_ = true;
        } else {
          away_.push_back(sowing);
        }
      }
      own_traits_ = {};
      put(own_traits_, Trait::later_children, own.later);
      put(own_traits_, Trait::own_pits, std::popcount(row::at_least(own_, 1)));
      put(own_traits_, Trait::own_sowable, std::popcount(row::at_least(own_, 2)));
      put(own_traits_, Trait::own_first, row::get(own_, 0));
      put(own_traits_, Trait::own_last, row::get(own_, kPits - 1));
      put(own_traits_, Trait::sowings_away, static_cast<int>(away_.size()));
    }

    std::uint16_t told(const HomeRow& own, std::uint64_t i, std::uint64_t entry, const HomeRow* above) {
      if (!begun_) begin_sowings(own);
      const Opponent& opponent = opponents_[i];
      Traits traits;
      for (std::size_t k = 0; k < kTraits; ++k) traits[k] = static_cast<std::uint8_t>(own_traits_[k] | opponent.traits[k]);
      put(traits, Trait::child_floor, least_floor_[i]);
      put(traits, Trait::child_ceiling, least_ceiling_[i]);
      put_value(traits, Trait::beside_floor, Trait::beside_ceiling, i >= 1, entry - 1);
      put_value(traits, Trait::second_floor, Trait::second_ceiling, i >= 2, entry - 2);
      put_value(traits, Trait::above_floor, Trait::above_ceiling, above != nullptr,
                above != nullptr ? above->rank * strip_.opponents + i : 0);
      PlyTraits<Board> plies;
      const auto add = [&](const Ply<Board>& ply) { plies.add(ply); };
      constexpr std::uint8_t kAlone = 0;
      for (const auto& sowing : away_) {
        if (G::stops_abroad(sowing) && G::ends_abroad(sowing, opponent.row)) {
          add({G::other_to_move(Board{sowing.board.own, sowing.board.opponent + opponent.row})});
          continue;
        }
        coder_.game_.finish_sowings(
            sowing, {&opponent.row, 1}, {&kAlone, 1}, crowd_, [&](std::uint8_t, const Board& child) { add({child}); },
            [&](std::uint8_t, const Board& child, int captures) {
              add({child, captures, false, true});
            });
      }
      if (plies.plies() == 0 && !stays_) coder_.game_.pass({own_, opponent.row}, add);
      plies.store(traits);
      const unsigned symbol = teller_.tell(traits, entry);
      const Codes codes = symbol < coder_.codes_.size() ? coder_.codes_[symbol] : Codes{0, 0};
      return codes.floor >= least_floor_[i] && codes.ceiling >= least_ceiling_[i] ? static_cast<std::uint16_t>(symbol) : kNone;
    }

    void put_value(Traits& traits, Trait floor, Trait ceiling, bool there, std::uint64_t entry) const {
      put(traits, floor, there ? floors_[entry] : kNoCode);
      put(traits, ceiling, there ? ceilings_[entry] : kNoCode);
    }

    const StripCoderOf& coder_;
    const Strip strip_;
    std::span<std::uint16_t> symbols_;
    EntryTeller& teller_;
    std::shared_ptr<const HomeRows<G>> home_;
    std::vector<Opponent> opponents_;
    std::vector<std::uint8_t> floors_, ceilings_;            // codes, by entry
    std::vector<std::uint8_t> least_floor_, least_ceiling_;  // F and C of the own row at hand, by opponent's row
    bool begun_ = false;                                     // the following are those of the own row at hand
    bool stays_ = false;
    Word own_ = 0;
    Traits own_traits_{};
    std::vector<Relay<kPits>> away_;
    typename G::Crowd crowd_;
  };

  RuleSet rules_;
  G game_;
  int seeds_;
  StripLayout layout_;
  std::shared_ptr<Shelf> shelf_;
  std::shared_ptr<const Rows> rows_;
  typename G::Index index_;
  std::size_t side_;                       // codes of floors, and of ceilings
  std::vector<Codes> codes_;               // by symbol
  std::vector<std::uint16_t> symbol_of_;   // by codes
  std::vector<std::uint16_t> only_above_;  // by codes: the one symbol with both of them or more; kNone or kSeveral
};

}  // namespace uthi
