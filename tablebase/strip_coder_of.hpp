// The strip coder of one game and board size; compiled board size by board size (tablebase/CMakeLists.txt).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
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

  StripCoderOf(const RuleSet& rules, LayerId layer, std::span<const ValuePair> dictionary, StripSize size, std::shared_ptr<Shelf> shelf)
      : rules_(rules),
        game_(rules),
        seeds_(layer.seeds),
        layout_(kPits, layer.seeds, size),
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
      for (std::uint64_t place = 0; place < strip.own_rows; ++place) {
        numbers[place * strip.opponents + i] = beside.number(rows_->row(strip.own_seeds, strip.first_own + place));
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

  [[nodiscard]] std::shared_ptr<const HomeRows<G>> home_rows(const Strip& strip) const {
    return shelf_->get<HomeRows<G>>(fmt::format("home {} {} {} {}", rules_.full_text(), strip.own_seeds, strip.first_own, strip.own_rows),
                                    [&] { return HomeRows<G>(game_, *rows_, strip.own_seeds, strip.first_own, strip.own_rows); });
  }

  // One strip being filled in.
  class Filling {
   public:
    Filling(const StripCoderOf& coder, const Strip& strip, std::span<std::uint16_t> symbols, EntryTeller& teller)
        : coder_(coder),
          strip_(strip),
          symbols_(symbols),
          teller_(teller),
          home_(coder.home_rows(strip)),
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
        const bool palindrome = row::reversed<kPits>(word) == word;
        palindromes_ = palindromes_ || palindrome;
        opponents_.push_back(word);
        kinds_.push_back({palindrome, traits});
      }
    }

    bool run(std::string& problem) {
      const HomeRow* above = nullptr;
      for (const HomeRow& own : home_->order()) {
        own_ = own.word;
        if (!begin_row(own) || !tell_open(own, above)) {
          problem = "an entry is less than what a sowing at home attains";
          return false;
        }
        above = &own;
      }
      return true;
    }

   private:
    using HomeRow = typename HomeRows<G>::Row;
    struct Kind {
      bool palindrome;
      Traits traits;  // those that are the same with all own rows
    };

    // What sowings at home attain, beside each of the opponent's rows; and all entries that it decides. False where none can be.
    bool begin_row(const HomeRow& own) {
      for (std::uint64_t i = 0; i < strip_.opponents; ++i) least_floor_[i] = least_ceiling_[i] = 0;
      for (const std::uint32_t child : home_->children(own)) {
        const std::uint8_t* floors = &floors_[child * strip_.opponents];
        const std::uint8_t* ceilings = &ceilings_[child * strip_.opponents];
        for (std::uint64_t i = 0; i < strip_.opponents; ++i) {
          least_floor_[i] = std::max(least_floor_[i], floors[i]);
          least_ceiling_[i] = std::max(least_ceiling_[i], ceilings[i]);
        }
      }
      // Of two rows that are each other's reverse the one that comes later repeats what the first one is beside palindromes.
      // Its place wraps below the first.
      const std::uint64_t reverse = palindromes_ ? coder_.rows_->rank(row::reversed<kPits>(own_)) - strip_.first_own : strip_.own_rows;
      const bool repeats = reverse < strip_.own_rows && home_->turn(reverse) < home_->turn(own.place);
      const bool known = own.at_home && own.later == 0;
      open_.clear();
      for (std::uint64_t i = 0; i < strip_.opponents; ++i) {
        const std::size_t least = coder_.at(least_floor_[i], least_ceiling_[i]);
        std::uint16_t symbol = coder_.only_above_[least];
        if (repeats && kinds_[i].palindrome) {
          symbol = symbols_[reverse * strip_.opponents + i];
        } else if (symbol == kSeveral) {
          if (!known) {
            open_.push_back(static_cast<std::uint32_t>(i));
            continue;
          }
          symbol = coder_.symbol_of_[least];
        }
        if (!settle(own, i, symbol)) return false;
      }
      return true;
    }

    bool settle(const HomeRow& own, std::uint64_t i, unsigned symbol) {
      if (symbol >= coder_.codes_.size()) return false;
      const std::uint64_t entry = own.place * strip_.opponents + i;
      symbols_[entry] = static_cast<std::uint16_t>(symbol);
      floors_[entry] = coder_.codes_[symbol].floor;
      ceilings_[entry] = coder_.codes_[symbol].ceiling;
      return true;
    }

    // The entries that are open: what their plies take and leave, then their symbols one after the other.
    bool tell_open(const HomeRow& own, const HomeRow* above) {
      if (open_.empty()) return true;
      own_traits_ = {};
      put(own_traits_, Trait::later_children, own.later);
      put(own_traits_, Trait::own_pits, std::popcount(row::at_least(own_, 1)));
      put(own_traits_, Trait::own_sowable, std::popcount(row::at_least(own_, 2)));
      put(own_traits_, Trait::own_first, row::get(own_, 0));
      put(own_traits_, Trait::own_last, row::get(own_, kPits - 1));
      if (open_.size() <= kAlone) {
        for (const std::uint32_t i : open_) {
          look_alone(i);
          if (!tell(own, i, above, plies_[0])) return false;
        }
        return true;
      }
      begin_sowings();
      for (std::size_t first = 0; first < open_.size(); first += G::Crowd::kMost) {
        const auto here = std::span(open_).subspan(first, std::min(G::Crowd::kMost, open_.size() - first));
        look_at_plies(here);
        for (std::size_t k = 0; k < here.size(); ++k) {
          if (!tell(own, here[k], above, plies_[k])) return false;
        }
      }
      return true;
    }

    bool tell(const HomeRow& own, std::uint64_t i, const HomeRow* above, const PlyTraits<Board>& plies) {
      const unsigned symbol = told(own, i, above, plies);
      return settle(own, i, symbol) && coder_.codes_[symbol].floor >= least_floor_[i] && coder_.codes_[symbol].ceiling >= least_ceiling_[i];
    }

    // The plies beside one opponent's row.
    void look_alone(std::uint64_t i) {
      PlyTraits<Board>& plies = plies_[0];
      plies = {};
      const Board board{own_, opponents_[i]};
      const auto counts = coder_.game_.for_each_ply_away(
          board, alone_, [&](const Board& child) { plies.add({child}); },
          [&](const Board& child, int captures) {
            plies.add({child, captures, false, true});
          });
      if (counts.home == 0 && plies.plies() == 0) coder_.game_.pass(board, [&](const Ply<Board>& ply) { plies.add(ply); });
      put(own_traits_, Trait::sowings_away, counts.away);
    }

    // What the own row has in common with all the opponent's.
    void begin_sowings() {
      away_.clear();
      stays_ = false;
      for (const auto& sowing : coder_.game_.beginnings(own_)) {
        if (G::stays_home(sowing)) {
          stays_ = true;
        } else {
          away_.push_back(sowing);
        }
      }
      put(own_traits_, Trait::sowings_away, static_cast<int>(away_.size()));
    }

    // The plies beside some of the opponent's rows, side by side.
    void look_at_plies(std::span<const std::uint32_t> open) {
      for (std::size_t k = 0; k < open.size(); ++k) {
        words_[k] = opponents_[open[k]];
        plies_[k] = {};
      }
      const auto words = std::span(words_).first(open.size());
      for (const auto& sowing : away_) {
        std::size_t going = 0;
        for (std::size_t k = 0; k < words.size(); ++k) {
          if (G::stops_abroad(sowing) && G::ends_abroad(sowing, words[k])) {
            plies_[k].add({G::other_to_move(Board{sowing.board.own, sowing.board.opponent + words[k]})});
          } else {
            who_[going++] = static_cast<std::uint8_t>(k);
          }
        }
        if (going == 0) continue;
        coder_.game_.finish_sowings(
            sowing, words, std::span(who_).first(going), crowd_, [&](std::uint8_t k, const Board& child) { plies_[k].add({child}); },
            [&](std::uint8_t k, const Board& child, int captures) {
              plies_[k].add({child, captures, false, true});
            });
      }
      if (stays_) return;
      for (std::size_t k = 0; k < words.size(); ++k) {
        if (plies_[k].plies() == 0) coder_.game_.pass({own_, words[k]}, [&](const Ply<Board>& ply) { plies_[k].add(ply); });
      }
    }

    unsigned told(const HomeRow& own, std::uint64_t i, const HomeRow* above, const PlyTraits<Board>& plies) {
      const std::uint64_t entry = own.place * strip_.opponents + i;
      Traits traits;
      for (std::size_t k = 0; k < kTraits; ++k) traits[k] = static_cast<std::uint8_t>(own_traits_[k] | kinds_[i].traits[k]);
      put(traits, Trait::child_floor, least_floor_[i]);
      put(traits, Trait::child_ceiling, least_ceiling_[i]);
      put_value(traits, Trait::beside_floor, Trait::beside_ceiling, i >= 1, entry - 1);
      put_value(traits, Trait::second_floor, Trait::second_ceiling, i >= 2, entry - 2);
      put_value(traits, Trait::above_floor, Trait::above_ceiling, above != nullptr,
                above != nullptr ? above->place * strip_.opponents + i : 0);
      plies.store(traits);
      return teller_.tell(traits, entry);
    }

    void put_value(Traits& traits, Trait floor, Trait ceiling, bool there, std::uint64_t entry) const {
      put(traits, floor, there ? floors_[entry] : kNoCode);
      put(traits, ceiling, there ? ceilings_[entry] : kNoCode);
    }

    // No more open entries of a row are looked at one by one.
    static constexpr std::size_t kAlone = 1;

    const StripCoderOf& coder_;
    const Strip strip_;
    std::span<std::uint16_t> symbols_;
    EntryTeller& teller_;
    std::shared_ptr<const HomeRows<G>> home_;
    std::vector<Word> opponents_;
    std::vector<Kind> kinds_;  // of the opponent's rows
    bool palindromes_ = false;
    std::vector<std::uint8_t> floors_, ceilings_;            // codes, by entry
    std::vector<std::uint8_t> least_floor_, least_ceiling_;  // F and C of the own row at hand, by opponent's row
    // The own row at hand.
    Word own_ = 0;
    std::vector<std::uint32_t> open_;  // opponent's rows beside which it is open
    bool stays_ = false;
    Traits own_traits_{};
    std::vector<Relay<kPits>> away_;
    // Some of the open ones.
    std::array<Word, G::Crowd::kMost> words_;
    std::array<PlyTraits<Board>, G::Crowd::kMost> plies_;
    std::array<std::uint8_t, G::Crowd::kMost> who_;
    typename G::Crowd crowd_;
    typename G::Alone alone_;
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
