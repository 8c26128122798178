// The checks, one after the other.
#include "tools/workshop/cook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"
#include "tools/workshop/goal.hpp"
#include "tools/workshop/solution_walk.hpp"

namespace uthi::workshop {

namespace {

class Cook {
 public:
  Cook(const Problem& problem, const Prober& prober, const Position& position)
      : problem_(problem), prober_(prober), goal_(prober, problem.stipulation, position) {
    report_.id = problem.id;
  }

  CookReport run() {
    const Node root = goal_.root();
    if (goal_.referee().over(root.position)) {
      add(DefectCode::u5, 0, "", "the game is over in this position");
      return report_;
    }
    report_.met = goal_.holds(root);
    if (!report_.met) add(DefectCode::u3, 0, "", fmt::format("\"{}\" cannot be met", to_text(problem_.stipulation)));
    look_at_first_sowings(root);
    report_.set_play = set_play(root);
    if (!problem_.solution.empty()) {
      follow_solution();
    } else if (report_.met) {
      judge_keys(root);
    }
    if (report_.met) {
      if (const auto more = goal_.more_is_possible()) add(DefectCode::u4, 0, "", *more);
    }
    return report_;
  }

 private:
  void add(DefectCode code, int ply, std::string move, std::string text) {
    report_.defects.push_back({code, ply, std::move(move), std::move(text)});
  }

  void look_at_first_sowings(const Node& root) {
    for (const PlyAnswer& answer : prober_.answer(root.position).plies) {
      const Node next = goal_.after(root, answer.ply);
      if (goal_.holds(next)) {
        report_.keys.push_back(answer.ply.text);
      } else {
        report_.tries.push_back({answer.ply.text, refutations(next)});
      }
    }
    std::sort(report_.keys.begin(), report_.keys.end());
  }

  std::vector<std::string> refutations(const Node& node) const {
    std::vector<std::string> replies;
    if (node.position.side == goal_.solver() || goal_.finished(node)) return replies;
    for (const PlyAnswer& reply : prober_.answer(node.position).plies) {
      if (!goal_.holds(goal_.after(node, reply.ply))) replies.push_back(reply.ply.text);
    }
    return replies;
  }

  // The same position with the opponent to move first. A capture is the solver's own turn, so there is none.
  std::optional<SetPlay> set_play(const Node& root) const {
    if (problem_.stipulation.aim == Aim::capture || problem_.stipulation.aim == Aim::best_margin) return std::nullopt;
    Node other_first = root;
    other_first.position.side = other(root.position.side);
    // The solver has all its turns still before it.
    if (problem_.stipulation.aim == Aim::win_in_turns) ++other_first.left;
    SetPlay set;
    set.met = goal_.holds(other_first);
    const Answer answer = prober_.answer(other_first.position);
    if (answer.plies.empty()) return set;
    // The reply that spoils it, if there is one; else the opponent's best.
    const PlyAnswer* reply = &answer.plies.front();
    for (const PlyAnswer& ply : answer.plies) {
      if (goal_.holds(goal_.after(other_first, ply.ply))) continue;
      reply = &ply;
      break;
    }
    set.reply = reply->ply.text;
    const Node after_reply = goal_.after(other_first, reply->ply);
    if (after_reply.position.side != goal_.solver()) return set;
    for (const PlyAnswer& ply : prober_.answer(after_reply.position).plies) {
      if (!goal_.holds(goal_.after(after_reply, ply.ply))) continue;
      set.answer = ply.ply.text;
      break;
    }
    return set;
  }

  void follow_solution() {
    std::map<std::string, std::set<std::string>> treated;  // opponent's points of play: replies that the solution treats
    std::map<std::string, std::size_t> replies;            // and all replies there are
    std::set<std::string> judged;
    bool main_line_holds = true;
    report_.grade = Grade::absolute;
    const auto faults = walk_solution(goal_, problem_.solution, [&](const SolutionStep& step) {
      if (step.main_line) report_.solution_plies = step.number;
      if (goal_.finished(step.before)) return;
      if (step.before.position.side != goal_.solver()) {
        treated[key_of(step.before)].insert(step.ply.text);
        replies[key_of(step.before)] = goal_.referee().plies(step.before.position).size();
        return;
      }
      // Each point of play is judged once, whatever leads there.
      if (!judged.insert(key_of(step.before) + step.ply.text).second) return;
      if (!goal_.holds(step.before)) {
        main_line_holds = main_line_holds && !step.main_line;
        return;  // the ply that gave it away has been named
      }
      if (!goal_.holds(step.after)) {
        add(DefectCode::u3, step.number, step.ply.text, fmt::format("{} gives away what is asked for", step.ply.text));
      }
      judge_alternatives(step.before, step.ply.text, step.number);
    });
    for (const SolutionFault& fault : faults) add(DefectCode::u5, fault.number, "", fault.text);
    if (!faults.empty() || !report_.met || !main_line_holds) report_.grade = Grade::none;
    report_.checked = report_.grade == Grade::none ? Checked::nothing : Checked::solution;
    for (const auto& [key, texts] : treated) report_.uncovered += static_cast<int>(replies[key] - texts.size());
  }

  // Without a solution no first sowing is the intended one, so all that meet the stipulation are held against each other. One
  // that can meet it only by coming back to the problem's position loses time, and there is always one that does not.
  void judge_keys(const Node& root) {
    report_.checked = Checked::key;
    std::vector<std::string> good;  // that do not lose time
    std::vector<std::string> open;  // of which that is not settled
    for (const std::string& key : report_.keys) {
      const std::optional<bool> independent = goal_.holds_without(goal_.after(root, goal_.referee().ply(root.position, key)), root);
      if (independent == false) {
        report_.losses_of_time.push_back(key);
      } else {
        (independent ? good : open).push_back(key);
      }
    }
    const std::size_t settled = good.size();
    good.insert(good.end(), open.begin(), open.end());
    report_.grade = good.size() > 1 ? Grade::dual : report_.losses_of_time.empty() ? Grade::absolute : Grade::loss_of_time;
    for (std::size_t i = 1; i < good.size(); ++i) add_alternative(1, good[i], good.front(), i < settled);
  }

  void add_alternative(int number, const std::string& move, const std::string& intended, bool settled) {
    add(number == 1 ? DefectCode::u1 : DefectCode::u2, number, move,
        fmt::format("{} meets \"{}\" as {} does{}", move, to_text(problem_.stipulation), intended,
                    settled ? "" : fmt::format("; whether it only loses time is not settled within {} positions", Goal::kMostBarredNodes)));
  }

  // Sowings of the solver at `before` other than the intended one that meet the stipulation.
  void judge_alternatives(const Node& before, const std::string& intended, int number) {
    for (const LegalPly& ply : goal_.referee().plies(before.position)) {
      if (ply.text == intended) continue;
      const Node next = goal_.after(before, ply);
      if (!goal_.holds(next)) continue;
      const std::optional<bool> independent = goal_.holds_without(next, before);
      if (independent == false) {
        if (number == 1) report_.losses_of_time.push_back(ply.text);
        if (report_.grade == Grade::absolute) report_.grade = Grade::loss_of_time;
        continue;
      }
      if (report_.grade != Grade::none) report_.grade = Grade::dual;
      add_alternative(number, ply.text, intended, independent.has_value());
    }
  }

  const Problem& problem_;
  const Prober& prober_;
  Goal goal_;
  CookReport report_;
};

}  // namespace

bool CookReport::has_defect(DefectCode code) const {
  return std::any_of(defects.begin(), defects.end(), [&](const Defect& defect) { return defect.code == code; });
}

std::string_view code_name(DefectCode code) {
  constexpr std::string_view kNames[] = {"U1", "U2", "U3", "U4", "U5"};
  return kNames[static_cast<std::size_t>(code) - 1];
}

std::string_view code_title(DefectCode code) {
  constexpr std::string_view kTitles[] = {"second key", "cook later", "cannot be met", "more is possible", "illegal"};
  return kTitles[static_cast<std::size_t>(code) - 1];
}

std::string_view checked_name(Checked checked) {
  constexpr std::string_view kNames[] = {"nothing", "key", "solution"};
  return kNames[static_cast<std::size_t>(checked)];
}

std::string_view grade_name(Grade grade) {
  switch (grade) {
    case Grade::absolute:
      return "absolute";
    case Grade::loss_of_time:
      return "unique up to loss of time";
    case Grade::dual:
      return "dual";
    case Grade::none:
      break;
  }
  return "not checked";
}

CookReport cook_unreadable(const Problem& problem, const std::string& message) {
  CookReport report{.id = problem.id};
  report.defects.push_back({DefectCode::u5, 0, "", message});
  return report;
}

CookReport cook(const Problem& problem, const Prober& prober) {
  try {
    const Position position = position_of(problem);
    if (position.redistributions > 0) return cook_unreadable(problem, "the opening is still to come, and tables begin behind it");
    require_meaningful(problem.stipulation, position.rules);
    return Cook(problem, prober, position).run();
  } catch (const PositionError& error) {
    return cook_unreadable(problem, error.what());
  } catch (const UsageError& error) {
    return cook_unreadable(problem, error.what());
  }
}

}  // namespace uthi::workshop
