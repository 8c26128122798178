// Answers about positions from tables: position, line, tree, batch.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <system_error>

#include "tools/explorer/careful_referee.hpp"
#include "tools/explorer/state.hpp"
#include "tools/json.hpp"
#include "tools/line_report.hpp"
#include "tools/output.hpp"
#include "tools/probe_report.hpp"
#include "tools/utf8.hpp"

namespace uthi::explorer {

namespace {

constexpr int kDeepestTree = 4;
constexpr std::size_t kMostTreeNodes = 20'000;
constexpr std::size_t kMostBatchLines = 1000;

// The part of an answer that a node of a tree has, then its moves.
class Tree {
 public:
  explicit Tree(const Prober& prober) : prober_(prober) {}

  boost::json::object node(const Position& position, int depth) {
    if (++nodes_ > kMostTreeNodes) {
      throw Problem(422, "too-much-work", fmt::format("the tree has more than {} positions", kMostTreeNodes), "a smaller depth", "depth=1");
    }
    const Answer answer = prober_.answer(position);
    boost::json::object object{{"position", to_text(position)}, {"outcome", outcome_name(answer.outcomes)}};
    add_value(object, answer.value);
    object["margin"] = json_of(answer.margin);
    if (answer.over) object["over"] = *answer.over;
    if (depth == 0) return object;
    boost::json::array moves;
    for (const PlyAnswer& ply : answer.plies) {
      boost::json::object move = json_of(ply);
      move.erase("position");
      move["child"] = node(ply.ply.position, depth - 1);
      moves.push_back(std::move(move));
    }
    object["moves"] = std::move(moves);
    return object;
  }

 private:
  const Prober& prober_;
  std::size_t nodes_ = 0;
};

// A line of a batch: a position as it is, as a JSON string, or as {"p": ...}.
std::string position_text(std::string_view line) {
  if (line.empty() || (line.front() != '"' && line.front() != '{')) return std::string(line);
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse(line, error);
  if (!error && value.is_string()) return std::string(value.get_string());
  if (!error && value.is_object() && value.get_object().size() == 1) {
    const boost::json::value* p = value.get_object().if_contains("p");
    if (p != nullptr && p->is_string()) return std::string(p->get_string());
  }
  return std::string(line);  // which no position is, so the answer is an error that quotes it
}

}  // namespace

std::shared_ptr<const Prober> covered(const KnownTables& tables, const Position& position) {
  auto prober = tables.prober(position.rules);
  const Referee& referee = prober->referee();
  if (position.redistributions > 0) {
    throw Problem(404, "no-table", fmt::format("the opening of {} is still to come, and tables begin behind it", to_text(position)),
                  "a position after the opening; v1/play makes redistributions", tables.example(tables.set_of(position.rules)));
  }
  const LayerId layer = referee.layer(position);
  if (tables.covers(position.rules, layer) || CarefulReferee(referee).over(position)) return prober;
  Problem problem(404, "no-table",
                  fmt::format("no table for {} {} with {} seeds{}", position.rules.text(), position.rules.board_text(), layer.seeds,
                              layer.marks > 0 ? fmt::format(" and {} marked pits", layer.marks) : ""),
                  fmt::format("a position that tables cover: {}", tables.text()), tables.example(tables.set_of(position.rules)));
  problem.with("tables", tables.json());
  if (layer.seeds <= kMaxLayerSeeds) problem.with("build", boost::json::string(build_command(position.rules, layer)));
  throw problem;
}

Reply position_reply(const Asked& asked) {
  asked.target.allow({"p"});
  const Position position = asked.target.position();
  const auto prober = covered(asked.state.tables, position);
  return asked.tagged(to_text(position), [&] { return line_of(json_of(prober->answer(position))); });
}

Reply line_reply(const Asked& asked) {
  asked.target.allow({"p"});
  const Position position = asked.target.position();
  const auto prober = covered(asked.state.tables, position);
  return asked.tagged(to_text(position), [&] { return line_of(json_of(prober->line(position))); });
}

Reply tree_reply(const Asked& asked) {
  asked.target.allow({"p", "depth"});
  const Position position = asked.target.position();
  const int depth = static_cast<int>(asked.target.number("depth", 1, kDeepestTree).value_or(1));
  const auto prober = covered(asked.state.tables, position);
  return asked.tagged(fmt::format("{} {}", depth, to_text(position)), [&] { return line_of(Tree(*prober).node(position, depth)); });
}

Reply batch_reply(const Asked& asked) {
  asked.target.allow({});
  std::string_view rest = without_byte_order_mark(asked.query.body);
  if (const auto other = foreign_byte_order_mark(rest); !other.empty()) {
    throw Problem(400, "syntax", fmt::format("the batch is in {}", other), "text in UTF-8");
  }
  std::string replies;
  std::uint64_t number = 0;
  ExitCode code = ExitCode::ok;  // each line says itself what is wrong with it
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (++number > kMostBatchLines) {
      throw Problem(413, "too-large", "the batch has too many lines", fmt::format("at most {} lines", kMostBatchLines));
    }
    const auto answer = [&](const Position& position) {
      try {
        return json_of(covered(asked.state.tables, position)->answer(position));
      } catch (const Problem& problem) {
        throw TableMissing(problem.detail());
      } catch (const TableDamaged& error) {
        throw TableDamaged(problem_of(error).detail());
      } catch (const InputOutputError& error) {
        throw InputOutputError(problem_of(error).detail());
      }
    };
    replies += line_of(answer_of_line(position_text(line), number, answer, code));
  }
  Reply reply = reply_of(std::move(replies), "application/x-ndjson");
  reply.cache = "no-store";
  return reply;
}

}  // namespace uthi::explorer
