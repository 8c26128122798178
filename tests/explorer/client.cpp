// A client on plain sockets, so that it shares no code with the server.
#include "tests/explorer/client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace uthi::test {

namespace {

constexpr int kPatience = 10'000;  // milliseconds

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

Client::Client(std::uint16_t port, const char* from) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (from != nullptr &&
      (::inet_pton(AF_INET, from, &own.sin_addr) != 1 || ::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) != 0)) {
    close();
    throw std::runtime_error("cannot ask from there");
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket_ < 0 || ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    close();
    throw std::runtime_error("cannot connect");
  }
}

Client::~Client() { close(); }

void Client::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Client::fill() {
  pollfd wait{socket_, POLLIN, 0};
  if (::poll(&wait, 1, kPatience) <= 0) return false;
  std::array<char, 1 << 16> bytes{};
  const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

std::optional<std::string> Client::take(std::size_t bytes) {
  while (buffer_.size() < bytes) {
    if (!fill()) return std::nullopt;
  }
  std::string taken = buffer_.substr(0, bytes);
  buffer_.erase(0, bytes);
  return taken;
}

std::optional<std::string> Client::take_line() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n")) == std::string::npos) {
    if (!fill()) return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return line;
}

std::optional<HttpReply> Client::head() {
  HttpReply reply;
  const auto first = take_line();
  if (!first || !first->starts_with("HTTP/1.1 ")) return std::nullopt;
  reply.status = std::stoi(first->substr(9, 3));
  reply.phrase = first->substr(std::min<std::size_t>(first->size(), 13));
  for (;;) {
    const auto line = take_line();
    if (!line) return std::nullopt;
    if (line->empty()) return reply;
    const std::size_t colon = line->find(": ");
    if (colon != std::string::npos) reply.headers[lower(line->substr(0, colon))] = line->substr(colon + 2);
  }
}

std::string Client::rest() {
  while (fill()) {
  }
  return std::exchange(buffer_, {});
}

std::string Client::chunk() {
  const auto size = take_line();
  if (!size) return "";
  const auto bytes = take(std::stoul(*size, nullptr, 16));
  (void)take_line();
  return bytes.value_or("");
}

std::optional<HttpReply> Client::receive(bool has_body) {
  auto reply = head();
  if (!reply || !has_body || reply->status == 304 || reply->status == 204) return reply;
  if (reply->headers.contains("transfer-encoding")) {
    for (std::string part = chunk(); !part.empty(); part = chunk()) reply->body += part;
    return reply;
  }
  auto body = take(std::stoul(reply->headers.at("content-length")));
  if (!body) return std::nullopt;
  reply->body = std::move(*body);
  return reply;
}

std::optional<HttpReply> Client::get(std::string_view target, std::string_view headers) {
  send(std::string("GET ").append(target).append(" HTTP/1.1\r\nHost: test\r\n").append(headers).append("\r\n"));
  return receive();
}

std::optional<std::chrono::milliseconds> Client::closed_within(std::chrono::milliseconds most) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    if (passed >= most) return std::nullopt;
    pollfd wait{socket_, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>((most - passed).count())) <= 0) continue;
    std::array<char, 4096> bytes{};
    if (::recv(socket_, bytes.data(), bytes.size(), 0) <= 0) {
      return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    }
  }
}

}  // namespace uthi::test
