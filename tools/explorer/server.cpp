// Listening, threads, signals, stopping.
#include "tools/explorer/server.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <csignal>
#include <thread>
#include <vector>

#include "core/error.hpp"
#include "tools/command.hpp"
#include "tools/explorer/connection.hpp"

namespace uthi::explorer {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

namespace {

// A connection is a file descriptor; the usual soft limit of 1,024 is too low.
void allow_connections(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, connections + 256);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

[[noreturn]] void bad_bind(std::string_view text) {
  throw UsageError(
      fmt::format("--bind {}: expected an address and a port, for example --bind 127.0.0.1:8137, [::1]:8137 or 0.0.0.0:80", text));
}

}  // namespace

Bind parse_bind(std::string_view text) {
  Bind bind;
  const std::size_t colon = text.rfind(':');
  std::string_view port = text;
  if (colon != std::string_view::npos) {
    std::string_view address = text.substr(0, colon);
    port = text.substr(colon + 1);
    if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
    bind.address = address == "localhost" ? "127.0.0.1" : std::string(address);
  }
  error_code error;
  (void)net::ip::make_address(bind.address, error);
  if (error || port.empty() || port.find_first_not_of("0123456789") != std::string_view::npos || port.size() > 5) bad_bind(text);
  const int number = std::stoi(std::string(port));
  if (number > 65535) bad_bind(text);
  bind.port = static_cast<std::uint16_t>(number);
  return bind;
}

struct Server::State {
  State(ExplorerOptions options, const Bind& bind, const ServerLimits& limits)
      : service(std::move(options), bind, limits),
        io(limits.threads),
        acceptor(net::make_strand(io)),
        pause(acceptor.get_executor()),
        deadline(acceptor.get_executor()),
        signals(acceptor.get_executor()),
        workers(static_cast<std::size_t>(limits.workers)),
        searchers(static_cast<std::size_t>(std::max(1, limits.solves))) {
    service.workers = &workers;
    service.searchers = &searchers;
  }

  void listen(const Bind& bind) {
    error_code error;
    const tcp::endpoint endpoint(net::ip::make_address(bind.address), bind.port);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
    if (!error) return;
    const char* hint = error == net::error::address_in_use
                           ? "; another program listens there: give another port, for example --bind 127.0.0.1:8138"
                       : error == net::error::access_denied
                           ? "; ports below 1024 are not for everybody: give another one, for example --bind 127.0.0.1:8137"
                           : "";
    throw InputOutputError(fmt::format("{}: cannot listen there: {}{}", text_of(endpoint), error.message(), hint));
  }

  static std::string text_of(const tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return fmt::format("{}:{}", endpoint.address().is_v6() ? "[" + address + "]" : address, endpoint.port());
  }

  void accept() {
    acceptor.async_accept(net::make_strand(io), [this](error_code error, tcp::socket socket) {
      if (service.stopping) return;
      if (error) {
        // Too many open files, most likely: some connection will end.
        pause.expires_after(std::chrono::milliseconds(50));
        pause.async_wait([this](error_code cancelled) {
          if (!cancelled && !service.stopping) accept();
        });
        return;
      }
      if (service.metrics.connections < static_cast<std::int64_t>(service.limits.connections)) start_connection(service, std::move(socket));
      accept();
    });
  }

  // On the strand of the acceptor.
  void stop() {
    if (service.stopping.exchange(true)) return;
    error_code ignored;
    acceptor.close(ignored);
    pause.cancel();
    signals.cancel(ignored);
    stop_connections(service);
    deadline.expires_after(service.limits.stop);
    deadline.async_wait([this](error_code cancelled) {
      if (!cancelled) io.stop();
    });
    wait_for_connections();
  }

  void wait_for_connections() {
    if (service.metrics.connections == 0) {
      deadline.cancel();
      return;
    }
    pause.expires_after(std::chrono::milliseconds(5));
    pause.async_wait([this](error_code) { wait_for_connections(); });
  }

  Service service;  // outlives connections, which handlers of `io` hold
  net::io_context io;
  tcp::acceptor acceptor;
  net::steady_timer pause;
  net::steady_timer deadline;
  net::signal_set signals;
  net::thread_pool workers;
  net::thread_pool searchers;
};

Server::Server(ExplorerOptions options, const Bind& bind, const ServerLimits& limits)
    : state_(std::make_unique<State>(std::move(options), bind, limits)) {
  allow_connections(limits.connections);
  state_->listen(bind);
}

Server::~Server() = default;

std::string Server::url() const { return fmt::format("http://{}/", State::text_of(state_->acceptor.local_endpoint())); }
std::uint16_t Server::port() const { return state_->acceptor.local_endpoint().port(); }
const Explorer& Server::explorer() const { return state_->service.explorer; }

void Server::run(bool signals) {
  if (signals) {
    state_->signals.add(SIGINT);
    state_->signals.add(SIGTERM);
    state_->signals.async_wait([this](error_code error, int) {
      if (!error) state_->stop();
    });
  }
  state_->accept();
  std::vector<std::thread> threads;
  for (int i = 1; i < state_->service.limits.threads; ++i) threads.emplace_back([this] { state_->io.run(); });
  state_->io.run();
  for (std::thread& thread : threads) thread.join();
  state_->workers.join();
  state_->searchers.join();
}

void Server::stop() {
  net::post(state_->acceptor.get_executor(), [this] { state_->stop(); });
}

}  // namespace uthi::explorer
