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

constexpr std::string_view kAssets = "/assets/";

Reply asset_reply(const Asked& asked) {
  const std::string_view name = std::string_view(asked.target.path()).substr(kAssets.size());
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

// A server runs searches itself (solve_job.hpp); there is none around this explorer.
Reply search_reply(const Asked&) {
  throw Problem(501, "no-stream", "searches are sent line by line, which cannot be done here", "a server: uthi serve");
}

using Work = Handling::Work;

struct Route {
  std::string_view path;
  std::string_view method;
  Reply (*handler)(const Asked&);
  Work work = Work::some;
};

// Every path that there is: nothing is answered that does not stand here.
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
    Route{"/v1/solve", "POST", search_reply, Work::stream},
    Route{"/v1/openapi.json", "GET", openapi_reply},
    Route{"/healthz", "GET", health_reply, Work::none},
    Route{"/v1/healthz", "GET", health_reply, Work::none},
    Route{"/metrics", "GET", metrics_reply, Work::none},
    Route{"/v1/metrics", "GET", metrics_reply, Work::none},
    Route{kAssets, "GET", asset_reply, Work::none},
};

// The asterisk asks what the server can do at all.
constexpr std::string_view kWholeServer = "*";
constexpr std::string_view kEveryMethod = "GET, HEAD, POST, OPTIONS";

const Route* route_at(std::string_view path) {
  const auto leads_to = [&](const Route& known) { return known.path == path || (known.path == kAssets && path.starts_with(kAssets)); };
  const auto found = std::find_if(kRoutes.begin(), kRoutes.end(), leads_to);
  return found == kRoutes.end() ? nullptr : &*found;
}

std::string_view methods_of(const Route& route) { return route.method == "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS"; }

bool takes(const Route& route, std::string_view method) { return method == route.method || (route.method == "GET" && method == "HEAD"); }

Reply options_reply(std::string_view allow) {
  Reply reply;
  reply.status = 204;
  reply.headers = {{"Allow", std::string(allow)}};
  return reply;
}

Reply route(const State& state, const Query& query) {
  if (query.target.size() > kMostTargetBytes) {
    throw Problem(414, "too-large", "the request target is too long", fmt::format("at most {} bytes", kMostTargetBytes));
  }
  if (query.body.size() > kMostBodyBytes) {
    throw Problem(413, "too-large", "the body is too large", fmt::format("at most {} bytes", kMostBodyBytes));
  }
  if (query.method == "OPTIONS" && query.target == kWholeServer) return options_reply(kEveryMethod);
  const Target target(query.target);
  const Route* const found = route_at(target.path());
  if (found == nullptr) {
    throw Problem(404, "not-found", "there is nothing at this path", fmt::format("one of {}", fmt::join(Explorer::paths(), " ")),
                  "/v1/openapi.json");
  }
  const std::string allow(methods_of(*found));
  if (query.method == "OPTIONS") return options_reply(allow);
  if (!takes(*found, query.method)) {
    throw Problem(405, "method", fmt::format("{} is not for {}", query.method, found->path), allow).with_header("Allow", allow);
  }
  return found->handler({state, query, target});
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

Handling Explorer::handling(const Query& query) {
  if (query.method == "OPTIONS" && query.target == kWholeServer) return {.allow = kEveryMethod};
  const std::string_view target(query.target);
  const auto path = percent_decoded(target.substr(0, target.find('?')), false);
  const Route* const found = path ? route_at(*path) : nullptr;
  if (found == nullptr) return {};
  return {found->path, takes(*found, query.method) ? found->work : Work::none, methods_of(*found), found->method == "POST"};
}

std::vector<std::string_view> Explorer::paths() {
  std::vector<std::string_view> list;
  for (const Route& known : kRoutes) list.push_back(known.path);
  return list;
}

std::optional<Reply> Explorer::kept(const Query& query) const {
  if (query.method != "GET" && query.method != "HEAD") return std::nullopt;
  auto reply = state_->answers.find(query.target);
  if (reply && matches(query.if_none_match, reply->etag)) {
    reply->status = 304;
    reply->body = std::make_shared<const std::string>();
  }
  return reply;
}

Reply Explorer::answer(const Query& query) const {
  if (auto reply = kept(query)) return std::move(*reply);
  const bool reads = query.method == "GET" || query.method == "HEAD";
  try {
    Reply reply = route(*state_, query);
    // Files of the page can change on disk while it is developed; answers from tables cannot.
    if (reads && reply.status == 200 && reply.cache.starts_with("public")) state_->answers.keep(query.target, reply);
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
