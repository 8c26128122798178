// A client of a server on this machine that can also misbehave: requests byte by byte, replies taken apart.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace uthi::test {

struct HttpReply {
  int status = 0;
  std::string phrase{};
  std::map<std::string, std::string> headers{};  ///< Names in lower case.
  std::string body{};
};

class Client {
 public:
  /// Connects to 127.0.0.1, from another address of this machine if one is given ("127.0.0.2"): the server then sees another
  /// client. Throws std::runtime_error.
  explicit Client(std::uint16_t port, const char* from = nullptr);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// False if the server took no more.
  bool send(std::string_view bytes);
  /// The next reply, chunks joined; nothing if the server closed the connection before it was whole, or within ten seconds
  /// sent nothing. `has_body` false: of HEAD and 304.
  [[nodiscard]] std::optional<HttpReply> receive(bool has_body = true);
  /// Sends a GET and receives its reply.
  [[nodiscard]] std::optional<HttpReply> get(std::string_view target, std::string_view headers = "");
  /// The next line of a body that is streamed in chunks; empty at its end.
  [[nodiscard]] std::string chunk();
  /// All bytes up to the end of the connection.
  [[nodiscard]] std::string rest();
  /// The head of a reply alone.
  [[nodiscard]] std::optional<HttpReply> head();
  /// Waits for the server to close the connection: the milliseconds that took, nothing if it is open after `most`.
  [[nodiscard]] std::optional<std::chrono::milliseconds> closed_within(std::chrono::milliseconds most);
  void close();

 private:
  bool fill();
  [[nodiscard]] std::optional<std::string> take(std::size_t bytes);
  [[nodiscard]] std::optional<std::string> take_line();

  int socket_ = -1;
  std::string buffer_;
};

}  // namespace uthi::test
