// What went wrong with a request, as application/problem+json (RFC 9457) with what was expected and a right example.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <exception>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "tools/explorer/message.hpp"

namespace uthi::explorer {

/// Thrown by handlers. `kind` ends the problem's type: "urn:uthi:problem:syntax".
class Problem : public std::exception {
 public:
  Problem(int status, std::string_view kind, std::string detail, std::string expected = {}, std::string example = {});

  [[nodiscard]] const char* what() const noexcept override { return detail_.c_str(); }
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] const std::string& detail() const { return detail_; }
  [[nodiscard]] const std::string& expected() const { return expected_; }
  [[nodiscard]] const std::string& example() const { return example_; }

  /// One more member of the object.
  Problem& with(std::string_view name, boost::json::value value);
  Problem& with_header(std::string name, std::string value);
  [[nodiscard]] boost::json::object json() const;
  [[nodiscard]] Reply reply() const;

 private:
  int status_;
  std::string kind_;
  std::string detail_;
  std::string expected_;
  std::string example_;
  boost::json::object more_;
  std::vector<std::pair<std::string, std::string>> headers_;
};

struct Status {
  int code;
  std::string_view phrase;  ///< As RFC 9110 and RFC 6585 have it.
};

/// Every status that can be sent, in ascending order.
inline constexpr std::array kStatuses{
    Status{100, "Continue"},
    Status{200, "OK"},
    Status{204, "No Content"},
    Status{304, "Not Modified"},
    Status{400, "Bad Request"},
    Status{403, "Forbidden"},
    Status{404, "Not Found"},
    Status{405, "Method Not Allowed"},
    Status{408, "Request Timeout"},
    Status{413, "Content Too Large"},
    Status{414, "URI Too Long"},
    Status{417, "Expectation Failed"},
    Status{422, "Unprocessable Content"},
    Status{429, "Too Many Requests"},
    Status{431, "Request Header Fields Too Large"},
    Status{500, "Internal Server Error"},
    Status{501, "Not Implemented"},
    Status{503, "Service Unavailable"},
};

/// "Not Found" for 404; empty, which HTTP allows, for a status that is none of kStatuses.
[[nodiscard]] std::string_view reason_phrase(int status);

/// The problem that an error of the library stands for. Positions and moves that the rules do not allow give
/// `position_status` (422, or 400 while the text is read). Names of files are left out.
[[nodiscard]] Problem problem_of(const Error& error, int position_status = 422);

}  // namespace uthi::explorer
