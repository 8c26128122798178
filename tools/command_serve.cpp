// uthi serve: the explorer, an HTTP API and a page in the browser.
#include <fmt/format.h>

#include <system_error>

#include "tools/commands.hpp"
#include "tools/explorer/known_tables.hpp"
#include "tools/explorer/server.hpp"
#include "tools/folders.hpp"
#include "tools/output.hpp"
#include "tools/table_advice.hpp"

namespace uthi {

namespace {

std::chrono::milliseconds milliseconds(double seconds) { return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)); }

explorer::ServerLimits limits_of(const Arguments& arguments) {
  explorer::ServerLimits limits;
  limits.threads = arguments.threads();
  limits.workers = limits.threads;
  if (const auto work = arguments.decimal("work", 0, 1000)) limits.work = *work;
  if (const auto seconds = arguments.decimal("solve-seconds", 0.1, 86'400)) limits.solve_seconds = *seconds;
  if (const auto searches = arguments.number("solves", 0, 64)) limits.solves = static_cast<int>(*searches);
  if (const auto connections = arguments.number("connections", 1, 100'000)) limits.connections = static_cast<std::size_t>(*connections);
  if (const auto seconds = arguments.decimal("idle-seconds", 0.01, 3600)) limits.idle = milliseconds(*seconds);
  if (const auto seconds = arguments.decimal("request-seconds", 0.01, 3600)) limits.request = milliseconds(*seconds);
  return limits;
}

ExitCode run(const Arguments& arguments) {
  explorer::ExplorerOptions options{.folders = folders_to_read(arguments)};
  if (const auto mebibytes = arguments.number("answers", 0, 1 << 20)) options.answer_bytes = static_cast<std::uint64_t>(*mebibytes) << 20;
  if (const auto assets = arguments.text("assets")) {
    options.assets = *assets;
    std::error_code error;
    if (!std::filesystem::is_directory(options.assets, error)) {
      throw UsageError(fmt::format("--assets {}: expected a folder with the files of the page", *assets));
    }
  }
  auto bind = explorer::parse_bind(arguments.text("bind").value_or("127.0.0.1:8137"));
  bind.hosts = arguments.texts("host");
  bind.origins = arguments.texts("origin");
  explorer::Server server(std::move(options), bind, limits_of(arguments));
  const explorer::KnownTables& tables = server.explorer().tables();
  for (const std::string& message : tables.damaged()) fmt::print(stderr, "uthi: left out: {}\n", printable(message));
  if (tables.sets().empty()) fail_no_tables(arguments, tables.folders(), std::nullopt);
  fmt::print(stderr, "uthi: tables of {}\nuthi: Ctrl-C ends the server\n", printable(tables.text()));
  Output output;
  output.line(server.url());
  output.flush();
  server.run(true);
  return ExitCode::ok;
}

}  // namespace

const Command& serve_command() {
  static const Command command{
      .name = "serve",
      .summary = "the explorer: an HTTP API, and a board in the browser",
      .usage = "uthi serve [--tables DIR] [--bind ADDRESS:PORT] [options]",
      .description =
          "Answers from tables over HTTP, for programs (/v1/position, /v1/line, /v1/moves ...; /v1/openapi.json describes them) and\n"
          "for people: the page at / shows a board with every sowing's value, also without JavaScript. It prints its address and\n"
          "serves until Ctrl-C or SIGTERM, then finishes the requests under way. Tables are those there when it starts. It reads\n"
          "nothing but these, asks nothing of other machines, and listens to this machine alone unless --bind says otherwise.\n"
          "\n"
          "What GET gives anybody may read, pages of other sites too. Batches and searches (POST) are for programs and for the\n"
          "server's own page: Host must be the address of --bind (any address where that is 0.0.0.0 or [::]), localhost where that\n"
          "leads here, or a --host; and where a browser sends an Origin it must be http:// and that host, or an --origin.\n"
          "All that a client asks for, searches too, is charged to its --work; it has one search at a time, and clients that wait\n"
          "for one of the --solves have their turns in the order in which they came.",
      .options = {kTablesOption,
                  {"bind", "ADDR:PORT", "where to listen; default 127.0.0.1:8137, port 0 for any free one"},
                  {"host", "NAME", "a name under which clients know this server; may be repeated", true},
                  {"origin", "URL", "a site whose pages may send batches and searches: https://example.org; may be repeated", true},
                  kThreadsOption,
                  {"work", "SECONDS", "processor seconds, each second, that one client address may use; default 1, 0 for no limit"},
                  {"solves", "N", "searches beyond the tables at a time, one of each client; default 2, 0 for none"},
                  {"solve-seconds", "S", "longest search; default 60"},
                  {"answers", "MIB", "memory for answers that are kept for whoever asks again; default 64"},
                  {"connections", "N", "most connections; default 4096"},
                  {"idle-seconds", "S", "how long a connection may wait for its next request; default 60"},
                  {"request-seconds", "S", "how long a request may take to arrive; default 10"},
                  {"assets", "DIR", "read the files of the page from here, for working on it"}},
      .examples =
          "  uthi serve\n"
          "  uthi serve --tables ./tables --bind 127.0.0.1:9000\n"
          "  uthi serve --bind 0.0.0.0:8137 --host uthi.example.org\n"
          "  curl 'http://127.0.0.1:8137/v1/position?p=giuthi:2,0,0,1,4/0,1,0,1,0_6_5_S'\n"
          "  uthi start giuthi 2x2 --seeds 2 >positions\n"
          "  curl --data-binary @positions http://127.0.0.1:8137/v1/batch",
      .most_words = 0,
      .run = run};
  return command;
}

}  // namespace uthi
