// Connections on Boost.Beast.
#include "tools/explorer/connection.hpp"

#include <fmt/format.h>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "tools/explorer/connection_facts.hpp"
#include "tools/explorer/line_stream.hpp"
#include "tools/explorer/problem.hpp"
#include "tools/explorer/solve_job.hpp"

namespace uthi::explorer {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::uint32_t kMostHeaderBytes = 16U << 10;
constexpr std::size_t kReadBytes = 4096;
constexpr std::string_view kSolvePath = "/v1/solve";

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

// Answers that are there already, or nearly: no worker is asked.
bool takes_no_work(std::string_view path) {
  return path == "/healthz" || path == "/v1/healthz" || path == "/metrics" || path == "/v1/metrics" || path.starts_with("/assets/");
}

}  // namespace

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Service& service, net::ip::tcp::socket socket) : service_(service), client_(client_of(socket)), stream_(std::move(socket)) {
    const std::lock_guard lock(service_.mutex);
    service_.connections.insert(this);
    ++service_.metrics.connections;
    ++service_.metrics.accepted;
  }
  ~Connection() {
    const std::lock_guard lock(service_.mutex);
    service_.connections.erase(this);
    --service_.metrics.connections;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    net::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->wait_for_request(); });
  }

  void stop() {
    net::post(stream_.get_executor(), [self = shared_from_this()] {
      if (self->job_) self->job_->cancel();
      if (self->idle_) self->close();
    });
  }

 private:
  void wait_for_request() {
    parser_.emplace();
    parser_->header_limit(kMostHeaderBytes);
    parser_->body_limit(kMostBodyBytes);
    if (buffer_.size() > 0) return read_header();
    if (service_.stopping) return close();
    idle_ = true;
    stream_.expires_after(service_.limits.idle);
    stream_.async_read_some(buffer_.prepare(kReadBytes), [self = shared_from_this()](error_code error, std::size_t bytes) {
      self->idle_ = false;
      if (error) return self->close();
      self->buffer_.commit(bytes);
      self->read_header();
    });
  }

  // From the first byte of a request on, one time limit holds for all of it.
  void read_header() {
    stream_.expires_after(service_.limits.request);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->fail(error);
      if (self->parser_->is_done()) return self->handle();
      if (beast::iequals(self->parser_->get()[http::field::expect], "100-continue")) return self->say_continue();
      self->read_body();
    });
  }

  void say_continue() {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(stream_, net::buffer(kContinue), [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->fail(error);
      self->read_body();
    });
  }

  void read_body() {
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->fail(error);
      self->handle();
    });
  }

  // What was sent is no request, or not in time.
  void fail(error_code error) {
    if (error == beast::error::timeout || error == http::error::header_limit || error == http::error::body_limit ||
        error == http::error::buffer_overflow) {
      ++service_.metrics.cut_off;
    }
    query_ = {};
    keep_alive_ = false;
    start_ = Clock::now();
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return send(
          Problem(431, "too-large", "the header of the request is too large", fmt::format("at most {} bytes", kMostHeaderBytes)).reply());
    }
    if (error == http::error::body_limit) {
      return send(Problem(413, "too-large", "the body is too large", fmt::format("at most {} bytes", kMostBodyBytes)).reply());
    }
    const bool bad_request = error.category() == http::make_error_code(http::error::bad_method).category() &&
                             error != http::error::end_of_stream && error != http::error::partial_message;
    if (bad_request) return send(Problem(400, "syntax", "this is no HTTP request: " + error.message(), "HTTP/1.1").reply());
    close();
  }

  void handle() {
    start_ = Clock::now();
    auto& request = parser_->get();
    keep_alive_ = request.keep_alive();
    query_.method = view(request.method_string());
    query_.target = view(request.target());
    query_.body = std::move(request.body());
    query_.if_none_match = view(request[http::field::if_none_match]);
    if (query_.method == "POST" && request["Sec-Fetch-Site"] == "cross-site") {
      return send(Problem(403, "cross-site", "pages of other sites may ask with GET only").reply());
    }
    if (auto reply = service_.explorer.kept(query_)) {
      ++service_.metrics.kept_answers;
      return send(std::move(*reply));
    }
    if (takes_no_work(path_of(query_.target))) return send(service_.explorer.answer(query_));
    if (refused()) return;
    if (path_of(query_.target) == kSolvePath && query_.method == "POST") return solve();
    work();
  }

  // True, with a reply on its way, if this client or all of them ask for too much.
  bool refused() {
    if (const auto seconds = service_.work.must_wait(client_)) {
      send(Problem(429, "too-many", "this client has asked for more work than its share", fmt::format("a pause of {} s", *seconds))
               .with_header("Retry-After", std::to_string(*seconds))
               .reply());
      return true;
    }
    if (service_.metrics.waiting < static_cast<std::int64_t>(service_.limits.waiting)) return false;
    send(Problem(503, "overload", "too many requests are waiting").with_header("Retry-After", "1").reply());
    return true;
  }

  void work() {
    ++service_.metrics.waiting;
    stream_.expires_never();
    net::post(*service_.workers, [self = shared_from_this()] {
      const double before = thread_seconds();
      Reply reply = self->service_.explorer.answer(self->query_);
      self->service_.work.charge(self->client_, thread_seconds() - before);
      --self->service_.metrics.waiting;
      net::post(self->stream_.get_executor(), [self, reply = std::move(reply)]() mutable { self->send(std::move(reply)); });
    });
  }

  // A search streams lines for as long as it runs; the connection ends with it.
  void solve() {
    try {
      SolveOrder order = parse_order(query_.body, service_.limits.solve_seconds);
      if (++service_.metrics.solving > service_.limits.solves) {
        --service_.metrics.solving;
        return send(Problem(503, "overload", "other searches are running").with_header("Retry-After", "5").reply());
      }
      job_ = std::make_shared<SolveJob>(std::move(order), service_.explorer.tables(), service_.limits.solve_memory,
                                        [weak = weak_from_this()](std::string line, bool last) {
                                          const auto self = weak.lock();  // the thread that searches holds it
                                          if (!self) return;
                                          net::post(self->stream_.get_executor(), [self, line = std::move(line), last]() mutable {
                                            self->lines_->take(std::move(line), last);
                                          });
                                        });
    } catch (const Problem& problem) {
      return send(problem.reply());
    }
    keep_alive_ = false;
    if (service_.stopping) job_->cancel();
    stream_.expires_never();
    watch();
    lines_.emplace(stream_, service_.limits.write, weak_from_this(),
                   LineStream::Events{.broken = [this] { job_->cancel(); }, .ended = [this] { end_solve(); }});
    lines_->begin();
    net::post(*service_.searchers, [self = shared_from_this(), job = job_] {
      job->run();
      --self->service_.metrics.solving;
    });
  }

  // While a search runs nothing is to be read: what comes is passed over, and an end means that nobody waits any more.
  void watch() {
    buffer_.clear();
    watching_ = true;
    stream_.async_read_some(buffer_.prepare(kReadBytes), [self = shared_from_this()](error_code error, std::size_t) {
      self->watching_ = false;
      if (!error && self->job_) return self->watch();
      if (!self->job_) return self->linger();
      self->job_->cancel();
    });
  }

  void end_solve() {
    service_.metrics.count(kSolvePath, 200, 0, seconds_since(start_));
    job_.reset();
    if (watching_) {
      stream_.cancel();  // `watch` goes on with the end of the connection
    } else {
      linger();
    }
  }

  void send(Reply reply) {
    reply_ = std::move(reply);
    if (service_.stopping) keep_alive_ = false;
    const bool has_body = query_.method != "HEAD" && reply_.status != 304 && reply_.status != 204;
    response_.emplace();
    auto& response = *response_;
    response.version(11);
    response.result(static_cast<unsigned>(reply_.status));
    response.reason(view(reason_phrase(reply_.status)));
    response.keep_alive(keep_alive_);
    response.set(http::field::date, view(http_date()));
    response.set(http::field::cache_control, reply_.cache);
    response.set("X-Content-Type-Options", "nosniff");
    if (query_.method != "POST") {
      response.set(http::field::access_control_allow_origin, "*");
      response.set(http::field::access_control_expose_headers, "ETag, Retry-After");
    }
    if (!reply_.etag.empty()) response.set(http::field::etag, reply_.etag);
    for (const auto& [name, value] : reply_.headers) response.set(name, value);
    if (reply_.status != 304 && reply_.status != 204) {
      response.set(http::field::content_type, reply_.type);
      response.content_length(reply_.body->size());
    }
    if (has_body) response.body() = beast::span<const char>(reply_.body->data(), reply_.body->size());
    service_.metrics.count(path_of(query_.target), reply_.status, has_body ? reply_.body->size() : 0, seconds_since(start_));
    stream_.expires_after(service_.limits.write);
    http::async_write(stream_, response, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->close();
      if (!self->keep_alive_) return self->linger();
      self->wait_for_request();
    });
  }

  // A client that is still sending must not lose the reply to a reset: what it sends is passed over for a moment.
  void linger() {
    error_code ignored;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    constexpr std::chrono::seconds kLinger{2};
    stream_.expires_after(kLinger);
    pass_over(std::size_t{4} << 20);
  }

  void pass_over(std::size_t most) {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(kReadBytes), [self = shared_from_this(), most](error_code error, std::size_t bytes) {
      if (error || bytes >= most) return self->close();
      self->pass_over(most - bytes);
    });
  }

  void close() {
    error_code ignored;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

  Service& service_;
  std::string client_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMostHeaderBytes + kReadBytes};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::span_body<const char>>> response_;
  Query query_;
  Reply reply_;  // its body stays until it is written
  Clock::time_point start_;
  bool keep_alive_ = false;
  bool idle_ = false;

  // Of a search.
  std::shared_ptr<SolveJob> job_;
  std::optional<LineStream> lines_;
  bool watching_ = false;
};

Service::Service(ExplorerOptions options, const ServerLimits& asked)
    : limits(asked),
      metrics(Explorer::paths()),
      explorer([&] {
        options.metrics = [this] { return metrics.text(); };
        return std::move(options);
      }()),
      work(asked.work, asked.burst) {}

void start_connection(Service& service, net::ip::tcp::socket socket) {
  error_code ignored;
  socket.set_option(net::ip::tcp::no_delay(true), ignored);
  std::make_shared<Connection>(service, std::move(socket))->start();
}

void stop_connections(Service& service) {
  std::vector<std::shared_ptr<Connection>> open;
  {
    const std::lock_guard lock(service.mutex);
    for (Connection* connection : service.connections) {
      // Null for one that is about to leave the set.
      if (auto alive = connection->weak_from_this().lock()) open.push_back(std::move(alive));
    }
  }
  // Without the lock: the last reference to a connection may be one of these, and its end takes the lock.
  for (const auto& connection : open) connection->stop();
}

}  // namespace uthi::explorer
