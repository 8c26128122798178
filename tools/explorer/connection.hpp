// One connection of a client: requests read within limits, answered in order, and written back.
#pragma once

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "tools/explorer/callers.hpp"
#include "tools/explorer/explorer.hpp"
#include "tools/explorer/metrics.hpp"
#include "tools/explorer/search_slots.hpp"
#include "tools/explorer/server.hpp"
#include "tools/explorer/work_limits.hpp"

namespace uthi::explorer {

class Connection;

/// What all connections of a server share. It outlives them.
struct Service {
  Service(ExplorerOptions options, const Bind& bind, const ServerLimits& asked);

  ServerLimits limits;
  Metrics metrics;
  Explorer explorer;
  WorkLimits work;
  SearchSlots searches;
  Callers callers;
  std::atomic<bool> stopping{false};
  std::mutex mutex;
  std::unordered_set<Connection*> connections;    // guarded by `mutex`
  boost::asio::thread_pool* workers = nullptr;    // set before the first connection
  boost::asio::thread_pool* searchers = nullptr;  // the same
};

/// Serves what comes through `socket`, which has an executor that runs one thing at a time.
void start_connection(Service& service, boost::asio::ip::tcp::socket socket);

/// Closes connections that wait for a request; the others end with the reply under way.
void stop_connections(Service& service);

}  // namespace uthi::explorer
