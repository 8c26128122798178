// Claims as text, and those that decide a game at its stores.
#include "solver/proof/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/error.hpp"

namespace uthi {

namespace {

constexpr std::array<std::pair<std::string_view, ClaimKind>, 4> kKinds{{{"floor>=", ClaimKind::floor_at_least},
                                                                        {"floor<=", ClaimKind::floor_at_most},
                                                                        {"ceiling>=", ClaimKind::ceiling_at_least},
                                                                        {"ceiling<=", ClaimKind::ceiling_at_most}}};

[[noreturn]] void fail(std::string_view text, std::string_view why) {
  throw UsageError(
      fmt::format("claim \"{}\": {}; expected floor or ceiling, >= or <=, and a margin in seeds, for example \"floor>=3\", or "
                  "\"floor=none\"",
                  text, why));
}

// No margin is outside -seeds..seeds, so one step further says all that any number beyond would.
Claim claim_of(ClaimKind kind, int margin, int seeds) { return {kind, std::clamp(margin, -seeds - 1, seeds + 1)}; }

}  // namespace

std::string to_text(const Claim& claim) {
  switch (claim.kind) {
    case ClaimKind::floor_at_least:
      return fmt::format("floor >= {}", claim.margin);
    case ClaimKind::floor_at_most:
      return fmt::format("floor <= {}", claim.margin);
    case ClaimKind::ceiling_at_least:
      return fmt::format("ceiling >= {}", claim.margin);
    case ClaimKind::ceiling_at_most:
      break;
  }
  return fmt::format("ceiling <= {}", claim.margin);
}

Claim parse_claim(std::string_view text, int seeds) {
  std::string packed;
  for (const char c : text) {
    if (c != ' ') packed += c;
  }
  if (packed == "floor=none") return {ClaimKind::floor_at_most, -seeds - 1};
  if (packed == "ceiling=none") return {ClaimKind::ceiling_at_least, seeds + 1};
  for (const auto& [name, kind] : kKinds) {
    if (!packed.starts_with(name)) continue;
    const char* const begin = packed.data() + name.size();
    const char* const end = packed.data() + packed.size();
    int margin = 0;
    const auto [stop, error] = std::from_chars(begin, end, margin);
    if (error != std::errc{} || stop != end) fail(text, "the margin is no whole number");
    if (margin < -seeds - 1 || margin > seeds + 1) {
      fail(text, fmt::format("with {} seeds on the board a margin is from {} to {}, or one beyond for none", seeds, -seeds, seeds));
    }
    return {kind, margin};
  }
  if (packed.starts_with("floor=") || packed.starts_with("ceiling=")) fail(text, "an exact value is two claims, >= and <=");
  fail(text, "this says nothing of floor or ceiling");
}

std::vector<Claim> claims_of_win(const Position& position) {
  return {claim_of(ClaimKind::floor_at_least, std::max(1 - position.lead(), -position.seeds()), position.seeds())};
}

std::vector<Claim> claims_of_draw(const Position& position) {
  const int seeds = position.seeds();
  return {claim_of(ClaimKind::ceiling_at_least, std::max(-position.lead(), -seeds), seeds),
          claim_of(ClaimKind::floor_at_most, std::min(-position.lead(), seeds), seeds)};
}

std::vector<Claim> claims_of_loss(const Position& position) {
  return {claim_of(ClaimKind::ceiling_at_most, std::min(-1 - position.lead(), position.seeds()), position.seeds())};
}

}  // namespace uthi
