// A server that runs while a test goes on, and requests for it.
#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "tests/explorer/client.hpp"
#include "tests/explorer/samples.hpp"
#include "tools/explorer/server.hpp"

namespace uthi::test {

inline const std::string kPosition = "/v1/position?p=giuthi:0,0,1,0,2/0,3,0,1,0_6_5_S";
/// Nobody settles that in the time that a test takes.
inline const std::string kHard = R"({"position": "giuthi:8,8,8,8,8,8,8,8/8,8,8,8,8,8,8,8", "floor": true, "ceiling": true, "seconds": 50})";

class Serving {
 public:
  explicit Serving(const explorer::ServerLimits& limits = {}, explorer::ExplorerOptions options = {.folders = {bundled_tables()}},
                   const explorer::Bind& bind = {.address = "127.0.0.1", .port = 0})
      : server_(std::move(options), bind, limits), thread_([this] { server_.run(false); }) {}
  ~Serving() { stop(); }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  void ask_to_stop() { server_.stop(); }
  void stop() {
    if (!thread_.joinable()) return;
    server_.stop();
    thread_.join();
  }
  // The value of a counter.
  [[nodiscard]] double metric(const std::string& name) const {
    std::string text = "\n";
    // Where limits are short and the machine is busy a connection can be cut before it asks.
    for (int i = 0; i < 20 && text.size() == 1; ++i) {
      Client client(port_);
      if (const auto reply = client.get("/metrics")) text += reply->body;
    }
    const std::size_t at = text.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
  }
  // Waits until a counter has a value.
  [[nodiscard]] bool reaches(const std::string& name, double value) const {
    for (int i = 0; i < 500; ++i) {
      if (metric(name) == value) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

 private:
  explorer::Server server_;
  std::uint16_t port_ = server_.port();
  std::thread thread_;
};

/// A POST from a program, which says where it sends it to and nothing of itself.
inline std::string post(const std::string& target, const std::string& body, const std::string& more = "",
                        const std::string& host = "127.0.0.1") {
  return "POST " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

}  // namespace uthi::test
