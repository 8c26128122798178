// Small facts that a connection needs: who asks, what time it is, how long a thread has worked.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>
#include <string_view>

namespace uthi::explorer {

/// Seconds of a processor that this thread has worked so far.
[[nodiscard]] double thread_seconds();

/// Now, as HTTP writes it: "Mon, 30 Nov 2026 01:02:03 GMT". Made anew once a second; good until the thread asks again.
[[nodiscard]] std::string_view http_date();

/// Whose work is counted together: an IPv4 address, or the network half of an IPv6 address.
[[nodiscard]] std::string client_of(const boost::asio::ip::tcp::socket& socket);

}  // namespace uthi::explorer
