// What the head of a request must be before anything else is read: RFC 9110 and 9112 where two readings would be possible.
#pragma once

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <optional>
#include <string>

#include "tools/explorer/callers.hpp"

namespace uthi::explorer {

struct RequestHead {
  std::string target{};             ///< "/v1/tables?..." or "*", also where the request names the server in its target.
  std::optional<Authority> host{};  ///< Nothing for HTTP/1.0 without one.
  bool expects_continue = false;    ///< The client sends the body only after "100 Continue".
};

/// Throws Problem: 400 for a host that is missing, given twice or none, for a length that two fields say differently, and for
/// targets that are none; 501 for bodies that are coded otherwise than in chunks; 417 for expectations other than 100-continue.
[[nodiscard]] RequestHead read_head(const boost::beast::http::request_header<>& header);

}  // namespace uthi::explorer
