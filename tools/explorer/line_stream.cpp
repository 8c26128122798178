// Writing lines as chunks of HTTP/1.1.
#include "tools/explorer/line_stream.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <utility>

namespace uthi::explorer {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

LineStream::LineStream(boost::beast::tcp_stream& stream, std::chrono::steady_clock::duration limit, std::weak_ptr<void> owner,
                       Events events)
    : stream_(stream), limit_(limit), owner_(std::move(owner)), events_(std::move(events)) {}

void LineStream::begin(const std::vector<std::pair<std::string, std::string>>& headers, bool chunked) {
  chunked_ = chunked;
  head_.version(11);
  head_.result(http::status::ok);
  head_.keep_alive(false);
  if (chunked_) head_.chunked(true);
  head_.set(http::field::content_type, "application/x-ndjson");
  head_.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : headers) head_.set(name, value);
  serializer_.emplace(head_);
  writing_ = true;
  stream_.expires_after(limit_);
  http::async_write_header(stream_, *serializer_, [this, owner = owner_.lock()](error_code error, std::size_t) { written(error); });
}

void LineStream::take(std::string line, bool last) {
  waiting_ = std::move(line);
  last_ = last;
  if (broken_) {
    if (last) events_.ended();
    return;
  }
  if (!writing_) write_line();
}

void LineStream::write_line() {
  writing_ = true;
  line_ = std::exchange(waiting_, {});
  stream_.expires_after(limit_);
  if (line_.empty()) {
    if (!chunked_) return events_.ended();
    net::async_write(stream_, http::make_chunk_last(), [this, owner = owner_.lock()](error_code, std::size_t) { events_.ended(); });
    return;
  }
  auto next = [this, owner = owner_.lock()](error_code error, std::size_t) { written(error); };
  if (chunked_) {
    net::async_write(stream_, http::make_chunk(net::buffer(line_)), std::move(next));
  } else {
    net::async_write(stream_, net::buffer(line_), std::move(next));
  }
}

void LineStream::written(error_code error) {
  writing_ = false;
  if (error) {
    broken_ = true;
    events_.broken();
    if (last_) events_.ended();
    return;
  }
  if (!waiting_.empty() || last_) write_line();
}

}  // namespace uthi::explorer
