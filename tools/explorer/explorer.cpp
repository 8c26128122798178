// Routes: which handler answers which path, and how errors become replies.
#include "tools/explorer/explorer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <new>
#include <span>

#include "tools/explorer/assets.hpp"
#include "tools/explorer/state.hpp"

namespace uthi::explorer {

namespace {

std::uint64_t hash_of(std::string_view text) {
  return checksum_of(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Reply health_reply(const Asked&) {
  Reply reply = reply_of("ok\n", "text/plain; charset=utf-8");
  reply.cache = "no-store";
  return reply;
}

Reply metrics_reply(const Asked& asked) {
  std::uint64_t tables = 0;
  for (const TableSet& set : asked.state.tables.sets()) tables += set.layers.size();
  std::string text = fmt::format("# HELP uthi_tables Tables that can be asked.\n# TYPE uthi_tables gauge\nuthi_tables {}\n", tables);
  if (asked.state.options.metrics) text += asked.state.options.metrics();
  Reply reply = reply_of(std::move(text), "text/plain; version=0.0.4; charset=utf-8");
  reply.cache = "no-store";
  return reply;
}

Reply openapi_reply(const Asked& asked) {
  return asked.tagged("", [] { return std::string(embedded_file("openapi.json")->bytes); });
}

struct Route {
  std::string_view path;
  std::string_view method;
  Reply (*handler)(const Asked&);
};

constexpr std::array kRoutes{
    Route{"/", "GET", page_reply},
    Route{"/v1/position", "GET", position_reply},
    Route{"/v1/moves", "GET", moves_reply},
    Route{"/v1/line", "GET", line_reply},
    Route{"/v1/tree", "GET", tree_reply},
    Route{"/v1/play", "GET", play_reply},
    Route{"/v1/board.svg", "GET", board_reply},
    Route{"/v1/stats", "GET", stats_reply},
    Route{"/v1/tables", "GET", tables_reply},
    Route{"/v1/rules", "GET", rules_reply},
    Route{"/v1/random", "GET", random_reply},
    Route{"/v1/problems", "GET", problems_reply},
    Route{"/v1/batch", "POST", batch_reply},
    Route{"/v1/openapi.json", "GET", openapi_reply},
    Route{"/healthz", "GET", health_reply},
    Route{"/v1/healthz", "GET", health_reply},
    Route{"/metrics", "GET", metrics_reply},
    Route{"/v1/metrics", "GET", metrics_reply},
};

constexpr std::string_view kAssets = "/assets/";

Reply asset_reply(const Asked& asked, std::string_view name) {
  auto bytes = page_file(name, asked.state.options.assets);
  if (!bytes) throw Problem(404, "not-found", fmt::format("there is no file \"{}\"", name), "a file that the page uses");
  const std::string tag = fmt::format("\"{:016x}\"", hash_of(*bytes));
  Reply reply;
  if (matches(asked.query.if_none_match, tag)) {
    reply.status = 304;
  } else {
    reply = reply_of(std::move(*bytes), std::string(media_type(name)));
  }
  reply.etag = tag;
  return reply;
}

bool allowed(std::string_view method, std::string_view wanted) { return method == wanted || (wanted == "GET" && method == "HEAD"); }

[[noreturn]] void refuse_method(std::string_view method, std::string_view path, std::string_view wanted) {
  const std::string allow = wanted == "GET" ? "GET, HEAD, OPTIONS" : fmt::format("{}, OPTIONS", wanted);
  throw Problem(405, "method", fmt::format("{} is not for {}", method, path), allow).with_header("Allow", allow);
}

Reply options_reply(std::string_view wanted) {
  Reply reply;
  reply.status = 204;
  reply.headers = {{"Allow", wanted == "GET" ? "GET, HEAD, OPTIONS" : fmt::format("{}, OPTIONS", wanted)}};
  return reply;
}

Reply route(const State& state, const Query& query) {
  if (query.target.size() > kMostTargetBytes) {
    throw Problem(414, "too-large", "the request target is too long", fmt::format("at most {} bytes", kMostTargetBytes));
  }
  if (query.body.size() > kMostBodyBytes) {
    throw Problem(413, "too-large", "the body is too large", fmt::format("at most {} bytes", kMostBodyBytes));
  }
  const Target target(query.target);
  const Asked asked{state, query, target};
  const std::string& path = target.path();
  if (path.starts_with(kAssets)) {
    if (query.method == "OPTIONS") return options_reply("GET");
    if (!allowed(query.method, "GET")) refuse_method(query.method, kAssets, "GET");
    return asset_reply(asked, std::string_view(path).substr(kAssets.size()));
  }
  const auto found = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& known) { return known.path == path; });
  if (found == kRoutes.end()) {
    throw Problem(404, "not-found", "there is nothing at this path", fmt::format("one of {}", fmt::join(Explorer::paths(), " ")),
                  "/v1/openapi.json");
  }
  if (query.method == "OPTIONS") return options_reply(found->method);
  if (!allowed(query.method, found->method)) refuse_method(query.method, found->path, found->method);
  return found->handler(asked);
}

}  // namespace

bool matches(std::string_view if_none_match, std::string_view etag) {
  return if_none_match == "*" || (!if_none_match.empty() && if_none_match.find(etag) != std::string_view::npos);
}

std::string Asked::etag(std::string_view what) const {
  return fmt::format("\"{:016x}\"", hash_of(fmt::format(UTHI_VERSION " {:x} {} {}", state.tables.fingerprint(), target.path(), what)));
}

std::string line_of(const boost::json::object& object) { return boost::json::serialize(object) + "\n"; }

Explorer::Explorer(ExplorerOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Explorer::~Explorer() = default;

const KnownTables& Explorer::tables() const { return state_->tables; }

std::vector<std::string_view> Explorer::paths() {
  std::vector<std::string_view> list;
  for (const Route& known : kRoutes) list.push_back(known.path);
  return list;
}

std::optional<Reply> Explorer::kept(const Query& query) const {
  if (query.method != "GET") return std::nullopt;
  auto reply = state_->answers.find(query.target);
  if (reply && matches(query.if_none_match, reply->etag)) {
    reply->status = 304;
    reply->body = std::make_shared<const std::string>();
  }
  return reply;
}

Reply Explorer::answer(const Query& query) const {
  if (auto reply = kept(query)) return std::move(*reply);
  try {
    Reply reply = route(*state_, query);
    // Files of the page can change on disk while it is developed; answers from tables cannot.
    if (query.method == "GET" && reply.status == 200 && reply.cache.starts_with("public")) state_->answers.keep(query.target, reply);
    return reply;
  } catch (const Problem& problem) {
    return problem.reply();
  } catch (const Error& error) {
    return problem_of(error).reply();
  } catch (const std::bad_alloc&) {
    return Problem(503, "overload", "there is not the memory to answer now").with_header("Retry-After", "5").reply();
  } catch (const std::exception&) {
    return Problem(500, "internal", "this should not have happened").reply();
  }
}

}  // namespace uthi::explorer
