// uthi mine: problems from tables.
#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/machine.hpp"
#include "tools/output.hpp"
#include "tools/progress.hpp"
#include "tools/table_arguments.hpp"
#include "tools/workshop/line_signature.hpp"
#include "tools/workshop/mine.hpp"
#include "tools/workshop/mine_journal.hpp"
#include "tools/workshop/problem_file.hpp"

namespace uthi {

namespace {

using workshop::MineGoal;
using workshop::MineRequest;
using workshop::Problem;

MineGoal goal_named(const std::string& name) {
  if (name == "win") return MineGoal::win;
  if (name == "margin") return MineGoal::margin;
  if (name == "draw") return MineGoal::draw;
  if (name == "repetition") return MineGoal::repetition;
  if (name == "one-warrior") return MineGoal::one_warrior;
  throw UsageError(fmt::format("--goal {}: expected win, margin, draw, repetition or one-warrior", name));
}

// "6..8" or "7".
std::pair<int, int> range_of(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto number = [](std::string_view part) { return static_cast<int>(parse_number("--seeds", part, 0, kMaxLayerSeeds)); };
  const int least = number(std::string_view(text).substr(0, dots));
  const int most = dots == std::string::npos ? least : number(std::string_view(text).substr(dots + 2));
  if (most < least) throw UsageError(fmt::format("--seeds {}: expected the smaller number first, for example --seeds 6..8", text));
  return {least, most};
}

MineRequest request_of(const Arguments& arguments) {
  MineRequest request{.rules = *rules_asked_for(arguments)};
  const auto seeds = arguments.text("seeds");
  if (!seeds) throw UsageError("--seeds is missing: which layers to look through, for example --seeds 6..8");
  std::tie(request.least_seeds, request.most_seeds) = range_of(*seeds);
  request.marks = marks_asked_for(arguments, request.rules).value_or(0);
  request.goal = goal_named(arguments.text("goal").value_or("win"));
  const auto number = [&](const char* option, int least, int most) {
    return static_cast<int>(arguments.number(option, least, most).value_or(0));
  };
  auto& filters = request.filters;
  filters.line = std::max(1, number("line", 1, 99));
  filters.quiet = arguments.has("quiet");
  filters.gives = number("gives", 1, kMaxSeeds);
  filters.greedy_loses = arguments.has("greedy-loses");
  filters.pass = arguments.has("pass");
  filters.perpetual = arguments.has("perpetual");
  filters.zugzwang = arguments.has("zugzwang");
  filters.chain = number("chain", 1, 10);
  filters.laps = number("laps", 1, 9999);
  filters.symmetric = arguments.has("symmetric");
  filters.singletons = arguments.has("singletons");
  filters.pits = number("pits", 1, 20);
  filters.fewer_wins = arguments.has("fewer");
  if (filters.perpetual && request.goal != MineGoal::draw) throw UsageError("--perpetual is for --goal draw");
  const bool wins = request.goal != MineGoal::draw && request.goal != MineGoal::repetition;
  if (filters.fewer_wins && !wins) throw UsageError("--fewer is for goals that are wins: win, margin, one-warrior");
  request.seed = static_cast<std::uint64_t>(arguments.number("seed", 0, std::numeric_limits<std::int64_t>::max()).value_or(1));
  request.sample = static_cast<std::uint64_t>(arguments.number("sample", 1, std::int64_t{1} << 40).value_or(0));
  request.threads = arguments.threads();
  return request;
}

void rank(std::vector<Problem>& problems) {
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) { return a.difficulty > b.difficulty; });
}

ExitCode run(const Arguments& arguments) {
  const MineRequest request = request_of(arguments);
  const auto best = arguments.number("best", 1, std::int64_t{1} << 40);
  const auto file = arguments.text("output");
  const StopSignals signals;
  std::optional<workshop::MineJournal> journal;
  if (file) journal.emplace(*file, request.text());
  const Catalogue catalogue(folders_to_read(arguments));
  const workshop::Miner miner(request, catalogue);
  std::uint64_t all = 0;
  for (const LayerId layer : request.layers()) all += miner.size(layer);

  Output output;
  Progress progress("positions");
  std::vector<Problem> hits;
  std::set<std::string> known;
  std::uint64_t before = 0;
  std::uint64_t skipped = 0;
  // Without a file or --best each layer's hits go out as soon as they are there.
  const bool stream = !file && !best;
  for (const LayerId layer : request.layers()) {
    const auto done = journal ? journal->done().find(layer) : std::map<LayerId, std::vector<Problem>>::const_iterator{};
    if (journal && done != journal->done().end()) {
      for (const Problem& problem : done->second) known.insert(workshop::line_signature(problem));
      hits.insert(hits.end(), done->second.begin(), done->second.end());
      skipped += miner.size(layer);
      before += miner.size(layer);
      continue;
    }
    auto found = miner.problems_of(layer, known, signals.flag(), [&](std::uint64_t looked_at) {
      const auto so_far = static_cast<double>(before + looked_at);
      progress.update(so_far, static_cast<double>(all), so_far - static_cast<double>(skipped), fmt::format("layer {}", to_text(layer)));
    });
    before += miner.size(layer);
    if (journal) journal->add(layer, found);
    if (stream) {
      for (const Problem& problem : found) output.line(workshop::to_json_line(problem));
      output.flush();
    }
    std::move(found.begin(), found.end(), std::back_inserter(hits));
  }
  rank(hits);
  if (best && hits.size() > static_cast<std::size_t>(*best)) hits.resize(static_cast<std::size_t>(*best));
  if (journal) journal->finish(hits);
  if (!file && best) {
    for (const Problem& problem : hits) output.line(workshop::to_json_line(problem));
    output.flush();
  }
  progress.note(fmt::format("{} of {}, {}", request.rules.full_text(), counted(all, "position", "positions"),
                            counted(hits.size(), "problem", "problems")));
  return ExitCode::ok;
}

}  // namespace

const Command& mine_command() {
  static const Command command{
      .name = "mine",
      .summary = "find problems in tables: a first sowing that is the only one",
      .usage = "uthi mine GAME BOARD --seeds A..B [filters] [--best N] [--output FILE] [--tables DIR] [options]",
      .description =
          "Looks at every position of the layers and gives those, at even stores, from which exactly one of several sowings meets\n"
          "the goal, as problems (JSON lines) that \"uthi cook\" finds sound. The solution is the unique line: the only good sowing,\n"
          "the opponent's best reply, and so on while there is but one. All filters that are given must hold. Mirror images,\n"
          "positions that stand in another hit's line, and cousins (the same line up to mirror and shift) are left out.\n"
          "Hits are ranked by difficulty: 10 for each bit of choice (log2 of the legal sowings) at the solver's moves of the line,\n"
          "15 for a quiet key where another sowing captures, 20 if what captures most fails, 15 if the opponent can then capture,\n"
          "3 for each further lap of the key (30 at most), 10 for a later forced pass of the solver.\n"
          "They come layer by layer, the hardest of each first; with --best or --output all of them ranked together. With --output\n"
          "a search that was stopped goes on when it is given again (FILE.part). The same arguments give the same hits always.",
      .options = {kTablesOption,
                  kRulesOption,
                  {"seeds", "A..B", "layers of A to B seeds; N for one"},
                  kMarksOption,
                  {"goal", "GOAL", "win (default), margin (the most there is), draw, repetition, one-warrior (Kiothi)"},
                  {"line", "N", "the unique line has N plies at least"},
                  {"quiet", "", "the key captures nothing"},
                  {"gives", "N", "after the key's turn the opponent can capture N seeds at least"},
                  {"greedy-loses", "", "every sowing that captures the most leads to a loss"},
                  {"pass", "", "a forced pass later in the line saves the solver"},
                  {"perpetual", "", "a draw by repetition, where every end that the solver can force is a loss (--goal draw)"},
                  {"zugzwang", "", "mutual zugzwang at the start or after the key's turn"},
                  {"chain", "N", "some capture of the solver empties N pits of the opponent at least"},
                  {"laps", "N", "the key has N laps at least"},
                  {"symmetric", "", "the board looks the same from both sides, or in a mirror"},
                  {"singletons", "", "no pit but one holds more than one seed"},
                  {"pits", "N", "at most N pits hold seeds"},
                  {"fewer", "", "the winner has fewer seeds in its row"},
                  {"sample", "N", "keep N hits of each layer, drawn by --seed"},
                  {"seed", "N", "what the sample is drawn by; default 1"},
                  {"best", "N", "keep the N hardest of all"},
                  {"output", "FILE", "write there; a search that is stopped can be resumed"},
                  kThreadsOption},
      .examples =
          "  uthi mine giuthi 2x5 --seeds 6..10 --line 5 --quiet --best 20\n"
          "  uthi mine giuthi 2x8 --seeds 0..12 --line 7 --output long.jsonl\n"
          "  uthi mine giuthi 2x5 --seeds 4..8 --goal draw --perpetual\n"
          "  uthi mine kiothi 2x5 --seeds 4..6 --goal one-warrior | uthi cook -",
      .least_words = 2,
      .most_words = 2,
      .run = run};
  return command;
}

}  // namespace uthi
