// uthi check-proof: proof files checked with moves alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/array.hpp>
#include <chrono>
#include <map>
#include <new>

#include "solver/proof/check.hpp"
#include "solver/proof/verdict.hpp"
#include "tools/commands.hpp"
#include "tools/folders.hpp"
#include "tools/item_errors.hpp"
#include "tools/json.hpp"
#include "tools/machine.hpp"
#include "tools/progress.hpp"
#include "tools/proof_leaves.hpp"
#include "tools/proof_memory.hpp"
#include "tools/table_advice.hpp"

namespace uthi {

namespace {

struct Checked {
  ProofHeader header;
  ProofCheck check;
  std::map<LayerId, LeafBinding> bindings{};  // of the tables, unless one is missing or another one
  double seconds = 0;
  int threads = 1;

  [[nodiscard]] std::vector<Claim> claims() const {
    std::vector<Claim> claims;
    for (const ProofPartHeader& part : header.parts) claims.push_back(part.claim);
    return claims;
  }
};

Checked check_file(const std::string& path, const Arguments& arguments, std::optional<std::uint64_t> memory, const StopSignals& signals) {
  const auto start = std::chrono::steady_clock::now();
  const ProofFile file{std::filesystem::path(path)};
  const auto for_tables = memory_beside_nodes(file, memory);
  // Without tables nothing else would tell of a folder that is not there.
  if (file.header().tables.empty()) (void)folders_that_exist(arguments);
  const ProofLeaves leaves = [&] {
    Progress progress("entries of tables");
    ProofLeafOptions options{.threads = arguments.threads(), .stop = &signals.flag()};
    if (for_tables) options.memory = *for_tables;
    options.progress = [&](double share) { progress.update(share, 1, share, path); };
    return ProofLeaves(file.header(), catalogue_of(arguments), options);
  }();
  Progress progress("nodes");
  const auto nodes = static_cast<double>(file.header().nodes());
  ProofCheckOptions options;
  options.threads = arguments.threads();
  options.stop = &signals.flag();
  options.progress = [&](double share) { progress.update(share * nodes, nodes, share * nodes, path); };
  Checked checked{.header = file.header(), .check = check_proof(file, leaves, options), .threads = options.threads};
  for (const ProofTable& table : file.header().tables) {
    if (const auto binding = leaves.binding(table.layer)) checked.bindings.emplace(table.layer, *binding);
  }
  checked.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return checked;
}

boost::json::object object_of(const ProofFault& fault) {
  boost::json::object object{
      {"part", nullptr}, {"node", nullptr}, {"position", nullptr}, {"claimant_moves", nullptr}, {"what", fault.what}};
  if (fault.part) object["part"] = *fault.part + 1;
  if (fault.node) object["node"] = *fault.node;
  if (fault.position) object["position"] = to_text(*fault.position);
  if (fault.claimant_moves) object["claimant_moves"] = *fault.claimant_moves;
  return object;
}

// What the parts add up to; nulls where nothing is proved of it.
void add_verdict(boost::json::object& object, const Checked& checked) {
  const Position& root = checked.header.root;
  const bool proved = checked.check.proved();
  const auto claims = checked.claims();
  const Verdict verdict = proved ? verdict_of(root, claims) : Verdict{};
  object["statement"] = proved ? boost::json::value(sentence_of(root, claims)) : boost::json::value(nullptr);
  object["outcome"] = verdict.outcome ? boost::json::value(outcome_name(*verdict.outcome)) : boost::json::value(nullptr);
  object["floor"] = json_of(verdict.floor());
  object["no_floor"] = proved && verdict.no_floor();
  object["ceiling"] = json_of(verdict.ceiling());
  object["no_ceiling"] = proved && verdict.no_ceiling();
}

boost::json::object object_of(const std::string& path, const Checked& checked) {
  const ProofHeader& header = checked.header;
  boost::json::array parts;
  std::uint64_t leaves = 0;
  std::uint64_t ends = 0;
  std::map<LayerId, std::uint64_t> layers;
  for (std::size_t i = 0; i < header.parts.size(); ++i) {
    const ProofPartHeader& part = header.parts[i];
    boost::json::object object{{"claim", to_text(part.claim)},
                               {"proved", i < checked.check.parts.size()},
                               {"nodes", part.nodes},
                               {"leaves", nullptr},
                               {"ends", nullptr},
                               {"bytes", part.stored_bytes()}};
    if (i < checked.check.parts.size()) {
      const ProofPartCheck& held = checked.check.parts[i];
      object["leaves"] = held.leaves;
      object["ends"] = held.ends;
      leaves += held.leaves;
      ends += held.ends;
      for (const auto& [layer, nodes] : held.layers) layers[layer] += nodes;
    }
    parts.push_back(std::move(object));
  }
  boost::json::array tables;
  for (const ProofTable& table : header.tables) {
    boost::json::object object = json_of(table.layer);
    object["digest"] = table.values_digest.text();
    object["root"] = table.values_root ? boost::json::value(table.values_root->text()) : boost::json::value(nullptr);
    const auto binding = checked.bindings.find(table.layer);
    object["checked"] = binding == checked.bindings.end()        ? boost::json::value(nullptr)
                        : binding->second == LeafBinding::digest ? boost::json::value("digest")
                                                                 : boost::json::value("root");
    tables.push_back(std::move(object));
  }
  boost::json::array layer_list;
  for (const auto& [layer, nodes] : layers) {
    boost::json::object object = json_of(layer);
    object["nodes"] = nodes;
    layer_list.push_back(std::move(object));
  }
  boost::json::object object{{"file", valid_utf8(path)},
                             {"root", to_text(header.root)},
                             {"game", header.root.rules.game().name},
                             {"board", header.root.rules.board_text()},
                             {"rules", json_of(header.root.rules)},
                             {"proved", checked.check.proved()}};
  add_verdict(object, checked);
  object["fault"] = checked.check.fault ? boost::json::value(object_of(*checked.check.fault)) : boost::json::value(nullptr);
  object["claims"] = std::move(parts);
  object["nodes"] = header.nodes();
  object["leaves"] = leaves;
  object["ends"] = ends;
  object["tables"] = std::move(tables);
  object["layers"] = std::move(layer_list);
  object["bytes"] = header.file_bytes;
  object["seconds"] = checked.seconds;
  return object;
}

// How far the tables were compared with what the proof names.
std::string bindings_text(const Checked& checked) {
  std::vector<std::string> by_root;
  for (const auto& [layer, binding] : checked.bindings) {
    if (binding == LeafBinding::root) by_root.push_back(to_text(layer));
  }
  if (checked.bindings.empty()) return {};
  if (by_root.empty()) return "  whose values have the digests that the proof names; that they are right, \"uthi verify\" shows\n";
  return fmt::format(
      "  whose values have the digests that the proof names, but for layer{} {}: too large for --memory, so that there only the\n"
      "  blocks with leaves were compared, with the root that the proof names; that values are right, \"uthi verify\" shows\n",
      by_root.size() == 1 ? "" : "s", fmt::join(by_root, ", "));
}

std::string text_of(const std::string& path, const Checked& checked) {
  const ProofHeader& header = checked.header;
  std::string text = fmt::format("{}\n", to_text(header.root));
  if (checked.check.fault) {
    text += fmt::format("{}: {} {}\n", path, coloured("not proved,", Colour::red), to_text(*checked.check.fault, header));
  } else {
    text += fmt::format("{}: {} {}\n", path, coloured("proved,", Colour::green), sentence_of(header.root, checked.claims()));
  }
  for (const ProofPartCheck& part : checked.check.parts) {
    text += fmt::format("  {:<16} {}, {} of tables; {} the game\n", to_text(part.claim), counted(part.nodes, "node", "nodes"),
                        counted(part.leaves, "leaf", "leaves"), counted(part.ends, "ply ends", "plies end"));
  }
  if (!header.tables.empty()) {
    std::vector<std::string> layers;
    for (const ProofTable& table : header.tables) layers.push_back(to_text(table.layer));
    text += fmt::format("  relies on tables of {}: layer{} {}\n", header.root.rules.for_tables().full_text(), layers.size() == 1 ? "" : "s",
                        fmt::join(layers, ", "));
    text += bindings_text(checked);
  }
  const double each = header.nodes() == 0 ? 0 : static_cast<double>(header.file_bytes) / static_cast<double>(header.nodes());
  return text + fmt::format("  {}, {:.2f} bytes a node; {:.1f} s on {}\n", byte_text(header.file_bytes), each, checked.seconds,
                            counted(static_cast<unsigned>(checked.threads), "thread", "threads"));
}

// Calls `f`; an error that does not name the file (of its tables, or of memory) does so afterwards.
template <class F>
auto naming(const std::string& path, const F& f) {
  try {
    return f();
  } catch (const Error& error) {
    if (error.code() == ExitCode::interrupted || std::string_view(error.what()).starts_with(path)) throw;
    throw Error(error.code(), fmt::format("{}: {}", path, error.what()));
  } catch (const std::bad_alloc&) {
    throw DoesNotFit(fmt::format("{}: out of memory", path));
  }
}

ExitCode run(const Arguments& arguments) {
  Output output;
  const StopSignals signals;
  const std::optional<std::uint64_t> memory = memory_for_proofs(arguments);
  const bool as_json = arguments.has("json");
  // Every file has its answer, whatever comes of those before it.
  ItemErrors errors(output, as_json && arguments.words().size() > 1);
  for (const std::string& path : arguments.words()) {
    const auto checked = errors.attempt("", {{"file", valid_utf8(path)}},
                                        [&] { return naming(path, [&] { return check_file(path, arguments, memory, signals); }); });
    if (!checked) continue;
    errors.worsen(checked->check.proved() ? ExitCode::ok : ExitCode::no);
    if (as_json) {
      output.line(object_of(path, *checked));
    } else {
      output.text(text_of(path, *checked));
    }
    output.flush();
  }
  output.flush();
  return errors.code();
}

}  // namespace

const Command& check_proof_command() {
  static const Command command{
      .name = "check-proof",
      .summary = "check proof files with moves alone, and say what they prove",
      .usage = "uthi check-proof FILE... [--tables DIR] [--memory GIB] [--threads N] [--json]",
      .description =
          "A proof holds a strategy for each of its claims: what the claimant plays, and what comes after every reply, down to\n"
          "ends of the game or to table entries. Every step is checked against the rules; nothing of the search that found it is\n"
          "used or believed. Tables on which a proof relies are found in the folders of tables and must be the very ones: their\n"
          "values are read, and must have the digest that the proof names. Of tables that are too large for --memory only blocks\n"
          "with leaves are compared, with the root of values that newer proofs name; a proof without it has them read piece by\n"
          "piece. That entries are right is what \"uthi verify\" shows.\n"
          "Says what was proved (exit code 0), or the first thing that does not hold (exit code 1). A table that is not there is\n"
          "exit code 4; a file that cannot be read rightly, or a table whose values are not those that its header says, is damaged,\n"
          "exit code 5; one whose nodes do not fit into memory, 17 to 25 bytes each, is exit code 6. Every file gets its answer,\n"
          "and the exit code is the worst of all.",
      .options = {kTablesOption, kProofMemoryOption, kThreadsOption, kJsonOption},
      .examples =
          "  uthi check-proof start.proof\n"
          "  uthi check-proof *.proof --json\n"
          "  uthi check-proof ending.proof --tables ./tables --threads 1",
      .least_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
