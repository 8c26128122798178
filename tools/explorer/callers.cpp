// Hosts and origins compared.
#include "tools/explorer/callers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>

#include "core/error.hpp"

namespace uthi::explorer {

namespace net = boost::asio;

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return result;
}

// The address that a text is, an IPv4 address in IPv6's dress as itself.
std::optional<net::ip::address> address_of(std::string_view text) {
  boost::system::error_code error;
  const auto address = net::ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped()) return net::ip::make_address_v4(net::ip::v4_mapped, address.to_v6());
  return address;
}

bool is_name(std::string_view text) {
  constexpr std::string_view kMarks = "-._~%!$&'()*+,;=";
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
  });
}

// "http://example.org:80", the port always there; nothing where it is no origin, as "null" is none.
std::optional<std::string> full_origin(std::string_view text) {
  const std::size_t end = text.find("://");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string scheme = lower(text.substr(0, end));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  const auto authority = Authority::parse(text.substr(end + 3));
  if (!authority || authority->host.empty()) return std::nullopt;
  return fmt::format("{}://{}:{}", scheme, authority->host, authority->port.value_or(scheme == "http" ? 80 : 443));
}

}  // namespace

std::optional<Authority> Authority::parse(std::string_view text) {
  Authority result;
  std::string_view host = text.substr(0, text.find(':'));
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    host = text.substr(1, end - 1);
    const auto address = address_of(host);
    if (!address || host.find(':') == std::string_view::npos) return std::nullopt;
    result = {address->to_string(), std::nullopt, true};
    text.remove_prefix(end + 1);
  } else {
    if (!is_name(host)) return std::nullopt;
    const auto address = address_of(host);
    result = {address ? address->to_string() : lower(host), std::nullopt, address.has_value()};
    if (result.host.ends_with('.')) result.host.pop_back();
    text.remove_prefix(host.size());
  }
  if (text.empty()) return result;
  if (text.front() != ':') return std::nullopt;
  text.remove_prefix(1);
  if (text.empty()) return result;
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  result.port = port;
  return result;
}

Callers::Callers(std::string_view address, const std::vector<std::string>& hosts, const std::vector<std::string>& origins) {
  const auto bound = address_of(address);
  if (bound && !bound->is_unspecified()) address_ = bound->to_string();
  if (!bound || bound->is_unspecified() || bound->is_loopback()) hosts_.insert("localhost");
  for (const std::string& text : hosts) {
    const auto host = Authority::parse(text);
    if (!host || host->host.empty() || host->port) {
      throw UsageError(fmt::format("--host {}: expected a name without a port, for example --host uthi.example.org", text));
    }
    hosts_.insert(host->host);
  }
  for (const std::string& text : origins) {
    const auto origin = full_origin(text);
    if (!origin) throw UsageError(fmt::format("--origin {}: expected an origin, for example --origin https://example.org", text));
    origins_.insert(*origin);
  }
}

bool Callers::knows_host(const Authority& host) const {
  if (hosts_.contains(host.host)) return true;
  return host.is_address && (address_.empty() || host.host == address_);
}

bool Callers::knows_origin(std::string_view origin, const Authority& host) const {
  const auto full = full_origin(origin);
  if (!full) return false;
  if (origins_.contains(*full)) return true;
  return knows_host(host) && *full == fmt::format("http://{}:{}", host.host, host.port.value_or(80));
}

}  // namespace uthi::explorer
