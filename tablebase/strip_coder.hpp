// The values of a strip, coded one after the other by what the rules and the values before say of them.
//
// Own rows come in the order of tablebase/home_rows.hpp, and with each the opponent's rows of the strip. A sowing at home
// leads to an entry before this one, and what it attains for the same mover is attained here too:
//
//     floor >= F, the largest floor of these children;   ceiling >= C, the largest ceiling      (no floor is less than all,
//                                                                                                no ceiling more)
//
// So an entry is not in the file at all where one pair alone of the dictionary is not below (F, C), or where there are no
// other sowings and all children are known: then it is (F, C). The others, half of them or fewer, are told by their traits:
// F, C, the values beside the opponent's rows before this one, and what the sowings into the opponent's row, made here, take
// and leave (tablebase/traits.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/layer.hpp"
#include "core/rule_set.hpp"
#include "tablebase/format.hpp"
#include "tablebase/shelf.hpp"
#include "tablebase/strip_layout.hpp"
#include "tablebase/value_model.hpp"

namespace uthi {

/// Says the symbols that a strip's own rules leave open.
class EntryTeller {
 public:
  virtual ~EntryTeller() = default;
  /// The symbol of an entry with these traits.
  [[nodiscard]] virtual unsigned tell(const Traits& traits, std::uint64_t entry) = 0;
};

/// Strips of one layer of one rule set, with game and size of the board hidden. Thread-safe.
class StripCoder {
 public:
  virtual ~StripCoder() = default;
  [[nodiscard]] virtual const StripLayout& layout() const = 0;
  /// Where the value of a stored position stands.
  [[nodiscard]] virtual StripLayout::Place place(std::uint64_t number) const = 0;
  /// Numbers of the positions of a strip, by entry.
  virtual void numbers(std::uint64_t block, std::span<std::uint64_t> numbers) const = 0;
  /// Fills in the symbols of a strip, asking `teller` for those that are open. False, with the reason in `problem`, where what
  /// was told cannot be.
  [[nodiscard]] virtual bool fill(std::uint64_t block, std::span<std::uint16_t> symbols, EntryTeller& teller,
                                  std::string& problem) const = 0;
};

/// True if layers of these rules can be stored as strips.
[[nodiscard]] bool can_be_strips(const RuleSet& rules, LayerId layer, std::size_t dictionary);

/// Of a layer that `can_be_strips`; `size` as in the file. What tables of the same rules share stands on `shelf`.
[[nodiscard]] std::unique_ptr<StripCoder> make_strip_coder(const RuleSet& rules, LayerId layer, std::span<const ValuePair> dictionary,
                                                           StripSize size, std::shared_ptr<Shelf> shelf);

/// The same for boards of `P` pits a row; null for games without strips.
template <int P>
[[nodiscard]] std::unique_ptr<StripCoder> make_strip_board(const RuleSet& rules, LayerId layer, std::span<const ValuePair> dictionary,
                                                           StripSize size, std::shared_ptr<Shelf> shelf);

/// What `teller` of a right file tells: read by a model. `finished` once all has been read and nothing is left.
class ModelTeller final : public EntryTeller {
 public:
  ModelTeller(const ValueModel& model, std::span<const std::uint8_t> bytes) : model_(model), in_(bytes) {}
  unsigned tell(const Traits& traits, std::uint64_t) override { return model_.read(traits, in_); }
  [[nodiscard]] bool finished() const { return in_.finished(); }

 private:
  const ValueModel& model_;
  RansReader in_;
};

}  // namespace uthi
