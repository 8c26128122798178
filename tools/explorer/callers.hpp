// Who may ask for what costs most, batches and searches: whoever names this server as it is known, and no page of another site.
//
// A page from elsewhere can send requests to this machine in two ways. As its own site: the request then has an Origin that is
// not this server's. Or under a name of its own that it lets point here (DNS rebinding): page and request then agree, but the
// name in Host is none of this server's. An address in Host is never such a name.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace uthi::explorer {

/// The value of Host, or what stands for it in a target: "[::1]:8137", "Example.org".
struct Authority {
  std::string host{};  ///< In lower case, addresses in their usual form, without brackets.
  std::optional<std::uint16_t> port{};
  bool is_address = false;

  /// Nothing where the text is no host of a URL. An empty host is one that no server has.
  [[nodiscard]] static std::optional<Authority> parse(std::string_view text);
};

class Callers {
 public:
  /// `address` is what the server listens at. Known hosts are that address, or any address where it stands for all;
  /// localhost where the machine itself can connect to it; and the names `hosts`. Known origins are the known host of the
  /// request itself over http, and `origins` ("https://example.org"). Throws UsageError for names and origins that are none.
  Callers(std::string_view address, const std::vector<std::string>& hosts, const std::vector<std::string>& origins);

  [[nodiscard]] bool knows_host(const Authority& host) const;
  /// `origin` is the value of a header Origin, `host` that of Host.
  [[nodiscard]] bool knows_origin(std::string_view origin, const Authority& host) const;

 private:
  std::string address_;  // empty: any
  std::set<std::string> hosts_;
  std::set<std::string> origins_;  // with their ports
};

}  // namespace uthi::explorer
