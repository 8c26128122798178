// Redistributions: counting, listing, reading, printing, making them.
#include "core/kiothi_opening.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "core/error.hpp"
#include "core/layer.hpp"

namespace uthi {

namespace {

constexpr std::size_t kLongestEcho = 100;  // the longest legal text has 83 characters
constexpr int kMostEmptied = 2;

std::string_view owner(Side side) { return side == Side::south ? "South" : "North"; }

// Warriors in each pit at the start, and how many of the rightmost pits hold them.
struct StartRow {
  int pits;
  int warriors;
};

StartRow start_row(const RuleSet& rules) {
  const std::string_view option = rules.get("start");
  return {option.front() - '0', option.back() - '0'};
}

int count_of(const Position& position, std::uint32_t pits) {
  int count = 0;
  for (; pits != 0; pits &= pits - 1) count += position.pits[static_cast<std::size_t>(std::countr_zero(pits))];
  return count;
}

// Reads one redistribution from left to right; every failure names the character it stands at.
class RedistributionReader {
 public:
  RedistributionReader(const Position& position, std::string_view text, bool exactly_two)
      : position_(position), pits_(position.rules.pits()), text_(text), exactly_two_(exactly_two) {}

  Redistribution read() {
    while (peek() != '=') read_emptied();
    const int emptied = std::popcount(way_.emptied);
    if (exactly_two_ && emptied != kMostEmptied) fail(fmt::format("two emptied pits in front of =, not {}", emptied));
    ++at_;
    int left = count_of(position_, way_.emptied);
    const int all = left;
    while (at_ < text_.size()) left -= read_target(left, all);
    if (left > 0) fail(fmt::format("pits for {} more of the {} warriors that the emptied pits hold", left, all));
    return way_;
  }

 private:
  void read_emptied() {
    const int ring = ring_pit();
    if (ring < 0 || ring / pits_ != static_cast<int>(position_.side)) {
      fail(fmt::format("one of {}'s pits {}..{} to empty, or =", owner(position_.side), pit_name(position_.side, 0),
                       pit_name(position_.side, pits_ - 1)));
    }
    const std::uint32_t bit = 1U << ring;
    if ((way_.emptied & bit) != 0) fail(fmt::format("each emptied pit once, and {} comes again", peek()));
    if (position_.pits[static_cast<std::size_t>(ring)] == 0) fail(fmt::format("occupied pits to empty, and {} holds nothing", peek()));
    if (std::popcount(way_.emptied) == kMostEmptied) fail("= behind two emptied pits");
    way_.emptied |= bit;
    ++at_;
  }

  // Returns how many warriors go there.
  int read_target(int left, int all) {
    const int ring = ring_pit();
    if (ring < 0) {
      fail(fmt::format("a pit a..{} or A..{} and how many warriors it gets", pit_name(Side::south, pits_ - 1),
                       pit_name(Side::north, pits_ - 1)));
    }
    std::uint8_t& placed = way_.placed[static_cast<std::size_t>(ring)];
    if (placed != 0) fail(fmt::format("each pit once, and {} comes again", peek()));
    ++at_;
    int count = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), count);
    if (error != std::errc{} || count < 1 || peek() == '0') fail("how many warriors the pit gets, 1 or more");
    if (count > left) fail(fmt::format("at most {} warriors for this pit, of {} in the emptied pits", left, all));
    at_ = static_cast<std::size_t>(end - text_.data());
    placed = static_cast<std::uint8_t>(count);
    return count;
  }

  // The ring pit whose name stands here, -1 if none does.
  [[nodiscard]] int ring_pit() const {
    const char name = peek();
    if (name >= 'a' && name < 'a' + pits_) return name - 'a';
    if (name >= 'A' && name < 'A' + pits_) return pits_ + name - 'A';
    return -1;
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  [[noreturn]] void fail(std::string_view expected) const {
    throw PositionError(fmt::format("redistribution \"{}\": expected {} at character {}; for example {}", text_.substr(0, kLongestEcho),
                                    expected, at_ + 1, position_.side == Side::south ? "ab=c4D6" : "AB=c4D6"));
  }

  const Position& position_;
  int pits_;
  std::string_view text_;
  bool exactly_two_;
  Redistribution way_;
  std::size_t at_ = 0;
};

}  // namespace

KiothiOpening::KiothiOpening(const RuleSet& rules) : pits_(rules.pits()), exactly_two_(rules.get("redistribute") == "two") {
  const int others = 2 * pits_ - 1;
  OpeningCount count = 1;  // C(n + others, others), each from the one before
  for (int n = 0; n <= kMaxSeeds; ++n) {
    compositions_.push_back(count);
    count = count * static_cast<unsigned>(n + 1 + others) / static_cast<unsigned>(n + 1);
  }
}

Position KiothiOpening::start(const RuleSet& rules) {
  const auto [occupied, warriors] = start_row(rules);
  const int pits = rules.pits();
  if (pits < occupied) {
    throw UsageError(
        fmt::format("kiothi {}: start={} fills the {} rightmost pits of each row, and there are {}; take a board of 2x{} or larger{}",
                    rules.board_text(), rules.get("start"), occupied, pits, occupied, pits == 5 ? ", or --rules start=5x5" : ""));
  }
  Position position{.rules = rules};
  for (int pit = pits - occupied; pit < pits; ++pit) {
    position.pits[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(warriors);
    position.pits[static_cast<std::size_t>(pits + pit)] = static_cast<std::uint8_t>(warriors);
  }
  position.redistributions = 2;
  return position;
}

void KiothiOpening::check(const Position& position) const {
  if (position.redistributions < 1 || position.redistributions > 2) {
    throw PositionError(fmt::format("position \"{}\": its opening is over", to_text(position)));
  }
  if (position.marks != 0) throw PositionError(fmt::format("position \"{}\": pits are marked when the opening is over", to_text(position)));
  if (!exactly_two_) return;
  const auto check_side = [&](Side side) {
    if (std::popcount(own_occupied(position, side)) >= kMostEmptied) return;
    throw PositionError(
        fmt::format("position \"{}\": {} has to empty two occupied pits in the opening and has fewer; {{redistribute=upto2}} allows that",
                    to_text(position), owner(side)));
  };
  check_side(position.side);
  // The first redistribution empties no pit of the opponent's, so one that cannot answer now cannot answer then.
  if (position.redistributions == 2) check_side(other(position.side));
}

std::uint32_t KiothiOpening::own_occupied(const Position& position, Side side) const {
  std::uint32_t occupied = 0;
  const int first = side == Side::south ? 0 : pits_;
  for (int ring = first; ring < first + pits_; ++ring) {
    if (position.pits[static_cast<std::size_t>(ring)] > 0) occupied |= 1U << ring;
  }
  return occupied;
}

std::vector<std::uint32_t> KiothiOpening::choices(const Position& position) const {
  check(position);
  const std::uint32_t occupied = own_occupied(position, position.side);
  std::vector<std::uint32_t> singles;
  for (std::uint32_t left = occupied; left != 0; left &= left - 1) singles.push_back(left & (~left + 1));
  std::vector<std::uint32_t> all;
  if (!exactly_two_) {
    all.push_back(0);
    all.insert(all.end(), singles.begin(), singles.end());
  }
  for (std::size_t i = 0; i < singles.size(); ++i) {
    for (std::size_t j = i + 1; j < singles.size(); ++j) all.push_back(singles[i] | singles[j]);
  }
  return all;
}

OpeningCount KiothiOpening::ways(const Position& position) const {
  OpeningCount ways = 0;
  for (const std::uint32_t emptied : choices(position)) ways += compositions_[static_cast<std::size_t>(count_of(position, emptied))];
  return ways;
}

// All warriors in pit `a`; `next_way` moves them on until all are in the last pit of the ring.
Redistribution KiothiOpening::first_way(const Position& position, std::uint32_t emptied) const {
  Redistribution way{.emptied = emptied};
  way.placed[0] = static_cast<std::uint8_t>(count_of(position, emptied));
  return way;
}

bool KiothiOpening::next_way(Redistribution& way) const {
  const auto last = static_cast<std::size_t>(2 * pits_ - 1);
  const std::uint8_t tail = way.placed[last];
  std::size_t pit = last;
  do {
    if (pit == 0) return false;
    --pit;
  } while (way.placed[pit] == 0);
  way.placed[last] = 0;
  --way.placed[pit];
  way.placed[pit + 1] = static_cast<std::uint8_t>(tail + 1);
  return true;
}

void KiothiOpening::apply(const Position& position, const Redistribution& way, Position& after) const {
  after.redistributions = position.redistributions - 1;
  after.side = other(position.side);
  std::uint32_t occupied = 0;
  for (std::size_t ring = 0; ring < static_cast<std::size_t>(2 * pits_); ++ring) {
    const int stays = (way.emptied >> ring & 1U) != 0 ? 0 : position.pits[ring];
    after.pits[ring] = static_cast<std::uint8_t>(stays + way.placed[ring]);
    if (after.pits[ring] > 0) occupied |= 1U << ring;
  }
  after.marks = after.redistributions == 0 ? occupied : 0;
}

Position KiothiOpening::play(const Position& position, const Redistribution& way) const {
  Position after = position;
  apply(position, way, after);
  return after;
}

Redistribution KiothiOpening::parse(const Position& position, std::string_view text) const {
  check(position);
  return RedistributionReader(position, text, exactly_two_).read();
}

std::string KiothiOpening::text(const Redistribution& way) const {
  const auto name = [&](int ring) { return ring < pits_ ? pit_name(Side::south, ring) : pit_name(Side::north, ring - pits_); };
  std::string text;
  for (int ring = 0; ring < 2 * pits_; ++ring) {
    if ((way.emptied >> ring & 1U) != 0) text += name(ring);
  }
  text += '=';
  for (int ring = 0; ring < 2 * pits_; ++ring) {
    if (const int count = way.placed[static_cast<std::size_t>(ring)]; count > 0) text += fmt::format("{}{}", name(ring), count);
  }
  return text;
}

}  // namespace uthi
