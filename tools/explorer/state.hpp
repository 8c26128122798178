// What the handlers of the explorer share. For the explorer's own files.
#pragma once

#include <boost/json/object.hpp>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "tools/explorer/answer_cache.hpp"
#include "tools/explorer/explorer.hpp"
#include "tools/explorer/known_tables.hpp"
#include "tools/explorer/problem.hpp"
#include "tools/explorer/target.hpp"

namespace uthi::explorer {

struct State {
  explicit State(ExplorerOptions asked) : options(std::move(asked)), tables(options.folders), answers(options.answer_bytes) {}

  ExplorerOptions options;
  KnownTables tables;
  mutable AnswerCache answers;
  mutable std::mutex statistics_mutex;
  mutable std::map<std::string, std::string> statistics{};  ///< JSON by rule set and layer.
};

/// One request as a handler sees it.
struct Asked {
  const State& state;
  const Query& query;
  const Target& target;

  /// The tag of an answer: it depends on all tables, the path, and `what`, which stands for the parameters.
  [[nodiscard]] std::string etag(std::string_view what) const;
  /// A reply with this tag whose body is `body()`; 304 without calling it if the client has it already.
  template <class F>
  [[nodiscard]] Reply tagged(std::string_view what, F&& body, std::string type = "application/json") const {
    std::string tag = etag(what);
    Reply reply;
    if (matches(query.if_none_match, tag)) {
      reply.status = 304;
    } else {
      reply = reply_of(body(), std::move(type));
    }
    reply.etag = std::move(tag);
    reply.cache = "public, max-age=60";
    return reply;
  }
};

/// A JSON text and its end of line, as the program prints it.
[[nodiscard]] std::string line_of(const boost::json::object& object);

/// The prober for a position that tables cover, or whose game is over. Throws Problem (404, naming what is there; 422).
[[nodiscard]] std::shared_ptr<const Prober> covered(const KnownTables& tables, const Position& position);

/// Rules of the parameters `game`, `board` and `rules`. Throws Problem (400).
[[nodiscard]] RuleSet rules_of(const Target& target, std::optional<int> pits = {});
/// The tables of these rules. Throws Problem (404).
[[nodiscard]] const TableSet& set_of(const KnownTables& tables, const RuleSet& rules);

// Handlers. They throw Problem, and Error as the library does.
[[nodiscard]] Reply position_reply(const Asked& asked);
[[nodiscard]] Reply line_reply(const Asked& asked);
[[nodiscard]] Reply tree_reply(const Asked& asked);
[[nodiscard]] Reply batch_reply(const Asked& asked);
[[nodiscard]] Reply moves_reply(const Asked& asked);
[[nodiscard]] Reply play_reply(const Asked& asked);
[[nodiscard]] Reply board_reply(const Asked& asked);
[[nodiscard]] Reply rules_reply(const Asked& asked);
[[nodiscard]] Reply stats_reply(const Asked& asked);
[[nodiscard]] Reply tables_reply(const Asked& asked);
[[nodiscard]] Reply random_reply(const Asked& asked);
[[nodiscard]] Reply problems_reply(const Asked& asked);
[[nodiscard]] Reply page_reply(const Asked& asked);

}  // namespace uthi::explorer
