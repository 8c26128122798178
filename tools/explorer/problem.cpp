// Problems and their JSON.
#include "tools/explorer/problem.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "tools/output.hpp"

namespace uthi::explorer {

Problem::Problem(int status, std::string_view kind, std::string detail, std::string expected, std::string example)
    : status_(status), kind_(kind), detail_(std::move(detail)), expected_(std::move(expected)), example_(std::move(example)) {}

Problem& Problem::with(std::string_view name, boost::json::value value) {
  more_[name] = std::move(value);
  return *this;
}

Problem& Problem::with_header(std::string name, std::string value) {
  headers_.emplace_back(std::move(name), std::move(value));
  return *this;
}

boost::json::object Problem::json() const {
  boost::json::object object{
      {"type", "urn:uthi:problem:" + kind_}, {"title", reason_phrase(status_)}, {"status", status_}, {"detail", valid_utf8(detail_)}};
  if (!expected_.empty()) object["expected"] = valid_utf8(expected_);
  if (!example_.empty()) object["example"] = valid_utf8(example_);
  for (const auto& field : more_) object[field.key()] = field.value();
  return object;
}

Reply Problem::reply() const {
  Reply reply = reply_of(boost::json::serialize(json()) + "\n", "application/problem+json");
  reply.status = status_;
  reply.cache = "no-store";
  reply.headers = headers_;
  return reply;
}

std::string_view reason_phrase(int status) {
  const auto found = std::find_if(kStatuses.begin(), kStatuses.end(), [&](const Status& known) { return known.code == status; });
  return found == kStatuses.end() ? "" : found->phrase;
}

Problem problem_of(const Error& error, int position_status) {
  std::string detail = error.what();
  // Messages of readers end "expected X at character N; for example Y".
  std::string expected;
  std::string example;
  if (const std::size_t at = detail.rfind("; for example "); at != std::string::npos) {
    example = detail.substr(at + std::string_view("; for example ").size());
    detail.resize(at);
  }
  if (const std::size_t at = detail.rfind("expected "); at != std::string::npos)
    expected = detail.substr(at + std::string_view("expected ").size());
  switch (error.code()) {
    case ExitCode::usage:
      return {400, "syntax", std::move(detail), std::move(expected), std::move(example)};
    case ExitCode::bad_position:
      return {position_status, position_status == 400 ? "syntax" : "not-legal", std::move(detail), std::move(expected), std::move(example)};
    case ExitCode::table_missing:
      return {404, "no-table", "no table covers this position, or one of those that play from it leads to",
              "a position that tables cover; /v1/tables lists them"};
    case ExitCode::does_not_fit:
      return {422, "too-much-work", std::move(detail), "a question that is answered in a moment; the program uthi has no such limit"};
    case ExitCode::table_damaged:
      return {500, "damaged", "a table file is damaged; uthi verify finds the fault"};
    default:
      return {500, "internal", "the tables cannot be read now"};
  }
}

}  // namespace uthi::explorer
