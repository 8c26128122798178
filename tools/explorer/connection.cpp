// Connections on Boost.Beast.
#include "tools/explorer/connection.hpp"

#include <fmt/format.h>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
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
#include "tools/explorer/request_head.hpp"
#include "tools/explorer/solve_job.hpp"
#include "tools/explorer/target.hpp"

namespace uthi::explorer {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::uint32_t kMostHeaderBytes = 16U << 10;
constexpr std::size_t kReadBytes = 4096;
constexpr std::chrono::milliseconds kTurnPause{20};                      // between two looks whether it is a search's turn
constexpr std::string_view kReadFields = "Content-Type, If-None-Match";  // of requests, beyond what pages may always send
constexpr std::string_view kSecondsToAskAgain = "86400";                 // as long as browsers remember, and longer

double in_seconds(std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); }
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// Charges a client with what a thread works, from its construction on, whenever it is asked to.
class WorkMeter {
 public:
  WorkMeter(WorkLimits& limits, std::string client) : limits_(limits), client_(std::move(client)) {}

  void charge() {
    const double now = thread_seconds();
    limits_.charge(client_, now - charged_);
    charged_ = now;
  }

 private:
  WorkLimits& limits_;
  std::string client_;
  double charged_ = thread_seconds();
};

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
    leave_queue();
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
    stream_.expires_never();
    reading_ = ++requests_;
    timer_.expires_after(service_.limits.request);
    timer_.async_wait([self = shared_from_this(), number = reading_](error_code error) {
      if (error || self->reading_ != number) return;
      self->timed_out_ = true;
      self->stream_.cancel();
    });
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->fail(error);
      self->take_header();
    });
  }

  void end_reading() {
    reading_ = 0;
    timed_out_ = false;
    timer_.cancel();
  }

  void take_header() {
    start_ = Clock::now();
    const auto& request = parser_->get();
    query_ = {.method = std::string(view(request.method_string())),
              .if_none_match = std::string(view(request[http::field::if_none_match]))};
    handling_ = {};
    origin_.clear();
    const bool has_all = parser_->is_done();
    keep_alive_ = has_all && request.keep_alive();  // what is refused before its body has come ends the connection
    bool expects_continue = false;
    try {
      RequestHead head = read_head(request);
      query_.target = std::move(head.target);
      handling_ = Explorer::handling(query_);
      check_caller(head.host.value_or(Authority{}));
      expects_continue = head.expects_continue && !has_all;
    } catch (const Problem& problem) {
      keep_alive_ = keep_alive_ && problem.status() == 403;
      end_reading();
      return send(problem.reply());
    }
    if (has_all) return handle();
    if (!expects_continue) return read_body();
    if (handling_.work != Handling::Work::none) return say_continue();
    end_reading();
    send(service_.explorer.answer(query_));  // as it would be with the body, which need not be sent
  }

  // Where a path takes POST, pages of other sites get neither its work nor its answers.
  void check_caller(const Authority& host) {
    const auto& request = parser_->get();
    origin_ = view(request[http::field::origin]);
    is_known_ = origin_.empty() || service_.callers.knows_origin(origin_, host);
    if (handling_.work == Handling::Work::none || !handling_.asks_by_post) return;
    if (!service_.callers.knows_host(host)) {
      throw Problem(403, "host", fmt::format("this server is not known as \"{}\"", host.host),
                    "the address that it listens at, or a name that it was started with: uthi serve --host NAME");
    }
    const std::string_view site = view(request["Sec-Fetch-Site"]);
    if (!is_known_ || (origin_.empty() && !site.empty() && site != "same-origin" && site != "none")) {
      throw Problem(403, "origin", "pages of other sites may ask with GET only",
                    "a page of this server, or of a site that it was started with: uthi serve --origin https://example.org");
    }
  }

  void say_continue() {
    static const std::string kContinue = fmt::format("HTTP/1.1 100 {}\r\n\r\n", reason_phrase(100));
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
    const bool late = timed_out_;
    end_reading();
    const bool too_large = error == http::error::header_limit || error == http::error::body_limit || error == http::error::buffer_overflow;
    if (late || too_large) ++service_.metrics.cut_off;
    const bool in_target = parser_->get().target().empty();
    query_ = {};
    handling_ = {};
    keep_alive_ = false;
    start_ = Clock::now();
    if (late) {
      return send(Problem(408, "too-slow", "the request did not come in time",
                          fmt::format("all of it within {} s", in_seconds(service_.limits.request)))
                      .reply());
    }
    if (error == http::error::body_limit) {
      return send(Problem(413, "too-large", "the body is too large", fmt::format("at most {} bytes", kMostBodyBytes)).reply());
    }
    if (too_large && in_target) {
      return send(Problem(414, "too-large", "the request target is too long", fmt::format("at most {} bytes", kMostTargetBytes)).reply());
    }
    if (too_large) {
      return send(
          Problem(431, "too-large", "the header of the request is too large", fmt::format("at most {} bytes", kMostHeaderBytes)).reply());
    }
    const bool bad_request = error.category() == http::make_error_code(http::error::bad_method).category() &&
                             error != http::error::end_of_stream && error != http::error::partial_message;
    if (bad_request) return send(Problem(400, "syntax", "this is no HTTP request: " + error.message(), "HTTP/1.1").reply());
    close();
  }

  void handle() {
    end_reading();
    start_ = Clock::now();
    auto& request = parser_->get();
    keep_alive_ = request.keep_alive();
    query_.body = std::move(request.body());
    if (auto reply = service_.explorer.kept(query_)) {
      ++service_.metrics.kept_answers;
      return send(std::move(*reply));
    }
    if (handling_.work == Handling::Work::none) return send(service_.explorer.answer(query_));
    if (refused()) return;
    if (handling_.work == Handling::Work::stream) return solve();
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
      WorkMeter meter(self->service_.work, self->client_);
      Reply reply = self->service_.explorer.answer(self->query_);
      meter.charge();
      --self->service_.metrics.waiting;
      net::post(self->stream_.get_executor(), [self, reply = std::move(reply)]() mutable { self->send(std::move(reply)); });
    });
  }

  void solve() {
    WorkMeter meter(service_.work, client_);
    try {
      Target(query_.target).allow({});
      order_ = parse_order(query_.body, service_.limits.solve_seconds);
    } catch (const Problem& problem) {
      meter.charge();
      return send(problem.reply());
    }
    meter.charge();
    stream_.expires_never();
    place_ = service_.searches.enter(client_);
    wait_for_turn(Clock::now() + service_.limits.turn);
  }

  // Somebody who stops a search and begins another is not refused because the first has not ended yet.
  void wait_for_turn(Clock::time_point end) {
    if (!service_.stopping && service_.searches.take(*place_)) return search();
    if (service_.limits.solves > 0 && !service_.stopping && Clock::now() < end) {
      timer_.expires_after(kTurnPause);
      timer_.async_wait([self = shared_from_this(), end](error_code) { self->wait_for_turn(end); });
      return;
    }
    leave_queue();
    if (service_.searches.has_turn(client_)) {
      return send(Problem(429, "too-many", "a search of this client is running", "one at a time").with_header("Retry-After", "5").reply());
    }
    send(Problem(503, "overload", "other searches are running").with_header("Retry-After", "5").reply());
  }

  void leave_queue() {
    if (place_) service_.searches.leave(*place_);
    place_.reset();
  }

  // A search streams lines for as long as it runs; the connection ends with it.
  void search() {
    ++service_.metrics.solving;
    auto meter = std::make_shared<std::optional<WorkMeter>>();
    job_ = std::make_shared<SolveJob>(std::move(*order_), service_.explorer.tables(), service_.limits.solve_memory,
                                      [weak = weak_from_this(), meter](std::string line, bool last) {
                                        (*meter)->charge();
                                        const auto self = weak.lock();  // the thread that searches holds it
                                        if (!self) return;
                                        net::post(self->stream_.get_executor(), [self, line = std::move(line), last]() mutable {
                                          self->lines_->take(std::move(line), last);
                                        });
                                      });
    keep_alive_ = false;
    watch();
    lines_.emplace(stream_, service_.limits.write, weak_from_this(),
                   LineStream::Events{.broken = [this] { job_->cancel(); }, .ended = [this] { end_solve(); }});
    lines_->begin(common_headers(200), parser_->get().version() >= 11);
    net::post(*service_.searchers, [self = shared_from_this(), job = job_, meter, place = *place_] {
      meter->emplace(self->service_.work, self->client_);
      job->run();
      (*meter)->charge();
      self->service_.searches.leave(place);
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
    service_.metrics.count(handling_.path, 200, 0, seconds_since(start_));
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
    response.set(http::field::cache_control, reply_.cache);
    for (const auto& [name, value] : common_headers(reply_.status)) response.set(name, value);
    if (!reply_.etag.empty()) response.set(http::field::etag, reply_.etag);
    for (const auto& [name, value] : reply_.headers) response.set(name, value);
    if (reply_.status != 304 && reply_.status != 204) {
      response.set(http::field::content_type, reply_.type);
      response.content_length(reply_.body->size());
    }
    if (has_body) response.body() = beast::span<const char>(reply_.body->data(), reply_.body->size());
    service_.metrics.count(handling_.path, reply_.status, has_body ? reply_.body->size() : 0, seconds_since(start_));
    stream_.expires_after(service_.limits.write);
    http::async_write(stream_, response, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->close();
      if (!self->keep_alive_) return self->linger();
      self->wait_for_request();
    });
  }

  // Pages of any site may read what GET gives; what POST gives, those alone whose requests are answered (check_caller).
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> common_headers(int status) const {
    std::vector<std::pair<std::string, std::string>> headers{{"Date", std::string(http_date())}, {"X-Content-Type-Options", "nosniff"}};
    if (handling_.asks_by_post) headers.emplace_back("Vary", "Origin");
    if (handling_.asks_by_post && (origin_.empty() || !is_known_)) return headers;
    headers.emplace_back("Access-Control-Allow-Origin", handling_.asks_by_post ? origin_ : "*");
    headers.emplace_back("Access-Control-Expose-Headers", "Allow, ETag, Retry-After");
    if (query_.method == "OPTIONS" && status == 204) {
      headers.emplace_back("Access-Control-Allow-Methods", handling_.allow);
      headers.emplace_back("Access-Control-Allow-Headers", kReadFields);
      headers.emplace_back("Access-Control-Max-Age", kSecondsToAskAgain);
    }
    return headers;
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
  net::steady_timer timer_{stream_.get_executor()};  // for a request to come, or for a search's turn
  std::uint64_t requests_ = 0;
  std::uint64_t reading_ = 0;  // the number of the request that is coming; 0: none
  bool timed_out_ = false;     // it did not come in time
  Query query_;
  Handling handling_;
  std::string origin_;    // of the page that asks; empty: none, or not said
  bool is_known_ = true;  // it may read what POST gives
  Reply reply_;           // its body stays until it is written
  Clock::time_point start_;
  bool keep_alive_ = false;
  bool idle_ = false;

  // Of a search.
  std::optional<SolveOrder> order_;
  std::optional<std::uint64_t> place_;
  std::shared_ptr<SolveJob> job_;
  std::optional<LineStream> lines_;
  bool watching_ = false;
};

Service::Service(ExplorerOptions options, const Bind& bind, const ServerLimits& asked)
    : limits(asked),
      metrics(Explorer::paths()),
      explorer([&] {
        options.metrics = [this] { return metrics.text(); };
        return std::move(options);
      }()),
      work(asked.work, asked.burst),
      searches(asked.solves),
      callers(bind.address, bind.hosts, bind.origins) {}

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
