// Reports.
#include "tools/workshop/cook_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/array.hpp>

namespace uthi::workshop {

namespace {

boost::json::array list_of(const std::vector<std::string>& texts) {
  boost::json::array list;
  for (const std::string& text : texts) list.emplace_back(text);
  return list;
}

std::string try_text(const Try& attempt) {
  if (attempt.refutations.empty()) return fmt::format("{} (fails by itself)", attempt.move);
  return fmt::format("{} {}{}", attempt.move, attempt.refutations.front(), attempt.refutations.size() == 1 ? "!" : "");
}

// Nothing is called sound beyond what was looked at.
std::string verdict_of(const CookReport& report) {
  if (!report.defects.empty()) return fmt::format("{} defect{}", report.defects.size(), report.defects.size() == 1 ? "" : "s");
  if (report.checked == Checked::solution) return fmt::format("sound, {}", grade_name(report.grade));
  if (report.checked == Checked::nothing) return std::string(grade_name(report.grade));
  return fmt::format("key sound, {}; no solution is given, later moves not checked", grade_name(report.grade));
}

}  // namespace

boost::json::object json_of(const Problem& problem, const CookReport& report) {
  boost::json::array defects;
  for (const Defect& defect : report.defects) {
    boost::json::object object{{"code", code_name(defect.code)}, {"title", code_title(defect.code)}, {"text", defect.text}};
    object["ply"] = defect.ply == 0 ? boost::json::value(nullptr) : boost::json::value(defect.ply);
    object["move"] = defect.move.empty() ? boost::json::value(nullptr) : boost::json::value(defect.move);
    defects.push_back(std::move(object));
  }
  boost::json::array tries;
  for (const Try& attempt : report.tries) {
    tries.push_back(boost::json::object{{"move", attempt.move}, {"refutations", list_of(attempt.refutations)}});
  }
  boost::json::object object{{"id", report.id},
                             {"position", problem.position},
                             {"stipulation", to_text(problem.stipulation)},
                             {"sound", report.defects.empty()},
                             {"met", report.met},
                             {"grade", grade_name(report.grade)},
                             {"checked", checked_name(report.checked)},
                             {"defects", std::move(defects)},
                             {"keys", list_of(report.keys)},
                             {"losses_of_time", list_of(report.losses_of_time)},
                             {"tries", std::move(tries)},
                             {"set_play", nullptr},
                             {"solution_plies", report.solution_plies},
                             {"uncovered", report.uncovered}};
  object["open_question"] = report.open_question.empty() ? boost::json::value(nullptr) : boost::json::value(report.open_question);
  if (report.set_play) {
    object["set_play"] =
        boost::json::object{{"met", report.set_play->met}, {"reply", report.set_play->reply}, {"answer", report.set_play->answer}};
  }
  return object;
}

std::string text_of(const Problem& problem, const CookReport& report, bool full) {
  std::string text = fmt::format("{}: {} ({})\n", report.id, verdict_of(report), to_text(problem.stipulation));
  for (const Defect& defect : report.defects) {
    text += fmt::format("  {} {}{}: {}\n", code_name(defect.code), code_title(defect.code),
                        defect.ply > 0 ? fmt::format(", ply {}", defect.ply) : std::string(), defect.text);
  }
  if (!report.open_question.empty()) text += fmt::format("  open: {}\n", report.open_question);
  if (!full) return text;
  text += fmt::format("  {}\n", problem.position);
  if (!report.keys.empty()) text += fmt::format("  key       {}\n", fmt::join(report.keys, " "));
  if (!problem.solution.empty()) text += fmt::format("  solution  {}\n", to_text(problem.solution));
  if (!report.losses_of_time.empty()) text += fmt::format("  loses time  {}\n", fmt::join(report.losses_of_time, " "));
  for (const Try& attempt : report.tries) text += fmt::format("  try       {}\n", try_text(attempt));
  if (report.set_play) {
    const SetPlay& set = *report.set_play;
    text += fmt::format("  set play  {}{}{}: {}\n", set.reply.empty() ? "none" : set.reply, set.answer.empty() ? "" : " ", set.answer,
                        set.met ? "still met if the opponent moved first" : "not met if the opponent moved first");
  }
  return text;
}

}  // namespace uthi::workshop
