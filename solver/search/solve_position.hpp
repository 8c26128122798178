// One position solved exactly, beyond the tables: by its graph, or by search.
//
//   graph    all positions that can follow above the tables, in memory, settled together (graph.hpp)
//   search   proof search question by question, with a table of fixed size (search.hpp)
//
// Left to itself the solver searches a little, then tries the graph where it may fit, then searches on.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "solver/proof/proof.hpp"
#include "solver/search/budget.hpp"
#include "solver/search/value_bounds.hpp"
#include "solver/search/value_source.hpp"

namespace uthi {

enum class Method : std::uint8_t { automatic, graph, search };
/// What gave an answer: "table", "graph", "search", and "path search" under repetition=score.
enum class Answered : std::uint8_t { table, graph, search, path };
[[nodiscard]] std::string_view to_text(Answered answered);

/// What is to be decided of the position.
struct Goal {
  bool outcome = false;  ///< At its stores.
  bool floor = false;
  bool ceiling = false;
  std::vector<Claim> claims{};  ///< Each true or false.
};

struct SolveProgress {
  ValueBounds bounds;
  std::string_view phase;       ///< "search", "collecting", "settling", "writing the proof"
  std::uint64_t nodes = 0;      ///< Positions looked at.
  std::uint64_t positions = 0;  ///< In the graph.
  unsigned round = 0;           ///< Of the search.
  double share = 0;             ///< Of the settling.
  double seconds = 0;
};

struct SolveLimits {
  Method method = Method::automatic;
  int threads = 1;
  std::uint64_t memory = std::uint64_t{2} << 30;  ///< Bytes.
  std::optional<double> seconds{};
  std::optional<std::uint64_t> nodes{};
  const std::atomic<bool>* stop = nullptr;
  bool proof = false;                                    ///< Keep what a proof needs.
  std::function<void(const SolveProgress&)> progress{};  ///< About once a second, one call at a time.
};

struct Solution {
  ValueBounds bounds;  ///< Right at any time; exact as far as the goal asks if `stopped` is no.
  Stopped stopped = Stopped::no;
  Answered answered = Answered::search;
  std::uint64_t nodes = 0;            ///< Positions looked at, by search and graph.
  std::uint64_t graph_positions = 0;  ///< Positions of the graph, 0 if none was made.
  std::uint64_t graph_bytes = 0;      ///< Most bytes that it held.
  double seconds = 0;
};

/// True, false, or not known (yet).
[[nodiscard]] std::optional<bool> truth(const Claim& claim, const ValueBounds& bounds);
/// Everything that the bounds say beyond what the seeds on the board allow.
[[nodiscard]] std::vector<Claim> known_claims(const ValueBounds& bounds);
[[nodiscard]] bool reached(const Goal& goal, const ValueBounds& bounds, int lead);

class PositionSolver {
 public:
  virtual ~PositionSolver() = default;
  [[nodiscard]] virtual Solution solve(const Goal& goal) = 0;
  /// A proof of claims that `solve` decided as true; `limits.proof` must have been set. Its tables have no digest yet.
  /// Throws DoesNotFit where memory or the other limits end before.
  [[nodiscard]] virtual Proof prove(const std::vector<Claim>& claims) = 0;
};

/// A solver for one position, whose opening is over. `tables` must outlive it, and `layers` be those that it covers.
/// Throws UsageError under repetition=score, which has no value without a path.
[[nodiscard]] std::unique_ptr<PositionSolver> make_position_solver(const Position& position, const ValueSource& tables,
                                                                   const std::vector<LayerId>& layers, const SolveLimits& limits);

}  // namespace uthi
