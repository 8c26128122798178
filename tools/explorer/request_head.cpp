// Checks of a request's head.
#include "tools/explorer/request_head.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <string_view>
#include <utility>

#include "tools/explorer/problem.hpp"

namespace uthi::explorer {

namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

[[noreturn]] void refuse(std::string detail, std::string expected) { throw Problem(400, "syntax", std::move(detail), std::move(expected)); }

// Whoever forwards requests may understand another coding, or a length beside it, and then take the rest of a body for the next
// request.
void require_one_length(const http::request_header<>& header) {
  if (header.count(http::field::transfer_encoding) == 0) return;
  if (header.count(http::field::content_length) > 0) {
    refuse("the request has both a Transfer-Encoding and a Content-Length", "one of them");
  }
  if (header.version() < 11) refuse("HTTP/1.0 has no Transfer-Encoding", "a Content-Length");
  if (header.count(http::field::transfer_encoding) > 1 || !beast::iequals(header[http::field::transfer_encoding], "chunked")) {
    throw Problem(501, "coding", "bodies with this Transfer-Encoding are not understood", "Transfer-Encoding: chunked");
  }
}

std::optional<Authority> host_of(const http::request_header<>& header) {
  const auto fields = header.count(http::field::host);
  if (fields == 0 && header.version() < 11) return std::nullopt;
  if (fields == 0) refuse("the request has no Host", "Host: and the name of the server");
  if (fields > 1) refuse("the request has several fields Host", "one");
  auto host = Authority::parse(text_of(header[http::field::host]));
  if (!host) refuse("the value of Host is no name of a server", "a name or address, and a port if it is not 80");
  return host;
}

// "http://example.org/v1/tables": the target names the server, and Host does not count.
void read_target(RequestHead& head) {
  const std::string target = head.target;
  const std::size_t end = target.find("://");
  if (target.starts_with('/') || end == std::string::npos) return;
  const bool is_http = beast::iequals(target.substr(0, end), "http") || beast::iequals(target.substr(0, end), "https");
  const std::size_t path = std::min(target.find_first_of("/?", end + 3), target.size());
  head.host = Authority::parse(std::string_view(target).substr(end + 3, path - end - 3));
  if (!is_http || !head.host || head.host->host.empty()) {
    refuse("the request target is no address of a server", "a path, or http://, a name and a path");
  }
  const std::string_view rest = std::string_view(target).substr(path);
  head.target.clear();
  if (!rest.starts_with('/')) head.target += '/';
  head.target += rest;
}

}  // namespace

RequestHead read_head(const http::request_header<>& header) {
  RequestHead head{.target = text_of(header.target())};
  require_one_length(header);
  head.host = host_of(header);
  read_target(head);
  const auto expected = header.equal_range(http::field::expect);
  for (auto field = expected.first; field != expected.second && header.version() >= 11; ++field) {
    if (!beast::iequals(field->value(), "100-continue")) {
      throw Problem(417, "expectation", "what the request expects is not promised", "Expect: 100-continue");
    }
    head.expects_continue = true;
  }
  return head;
}

}  // namespace uthi::explorer
