// A request and its reply without a network: what the server, tests, fuzzers and the exported site hand to the explorer.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace uthi::explorer {

struct Query {
  std::string method = "GET";
  std::string target{};  ///< As in the request line: "/v1/position?p=giuthi:..."
  std::string body{};
  std::string if_none_match{};  ///< The header's value, empty if there is none.
};

struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body = std::make_shared<const std::string>();
  std::string etag{};  ///< With its quotes; empty if the answer has none.
  std::string cache = "no-cache";
  std::vector<std::pair<std::string, std::string>> headers{};  ///< Others: Allow, Retry-After, ...
};

[[nodiscard]] inline Reply reply_of(std::string body, std::string type = "application/json") {
  Reply reply;
  reply.type = std::move(type);
  reply.body = std::make_shared<const std::string>(std::move(body));
  return reply;
}

}  // namespace uthi::explorer
