// Writing lines as chunks of HTTP/1.1.
#include "tools/explorer/line_stream.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <string_view>
#include <utility>

#include "tools/explorer/connection_facts.hpp"

namespace uthi::explorer {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

LineStream::LineStream(boost::beast::tcp_stream& stream, std::chrono::steady_clock::duration limit, std::weak_ptr<void> owner,
                       Events events)
    : stream_(stream), limit_(limit), owner_(std::move(owner)), events_(std::move(events)) {}

void LineStream::begin() {
  head_.version(11);
  head_.result(http::status::ok);
  head_.keep_alive(false);
  head_.chunked(true);
  const std::string_view date = http_date();
  head_.set(http::field::date, boost::beast::string_view(date.data(), date.size()));
  head_.set(http::field::content_type, "application/x-ndjson");
  head_.set(http::field::cache_control, "no-store");
  head_.set("X-Content-Type-Options", "nosniff");
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
    net::async_write(stream_, http::make_chunk_last(), [this, owner = owner_.lock()](error_code, std::size_t) { events_.ended(); });
    return;
  }
  net::async_write(stream_, http::make_chunk(net::buffer(line_)),
                   [this, owner = owner_.lock()](error_code error, std::size_t) { written(error); });
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
