// Any method, target and body gives a reply that is whole: a known status, JSON where it says so, nothing of the machine's paths.
//
// A byte chooses how the rest is read: as a target alone, as parameters of an endpoint, or as a body.
#include <array>
#include <boost/json/parse.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/explorer/explorer.hpp"
#include "tools/explorer/problem.hpp"
#include "tools/explorer/solve_job.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

const uthi::explorer::Explorer& explorer() {
  static const uthi::explorer::Explorer one({.folders = {UTHI_DATA "/tables"}, .answer_bytes = 0});
  return one;
}

void check(const uthi::explorer::Query& query) {
  using uthi::explorer::reason_phrase;
  const uthi::explorer::Reply reply = explorer().answer(query);
  // 501 is for searches, which only a server can send.
  require(reply.status == 200 || reply.status == 204 || reply.status == 304 || (reply.status >= 400 && reply.status < 500) ||
          reply.status == 501);
  require(!reason_phrase(reply.status).empty());
  // Fuzzers learn the name of the folder from this very comparison, and replies quote what they were asked.
  const std::string asked = query.method + query.target + query.body;
  const bool may_quote_it = asked.find_first_of("%\\") != std::string::npos || asked.find("data") != std::string::npos;
  require(reply.body != nullptr && (may_quote_it || reply.body->find(UTHI_DATA) == std::string::npos));
  for (const auto& [name, value] : reply.headers) require(value.find_first_of("\r\n") == std::string::npos);
  require(reply.etag.find_first_of("\r\n") == std::string::npos);
  if (reply.type == "application/json" && reply.status == 200) (void)boost::json::parse(*reply.body);
  if (reply.type != "application/problem+json") return;
  require(reply.status >= 400);
  const auto problem = boost::json::parse(*reply.body).as_object();
  require(problem.at("status").as_int64() == reply.status && !problem.at("detail").as_string().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const std::array<std::string_view, 12> kStarts{"",
                                                        "/v1/position?p=",
                                                        "/v1/moves?p=",
                                                        "/v1/line?p=",
                                                        "/v1/tree?depth=2&p=",
                                                        "/v1/play?p=giuthi:2,0,1,1,0/1,0,2,1,0&moves=",
                                                        "/v1/board.svg?values=1&p=",
                                                        "/v1/random?game=giuthi&board=2x5&seeds=5&",
                                                        "/v1/stats?layer=3&",
                                                        "/v1/rules?game=",
                                                        "/?p=",
                                                        "/assets/"};
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t choice = data[0] % (kStarts.size() + 3);
  if (choice < kStarts.size()) {
    check({.target = std::string(kStarts[choice]) + text});
  } else if (choice == kStarts.size()) {
    check({.method = "POST", .target = "/v1/batch", .body = text});
  } else if (choice == kStarts.size() + 1) {
    const std::size_t blank = text.find(' ');
    check({.method = text.substr(0, blank), .target = blank == std::string::npos ? "/" : text.substr(blank + 1), .if_none_match = text});
  } else {
    try {
      (void)uthi::explorer::parse_order(text, 10);
    } catch (const uthi::explorer::Problem& problem) {
      require(problem.status() == 400 || problem.status() == 422);
    }
  }
  return 0;
}
