// The HTTP server around the explorer: addresses, limits, and a stop that lets requests under way finish.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/explorer/explorer.hpp"

namespace uthi::explorer {

struct Bind {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8137;
  std::vector<std::string> hosts{};    ///< Names of the server beside its address, for requests that cost most (callers.hpp).
  std::vector<std::string> origins{};  ///< Other sites whose pages may send such requests: "https://example.org".
};

/// Reads "127.0.0.1:8137", "[::1]:8137", "8137". Throws UsageError.
[[nodiscard]] Bind parse_bind(std::string_view text);

struct ServerLimits {
  int threads = 2;                            ///< That read, write, and give answers that were given before.
  int workers = 2;                            ///< That work answers out.
  std::size_t connections = 4096;             ///< More are closed at once.
  std::size_t waiting = 256;                  ///< Requests that may wait for a worker; beyond, 503.
  std::chrono::milliseconds idle{60'000};     ///< Between two requests of a connection.
  std::chrono::milliseconds request{10'000};  ///< For all bytes of a request once its first has come.
  std::chrono::milliseconds write{30'000};    ///< For a reply to be taken.
  std::chrono::milliseconds stop{10'000};     ///< For requests under way when the server is to stop.
  double work = 1.0;                          ///< Seconds of a processor, each second, for one client address; 0 for no limit.
  double burst = 20.0;                        ///< Seconds that an address may have saved up.
  double solve_seconds = 60;                  ///< Longest search that a client can ask for.
  int solves = 2;                             ///< Searches at a time, one of each client.
  std::chrono::milliseconds turn{1'000};      ///< How long a search may wait for its turn.
  std::uint64_t solve_memory = 512ULL << 20;  ///< Bytes for each.
};

class Server {
 public:
  /// Listens at once. Throws InputOutputError naming the address if that is refused, UsageError for names of hosts and
  /// origins that are none.
  Server(ExplorerOptions options, const Bind& bind, const ServerLimits& limits);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// "http://127.0.0.1:8137/"
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] const Explorer& explorer() const;

  /// Serves until `stop` is called or, with `signals`, SIGINT or SIGTERM comes.
  void run(bool signals);
  /// From any thread: no new connections, requests under way are finished, then `run` returns.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace uthi::explorer
