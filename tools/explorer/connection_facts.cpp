// Clocks and addresses.
#include "tools/explorer/connection_facts.hpp"

#include <time.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace uthi::explorer {

namespace net = boost::asio;
using boost::system::error_code;

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string_view http_date() {
  thread_local std::time_t last = 0;
  thread_local std::array<char, 40> text{};
  const std::time_t now = std::time(nullptr);
  if (now != last) {
    last = now;
    tm parts{};
    gmtime_r(&now, &parts);
    std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  }
  return text.data();
}

std::string client_of(const net::ip::tcp::socket& socket) {
  error_code error;
  const auto address = socket.remote_endpoint(error).address();
  if (error) return "unknown";
  if (address.is_v4()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return address.to_v6().is_loopback() ? "::1" : net::ip::address_v6(bytes).to_string();
}

}  // namespace uthi::explorer
