// uthi explain: the strategy of a proof as a tree.
#include <fmt/format.h>

#include <boost/json/array.hpp>

#include "tools/commands.hpp"
#include "tools/json.hpp"
#include "tools/output.hpp"
#include "tools/proof_memory.hpp"
#include "tools/proof_tree.hpp"

namespace uthi {

namespace {

constexpr std::int64_t kDefaultDepth = 4;
constexpr std::int64_t kDefaultMost = 400;

std::string_view side_text(Side side) { return side == Side::south ? "S" : "N"; }
std::string_view name_of(Side side) { return side == Side::south ? "South" : "North"; }

// What the claimant has still to come, in full or at least.
std::string to_come(const ProofTree& tree, int seeds, const Position& position, bool at_least) {
  if (seeds > position.seeds()) return "the game does not end";
  return fmt::format("{} has {}{} to come", name_of(tree.claimant), seeds, at_least ? " or more" : "");
}

std::string state_text(const ProofTree& tree, const TreeEntry& entry) {
  switch (entry.state) {
    case TreeState::end:
      return fmt::format("the game is over: {}", to_come(tree, *entry.target, entry.position, false));
    case TreeState::leaf:
      return fmt::format("{}, by the table", to_come(tree, *entry.target, entry.position, true));
    case TreeState::granted:
      return fmt::format("{} in any game", to_come(tree, entry.needed, entry.position, true));
    case TreeState::again:
      return fmt::format("as #{}", *entry.refers_to + 1);
    case TreeState::missing:
      return "the proof does not hold here; see what \"uthi check-proof\" says";
    case TreeState::followed:
    case TreeState::deeper:
    case TreeState::cut:
      break;
  }
  std::string text = to_come(tree, *entry.target, entry.position, true);
  if (entry.rank) text += fmt::format(", rank {}", *entry.rank);
  if (entry.state != TreeState::followed) text += " ...";
  return text;
}

// "#5    North B+, takes 2: giuthi:...  South has 1 or more to come, rank 4"
std::string line_of(const ProofTree& tree, std::size_t at) {
  const TreeEntry& entry = tree.entries[at];
  std::string text = fmt::format("  {:<6}{}", fmt::format("#{}", at + 1), std::string(2 * static_cast<std::size_t>(entry.depth), ' '));
  if (!entry.ply.empty()) {
    text += fmt::format("{} {}", name_of(entry.mover), entry.ply);
    if (entry.captures > 0) text += fmt::format(", takes {}", entry.captures);
    if (entry.again) text += ", plays again";
    text += ": ";
  }
  return text + fmt::format("{}  {}\n", to_text(entry.position), state_text(tree, entry));
}

std::string text_of(const ProofFile& file, const ProofTree& tree, std::size_t part, int depth) {
  const ProofHeader& header = file.header();
  std::string text =
      fmt::format("\n{}: {}.\nPart {} of {}, {}. {} moves as the proof has it, {} in every legal way.\n\n",
                  coloured(to_text(tree.claim), Colour::bold), sentence_of(tree.claim, header.root), part + 1, header.parts.size(),
                  counted(header.parts[part].nodes, "node", "nodes"), name_of(tree.claimant), name_of(other(tree.claimant)));
  for (std::size_t at = 0; at < tree.entries.size(); ++at) text += line_of(tree, at);
  if (tree.deeper > 0) {
    text += fmt::format("  {} (...) not followed beyond {}; --depth {} shows more\n", counted(tree.deeper, "position is", "positions are"),
                        counted(static_cast<unsigned>(depth), "ply", "plies"), depth + 2);
  }
  if (tree.cut > 0) {
    text +=
        fmt::format("  {} (...) not followed, {} shown already; --most {} shows more\n", counted(tree.cut, "position is", "positions are"),
                    counted(tree.entries.size(), "position", "positions"), 4 * tree.entries.size());
  }
  return text;
}

boost::json::object object_of(const ProofTree& tree, std::size_t at) {
  const TreeEntry& entry = tree.entries[at];
  boost::json::object object{{"number", at + 1}, {"position", to_text(entry.position)}, {"claimant_moves", entry.claimant_moves}};
  if (!entry.ply.empty()) {
    object["side"] = side_text(entry.mover);
    object["ply"] = entry.ply;
    object["captures"] = entry.captures;
    object["again"] = entry.again;
  }
  object["state"] = to_text(entry.state);
  object["needed"] = entry.needed;
  object["target"] = json_of(entry.target);
  object["rank"] = entry.rank ? boost::json::value(*entry.rank) : boost::json::value(nullptr);
  object["node"] = entry.node ? boost::json::value(*entry.node) : boost::json::value(nullptr);
  if (entry.refers_to) object["refers_to"] = *entry.refers_to + 1;
  if (entry.state == TreeState::followed) {
    boost::json::array below;
    for (const std::size_t next : entry.below) below.push_back(object_of(tree, next));
    object["below"] = std::move(below);
  }
  return object;
}

ExitCode run(const Arguments& arguments) {
  const std::string& path = arguments.words().front();
  const auto depth = static_cast<int>(arguments.number("depth", 0, 60).value_or(kDefaultDepth));
  const auto most = static_cast<std::size_t>(arguments.number("most", 1, 10'000'000).value_or(kDefaultMost));
  const ProofFile file{std::filesystem::path(path)};
  memory_beside_nodes(file, memory_for_proofs(arguments));
  const ProofHeader& header = file.header();
  Output output;
  boost::json::array parts;
  if (!arguments.has("json")) output.line(to_text(header.root));
  for (std::size_t part = 0; part < header.parts.size(); ++part) {
    const ProofTree tree = proof_tree(file, part, depth, most);
    if (!arguments.has("json")) {
      output.text(text_of(file, tree, part, depth));
      output.flush();  // stays if the next part cannot be read
      continue;
    }
    parts.push_back(boost::json::object{{"claim", to_text(tree.claim)},
                                        {"claimant", side_text(tree.claimant)},
                                        {"statement", sentence_of(tree.claim, header.root)},
                                        {"nodes", header.parts[part].nodes},
                                        {"shown", tree.entries.size()},
                                        {"deeper", tree.deeper},
                                        {"cut", tree.cut},
                                        {"tree", object_of(tree, 0)}});
  }
  if (arguments.has("json")) {
    output.line(
        boost::json::object{{"file", valid_utf8(path)}, {"root", to_text(header.root)}, {"depth", depth}, {"parts", std::move(parts)}});
  }
  output.flush();
  return ExitCode::ok;
}

}  // namespace

const Command& explain_command() {
  static const Command command{
      .name = "explain",
      .summary = "the strategy of a proof as a tree",
      .usage = "uthi explain FILE [--depth N] [--most N] [--memory GIB] [--json]",
      .description =
          "Plays a proof file out from its position: the ply of the claimant, every reply of its opponent, and for each position\n"
          "what is still to come. A position (or its mirror image) that is met again is followed once, where it is nearest to the\n"
          "start, and referred to by its number elsewhere. Ranks fall along play that must come to an end; where none is shown\n"
          "play may go round. Nothing is checked here: \"uthi check-proof\" does that.",
      .options = {{"depth", "N", "plies to show, 0 to 60; default 4"},
                  {"most", "N", "positions to show of each claim, about; default 400"},
                  kProofMemoryOption,
                  kJsonOption},
      .examples =
          "  uthi explain start.proof\n"
          "  uthi explain start.proof --depth 8 --most 2000 | less\n"
          "  uthi explain start.proof --depth 2 --json",
      .least_words = 1,
      .most_words = 1,
      .run = run};
  return command;
}

}  // namespace uthi
