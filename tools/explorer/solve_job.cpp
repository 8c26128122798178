// Running a search.
#include "tools/explorer/solve_job.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <exception>
#include <system_error>

#include "core/repetition.hpp"
#include "tools/explorer/careful_referee.hpp"
#include "tools/explorer/problem.hpp"
#include "tools/path_solve.hpp"
#include "tools/table_values.hpp"
#include "tools/utf8.hpp"

namespace uthi::explorer {

namespace {

constexpr std::string_view kExample = R"({"position": "giuthi:3,3,3/3,3,3 0 0 S", "floor": true, "seconds": 10})";

[[noreturn]] void refuse(const std::string& detail, const std::string& expected) {
  throw Problem(400, "syntax", detail, expected, std::string(kExample));
}

std::string line_of(const boost::json::object& object) { return boost::json::serialize(object) + "\n"; }

// Fields of the order as they are read.
struct Fields {
  std::optional<std::string> position{};
  std::optional<std::string> claim{};
  bool floor = false;
  bool ceiling = false;
  std::optional<double> seconds{};
  std::optional<std::uint64_t> nodes{};

  void read(std::string_view name, const boost::json::value& value) {
    const auto text = [&] {
      if (!value.is_string()) refuse(fmt::format("\"{}\" is no text", name), "a text");
      return std::string(value.get_string());
    };
    const auto flag = [&] {
      if (!value.is_bool()) refuse(fmt::format("\"{}\" is neither true nor false", name), "true or false");
      return value.get_bool();
    };
    if (name == "position") {
      position = text();
    } else if (name == "claim") {
      claim = text();
    } else if (name == "floor") {
      floor = flag();
    } else if (name == "ceiling") {
      ceiling = flag();
    } else if (name == "seconds") {
      boost::system::error_code error;
      seconds = value.to_number<double>(error);
      if (error || !(*seconds > 0)) refuse("\"seconds\" is no number above 0", "a number of seconds");
    } else if (name == "nodes") {
      boost::system::error_code error;
      nodes = value.to_number<std::uint64_t>(error);
      if (error || *nodes == 0) refuse("\"nodes\" is no whole number above 0", "a number of positions");
    } else {
      refuse(fmt::format("there is no field \"{}\"", name), "position, claim, floor, ceiling, seconds, nodes");
    }
  }
};

}  // namespace

SolveOrder parse_order(std::string_view body, double most_seconds) {
  if (const auto other = foreign_byte_order_mark(body); !other.empty()) refuse(fmt::format("the body is in {}", other), "JSON in UTF-8");
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse(without_byte_order_mark(body), error);
  if (error || !value.is_object()) refuse("the body is no JSON object", "a JSON object");
  Fields fields;
  for (const auto& field : value.get_object()) fields.read(field.key(), field.value());
  if (!fields.position) refuse("\"position\" is missing", "a position");
  if (fields.claim && (fields.floor || fields.ceiling))
    refuse("\"claim\" and \"floor\" or \"ceiling\" ask different things", "one of them");
  if (fields.seconds.value_or(0) > most_seconds) {
    refuse(fmt::format("{} seconds are too many", *fields.seconds), fmt::format("at most {} seconds", most_seconds));
  }
  const Position position = [&] {
    try {
      return parse_position(*fields.position);
    } catch (const Error& bad) {
      throw problem_of(bad, 400);
    }
  }();
  try {
    SolveOrder order{solve_question(position, fields.floor, fields.ceiling, fields.claim), fields.seconds.value_or(most_seconds),
                     fields.nodes};
    require_short_sowings(position);
    (void)make_referee(position.rules)->canonical(position);
    return order;
  } catch (const Error& bad) {
    throw problem_of(bad);
  }
}

SolveJob::SolveJob(SolveOrder order, const KnownTables& tables, std::uint64_t memory, Line line)
    : order_(std::move(order)), tables_(tables), memory_(memory), line_(std::move(line)) {}

boost::json::object SolveJob::result() {
  const Position& position = order_.question.position;
  const LayerId top = make_referee(position.rules)->layer(position);
  const auto progress = [&](const ValueBounds& bounds, std::uint64_t nodes, double seconds) {
    line_(line_of({{"positions", nodes}, {"elapsed", seconds}, {"bounds", json_of(bounds)}}), false);
  };
  progress(ValueBounds::of(top.seeds), 0, 0);
  SolveLimits limits{.memory = memory_, .seconds = order_.seconds, .nodes = order_.nodes, .stop = &stop_};
  limits.progress = [&](const SolveProgress& now) { progress(now.bounds, now.nodes, now.seconds); };
  const TableValues tables(position.rules, top, tables_.folders(), limits);
  if (repetition_of(position.rules) == Repetition::score) {
    return json_of(order_.question, solve_by_path(order_.question, limits, tables));
  }
  const auto solver = make_position_solver(position, tables, tables.layers(), limits);
  return json_of(order_.question, solver->solve(order_.question.goal));
}

void SolveJob::run() {
  std::string last;
  try {
    last = line_of({{"result", result()}});
  } catch (const Error& error) {
    last = line_of(problem_of(error).json());
  } catch (const std::exception&) {
    last = line_of(Problem(503, "overload", "there is not the memory to search now").json());
  }
  line_(std::move(last), true);
}

}  // namespace uthi::explorer
