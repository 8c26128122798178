// uthi perft: how many lines of play there are, a check of the rules and of their speed.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <chrono>

#include "tools/commands.hpp"
#include "tools/json.hpp"

namespace uthi {

namespace {

constexpr int kMostPlies = 100;

ExitCode run(const Arguments& arguments) {
  const Position position = position_of(arguments.words()[0]);
  const int plies = static_cast<int>(parse_number("N", arguments.words()[1], 0, kMostPlies));
  const auto referee = make_referee(position.rules);
  const auto start = std::chrono::steady_clock::now();
  Output output;
  std::uint64_t leaves = 0;
  boost::json::array divide;
  const bool by_move = arguments.has("divide") && plies > 0;
  if (by_move) {
    referee->for_each_ply(position, [&](const LegalPly& ply) {
      const std::uint64_t below = referee->perft(ply.position, plies - 1);
      leaves += below;
      if (arguments.has("json")) {
        divide.push_back(boost::json::object{{"move", ply.text}, {"leaves", below}});
      } else {
        output.line(fmt::format("{:<6}{:>16}", ply.text, with_commas(below)));
      }
      return true;
    });
  } else {
    leaves = referee->perft(position, plies);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (arguments.has("json")) {
    boost::json::object object{{"position", to_text(position)}, {"plies", plies}, {"leaves", leaves}};
    if (arguments.has("divide")) object["divide"] = std::move(divide);
    object["seconds"] = seconds;
    output.line(object);
  } else {
    output.line(fmt::format("{} in {}: {:.3f} s{}", counted(leaves, "leaf", "leaves"),
                            counted(static_cast<std::uint64_t>(plies), "ply", "plies"), seconds,
                            seconds > 0.01 ? fmt::format(", {:.1f} million a second", static_cast<double>(leaves) / seconds / 1e6) : ""));
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& perft_command() {
  static const Command command{
      .name = "perft",
      .summary = "count the leaves of the tree of moves, N plies deep",
      .usage = "uthi perft POSITION N [--divide] [--json]",
      .description =
          "Counts the lines of play that are exactly N plies long. A repetition is not pruned; games that end earlier have no\n"
          "leaves. A ply is one sowing, one forced pass or one redistribution of an opening, which is counted as it can be\n"
          "written. Needs no tables.",
      .options = {{"divide", "", "also a count for each first move"}, kJsonOption},
      .examples =
          "  uthi perft giuthi:4,4,4,4,4,4/4,4,4,4,4,4 5\n"
          "  uthi perft giuthi:4,4,4,4,4,4/4,4,4,4,4,4 4 --divide",
      .least_words = 2,
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
