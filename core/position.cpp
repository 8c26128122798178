// Reading and printing positions.
#include "core/position.hpp"

#include <fmt/format.h>

#include <charconv>
#include <numeric>

#include "core/error.hpp"
#include "core/layer.hpp"

namespace uthi {

namespace {

constexpr std::size_t kLongestText = 400;

// Reads one position text from left to right; every failure names the character it stands at.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // which some editors put in front of text
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  }

  Position read() {
    if (text_.size() > kLongestText) fail("a position of at most 400 characters");
    const std::size_t name_end = std::min(text_.find_first_of("{:"), text_.size());
    if (name_end == text_.size()) fail("a game, a colon and two rows");
    const GameSpec* game = nullptr;
    std::string_view options;
    try {
      game = &game_named(text_.substr(0, name_end));
    } catch (const UsageError& error) {
      throw PositionError(fmt::format("position \"{}\": {}", text_, error.what()));
    }
    example_ = game->example;
    at_ = name_end;
    if (peek() == '{') {
      const std::size_t close = text_.find('}', at_);
      if (close == std::string_view::npos) fail("a closing brace behind the rule options");
      options = text_.substr(at_ + 1, close - at_ - 1);
      if (options.empty()) fail("rule options between the braces");
      at_ = close + 1;
    }
    take(':', "a colon behind the game");

    const Row top = read_row(*game);
    take('/', "a slash between the rows");
    const Row bottom = read_row(*game);
    if (top.size != bottom.size) fail(fmt::format("two rows of the same length, not {} and {} pits", top.size, bottom.size));
    if (top.size < 2) fail("two pits a row at least");

    Position position{.rules = RuleSet(*game, static_cast<int>(top.size))};
    try {
      position.rules.set_all(options);
    } catch (const UsageError& error) {
      throw PositionError(fmt::format("position \"{}\": {}", text_, error.what()));
    }
    for (std::size_t i = 0; i < bottom.size; ++i) {
      set(position, i, bottom, i);
      set(position, bottom.size + i, top, top.size - 1 - i);
    }
    if (position.seeds() > kMaxSeeds) fail(fmt::format("at most {} seeds on the board, not {}", kMaxSeeds, position.seeds()));
    read_rest(*game, position);
    return position;
  }

 private:
  struct Row {
    std::array<int, kMaxPits> seeds{};
    std::array<bool, kMaxPits> marked{};
    std::size_t size = 0;
  };

  static void set(Position& position, std::size_t pit, const Row& row, std::size_t from) {
    position.pits[pit] = static_cast<std::uint8_t>(row.seeds[from]);
    if (row.marked[from]) position.marks |= 1U << pit;
  }

  Row read_row(const GameSpec& game) {
    Row row;
    for (;;) {
      if (row.size == kMaxPits) fail("at most ten pits a row");
      row.seeds[row.size] = read_number(kMaxSeeds, "a number of seeds from 0 to 180");
      if (peek() == '*') {
        if (!game.has_marks) fail(fmt::format("no mark *: {} has no marked pits", game.name));
        if (row.seeds[row.size] == 0) fail("seeds in a marked pit: a nki is never empty");
        row.marked[row.size] = true;
        ++at_;
      }
      ++row.size;
      if (peek() != ',') return row;
      ++at_;
    }
  }

  void read_rest(const GameSpec& game, Position& position) {
    bool has_stores = false;
    while (at_ < text_.size()) {
      take_blank();
      if (peek() == 'S' || peek() == 'N') {
        position.side = peek() == 'N' ? Side::north : Side::south;
        ++at_;
        if (peek() == '~') read_opening(game, position);
        read_behind_side();
        return;
      }
      if (has_stores) fail("the side to move, S or N");
      position.stores[0] = read_number(kMaxStore, "South's store, 0 to 9999");
      take_blank();
      position.stores[1] = read_number(kMaxStore, "North's store, 0 to 9999");
      has_stores = true;
    }
  }

  // Records of other programs number the moves behind the side ("... 0 0 S 1"): it changes nothing in what is to come.
  void read_behind_side() {
    constexpr std::size_t kLongestCounter = 6;
    if (at_ == text_.size()) return;
    const std::string_view rest = text_.substr(at_ + 1);
    const bool digits = !rest.empty() && rest.size() <= kLongestCounter && rest.find_first_not_of("0123456789") == std::string_view::npos;
    if ((peek() == ' ' || peek() == '_') && digits) {
      at_ = text_.size();
      return;
    }
    if (rest.find(';') != std::string_view::npos) fail("nothing behind the side to move: operations of EPD are not read");
    fail("nothing behind the side to move");
  }

  void read_opening(const GameSpec& game, Position& position) {
    if (!game.has_opening) fail(fmt::format("no opening ~: {} begins with a sowing", game.name));
    if (position.marks != 0) fail("no opening ~ behind marked pits: pits are marked when it is over");
    ++at_;
    if (peek() != '1' && peek() != '2') fail("how many redistributions are to come, 1 or 2");
    position.redistributions = peek() - '0';
    ++at_;
  }

  void take_blank() {
    if (peek() != ' ' && peek() != '_') fail("a blank or underscore");
    ++at_;
  }

  int read_number(int most, std::string_view expected) {
    int value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{} || value < 0 || value > most || peek() == '-') fail(expected);
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void take(char wanted, std::string_view expected) {
    if (peek() != wanted) fail(expected);
    ++at_;
  }

  [[noreturn]] void fail(std::string_view expected) const {
    throw PositionError(fmt::format("position \"{}\": expected {} at character {}; for example {}", text_.substr(0, kLongestText), expected,
                                    at_ + 1, example_));
  }

  std::string_view text_;
  std::string_view example_ = "giuthi:2,0,0,1,4/0,3,0,1,2 6 5 S";
  std::size_t at_ = 0;
};

}  // namespace

int Position::seeds() const { return std::accumulate(pits.begin(), pits.end(), 0); }

int Position::lead() const { return side == Side::south ? stores[0] - stores[1] : stores[1] - stores[0]; }

Position parse_position(std::string_view text) { return Reader(text).read(); }

std::string to_text(const Position& position) {
  const auto pits = static_cast<std::size_t>(position.rules.pits());
  std::string text = position.rules.text() + ':';
  const auto put = [&](std::size_t pit, bool last, char end) {
    text += std::to_string(position.pits[pit]);
    if (position.marks >> pit & 1U) text += '*';
    text += last ? end : ',';
  };
  for (std::size_t i = 0; i < pits; ++i) put(2 * pits - 1 - i, i + 1 == pits, '/');
  for (std::size_t i = 0; i < pits; ++i) put(i, i + 1 == pits, ' ');
  text += fmt::format("{} {} {}", position.stores[0], position.stores[1], position.side == Side::south ? 'S' : 'N');
  if (position.redistributions > 0) text += fmt::format("~{}", position.redistributions);
  return text;
}

char pit_name(Side side, int pit) { return static_cast<char>((side == Side::south ? 'a' : 'A') + pit); }

}  // namespace uthi
