// uthi solve: one position decided exactly, beyond the tables.
#include <fmt/format.h>

#include "core/repetition.hpp"
#include "solver/proof/writer.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/path_solve.hpp"
#include "tools/progress.hpp"
#include "tools/solve_report.hpp"
#include "tools/table_values.hpp"

namespace uthi {

namespace {

constexpr double kShareOfMemory = 0.5;

SolveQuestion question_of(const Arguments& arguments) {
  return solve_question(position_of(arguments.words().front()), arguments.has("floor"), arguments.has("ceiling"), arguments.text("claim"));
}

Method method_of(const Arguments& arguments) {
  const std::string name = arguments.text("method").value_or("auto");
  if (name == "auto") return Method::automatic;
  if (name == "graph") return Method::graph;
  if (name == "search") return Method::search;
  throw UsageError(fmt::format("--method {}: expected auto, graph or search", name));
}

bool full_depth(const Arguments& arguments) {
  const std::string depth = arguments.text("proof-depth").value_or("tables");
  if (depth != "tables" && depth != "full") throw UsageError(fmt::format("--proof-depth {}: expected tables or full", depth));
  return depth == "full";
}

SolveLimits limits_of(const Arguments& arguments, const StopSignals& signals) {
  SolveLimits limits{
      .method = method_of(arguments), .threads = arguments.threads(), .stop = &signals.flag(), .proof = arguments.has("proof")};
  if (const auto seconds = arguments.number("time", 1, std::int64_t{1} << 32)) limits.seconds = static_cast<double>(*seconds);
  if (const auto nodes = arguments.number("nodes", 1, std::int64_t{1} << 60)) limits.nodes = static_cast<std::uint64_t>(*nodes);
  const auto available = available_memory();
  if (available) limits.memory = static_cast<std::uint64_t>(static_cast<double>(*available) * kShareOfMemory);
  limits.memory = arguments.gibibytes("memory").value_or(limits.memory);
  limits.progress = [last = 0.0](const SolveProgress& progress) mutable {
    constexpr double kFirst = 2;
    constexpr double kEvery = 5;
    if (progress.seconds < (last == 0 ? kFirst : last + kEvery)) return;
    last = progress.seconds;
    std::string text = fmt::format("{}: ", progress.phase);
    if (progress.round > 0) text += fmt::format("round {}, ", progress.round);
    if (progress.positions > 0) text += fmt::format("{} positions, ", with_commas(progress.positions));
    if (progress.share > 0) text += fmt::format("{:.0f}%, ", progress.share * 100);
    text +=
        fmt::format("{} looked at ({:.2f} million a second), {}, {}\n", with_commas(progress.nodes),
                    static_cast<double>(progress.nodes) / progress.seconds / 1e6, text_of(progress.bounds), time_text(progress.seconds));
    fmt::print(stderr, "{}", text);
  };
  return limits;
}

ExitCode run(const Arguments& arguments) {
  const SolveQuestion question = question_of(arguments);
  if (arguments.has("proof-depth") && !arguments.has("proof"))
    throw UsageError("--proof-depth says where a proof ends; give --proof FILE too");
  const bool without_tables = arguments.has("no-tables") || full_depth(arguments);
  const auto folders = without_tables ? std::vector<std::filesystem::path>{} : folders_to_read(arguments);
  const StopSignals signals;
  Output output;
  SolveLimits limits = limits_of(arguments, signals);
  const TableValues tables(question.position.rules, make_referee(question.position.rules)->layer(question.position), folders, limits);
  const auto proof_file = arguments.text("proof");
  const bool by_path = repetition_of(question.position.rules) == Repetition::score;
  if (by_path && proof_file) throw UsageError("there are no proofs under repetition=score, where the path decides");
  const auto solver = by_path ? nullptr : make_position_solver(question.position, tables, tables.layers(), limits);
  const Solution solution = by_path ? solve_by_path(question, limits, tables) : solver->solve(question.goal);
  std::optional<std::uintmax_t> proof_bytes;
  if (proof_file && status_of(question, solution) != SolveStatus::unknown) {
    Proof proof = solver->prove(claims_to_prove(question, solution));
    for (ProofTable& table : proof.tables) table.values_digest = tables.digest(table.layer);
    write_proof(*proof_file, proof);
    proof_bytes = std::filesystem::file_size(*proof_file);
  }
  if (arguments.has("json")) {
    boost::json::object object = json_of(question, solution);
    object["memory"] = peak_memory();
    object["proof"] = proof_bytes ? boost::json::value(valid_utf8(*proof_file)) : boost::json::value(nullptr);
    output.line(object);
  } else {
    output.text(text_of(question, solution));
    if (by_path) output.line("With this position as the start of the game; the first repetition ends it and is scored.");
    if (proof_bytes) output.line(fmt::format("proof: {}, {}; uthi check-proof checks it", *proof_file, byte_text(*proof_bytes)));
  }
  output.flush();
  if (proof_file && !proof_bytes) fmt::print(stderr, "uthi: no proof was written, since the answer is not known\n");
  return exit_code_of(question, solution);
}

}  // namespace

const Command& solve_command() {
  static const Command command{
      .name = "solve",
      .summary = "decide a position beyond the tables, and write a proof",
      .usage = "uthi solve POSITION [--floor] [--ceiling] [--claim CLAIM] [--proof FILE] [options]",
      .description =
          "Decides the outcome at the position's stores; with --floor and --ceiling their exact values, with --claim one claim:\n"
          "win, draw, loss, or a bound such as \"floor>=3\", \"ceiling<=-2\", \"floor=none\". Two methods, chosen by the program or with\n"
          "--method: search (proof search with a table of fixed size) and graph (all positions that can follow, in memory). Tables\n"
          "are used where there are some; they make it faster and never change the answer.\n"
          "Nothing is said for certain that is not proved: where time, memory or positions run out, or at Ctrl-C, the answer is\n"
          "\"unknown\" with the bounds reached so far (exit code 6, or 130). A refuted claim gives exit code 1.\n"
          "--proof writes a certificate that \"uthi check-proof\" checks with moves alone. Under repetition=score the path decides:\n"
          "the position asked about is taken as the start of the game, and there are no proofs.",
      .options = {{"floor", "", "find the exact floor"},
                  {"ceiling", "", "find the exact ceiling"},
                  {"claim", "CLAIM",
                   "decide one claim: win, draw, loss, floor>=N, floor<=N, ceiling>=N, ceiling<=N, floor=none, ceiling=none"},
                  {"proof", "FILE", "write a proof of the answer"},
                  {"proof-depth", "WHERE", "where a proof ends: tables (default) or full, at the ends of games and without tables"},
                  {"method", "NAME", "auto (default), graph or search"},
                  {"time", "SECONDS", "most seconds to take"},
                  {"nodes", "N", "most positions to look at"},
                  {"memory", "GIB", "most memory to use; default: half of what is available"},
                  kThreadsOption,
                  kTablesOption,
                  {"no-tables", "", "use no tables"},
                  kJsonOption},
      .examples =
          "  uthi solve giuthi:3,3,3,3/3,3,3,3_0_0_S\n"
          "  uthi solve giuthi:5,5,5/5,5,5 --floor --ceiling --no-tables --json\n"
          "  uthi solve giuthi:4,4,4,4/4,4,4,4 --proof start.proof\n"
          "  uthi solve giuthi:2,2,2,2,2/2,2,2,2,2 --claim 'floor>=8' --time 60",
      .least_words = 1,
      .most_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
