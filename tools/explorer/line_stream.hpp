// A reply that is written line by line while its work goes on.
#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/serializer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace uthi::explorer {

/// A reply of the type application/x-ndjson, in chunks, or for HTTP/1.0, which has none, up to the end of the connection. All of it runs in
/// the executor of the connection.
class LineStream {
 public:
  struct Events {
    std::function<void()> broken;  ///< The client takes nothing any more; more lines may be given, and go nowhere.
    std::function<void()> ended;   ///< The last line has gone, one way or the other.
  };

  /// A member of `owner`, which is kept alive while something is written; `limit` is for each write.
  LineStream(boost::beast::tcp_stream& stream, std::chrono::steady_clock::duration limit, std::weak_ptr<void> owner, Events events);

  /// Writes the head, with `headers` beside those of every such reply.
  void begin(const std::vector<std::pair<std::string, std::string>>& headers, bool chunked);
  /// Writes a line, with its end, as soon as the one before has gone. Of lines that wait only the latest is worth sending.
  void take(std::string line, bool last);

 private:
  void write_line();
  void written(boost::system::error_code error);

  boost::beast::tcp_stream& stream_;
  std::chrono::steady_clock::duration limit_;
  std::weak_ptr<void> owner_;
  Events events_;
  boost::beast::http::response<boost::beast::http::empty_body> head_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> serializer_;
  std::string waiting_;
  std::string line_;  // being written
  bool chunked_ = true;
  bool last_ = false;
  bool writing_ = false;
  bool broken_ = false;
};

}  // namespace uthi::explorer
