// Sentences, JSON and exit codes of solutions.
#include "tools/solve_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solver/proof/verdict.hpp"
#include "tools/json.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

std::string margin_name(int margin, const ValueBounds& bounds) { return bounds.none(margin) ? "none" : fmt::format("{}", margin); }

std::string range_text(int least, int most, const ValueBounds& bounds) {
  if (least == most) return margin_name(least, bounds);
  if (bounds.none(least) && bounds.none(most)) return "unknown";
  return fmt::format("{}..{}", margin_name(least, bounds), margin_name(most, bounds));
}

boost::json::object json_of_range(int least, int most, const ValueBounds& bounds) {
  const auto value = [&](int margin) { return bounds.none(margin) ? boost::json::value(nullptr) : boost::json::value(margin); };
  return {{"least", value(least)}, {"most", value(most)}, {"exact", least == most}};
}

std::string_view name_of(SolveStatus status) {
  return status == SolveStatus::proved ? "proved" : status == SolveStatus::refuted ? "refuted" : "unknown";
}

std::string reason_of(Stopped stopped) {
  switch (stopped) {
    case Stopped::time:
      return "the time ran out (--time)";
    case Stopped::nodes:
      return "the positions ran out (--nodes)";
    case Stopped::memory:
      return "the memory ran out (--memory)";
    case Stopped::interrupted:
      return "interrupted";
    case Stopped::no:
      break;
  }
  return "";
}

std::string method_text(const Solution& solution) {
  switch (solution.answered) {
    case Answered::table:
      return "from a table";
    case Answered::graph:
      return fmt::format(
          "by the graph of {} positions, {} ({:.0f} bytes a position)", with_commas(solution.graph_positions),
          byte_text(solution.graph_bytes),
          static_cast<double>(solution.graph_bytes) / static_cast<double>(std::max<std::uint64_t>(1, solution.graph_positions)));
    case Answered::search:
    case Answered::path:
      break;
  }
  return "by search";
}

}  // namespace

SolveQuestion solve_question(const Position& position, bool floor, bool ceiling, const std::optional<std::string>& claim) {
  SolveQuestion question{.position = position, .goal = {}};
  if (position.redistributions > 0) {
    throw PositionError(fmt::format("{}: its opening is still to come; solve a position after it, for example one that \"uthi play\" gives",
                                    to_text(position)));
  }
  question.goal.floor = floor;
  question.goal.ceiling = ceiling;
  if (claim) {
    question.claim = *claim;
    if (*claim == "win") {
      question.claims = claims_of_win(position);
    } else if (*claim == "draw") {
      question.claims = claims_of_draw(position);
    } else if (*claim == "loss") {
      question.claims = claims_of_loss(position);
    } else {
      question.claims = {parse_claim(*claim, position.seeds())};
      question.claim = to_text(question.claims.front());
    }
    question.goal.claims = question.claims;
  }
  question.goal.outcome = !floor && !ceiling && question.claims.empty();
  return question;
}

SolveStatus status_of(const SolveQuestion& question, const Solution& solution) {
  if (question.claims.empty()) return solution.stopped == Stopped::no ? SolveStatus::proved : SolveStatus::unknown;
  bool all = true;
  for (const Claim& claim : question.claims) {
    const auto holds = truth(claim, solution.bounds);
    if (holds == std::optional(false)) return SolveStatus::refuted;
    all = all && holds.has_value();
  }
  return all ? SolveStatus::proved : SolveStatus::unknown;
}

ExitCode exit_code_of(const SolveQuestion& question, const Solution& solution) {
  switch (status_of(question, solution)) {
    case SolveStatus::proved:
      return ExitCode::ok;
    case SolveStatus::refuted:
      return ExitCode::no;
    case SolveStatus::unknown:
      break;
  }
  return solution.stopped == Stopped::interrupted ? ExitCode::interrupted : ExitCode::does_not_fit;
}

std::vector<Claim> claims_to_prove(const SolveQuestion& question, const Solution& solution) {
  const ValueBounds& bounds = solution.bounds;
  std::vector<Claim> claims;
  const auto add = [&](std::vector<Claim> more) {
    for (const Claim& claim : more) {
      if (std::find(claims.begin(), claims.end(), claim) == claims.end()) claims.push_back(claim);
    }
  };
  for (const Claim& claim : question.claims) {
    const auto holds = truth(claim, bounds);
    if (holds == std::optional(true)) add({claim});
    if (holds != std::optional(false)) continue;
    // That it does not hold is a claim of the other player.
    switch (claim.kind) {
      case ClaimKind::floor_at_least:
        return {{ClaimKind::floor_at_most, claim.margin - 1}};
      case ClaimKind::floor_at_most:
        return {{ClaimKind::floor_at_least, claim.margin + 1}};
      case ClaimKind::ceiling_at_least:
        return {{ClaimKind::ceiling_at_most, claim.margin - 1}};
      case ClaimKind::ceiling_at_most:
        return {{ClaimKind::ceiling_at_least, claim.margin + 1}};
    }
  }
  if (question.goal.outcome) {
    switch (bounds.outcome(question.position.lead()).value()) {
      case Outcome::win:
        add(claims_of_win(question.position));
        break;
      case Outcome::draw:
        add(claims_of_draw(question.position));
        break;
      case Outcome::loss:
        add(claims_of_loss(question.position));
        break;
    }
  }
  for (const Claim& claim : known_claims(bounds)) {
    const bool of_floor = claim.kind == ClaimKind::floor_at_least || claim.kind == ClaimKind::floor_at_most;
    if (of_floor ? question.goal.floor : question.goal.ceiling) add({claim});
  }
  return claims;
}

std::string text_of(const ValueBounds& bounds) {
  return fmt::format("floor {}, ceiling {}", range_text(bounds.floor_least, bounds.floor_most, bounds),
                     range_text(bounds.ceiling_least, bounds.ceiling_most, bounds));
}

std::string text_of(const SolveQuestion& question, const Solution& solution) {
  const SolveStatus status = status_of(question, solution);
  std::string text = fmt::format("{}\n", to_text(question.position));
  if (!question.claim.empty()) {
    const Colour colour = status == SolveStatus::proved ? Colour::green : status == SolveStatus::refuted ? Colour::red : Colour::yellow;
    text += fmt::format("{}: {}\n", question.claim, coloured(name_of(status), colour));
  }
  const auto claims = known_claims(solution.bounds);
  if (question.claim.empty()) {
    text += fmt::format("{}\n", status == SolveStatus::unknown && !solution.bounds.outcome(question.position.lead())
                                    ? "The outcome is not known yet."
                                    : sentence_of(question.position, claims) + ".");
  }
  text += fmt::format("{}\n", text_of(solution.bounds));
  if (status == SolveStatus::unknown) text += fmt::format("unknown: {}; the bounds are proved\n", reason_of(solution.stopped));
  const double rate = static_cast<double>(solution.nodes) / std::max(solution.seconds, 1e-9) / 1e6;
  return text + fmt::format("{}; {} looked at in {:.1f} s ({:.2f} million a second)\n", method_text(solution),
                            counted(solution.nodes, "position", "positions"), solution.seconds, rate);
}

boost::json::object json_of(const ValueBounds& bounds) {
  return {{"floor", json_of_range(bounds.floor_least, bounds.floor_most, bounds)},
          {"ceiling", json_of_range(bounds.ceiling_least, bounds.ceiling_most, bounds)}};
}

boost::json::object json_of(const SolveQuestion& question, const Solution& solution) {
  const ValueBounds& bounds = solution.bounds;
  const auto outcome = bounds.outcome(question.position.lead());
  boost::json::object object{{"position", to_text(question.position)},
                             {"rules", json_of(question.position.rules)},
                             {"claim", question.claim.empty() ? boost::json::value(nullptr) : boost::json::value(question.claim)},
                             {"status", name_of(status_of(question, solution))},
                             {"outcome", outcome ? boost::json::value(outcome_name(*outcome)) : boost::json::value(nullptr)}};
  const auto margin = [&](int value) { return bounds.none(value) ? boost::json::value(nullptr) : boost::json::value(value); };
  // Known values only; null says that there is none.
  if (bounds.floor_exact()) object["floor"] = margin(bounds.floor_least);
  if (bounds.ceiling_exact()) object["ceiling"] = margin(bounds.ceiling_least);
  object["bounds"] = json_of(bounds);
  object["stopped"] = solution.stopped == Stopped::no ? boost::json::value(nullptr) : boost::json::value(reason_of(solution.stopped));
  object["method"] = to_text(solution.answered);
  object["nodes"] = solution.nodes;
  object["graph_positions"] = solution.graph_positions;
  object["graph_bytes"] = solution.graph_bytes;
  object["seconds"] = solution.seconds;
  return object;
}

}  // namespace uthi
