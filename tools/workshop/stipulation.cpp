// Reading and writing stipulations.
#include "tools/workshop/stipulation.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "core/error.hpp"
#include "core/repetition.hpp"

namespace uthi::workshop {

namespace {

// A form with its number between `before` and `after`; without a number `after` is empty and `least` below 0.
struct Form {
  Aim aim;
  std::string_view before;
  std::string_view after;
  int least;
};

constexpr std::array kForms{
    Form{Aim::win, "win", "", -1},
    Form{Aim::win_by, "win by ", "", 1},
    Form{Aim::win_in_turns, "win in ", " turn", 1},
    Form{Aim::win_in_turns, "win in ", " turns", 1},
    Form{Aim::win_in_plies, "win in ", " ply", 1},
    Form{Aim::win_in_plies, "win in ", " plies", 1},
    Form{Aim::draw, "draw", "", -1},
    Form{Aim::lose_at_most, "lose at most ", "", 0},
    Form{Aim::best_margin, "best margin", "", -1},
    Form{Aim::capture, "capture ", "", 1},
    Form{Aim::repetition, "repetition", "", -1},
    Form{Aim::one_warrior, "one-warrior win", "", -1},
};

std::optional<Stipulation> matched(const Form& form, std::string_view text) {
  if (form.least < 0) return text == form.before ? std::optional(Stipulation{form.aim, 0}) : std::nullopt;
  if (!text.starts_with(form.before) || !text.ends_with(form.after) || text.size() <= form.before.size() + form.after.size()) {
    return std::nullopt;
  }
  const std::string_view digits = text.substr(form.before.size(), text.size() - form.before.size() - form.after.size());
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < form.least || number > kMostNumber) return std::nullopt;
  return Stipulation{form.aim, number};
}

std::string seeds_text(int number) { return fmt::format("{} seed{}", number, number == 1 ? "" : "s"); }

}  // namespace

Stipulation parse_stipulation(std::string_view text) {
  for (const Form& form : kForms) {
    if (const auto stipulation = matched(form, text)) return *stipulation;
  }
  throw UsageError(
      fmt::format("stipulation \"{}\": expected win, win by K, win in N turns, win in N plies, draw, lose at most K, best margin, "
                  "capture K, repetition, or one-warrior win; for example: win by 4",
                  text.substr(0, 100)));
}

std::string to_text(const Stipulation& stipulation) {
  const int n = stipulation.number;
  switch (stipulation.aim) {
    case Aim::win:
      return "win";
    case Aim::win_by:
      return fmt::format("win by {}", n);
    case Aim::win_in_turns:
      return fmt::format("win in {} turn{}", n, n == 1 ? "" : "s");
    case Aim::win_in_plies:
      return fmt::format("win in {} {}", n, n == 1 ? "ply" : "plies");
    case Aim::draw:
      return "draw";
    case Aim::lose_at_most:
      return fmt::format("lose at most {}", n);
    case Aim::best_margin:
      return "best margin";
    case Aim::capture:
      return fmt::format("capture {}", n);
    case Aim::repetition:
      return "repetition";
    case Aim::one_warrior:
      break;
  }
  return "one-warrior win";
}

std::string sentence_of(const Stipulation& stipulation, std::string_view mover) {
  const int n = stipulation.number;
  switch (stipulation.aim) {
    case Aim::win:
      return fmt::format("{} to move and win", mover);
    case Aim::win_by:
      return fmt::format("{} to move and win by at least {}", mover, n);
    case Aim::win_in_turns:
      return fmt::format("{} to move and win in {} turn{}", mover, n, n == 1 ? "" : "s");
    case Aim::win_in_plies:
      return fmt::format("{} to move and win in {} {}", mover, n, n == 1 ? "ply" : "plies");
    case Aim::draw:
      return fmt::format("{} to move and draw", mover);
    case Aim::lose_at_most:
      if (n == 0) return fmt::format("{} to move, not to lose", mover);
      return fmt::format("{} to move and lose by no more than {}", mover, n);
    case Aim::best_margin:
      return fmt::format("{} to move: the best margin", mover);
    case Aim::capture:
      return fmt::format("{} to move and capture at least {} this turn", mover, seeds_text(n));
    case Aim::repetition:
      return fmt::format("{} to move and force a repetition", mover);
    case Aim::one_warrior:
      break;
  }
  return fmt::format("{} to move: a one-warrior win", mover);
}

void require_meaningful(const Stipulation& stipulation, const RuleSet& rules) {
  const Repetition repetition = repetition_of(rules);
  if (repetition == Repetition::score) {
    throw UsageError(fmt::format("problems are checked under repetition=draw or split; tables of {} can hold bounds where the path decides",
                                 rules.full_text()));
  }
  if (stipulation.aim == Aim::repetition && repetition != Repetition::draw) {
    throw UsageError(
        fmt::format("stipulation \"repetition\" is for repetition=draw; under {} endless play has a value", rules.full_text()));
  }
  if (stipulation.aim == Aim::one_warrior && rules.game().win_by_two.empty()) {
    throw UsageError(fmt::format("stipulation \"one-warrior win\": {} has none; for example: win by 2", rules.game().name));
  }
}

bool must_come_about(Aim aim) { return aim != Aim::draw && aim != Aim::lose_at_most && aim != Aim::repetition; }

}  // namespace uthi::workshop
